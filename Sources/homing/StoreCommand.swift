import EventLoop
import Glibc
import Journal
import OAuth
import Settings
import Store

/// How a command works on the store of a configuration, beside the servers that may be running on it.
enum StoreCommand {
    static func run<Outcome: Sendable>(
        on configuration: Configuration,
        _ body: @escaping @Sendable (any Ledger) async throws(LedgerFailure) -> Outcome
    ) throws(Assembly.StartFailure) -> Outcome {
        // A command must not make a store where the configuration names the wrong file.
        if case .sqlite(let path) = configuration.store, access(path, F_OK) != 0 {
            throw Assembly.StartFailure(reason: "there is no store at \(path)")
        }
        let ledger = try Assembly.open(configuration, Metrics()) {
            Terminal.err("the store is a copy that was put back: epoch \($0.number) began\n")
        }
        guard let group = try? EventLoopGroup(count: 1),
            let result = group.loops[0].wait(for: { () async -> Result<Outcome, LedgerFailure> in
                let result: Result<Outcome, LedgerFailure>
                do throws(LedgerFailure) { result = .success(try await body(ledger)) } catch {
                    result = .failure(error)
                }
                await ledger.close()
                return result
            })
        else { throw Assembly.StartFailure(reason: "no event loop can be started") }
        do throws(LedgerFailure) { return try result.get() } catch {
            throw Assembly.StartFailure(reason: "\(error)")
        }
    }
}
