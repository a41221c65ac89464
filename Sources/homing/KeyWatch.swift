import Broker
import Crypto
import EventLoop
import Journal
import OAuth
import Store
import Synchronization

/// The signing keys of a running broker: read anew once a minute and at a reload, and made when they are due.
final class KeyWatch: Sendable {
    private let ledger: any Ledger
    private let journal: Journal
    private let keys: Mutex<SigningKeys>
    private let lifetimes: Mutex<Lifetimes>
    private let changed = Mutex<@Sendable () -> Void>({})
    private let round = Mutex<Task<Void, Never>?>(nil)
    private let isMaking = Atomic(false)

    /// Reads the keys, and makes those of `needed` that nobody has made: the broker cannot begin without.
    init(
        _ needed: Set<PrivateKey.Algorithm>, in ledger: any Ledger, lifetimes: Lifetimes, journal: Journal
    ) async throws(SigningKeyFault) {
        self.ledger = ledger
        self.journal = journal
        self.lifetimes = Mutex(lifetimes)
        let now = WallClock.now()
        let keeper = KeyKeeper(ledger: ledger, lifetimes: lifetimes, journal: journal)
        keys = Mutex(try SigningKeys(try await keeper.makeFirst(needed, now: now), at: now))
    }

    /// What is in force.
    var current: SigningKeys { keys.withLock { $0 } }

    /// From the next reading on.
    func adopt(_ lifetimes: Lifetimes) { self.lifetimes.withLock { $0 = lifetimes } }

    /// Watches on a loop until the end, and calls `changed` when others are in force.
    func begin(on loop: EventLoop, _ changed: @escaping @Sendable () -> Void) {
        self.changed.withLock { $0 = changed }
        let task = loop.run { [self] in
            repeat {
                await refresh()
            } while (try? await loop.sleep(for: .seconds(KeySchedule.refresh))) != nil
        }
        round.withLock { $0 = task }
    }

    func end() { round.withLock { $0.take() }?.cancel() }

    /// Reads the keys anew. What is due is made aside: an RSA key would hold up a loop.
    func refresh() async {
        do throws(SigningKeyFault) {
            let schedule = try await keeper.schedule()
            try take(schedule)
            let isDue = keeper.isWorkDue(in: schedule, now: WallClock.now())
            if isDue || !current.missing.isEmpty { makeAside() }
        } catch { journal.record(.storeFault(reason: "\(error)")) }
    }

    private var keeper: KeyKeeper {
        KeyKeeper(ledger: ledger, lifetimes: lifetimes.withLock { $0 }, journal: journal)
    }

    private func makeAside() {
        if isMaking.exchange(true, ordering: .relaxed) { return }
        do throws(SystemFailure) {
            try EventLoopGroup.runAside { [self] in
                do throws(SigningKeyFault) {
                    // The metadata must name RS256 (OIDC Discovery section 3), whether or not a client asks for it.
                    _ = try await keeper.makeFirst(Set(PrivateKey.Algorithm.allCases), now: WallClock.now())
                    try take(try await keeper.maintain(now: WallClock.now()))
                } catch { journal.record(.storeFault(reason: "\(error)")) }
                isMaking.store(false, ordering: .relaxed)
            }
        } catch {
            isMaking.store(false, ordering: .relaxed)
            journal.record(.storeFault(reason: "\(error)"))
        }
    }

    private func take(_ schedule: KeySchedule) throws(SigningKeyFault) {
        let now = WallClock.now()
        let isNew = try keys.withLock { keys throws(SigningKeyFault) in
            if keys.show(schedule, at: now) { return false }
            keys = try SigningKeys(schedule, at: now, known: keys)
            return true
        }
        if isNew { changed.withLock { $0 }() }
    }
}
