import FoundationEssentials

/// Foundation's coders, configured once; both may be used by all threads at once.
enum JSON {
    static let decoder = JSONDecoder()

    /// Writes `/` as it is: issuers are URLs, and `\/` would only make tokens longer.
    static let encoder: JSONEncoder = {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        return encoder
    }()
}
