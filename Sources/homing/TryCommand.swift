import Demo
import EventLoop
import FoundationEssentials
import HTTPClient

/// `homing try`: plays the app and the browser against a running broker, a step a line.
enum TryCommand {
    static func run(_ rehearsal: Invocation.Rehearsal) -> ExitStatus {
        guard
            let settings = Player.Settings(
                issuer: rehearsal.issuer, clientID: rehearsal.client, redirectURI: rehearsal.redirectURI)
        else {
            Terminal.err(
                "homing: say where the app waits with --redirect-uri, one of the client's registered redirect URIs\n"
            )
            return .usage
        }
        guard let group = try? EventLoopGroup(count: 1), let clients = try? HTTPClients(group) else {
            Terminal.err("homing: the HTTP client cannot be set up\n")
            return .failed
        }
        let program = Program(json: rehearsal.json)
        let player = Player(settings) { request throws(OutboundFailure) in
            try await clients.send(request)
        } wait: {
            await program.wait($0)
        } report: {
            program.show($0)
        }
        let paths = Player.Path(rawValue: rehearsal.path).map { [$0] } ?? Player.Path.allCases
        let held = group.loops[0].wait { await program.play(paths, by: player) } ?? false
        return held ? .done : .failed
    }
}

/// Shows a rehearsal to a person or a program.
private struct Program: Sendable {
    let json: Bool

    func play(_ paths: [Player.Path], by player: Player) async -> Bool {
        var failed: [String] = []
        for path in paths {
            if !json { Terminal.out("\n\(Terminal.styled(path.rawValue, .bold)): \(path.summary)\n") }
            if await !player.play(path) { failed.append(path.rawValue) }
        }
        if !json {
            Terminal.out(
                failed.isEmpty
                    ? "\n" + Terminal.styled("Every step held.", .green) + "\n"
                    : "\n" + Terminal.styled("Did not hold: \(failed.joined(separator: ", "))", .red) + "\n")
        }
        return failed.isEmpty
    }

    func show(_ step: Player.Step) {
        if json {
            let line = StepLine(
                path: step.path.rawValue, step: step.text, outcome: step.fault == nil ? "held" : "failed",
                reason: step.fault, milliseconds: (step.milliseconds * 10).rounded() / 10)
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            if let data = try? encoder.encode(line) {
                Terminal.out(String(decoding: data, as: UTF8.self) + "\n")
            }
            return
        }
        let mark = step.fault == nil ? Terminal.styled("ok", .green) : Terminal.styled("FAILED", .red)
        let time = Terminal.styled("\(Int(step.milliseconds.rounded())) ms", .dim)
        Terminal.out("  \(mark)  \(step.text)  \(time)\n")
        if let fault = step.fault { Terminal.out("      \(fault)\n") }
    }

    func wait(_ seconds: Int) async {
        if !json { Terminal.out("  ..  waiting \(seconds) s for the code to expire\n") }
        try? await EventLoop.sleep(for: .seconds(seconds))
    }
}

private struct StepLine: Encodable {
    let path, step, outcome: String
    let reason: String?
    let milliseconds: Double
}
