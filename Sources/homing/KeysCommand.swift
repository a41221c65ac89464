import Broker
import Crypto
import Journal
import OAuth
import Settings
import Store

/// `homing keys list|rotate`: the signing keys of a store, also while servers run on it.
enum KeysCommand {
    enum Act: Equatable {
        case list(json: Bool)
        case rotate
        /// A key may be in other hands.
        case revoke
    }

    static func run(_ act: Act, _ files: [String]) -> ExitStatus {
        guard let configuration = Terminal.configuration(files) else { return .failed }
        do throws(Assembly.StartFailure) {
            Terminal.out(
                try StoreCommand.run(on: configuration) { ledger async throws(LedgerFailure) in
                    do throws(SigningKeyFault) {
                        return try await report(act, ledger, configuration.broker.lifetimes)
                    } catch {
                        if case .store(let failure) = error { throw failure }
                        throw .corrupt("\(error)")
                    }
                })
            return .done
        } catch {
            Terminal.complain(error.reason)
            return .failed
        }
    }

    /// Does it, and returns what to print.
    private static func report(
        _ act: Act, _ ledger: any Ledger, _ lifetimes: Lifetimes
    ) async throws(SigningKeyFault) -> String {
        let keeper = KeyKeeper(ledger: ledger, lifetimes: lifetimes, journal: Journal(sink: Silence()))
        let (before, now) = (try await keeper.schedule(), WallClock.now())
        let known = Set(before.terms.map(\.key.kid))
        switch act {
        case .list(let json): return json ? KeyReport(before, now).json : KeyReport(before, now).table
        case .rotate:
            _ = try await keeper.makeFirst(Set(PrivateKey.Algorithm.allCases), now: now)
            return rotated(try await keeper.makeNext(now: now), known, now)
        case .revoke: return revoked(try await keeper.revokeAll(now: now), known)
        }
    }

    private static func rotated(_ schedule: KeySchedule, _ known: Set<String>, _ now: Timestamp) -> String {
        var lines: [String] = []
        for term in schedule.terms {
            let (key, name) = (term.key, "\(term.key.algorithm) \(term.key.kid)")
            switch (known.contains(key.kid), term.state(at: now)) {
            case (false, .next): lines.append("made \(name): it signs from \(key.activeFrom.iso8601)")
            case (false, _): lines.append("made \(name): it signs at once, there was none")
            case (true, .next):
                lines.append("\(name) is on its way already: it signs from \(key.activeFrom.iso8601)")
            case (true, _): break
            }
        }
        return lines.joined(separator: "\n") + """

            Until then it is only published, so that everybody has it when it signs. Running brokers publish it within
            a minute, and at once on SIGHUP or POST /reload; they change over by themselves.

            """
    }

    private static func revoked(_ schedule: KeySchedule, _ known: Set<String>) -> String {
        let fresh = schedule.terms.filter { !known.contains($0.key.kid) }
        let made = fresh.map { "made \($0.key.algorithm) \($0.key.kid): it signs at once" }
        let dropped = known.subtracting(schedule.terms.map(\.key.kid)).sorted().map { "dropped \($0)" }
        return (made + dropped).joined(separator: "\n") + """

            Running brokers follow within a minute: send SIGHUP or POST /reload to have it now.
            What the dropped keys have signed is then refused here. APIs refuse it when they fetch the key set anew,
            which may take an hour, and may refuse new tokens until then: have them fetch it now.
            Refresh tokens stay good, so that nobody has to sign in again.

            """
    }
}

/// What the command itself prints says it all.
private struct Silence: JournalSink {
    func write(_ line: [UInt8], isUrgent: Bool) {}
}
