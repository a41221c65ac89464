import EventLoop
import HTTPServer

/// A server that drains while the test looks on. It does so on a loop of its own: the test's clients block the few
/// threads that plain tasks would start on.
struct Draining {
    private let group: EventLoopGroup
    private let task: Task<Void, Never>

    init(_ server: HTTPServer, within patience: Duration = .seconds(60)) throws {
        let group = try EventLoopGroup(count: 1)
        self.group = group
        task = group.loops[0].run { await server.drain(within: patience) }
    }

    func end() async {
        await task.value
        group.stop()
    }
}
