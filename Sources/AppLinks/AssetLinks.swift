/// assetlinks.json: one statement a package, with all its fingerprints.
struct AssetLinks: Encodable {
    struct Target: Encodable {
        let namespace = "android_app"
        let packageName: String
        let fingerprints: [String]

        enum CodingKeys: String, CodingKey {
            case namespace
            case packageName = "package_name"
            case fingerprints = "sha256_cert_fingerprints"
        }
    }

    let relation = ["delegate_permission/common.handle_all_urls"]
    let target: Target

    enum CodingKeys: CodingKey { case relation, target }

    /// Nil where there is no package. A package that stands in several tracks or clients keeps one statement.
    static func statements(of apps: [AssociatedApp]) -> [AssetLinks]? {
        var fingerprints: [String: Set<CertificateFingerprint>] = [:]
        for app in apps.flatMap(\.android) {
            fingerprints[app.packageName, default: []].formUnion(app.fingerprints)
        }
        if fingerprints.isEmpty { return nil }
        return fingerprints.sorted { $0.key < $1.key }.map { name, prints in
            AssetLinks(target: Target(packageName: name, fingerprints: prints.sorted().map(\.text)))
        }
    }
}
