/// Walks a world breadth first, so that what it finds first has the shortest story.
struct Explorer {
    /// What an exploration came to.
    struct Report: Sendable {
        let states: Int
        let transitions: Int
        let depth: Int
        let broken: Promise?
        /// How it came to that; empty when nothing is broken.
        let story: [String]
    }

    let world: World
    private var found: [Situation] = []
    private var parents: [Int32] = []
    /// Places in `found`, by hash; -1 where there is none.
    private var table: [Int32] = [Int32](repeating: -1, count: 1 << 12)
    private var transitions = 0

    init(_ world: World) { self.world = world }

    static func explore(_ chapter: Chapter) throws -> Report {
        var explorer = try Explorer(World(chapter))
        return explorer.run()
    }

    private mutating func run() -> Report {
        _ = add(world.start(), parent: -1)
        var next = 0
        var depth = 0
        var endOfLevel = 1
        while next < found.count {
            if next == endOfLevel { (depth, endOfLevel) = (depth + 1, found.count) }
            let place = Int32(next)
            let situation = found[next]
            if let broken = world.broken(in: situation) { return report(broken, depth, at: place) }
            var fault: Move?
            world.moves(from: situation) { move in
                transitions += 1
                if fault == nil, move.broken != nil { fault = move }
                var reached = move.situation
                _ = reached.sortNodes()
                _ = add(reached, parent: place)
            }
            if let fault { return report(fault.broken, depth + 1, at: place, last: fault) }
            next += 1
        }
        return report(nil, depth, at: 0)
    }

    private func report(_ broken: Promise?, _ depth: Int, at place: Int32, last: Move? = nil) -> Report {
        var path: [Situation] = []
        var place = broken == nil ? -1 : place
        while place >= 0 {
            path.append(found[Int(place)])
            place = parents[Int(place)]
        }
        return Report(
            states: found.count, transitions: transitions, depth: depth, broken: broken,
            story: Story(world).tell(path.reversed(), last: last))
    }

    private mutating func add(_ situation: Situation, parent: Int32) -> Bool {
        if found.count * 2 > table.count { grow() }
        let slot = slot(of: situation)
        guard table[slot] < 0 else { return false }
        table[slot] = Int32(found.count)
        found.append(situation)
        parents.append(parent)
        return true
    }

    private func slot(of situation: Situation) -> Int {
        let mask = table.count - 1
        var slot = situation.hashValue & mask
        while table[slot] >= 0, found[Int(table[slot])] != situation { slot = (slot + 1) & mask }
        return slot
    }

    private mutating func grow() {
        table = [Int32](repeating: -1, count: table.count * 2)
        for (place, situation) in found.enumerated() { table[slot(of: situation)] = Int32(place) }
    }
}
