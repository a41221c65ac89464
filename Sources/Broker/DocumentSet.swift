import AppLinks
import Codec
import FoundationEssentials
import HTTP
import OAuth
import Pages

extension Documents {
    /// Where the keys lie, on the issuer host.
    static let keysPath = "/oauth/jwks.json"
    /// Where Apple's file also lies, outside `/.well-known/`, on both hosts.
    static let appleAssociationPath = "/apple-app-site-association"
    private static let hour = "public, max-age=\(KeySchedule.publishedMaxAge)"
    private static let json = "application/json"

    /// Every document of a broker.
    package init(_ configuration: BrokerConfiguration, keys: SigningKeys) {
        self.init(of: configuration)
        let metadata = Self.encoded(Metadata(configuration, algorithms: SigningKeys.algorithms))
        for path in ["/.well-known/openid-configuration", "/.well-known/oauth-authorization-server"] {
            add(path, [.issuer], type: Self.json, caching: Self.hour, metadata)
        }
        add(Self.keysPath, [.issuer], type: Self.json, caching: Self.hour, keys.published)
        addAssociationFiles(configuration)
        for asset in Asset.all { add(asset.path, [.issuer], asset.response) }
        // What browsers ask for unbidden.
        add(
            "/favicon.ico", [.issuer], type: Asset.favicon.contentType, caching: Self.hour,
            Asset.favicon.bytes)
    }

    /// On both hosts, without a redirect (H29). Nothing configured, nothing served.
    private mutating func addAssociationFiles(_ configuration: BrokerConfiguration) {
        let files = AssociationFiles(apps: configuration.clients.map { configuration.associatedApp($0) })
        if let body = files.assetLinks {
            add("/.well-known/assetlinks.json", [.issuer, .link], type: Self.json, caching: Self.hour, body)
        }
        if let body = files.appleAppSiteAssociation {
            for path in ["/.well-known" + Self.appleAssociationPath, Self.appleAssociationPath] {
                add(path, [.issuer, .link], type: Self.json, caching: Self.hour, body)
            }
        }
    }

    private static func encoded(_ value: some Encodable) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return (try? encoder.encode(value)).map { [UInt8]($0) } ?? []
    }
}

extension BrokerConfiguration {
    /// What an app claims on our hosts: its callback paths and its open-app path, nothing wider.
    func associatedApp(_ client: Client) -> AssociatedApp {
        var paths = [client.openAppPath]
        for uri in client.redirectURIs {
            if let url = StrictURL(uri.text), isOurs(url) { paths.append(url.path) }
        }
        return AssociatedApp(
            android: client.androidApps.compactMap {
                try? AndroidApp(packageName: $0.packageName, fingerprints: $0.fingerprints)
            },
            ios: client.iosApps.compactMap { try? IOSApp(appID: $0) },
            paths: paths.compactMap { LinkPath($0) })
    }
}
