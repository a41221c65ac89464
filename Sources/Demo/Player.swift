import Codec
import FoundationEssentials
import HTTP
import HTTPClient
import JOSE

/// Plays the app and the browser against a running broker, a step at a time (`homing try`).
package struct Player: Sendable {
    /// One thing that was done, and whether it went as it must.
    package struct Step: Sendable {
        package let path: Path
        package let text: String
        /// Nil when it held.
        package let fault: String?
        package let milliseconds: Double
    }

    /// The stories that can be played.
    package enum Path: String, Sendable, CaseIterable {
        case session, recovery
        case doubleTap = "double-tap"
        case expired

        package var summary: String {
            switch self {
            case .session: "the browser gives the answer back to the app"
            case .recovery: "the browser does not, and the person taps the link"
            case .doubleTap: "everything is tapped twice"
            case .expired: "the app comes too late"
            }
        }
    }

    /// Who is played, against whom.
    package struct Settings: Sendable {
        let issuer: String
        let clientID: String
        let redirectURI: String

        /// Nil where the issuer is no URL, or where there is no guessing the redirect URI.
        package init?(issuer: String, clientID: String?, redirectURI: String?) {
            guard let url = StrictURL(issuer) else { return nil }
            self.issuer = issuer
            self.clientID = clientID ?? "com.example.demo"
            if let redirectURI {
                self.redirectURI = redirectURI
            } else if url.isLoopback, let port = url.port {
                // The demo's link host is the other name of this machine.
                self.redirectURI = "http://localhost:\(port)/mobile/oauth/callback"
            } else {
                return nil
            }
        }
    }

    let settings: Settings
    let send: @Sendable (OutboundRequest) async throws(OutboundFailure) -> OutboundResponse
    /// Waits so many seconds and says so.
    let wait: @Sendable (Int) async -> Void
    let report: @Sendable (Step) -> Void

    package init(
        _ settings: Settings,
        send: @escaping @Sendable (OutboundRequest) async throws(OutboundFailure) -> OutboundResponse,
        wait: @escaping @Sendable (Int) async -> Void, report: @escaping @Sendable (Step) -> Void
    ) {
        self.settings = settings
        self.send = send
        self.wait = wait
        self.report = report
    }

    /// Plays a story to its end or to its first step that does not hold. True when every step held.
    package func play(_ path: Path) async -> Bool {
        var scene = Scene(path: path, player: self)
        do throws(Browser.Failure) {
            try await scene.play()
            return true
        } catch { return false }
    }

    var allowsLoopback: Bool { StrictURL(settings.issuer)?.isLoopback ?? false }

    /// Reads the broker's own metadata.
    func endpoints() async throws(Browser.Failure) -> Endpoints {
        let body = try await get(settings.issuer + "/.well-known/oauth-authorization-server")
        guard let endpoints = try? JSONDecoder().decode(Endpoints.self, from: Data(body)) else {
            throw Browser.Failure(reason: "the metadata cannot be read")
        }
        guard endpoints.issuer == settings.issuer else {
            throw Browser.Failure(reason: "the metadata names the issuer \(endpoints.issuer)")
        }
        return endpoints
    }

    func get(_ url: String, fields: Fields = Fields()) async throws(Browser.Failure) -> [UInt8] {
        let response: OutboundResponse
        do throws(OutboundFailure) {
            response = try await send(
                OutboundRequest(.get, url, fields: fields, allowsLoopback: allowsLoopback))
        } catch { throw Browser.Failure(reason: "no answer: \(error.reason)") }
        guard response.status == 200 else { throw Browser.Failure(reason: "status \(response.status)") }
        return response.body
    }
}
