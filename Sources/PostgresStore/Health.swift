/// Statements that touch no table of sign-ins.
enum Health {
    private static let relaxing = Statement(
        "relax", sql: "SELECT set_config('synchronous_commit', 'off', true)")
    private static let schema = Statement("schema", sql: "SELECT count(*) FROM migrations")

    static let statements = [relaxing, schema]

    /// The transaction that it stands in may be lost with the server's power, as nothing else may.
    static let relax = Command(relaxing)
    /// Reads a little.
    static let ask = Command(schema)
}
