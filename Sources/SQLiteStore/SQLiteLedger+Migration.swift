import Store

extension SQLiteLedger {
    /// Makes the file where there is none and brings its tables up to date, as opening it does too. It blocks.
    package static func migrate(_ configuration: SQLiteConfiguration) throws(LedgerFailure) -> Migration {
        let before = try Schema.stands(configuration)
        _ = try Schema.prepare(configuration)
        let steps = Schema.steps.map(\.version)
        return Migration(applied: steps.filter { $0 > before }, version: max(before, Schema.version))
    }
}

extension Schema {
    /// The version of the tables in the file; 0 where there are none.
    fileprivate static func stands(_ configuration: SQLiteConfiguration) throws(LedgerFailure) -> Int {
        do throws(SQLiteFault) {
            let connection = try Connection(
                path: configuration.path, access: .create, busyMilliseconds: configuration.busyMilliseconds)
            let table = try Statement(
                "SELECT count(*) FROM sqlite_schema WHERE name='migrations'", on: connection)
            guard try table.step(), table.int(0) > 0 else { return 0 }
            let version = try Statement("SELECT coalesce(max(version),0) FROM migrations", on: connection)
            return try version.step() ? version.int(0) : 0
        } catch { throw error.failure }
    }
}
