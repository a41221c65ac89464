import Codec
import HTTP
import OAuth
import Pages

/// The one place where an endpoint's parameters are read from a request.
enum Parameters {
    /// Those of a browser's GET or POST; a page says what is wrong with them.
    static func ofBrowser(_ request: Request) throws(Refusal) -> Form {
        do { return request.method == .post ? try request.form : try request.query } catch {
            throw .page(.badRequest, error: "invalid_request", detail: "the parameters cannot be read")
        }
    }

    /// A parameter of a link of ours, at most once.
    static func single(_ name: String, _ form: Form) throws(Refusal) -> String? {
        do { return try form.single(name) } catch { throw .badLink("\(name) stands more than once") }
    }

    /// Those of an app's POST.
    static func ofApp(_ request: Request) throws(Refusal) -> Form {
        try requireNoQuery(request)
        do { return try request.form } catch {
            throw .token(TokenError(.invalidRequest, "the body is not application/x-www-form-urlencoded"))
        }
    }

    /// What stands in a query ends up in the logs of proxies.
    static func requireNoQuery(_ request: Request) throws(Refusal) {
        guard request.target.query == nil else {
            throw .token(TokenError(.invalidRequest, "parameters belong into the body, not into the query"))
        }
    }
}
