import Codec
import FoundationEssentials
import HTTP
import HTTPClient
import JOSE
import Pages
import Synchronization

/// The demo's app, as a page on a loopback port (RFC 8252 §7.3): two buttons, and what came home.
package final class DemoApp: Responder {
    private let player: Player
    private let recoveryURI: String
    private let callbackURI: String
    private let pages = Pages()
    /// By state; what an app would keep on the device.
    private let open = Mutex<[String: App.Transaction]>([:])

    /// - Parameters:
    ///   - origin: where this app is reached.
    ///   - settings: with the redirect URI that ends as a page of the broker's.
    package init(
        origin: String, settings: Player.Settings,
        send: @escaping @Sendable (OutboundRequest) async throws(OutboundFailure) -> OutboundResponse
    ) {
        player = Player(settings, send: send, wait: { _ in }, report: { _ in })
        recoveryURI = settings.redirectURI
        callbackURI = origin + "/callback"
    }

    package func respond(to request: Request) -> Reply {
        let app = self
        switch (request.method, request.target.path) {
        case (.get, "/"): return .now(front())
        case (.get, "/sign-in"): return .later { await app.begin(app.callbackURI, request) }
        case (.get, "/sign-in-elsewhere"): return .later { await app.begin(app.recoveryURI, request) }
        case (.get, "/callback"): return .later { await app.finish(request) }
        default: return .now(pages.notice(.notFound, for: Visitor(request)))
        }
    }

    private func front() -> Response {
        pages.landing(
            LandingPage(
                heading: "A demo app",
                lead: "It signs people in through Homing. Both ways home can be walked here.",
                rows: [
                    .init(label: "The browser brings the answer back", link: Link(path: "/sign-in")),
                    .init(
                        label: "The browser does not: the recovery page",
                        link: Link(path: "/sign-in-elsewhere")),
                    .init(
                        label: "Both, and more, from a terminal",
                        code: "homing try --issuer \(player.settings.issuer) --path all"),
                ]))
    }

    private func app(_ redirectURI: String) async throws(Browser.Failure) -> App {
        App(
            clientID: player.settings.clientID, redirectURI: redirectURI,
            endpoints: try await player.endpoints(),
            allowsLoopback: true, send: player.send)
    }

    private func begin(_ redirectURI: String, _ request: Request) async -> Response {
        do throws(Browser.Failure) {
            let transaction = App.Transaction()
            let url = try await app(redirectURI).authorizationURL(transaction)
            open.withLock { open in
                if open.count > 100 { open.removeAll() }
                open[transaction.state] = transaction
            }
            return .redirect(to: url)
        } catch { return failed(error.reason) }
    }

    /// Validates the answer, redeems the code and shows who signed in (source documents 000, section 8).
    private func finish(_ request: Request) async -> Response {
        guard let form = (try? request.query)?.single, let state = form["state"],
            let transaction = open.withLock({ $0.removeValue(forKey: state) })
        else { return failed("this sign-in is not pending: it was finished before, or begun elsewhere") }
        do throws(Browser.Failure) {
            let app = try await app(callbackURI)
            let uri = callbackURI + "?" + (request.target.query ?? "")
            let tokens = try await app.redeem(try app.code(of: uri, transaction), transaction)
            guard tokens.status == 200 else { return failed("the broker said \(tokens.error ?? "no")") }
            let fields = Fields([(.authorization, "Bearer \(tokens.accessToken ?? "")")])
            let body = try await player.get(app.endpoints.userinfo, fields: fields)
            return signedIn(try? JSONDecoder().decode(DemoPerson.self, from: Data(body)))
        } catch { return failed(error.reason) }
    }

    private func signedIn(_ person: DemoPerson?) -> Response {
        pages.landing(
            LandingPage(
                heading: "You are signed in",
                lead: "The app validated the answer and redeemed the code itself.",
                rows: [
                    .init(label: "Name", code: person?.name ?? "unknown"),
                    .init(label: "E-mail", code: person?.email ?? "unknown"),
                    .init(label: "Subject at the broker", code: person?.sub ?? "unknown"),
                    .init(label: "Once more", link: Link(path: "/")),
                ]))
    }

    private func failed(_ reason: String) -> Response {
        pages.landing(
            LandingPage(
                heading: "Not signed in", lead: reason,
                rows: [.init(label: "Try again", link: Link(path: "/"))]))
    }
}

private struct DemoPerson: Decodable {
    let sub: String
    let name: String?
    let email: String?
}
