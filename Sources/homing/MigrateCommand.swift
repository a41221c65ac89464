import EventLoop
import PostgresStore
import SQLiteStore
import Settings
import Store

/// `homing migrate`: brings the tables of the store up to date, a line a step.
enum MigrateCommand {
    static func run(_ files: [String]) -> ExitStatus {
        guard let configuration = Terminal.configuration(files) else { return .failed }
        switch migrate(configuration.store) {
        case .success(let migration):
            for step in migration.applied { Terminal.out("step \(step) applied\n") }
            Terminal.out("the store has schema version \(migration.version)\n")
            return .done
        case .failure(let failure):
            Terminal.complain(failure.reason)
            return .failed
        }
    }

    private static func migrate(_ store: StoreSettings) -> Result<Migration, Assembly.StartFailure> {
        switch store {
        case .sqlite(let path):
            do throws(LedgerFailure) {
                return .success(try SQLiteLedger.migrate(SQLiteConfiguration(path: path)))
            } catch { return .failure(Assembly.StartFailure(reason: "\(error) (\(path))")) }
        case .postgresql(let url):
            do throws(LedgerFailure) {
                return .success(try PostgresLedger.migrate(PostgresConfiguration(url: url)))
            } catch { return .failure(Assembly.StartFailure(reason: "\(error) (PostgreSQL)")) }
        }
    }
}
