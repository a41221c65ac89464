import Codec
import HTTP
import OAuth

/// Which of our two hosts a request was sent to.
enum Site: Sendable { case issuer, link, both }

/// The hosts that the configuration names, as a `Host` field would write them.
struct Sites: Sendable {
    /// The usual spelling first; the default port may also be said (RFC 9110 section 4.2.3).
    private let issuerHosts: [String]
    private let linkHosts: [String]

    init(_ configuration: BrokerConfiguration) {
        issuerHosts = Self.authorities(of: configuration.issuer.text)
        linkHosts = Self.authorities(of: configuration.linkOrigin)
    }

    /// Nil for any other host: 421.
    func site(of request: Request) -> Site? {
        for host in issuerHosts where request.isFor(host: host) {
            return issuerHosts == linkHosts ? .both : .issuer
        }
        for host in linkHosts where request.isFor(host: host) { return .link }
        return nil
    }

    private static func authorities(of origin: String) -> [String] {
        guard let url = StrictURL(origin) else { return [] }
        let host = url.host.lowercased()
        let usual = url.scheme == "https" ? 443 : 80
        guard url.port ?? usual == usual else { return ["\(host):\(url.port ?? usual)"] }
        return [host, "\(host):\(usual)"]
    }
}
