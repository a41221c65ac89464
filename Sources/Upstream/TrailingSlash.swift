/// The commonest fault in a configured issuer (H18).
enum TrailingSlash {
    /// Whether two issuers are the same but for one slash at the end.
    static func isAllThatDiffers(_ one: String, _ other: String) -> Bool {
        one.utf8.elementsEqual((other + "/").utf8) || other.utf8.elementsEqual((one + "/").utf8)
    }
}
