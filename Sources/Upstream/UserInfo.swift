import Codec
import FoundationEssentials
import OAuth

/// The userinfo endpoint (OIDC Core section 5.3), asked when an ID token lacks asked-for claims. It adds what it can:
/// no fault of it ends a sign-in.
package struct UserInfo: Sendable {
    /// Less than other requests: people wait, and it is not needed.
    static let timeoutMilliseconds = 2500

    let line: ProviderLine
    let endpoint: String

    /// The claims about this subject; nil, with a note, when they cannot be had.
    func claims(accessToken: String, of subject: String) async -> ProfileClaims? {
        do throws(UpstreamFailure) {
            return try Self.read(try await answer(accessToken), of: subject)
        } catch {
            line.note(.userInfoIgnored(error.reason))
            return nil
        }
    }

    private func answer(_ accessToken: String) async throws(UpstreamFailure) -> UpstreamAnswer {
        guard accessToken.utf8.allSatisfy({ 0x21...0x7E ~= $0 }) else {
            throw .badAnswer("the access token cannot stand in a header field")
        }
        return try await line.answer(
            to: UpstreamRequest(
                .get, endpoint,
                fields: [
                    (name: "accept", value: "application/json"),
                    (name: "authorization", value: "Bearer " + accessToken),
                ], timeoutMilliseconds: Self.timeoutMilliseconds, allowsLoopback: line.allowsLoopback))
    }

    /// An answer about another subject must not be used (section 5.3.2).
    package static func read(
        _ answer: UpstreamAnswer, of subject: String
    ) throws(UpstreamFailure) -> ProfileClaims {
        guard answer.status == 200 else { throw .unreachable("userinfo answered \(answer.status)") }
        guard let read = try? JSONDecoder().decode(Document.self, from: Data(answer.body)) else {
            throw .badAnswer("userinfo is not a JSON object")
        }
        guard let named = read.subject.value, named.utf8.elementsEqual(subject.utf8) else {
            throw .badAnswer("userinfo is about another sub")
        }
        return ProfileClaims(
            told: ProfileClaims(
                email: read.email.value, emailVerified: read.emailVerified.value, name: read.name.value,
                givenName: read.givenName.value, familyName: read.familyName.value,
                picture: read.picture.value, locale: read.locale.value))
    }

    private struct Document: Decodable {
        let subject, email, name, givenName, familyName, picture, locale: Lossy<String>
        let emailVerified: LenientBool

        enum CodingKeys: String, CodingKey {
            case subject = "sub"
            case email, name, picture, locale
            case emailVerified = "email_verified"
            case givenName = "given_name"
            case familyName = "family_name"
        }
    }
}
