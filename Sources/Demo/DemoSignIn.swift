import Codec
import Crypto
import FoundationEssentials
import HTTP
import Pages
import Synchronization

/// The demo provider's authorization endpoint: a form that asks who you are.
extension DemoProvider {
    /// The field that carries the authorization request through the form, sealed.
    private static let carried = "request"

    func showForm(_ request: Request) -> Response {
        guard let form = try? request.query, let query = form.single, isOurs(query) else {
            return unknown(request)
        }
        guard query["response_type"] == "code", query["code_challenge_method"] == "S256",
            query["code_challenge"]?.utf8.count == 43
        else { return back(query, [("error", "invalid_request")]) }
        if query["prompt"] == "none" { return back(query, [("error", "login_required")]) }
        return signInPage(Form.encode(form.pairs.map { ($0.name, $0.value) }), query, refused: false, request)
    }

    func takeForm(_ request: Request) -> Response {
        guard let fields = (try? request.form)?.single,
            let sealed = fields[Self.carried].flatMap({ Base64URL.decode($0) }),
            let plain = seal.open(sealed, context: Array(Self.carried.utf8)),
            let query = (try? Form(parsing: plain))?.single
        else { return unknown(request) }
        guard fields["decision"] == "sign_in" else { return back(query, [("error", "access_denied")]) }
        guard let account = fields["account"], !account.isEmpty, account.utf8.count <= 200 else {
            return signInPage(String(decoding: plain, as: UTF8.self), query, refused: true, request)
        }
        return back(query, [("code", issue(account, query))])
    }

    private func signInPage(_ carried: String, _ query: [String: String], refused: Bool, _ request: Request)
        -> Response
    {
        let sealed = seal.seal(Array(carried.utf8), context: Array(Self.carried.utf8), random: random)
        guard let action = Link(path: "/authorize") else { return unknown(request) }
        let page = SignInForm(
            brand: Brand(name: "Demo Identity"), app: "Homing", action: action,
            hidden: [(Self.carried, Base64URL.encode(sealed))],
            account: query["login_hint"] ?? "alice@example.com",
            refused: refused)
        return pages.signInForm(page, for: Visitor(request))
    }

    private func issue(_ account: String, _ query: [String: String]) -> String {
        let code = Base64URL.encode(random.bytes(32))
        let now = now()
        let issued = IssuedCode(
            account: account, nonce: query["nonce"], challenge: query["code_challenge"] ?? "", authTime: now,
            expiresAt: now + 60)
        codes.withLock { codes in
            codes = codes.filter { $0.value.expiresAt > now }
            codes[code] = issued
        }
        return code
    }

    private func isOurs(_ query: [String: String]) -> Bool {
        query["client_id"] == client.id && query["redirect_uri"] == client.redirectURI
    }

    private func back(_ query: [String: String], _ answer: [(String, String)]) -> Response {
        let state = query["state"].map { [("state", $0)] } ?? []
        return .redirect(to: client.redirectURI + "?" + Form.encode(answer + state + [("iss", issuer)]))
    }

    private func unknown(_ request: Request) -> Response {
        let page = ErrorPage(
            reason: .badRequest, error: "invalid_request",
            detail: "client_id or redirect_uri are not the demo's",
            requestID: "demo")
        return pages.error(page, for: Visitor(request))
    }
}

extension Form {
    /// The parameters by name; nil when one stands more than once.
    var single: [String: String]? {
        var values: [String: String] = [:]
        for (name, value) in pairs where values.updateValue(value, forKey: name) != nil { return nil }
        return values
    }
}
