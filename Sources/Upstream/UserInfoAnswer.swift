import Codec
import FoundationEssentials
import OAuth

/// What the userinfo endpoint adds to an ID token that lacks asked-for claims (OIDC Core section 5.3).
struct UserInfoAnswer: Decodable {
    let subject: Lossy<String>
    let email: Lossy<String>
    let emailVerified: LenientBool
    let name: Lossy<String>
    let givenName: Lossy<String>
    let familyName: Lossy<String>
    let picture: Lossy<String>
    let locale: Lossy<String>

    enum CodingKeys: String, CodingKey {
        case subject = "sub"
        case email
        case emailVerified = "email_verified"
        case name
        case givenName = "given_name"
        case familyName = "family_name"
        case picture
        case locale
    }

    /// Nil when it cannot be read or speaks of another person (section 5.3.2: then it must not be used).
    static func reading(_ answer: UpstreamAnswer, of subject: String) -> UserInfoAnswer? {
        guard answer.status == 200,
            let read = try? JSONDecoder().decode(UserInfoAnswer.self, from: Data(answer.body)),
            let named = read.subject.value, named.utf8.elementsEqual(subject.utf8)
        else { return nil }
        return read
    }
}
