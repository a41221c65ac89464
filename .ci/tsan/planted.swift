import Synchronization

/// Two counters for two threads: one behind a Mutex, which is no race, and one that is.
final class Counters: @unchecked Sendable {
    let guarded = Mutex(0)
    var bare = 0
}

@main struct Planted {
    static func main() async {
        let isBare = CommandLine.arguments.contains("bare")
        let counters = Counters()
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    for _ in 0..<20_000 {
                        counters.guarded.withLock { $0 += 1 }
                        if isBare { counters.bare += 1 }
                    }
                }
            }
        }
        precondition(counters.guarded.withLock { $0 } == 80_000)
    }
}
