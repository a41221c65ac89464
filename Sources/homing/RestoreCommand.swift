import Crypto
import EventLoop
import Journal
import OAuth
import SQLiteStore
import Settings
import Store

/// `homing restore`: puts a copy in the store's place, or begins a new epoch in the store as it is.
enum RestoreCommand {
    static func run(_ files: [String], from copy: String?) -> ExitStatus {
        guard let configuration = Terminal.configuration(files) else { return .failed }
        guard let copy else { return begin(configuration) }
        guard case .sqlite(let path) = configuration.store else {
            Terminal.err(
                "homing: the store is PostgreSQL: use pg_restore, and then homing restore without a copy\n")
            return .failed
        }
        do throws(CopyFault) {
            let outcome = try SQLiteRestoration(
                of: copy, to: path, sealing: configuration.masterKeys.sealingKey("ledger")
            ).run(now: WallClock.now())
            if let replaced = outcome.replaced {
                Terminal.out("what was there before: \(Terminal.oneLine(replaced))\n")
            }
            Terminal.out("\(Terminal.oneLine(path)): restored. \(told(outcome.epoch))")
            return .done
        } catch {
            Terminal.complain("\(error)")
            return .failed
        }
    }

    private static func begin(_ configuration: Configuration) -> ExitStatus {
        do throws(Assembly.StartFailure) {
            let epoch = try StoreCommand.run(on: configuration) { ledger async throws(LedgerFailure) in
                try await ledger.beginEpoch(now: WallClock.now())
            }
            Terminal.out(told(epoch))
            return .done
        } catch {
            Terminal.complain(error.reason)
            return .failed
        }
    }

    private static func told(_ epoch: Epoch) -> String {
        """
        Epoch \(epoch.number) begins: every code, handle, refresh token and open sign-in from before is void.
        People keep their subjects, and what the signing keys signed stays valid.

        """
    }
}
