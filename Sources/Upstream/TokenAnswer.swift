import Codec

/// What a token endpoint gave, read tolerantly (H12, H13). It is there only when an access token is.
package struct TokenAnswer: Sendable {
    package let accessToken: String
    let idToken: String?
    /// Seconds; nil when absent or unreadable.
    package let expiresIn: Int?
    let scope: String?

    /// JSON, or the form that some endpoints answer with; an error is one whatever the status says.
    ///
    /// - Throws: `refused` for an error of the endpoint, `unreachable` for a 5xx without one, else `badAnswer`.
    package init(reading answer: UpstreamAnswer) throws(UpstreamFailure) {
        guard let fields = Self.fields(answer) else {
            if answer.status >= 500 { throw .unreachable("token endpoint answered \(answer.status)") }
            throw .badAnswer("token endpoint answered \(answer.status), neither JSON nor a form")
        }
        if let error = fields.error { throw .refused(TokenRefusal(error: error)) }
        guard answer.status == 200 else {
            if answer.status >= 500 { throw .unreachable("token endpoint answered \(answer.status)") }
            throw .badAnswer("token endpoint answered \(answer.status) without an error")
        }
        guard let accessToken = fields.accessToken, !accessToken.isEmpty else {
            throw .badAnswer("token endpoint gave no access token")
        }
        if let type = fields.tokenType, type.lowercased() != "bearer" {
            throw .badAnswer("token endpoint gave an access token that is not a bearer token")
        }
        self.accessToken = accessToken
        idToken = fields.idToken
        expiresIn = fields.expiresIn
        scope = fields.scope
    }

    private struct Fields {
        var error: String?
        var accessToken: String?
        var tokenType: String?
        var idToken: String?
        var expiresIn: Int?
        var scope: String?
    }

    private static func fields(_ answer: UpstreamAnswer) -> Fields? {
        let type = answer.contentType?.lowercased() ?? ""
        return type.hasPrefix("application/x-www-form-urlencoded")
            ? formFields(answer.body) ?? jsonFields(answer.body) : jsonFields(answer.body)
    }

    private static func jsonFields(_ body: [UInt8]) -> Fields? {
        guard let json = JSONValue(parsing: body), json.isObject else { return nil }
        let error = json["error"]
        return Fields(
            error: error?.isNull ?? true ? nil : error?.text ?? "", accessToken: json["access_token"]?.text,
            tokenType: json["token_type"]?.text, idToken: json["id_token"]?.text,
            expiresIn: json["expires_in"]?.seconds, scope: json["scope"]?.text)
    }

    private static func formFields(_ body: [UInt8]) -> Fields? {
        guard let form = try? Form(parsing: body), form.contains("access_token") || form.contains("error")
        else {
            return nil
        }
        return Fields(
            error: form.values("error").first, accessToken: form.values("access_token").first,
            tokenType: form.values("token_type").first, idToken: form.values("id_token").first,
            expiresIn: form.values("expires_in").first.flatMap { DecimalDigits.parse($0) },
            scope: form.values("scope").first)
    }
}
