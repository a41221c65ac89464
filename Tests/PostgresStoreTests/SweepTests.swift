import OAuth
import Store
import StoreContract
import Synchronization
import Testing

@testable import PostgresStore

extension OneServer {
    @Suite struct SweepTests {
        @Test func `rows whose time is over leave, by two processes, and the others stay`() async throws {
            let database = try await Database()
            let told = Told()
            let ledgers = [
                try await database.ledger { $0.observe = told.note },
                try await database.ledger { $0.observe = told.note },
            ]
            let world = try World(ledger: ledgers[0])
            for index in 0..<300 {
                let keepUntil = world.now.adding(seconds: index % 3 == 0 ? 5_000 : 10)
                _ = try await ledgers[index % 2].claim(
                    world.newID(), clientID: world.client, now: world.now, keepUntil: keepUntil)
            }
            try await ledgers[0].spill(
                world.newID(), sealed: [1], now: world.now, expiresAt: world.now.adding(seconds: 10))
            for _ in 1...100 {
                for ledger in ledgers {
                    // A pass of each of the three tables begins with one of these.
                    let later = world.now.adding(seconds: 100)
                    _ = try await ledger.claim(
                        world.newID(at: later), clientID: world.client, now: later,
                        keepUntil: later.adding(seconds: 1_000))
                }
                try await Task.sleep(for: .milliseconds(20))
                let over = try database.value(
                    """
                    SELECT (SELECT count(*) FROM transactions WHERE keep_until<=1800000100000)
                    + (SELECT count(*) FROM spilled)
                    """)
                if over == "0" { break }
            }
            #expect(try database.value("SELECT count(*) FROM spilled") == "0")
            let left = try database.value("SELECT count(*) FROM transactions WHERE keep_until=1800005000000")
            #expect(left == "100")
            let over = try database.value("SELECT count(*) FROM transactions WHERE keep_until<=1800000100000")
            #expect(over == "0")
            for ledger in ledgers { await ledger.close() }
            // Who swept has told so, and how much there is.
            let (swept, sizes) = told.heard
            #expect(swept > 0 && swept <= 201)
            #expect(sizes.contains { $0.rows >= 100 && $0.bytes > 100_000 })
        }
    }
}

/// What a ledger has told of its sweeping.
private final class Told: Sendable {
    private let state = Mutex((swept: 0, sizes: [(rows: Int, bytes: Int)]()))

    var heard: (swept: Int, sizes: [(rows: Int, bytes: Int)]) { state.withLock { $0 } }

    @Sendable func note(_ time: StoreTime) {
        switch time {
        case .swept(_, let rows): state.withLock { $0.swept += rows }
        case .holds(_, let rows, let bytes): state.withLock { $0.sizes.append((rows, bytes)) }
        case .read, .write, .commit: break
        }
    }
}
