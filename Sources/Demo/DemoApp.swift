import Codec
import FoundationEssentials
import HTTP
import HTTPClient
import JOSE
import Pages
import Synchronization

/// The demo's app, as a page on a loopback port (RFC 8252 §7.3): two buttons, and what came home. No system hands it
/// links, so the person does.
package final class DemoApp: Responder {
    private let player: Player
    private let recoveryURI: String
    private let callbackURI: String
    private let pages = Pages()
    private let pending = Mutex(Pending())

    /// What an app would keep on the device.
    private struct Pending {
        var byState: [String: App.Transaction] = [:]
        /// The last one whose answer ends as a page of the broker's.
        var elsewhere: App.Transaction?

        mutating func add(_ transaction: App.Transaction, isElsewhere: Bool) {
            if isElsewhere {
                elsewhere = transaction
                return
            }
            if byState.count > 100 { byState.removeAll() }
            byState[transaction.state] = transaction
        }
    }

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
        case (.get, "/opened"): return .later { await app.opened(request) }
        default: return .now(pages.notice(.notFound, for: Visitor(request)))
        }
    }

    private func front() -> Response {
        pages.landing(
            LandingPage(
                heading: "A demo app",
                lead: "It signs people in through Homing. Both ways home can be walked here.",
                rows: [
                    .init(
                        label: "The browser brings the answer back", link: Link(path: "/sign-in"),
                        words: "Sign in"),
                    .init(
                        label: "It does not: the recovery page helps",
                        link: Link(path: "/sign-in-elsewhere"), words: "Sign in the long way"),
                    .init(
                        label: "Both, and more, from a terminal",
                        code: "homing try --issuer \(player.settings.issuer) --path all"),
                ],
                question: Link(path: "/opened").map {
                    .init(
                        label: "A phone would hand this app the recovery page's link. Paste it here.",
                        name: "link", action: $0, submit: "Open the app with it")
                }))
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
            pending.withLock { $0.add(transaction, isElsewhere: redirectURI == recoveryURI) }
            return .redirect(to: url)
        } catch { return failed(error.reason) }
    }

    /// Validates the answer, redeems the code and shows who signed in (source documents 000, section 8).
    private func finish(_ request: Request) async -> Response {
        guard let form = (try? request.query)?.single, let state = form["state"],
            let transaction = pending.withLock({ $0.byState.removeValue(forKey: state) })
        else { return failed("this sign-in is not pending: it was finished before, or begun elsewhere") }
        do throws(Browser.Failure) {
            let uri = callbackURI + "?" + (request.target.query ?? "")
            return await signIn(by: uri, transaction, try await app(callbackURI))
        } catch { return failed(error.reason) }
    }

    /// The link of the recovery page, as a phone would hand it over: its handle is traded for the same answer.
    private func opened(_ request: Request) async -> Response {
        guard let link = (try? request.query)?.single?["link"], let query = StrictURL(link)?.query,
            let handle = (try? Form(parsing: query.utf8))?.single?["t"],
            let transaction = pending.withLock({ $0.elsewhere })
        else { return failed("this is no link to the app, or no sign-in is pending") }
        do throws(Browser.Failure) {
            let app = try await app(recoveryURI)
            guard let uri = try await app.resume(handle, transaction).callbackURI else {
                return failed("the broker takes this link no longer")
            }
            return await signIn(by: uri, transaction, app)
        } catch { return failed(error.reason) }
    }

    /// Both ways end here.
    private func signIn(by uri: String, _ transaction: App.Transaction, _ app: App) async
        -> Response
    {
        do throws(Browser.Failure) {
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
                    .init(label: "Once more", link: Link(path: "/"), words: "Back to the demo"),
                ]))
    }

    private func failed(_ reason: String) -> Response {
        pages.landing(
            LandingPage(
                heading: "Not signed in", lead: reason,
                rows: [.init(label: "Try again", link: Link(path: "/"), words: "Back to the demo")]))
    }
}

private struct DemoPerson: Decodable {
    let sub: String
    let name: String?
    let email: String?
}
