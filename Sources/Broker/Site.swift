import Codec
import HTTP
import OAuth

/// Which of our two hosts a request was sent to.
enum Site: Sendable { case issuer, link, both }

/// The hosts that the configuration names, as a `Host` field would write them.
struct Sites: Sendable {
    private let issuerHost: String
    private let linkHost: String

    init(_ configuration: BrokerConfiguration) {
        issuerHost = Self.authority(of: configuration.issuer.text)
        linkHost = Self.authority(of: configuration.linkOrigin)
    }

    /// Nil for any other host: 421.
    func site(of request: Request) -> Site? {
        if request.isFor(host: issuerHost) { return issuerHost == linkHost ? .both : .issuer }
        return request.isFor(host: linkHost) ? .link : nil
    }

    private static func authority(of origin: String) -> String {
        guard let url = StrictURL(origin) else { return "" }
        let host = url.host.lowercased()
        return url.port.map { "\(host):\($0)" } ?? host
    }
}
