import Crypto
import EventLoop
import OAuth
import Store
import Synchronization

/// The ledger in a PostgreSQL database: a few connections, driven by the event loops, prepared statements in
/// pipelines, and one commit for what queued up while the last one was under way.
///
/// Several processes may share one database: they are one broker. E-mail addresses, names, state, nonce and private
/// keys lie sealed.
package final class PostgresLedger: Sendable {
    let seal: Seal
    let configuration: PostgresConfiguration
    let lanes: [Lane]
    let stamp = SharedStamp()
    private let writeCount = Atomic(0)

    /// Connects, and refuses a database whose tables are missing, old or newer than this program can work with. Signing
    /// keys that an older master key sealed are sealed anew; under none of the keys it fails.
    ///
    /// - Parameter sealing: the master key's for the purpose `ledger`.
    package init(
        _ configuration: PostgresConfiguration, sealing: SealingKey, on group: EventLoopGroup,
        random: any RandomSource = SystemRandom()
    ) async throws(LedgerFailure) {
        seal = Seal(key: sealing, random: random)
        self.configuration = configuration
        let stamp = stamp
        lanes = group.loops.map { Lane(on: $0, configuration, stamp) }
        try await Self.aside { () throws(PostgresFault) in try Schema.check(Connection(configuration)) }
        for lane in lanes { await lane.open(beside: lanes) }
        do throws(LedgerFailure) { try await settleIn() } catch {
            await close()
            throw error
        }
    }

    /// Waits for every connection, hears what the database has seen, and renews its signing keys.
    private func settleIn() async throws(LedgerFailure) {
        for lane in lanes {
            try await lane.read([FactTable.read]) { _ in }.get()
            try await lane.run([FactTable.read]) { _ in }.get()
        }
        let (seal, stamp) = (seal, stamp)
        let commands = [KeyTable.read, FactTable.read]
        let renewals = try await read(commands) { answers throws(PostgresFault) in
            stamp.put(try FactTable.facts(in: answers[1]).stamp)
            return try KeyTable.renewals(of: answers[0], seal: seal)
        }
        if !renewals.isEmpty { try await lane.run(renewals) { _ in }.get() }
    }

    /// Makes the tables or brings them up to date. It blocks.
    package static func migrate(_ configuration: PostgresConfiguration) throws(LedgerFailure) -> Migration {
        do throws(PostgresFault) { return try Schema.migrate(Connection(configuration)) } catch {
            throw error.failure
        }
    }

    /// Does on a thread of its own what blocks.
    private static func aside<Outcome: Sendable>(
        _ body: @escaping @Sendable () throws(PostgresFault) -> Outcome
    ) async throws(LedgerFailure) -> Outcome {
        let result: Result<Outcome, LedgerFailure> = await withCheckedContinuation { continuation in
            do throws(SystemFailure) {
                try EventLoopGroup.runAside {
                    do throws(PostgresFault) { continuation.resume(returning: .success(try body())) } catch {
                        continuation.resume(returning: .failure(error.failure))
                    }
                }
            } catch { continuation.resume(returning: .failure(.unavailable(error.description))) }
        }
        return try result.get()
    }

    /// The lane of the loop whose thread this is; from elsewhere, the first.
    var lane: Lane {
        if let loop = EventLoop.current, loop.index < lanes.count, lanes[loop.index].loop === loop {
            return lanes[loop.index]
        }
        return lanes[0]
    }

    /// Finishes what is under way, ends the sessions and returns when that is done. Later calls fail as unavailable.
    package func close() async { for lane in lanes { await lane.close() } }

    func read<Row: Sendable>(
        _ commands: [Command], _ body: @escaping @Sendable ([Answer]) throws(PostgresFault) -> Row
    ) async throws(LedgerFailure) -> Row { try await lane.read(commands, body).get() }

    /// Reads, decides and writes, and answers after the commit.
    func write<Outcome: Sendable>(
        _ plan: Plan<Outcome>,
        _ body: @escaping @Sendable ([Answer]) throws(PostgresFault) -> Decided<Outcome>
    ) async throws(LedgerFailure) -> Outcome {
        try await counted { () async in await lane.decide(plan, body) }
    }

    /// Writes what is no transaction's and no grant's.
    func run<Outcome: Sendable>(
        _ commands: [Command], _ body: @escaping @Sendable ([Answer]) throws(PostgresFault) -> Outcome
    ) async throws(LedgerFailure) -> Outcome {
        try await counted { () async in await lane.run(commands, body) }
    }

    func counted<Outcome: Sendable>(
        _ body: () async -> Result<Outcome, LedgerFailure>
    ) async throws(LedgerFailure) -> Outcome {
        writeCount.add(1, ordering: .relaxed)
        let began = StoreClock.now()
        let outcome = try await body().get()
        configuration.observe?(.write(nanoseconds: StoreClock.now() - began))
        return outcome
    }

    package var writes: Int { writeCount.load(ordering: .relaxed) }
}
