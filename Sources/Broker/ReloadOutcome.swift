/// What became of reading the configuration anew.
package enum ReloadOutcome: Sendable, Equatable {
    /// In force from now on; `warnings` as `homing check` writes them.
    case reloaded(clients: Int, providers: Int, warnings: [String])
    /// Nothing has changed; each fault as `homing check` writes it.
    case faulty([String])
}
