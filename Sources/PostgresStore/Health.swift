/// Statements that touch no table of sign-ins.
enum Health {
    private static let relaxing = Statement(
        "relax", sql: "SELECT set_config('synchronous_commit', 'off', true)")

    static let statements = [relaxing]

    /// The transaction that it stands in may be lost with the server's power, as nothing else may.
    static let relax = Command(relaxing)
}
