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
        guard let group = try? EventLoopGroup(count: 1),
            let result = group.loops[0].wait(for: { await perform(body, on: configuration, group) })
        else { throw Assembly.StartFailure(reason: "no event loop can be started") }
        return try result.get()
    }

    private static func perform<Outcome: Sendable>(
        _ body: @escaping @Sendable (any Ledger) async throws(LedgerFailure) -> Outcome,
        on configuration: Configuration, _ group: EventLoopGroup
    ) async -> Result<Outcome, Assembly.StartFailure> {
        let ledger: any Ledger
        do throws(Assembly.StartFailure) {
            ledger = try await Assembly.open(configuration, on: group, Metrics()) {
                Terminal.err("the store is a copy that was put back: epoch \($0.number) began\n")
            }
        } catch { return .failure(error) }
        let result: Result<Outcome, Assembly.StartFailure>
        do throws(LedgerFailure) { result = .success(try await body(ledger)) } catch {
            result = .failure(Assembly.StartFailure(reason: "\(error)"))
        }
        await ledger.close()
        return result
    }
}
