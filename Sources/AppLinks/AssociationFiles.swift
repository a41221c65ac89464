import FoundationEssentials

/// The two files by which phones learn which apps may open our links. Made once from the configuration, sorted, so
/// that equal configurations give equal bytes. Nil where no app is configured: the answer is then 404.
package struct AssociationFiles: Sendable {
    /// What both are served as; Android takes nothing else.
    package static let contentType = "application/json"
    /// What Apple's servers take at most, in bytes.
    package static let largest = 128 * 1024

    /// `/.well-known/assetlinks.json` (Digital Asset Links).
    package let assetLinks: [UInt8]?
    /// `/.well-known/apple-app-site-association`, and the same without `.well-known`.
    package let appleAppSiteAssociation: [UInt8]?

    package init(apps: [AssociatedApp]) {
        assetLinks = AssetLinks.statements(of: apps).map(Self.encode)
        appleAppSiteAssociation = AppleAssociation(of: apps).map(Self.encode)
    }

    private static func encode(_ value: some Encodable) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // Only strings and arrays of strings are encoded here: there is nothing that can fail.
        return (try? encoder.encode(value)).map(Array.init) ?? []
    }
}
