import EventLoop
import SQLiteStore
import Settings

/// `homing backup`: a copy of the store, made while it is in use.
enum BackupCommand {
    static func run(_ files: [String], to copy: String, force: Bool) -> ExitStatus {
        guard let configuration = Terminal.configuration(files) else { return .failed }
        guard case .sqlite(let path) = configuration.store else {
            Terminal.err(
                "homing: the store is PostgreSQL: use pg_dump, and homing restore after pg_restore\n")
            return .failed
        }
        do throws(CopyFault) {
            var told = MonotonicTime.now
            let bytes = try SQLiteBackup(of: path, to: copy, replacing: force).make(now: WallClock.now()) {
                let now = MonotonicTime.now
                guard now >= told.adding(.seconds(1)) else { return }
                told = now
                Terminal.err("copied \($0 >> 20) of \($1 >> 20) MiB\n")
            }
            Terminal.out("\(Terminal.oneLine(copy)): \(bytes) bytes, checked\n")
            return .done
        } catch {
            Terminal.complain("\(error)")
            return .failed
        }
    }
}
