/// How a record is written.
package enum JournalFormat: String, Sendable {
    /// One JSON object a line.
    case json
    /// For people: time, level, message, and `key=value` behind them.
    case text
}
