import SQLiteStore
import Store
import StoreContract
import Synchronization
import Testing

struct StoreTimeTests {
    @Test func `every read, write and commit is told, with how much a commit carried`() async throws {
        let folder = try TemporaryFolder()
        let told = Told()
        let ledger = try folder.ledger(observe: { time in told.times.withLock { $0.append(time) } })
        let world = try World(ledger: ledger)
        let id = try await world.issue()
        _ = try await ledger.transaction(id)
        await ledger.close()
        var (reads, writes, carried) = (0, 0, 0)
        for time in told.times.withLock({ $0 }) {
            switch time {
            case .read(let nanoseconds):
                reads += 1
                #expect(nanoseconds > 0)
            case .write: writes += 1
            case .commit(let nanoseconds, let count):
                carried += count
                #expect(nanoseconds > 0)
            case .swept: Issue.record("swept what is not over")
            case .holds(_, let rows, let bytes):
                #expect(rows <= 1)
                #expect(bytes > 4_096)
            }
        }
        #expect(reads == 1 && writes == ledger.writes && carried == writes)
    }
}

/// What a ledger has told.
private final class Told: Sendable {
    let times = Mutex<[StoreTime]>([])
}
