/// Tells how the world came from its start to where something broke, a line a step.
struct Story {
    private let world: World

    init(_ world: World) { self.world = world }

    /// - Parameter last: the step that broke something, where a step did.
    func tell(_ path: [Situation], last: Move?) -> [String] {
        var lines: [String] = []
        // Like nodes change places in a situation; in a story each keeps its name.
        var names = ["A", "B"]
        for (before, after) in zip(path, path.dropFirst()) {
            var event: Move.Event?
            var isSwapped = false
            world.moves(from: before) { move in
                guard event == nil else { return }
                var reached = move.situation
                let swapped = reached.sortNodes()
                if reached == after { (event, isSwapped) = (move.event, swapped) }
            }
            if let event { lines.append(line(event, names)) }
            if isSwapped { names.swapAt(0, 1) }
        }
        if let last { lines.append(line(last.event, names)) }
        return lines
    }

    private func line(_ event: Move.Event, _ names: [String]) -> String {
        switch event {
        case .clock(let moment): "the clock shows \(world.calendar.name(moment))"
        case .clockSetBack(let moment): "the clock is set back to \(world.calendar.name(moment))"
        case .arrives(let operation, let node): "\(names[node]) gets \(operation.story)"
        case .reads(let operation, let node): "\(names[node]) reads the row for \(operation.story)"
        case .loses(let operation, let node):
            "\(names[node]) finds the row changed and begins anew with \(operation.story)"
        case .asksProvider(let operation, let node):
            "\(names[node]) asks the provider, and has \(operation.story)"
        case .answers(let operation, let outcome, let node, let heard):
            "\(names[node]) answers \(operation.story): \(outcome.story)\(heard ? "" : ", which is not heard")"
        case .commits(let operation, let node): "\(names[node]) commits \(operation.story)"
        case .refuses(let operation, let node):
            "\(names[node]) answers \(operation.story): the clock went back, ask again later"
        case .sweeps: "the row is swept away"
        case .crash(let node): "\(names[node]) is killed"
        case .powerLoss: "the power fails"
        }
    }
}
