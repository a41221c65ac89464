import Codec
import FoundationEssentials

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
        guard let json = try? JSONDecoder().decode(JSON.self, from: Data(body)) else { return nil }
        return Fields(
            error: json.hasError ? json.error.value ?? "" : nil, accessToken: json.accessToken.value,
            tokenType: json.tokenType.value, idToken: json.idToken.value, expiresIn: json.expiresIn.value,
            scope: json.scope.value)
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

    private struct JSON: Decodable {
        let error: Lossy<String>
        let hasError: Bool
        let accessToken: Lossy<String>
        let tokenType: Lossy<String>
        let idToken: Lossy<String>
        let expiresIn: LenientSeconds
        let scope: Lossy<String>

        enum CodingKeys: String, CodingKey {
            case error
            case accessToken = "access_token"
            case tokenType = "token_type"
            case idToken = "id_token"
            case expiresIn = "expires_in"
            case scope
        }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            error = container.decode(Lossy<String>.self, forKey: .error)
            hasError = container.contains(.error) && (try? container.decodeNil(forKey: .error)) != true
            accessToken = container.decode(Lossy<String>.self, forKey: .accessToken)
            tokenType = container.decode(Lossy<String>.self, forKey: .tokenType)
            idToken = container.decode(Lossy<String>.self, forKey: .idToken)
            expiresIn = container.decode(LenientSeconds.self, forKey: .expiresIn)
            scope = container.decode(Lossy<String>.self, forKey: .scope)
        }
    }
}
