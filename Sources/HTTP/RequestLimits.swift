/// What a request may cost, in bytes unless said otherwise.
package struct RequestLimits: Sendable, Equatable {
    /// The request line without its line end; beyond it 414.
    package var requestLine = 8192
    /// All field lines with their line ends, and the trailer lines by themselves; beyond it 431.
    package var headerBytes = 16384
    /// How many fields; beyond it 431.
    package var fieldCount = 100
    /// The content; beyond it 413.
    package var bodyBytes = 65536

    package init() {}
}
