/// Where the parts of a checked request head lie in its bytes, and what it says about framing.
struct HeadLayout: Sendable {
    var method = Method.other
    /// Empty for an absolute target without a path, which means `/`.
    var path = 0..<0
    var query: Range<Int>?
    var host = 0..<0
    /// The field lines, each with its CR LF.
    var fields = 0..<0
    var isHTTP10 = false
    var asksToClose = false
    var asksToKeepAlive = false
    /// A purpose field names prefetch.
    var isSpeculative = false
    var isConditional = false
    /// There is an Accept-Encoding field.
    var namesCodings = false

    var keepsAlive: Bool { isHTTP10 ? asksToKeepAlive && !asksToClose : !asksToClose }
}
