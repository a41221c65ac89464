import FoundationEssentials
import OAuth
import Store

/// Everything that is held of a person, as JSON for them to read: no state, nonce or challenge of a sign-in, and no
/// token, which the store does not hold.
struct PersonReport: Encodable {
    fileprivate struct Account: Encodable {
        let provider, issuer, subject: String?
        let createdAt: Date
    }

    fileprivate struct Profile: Encodable {
        let email: String?
        let emailVerified: Bool?
        let name, givenName, familyName, picture, locale: String?
    }

    fileprivate struct SignIn: Encodable {
        let beganAt: Date
        let client, phase: String
        let provider, scope: String?
        let forgottenAt: Date
    }

    fileprivate struct Grant: Encodable {
        let signedInAt: Date
        let client, provider, scope: String
        let generation: Int
        let lastRotatedAt, expiresAt: Date
        let revoked: Bool
    }

    private let subject: String
    private let accounts: [Account]
    /// As a provider told it last; nil where nothing is held of it any more.
    private let profile: Profile?
    private let signIns: [SignIn]
    private let grants: [Grant]

    init(_ person: PersonRecord) {
        subject = person.subject.text
        accounts = person.accounts.map {
            Account(
                provider: $0.identity?.provider.text, issuer: $0.identity?.issuer,
                subject: $0.identity?.subject, createdAt: $0.createdAt.date)
        }
        let seen = person.signIns.compactMap(\.details) + person.grants.map(\.details)
        profile = seen.max { $0.authTime < $1.authTime }.map { Profile($0.claims) }
        signIns = person.signIns.map { SignIn($0) }
        grants = person.grants.map { Grant($0) }
    }

    var json: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        encoder.keyEncodingStrategy = .convertToSnakeCase
        encoder.dateEncodingStrategy = .iso8601
        guard let bytes = try? encoder.encode(self) else { return "" }
        return String(decoding: bytes, as: UTF8.self) + "\n"
    }
}

extension PersonReport.Profile {
    fileprivate init(_ claims: ProfileClaims) {
        email = claims.email
        emailVerified = claims.emailVerified
        name = claims.name
        givenName = claims.givenName
        familyName = claims.familyName
        picture = claims.picture
        locale = claims.locale
    }
}

extension PersonReport.SignIn {
    fileprivate init(_ record: TransactionRecord) {
        beganAt = record.id.createdAt.date
        client = record.clientID.text
        switch record.phase {
        case .processing: phase = "processing"
        case .issued: phase = "issued"
        case .redeemed(let redeemed): phase = redeemed.revoked ? "revoked" : "redeemed"
        case .rejected: phase = "rejected"
        case .ended: phase = "ended"
        }
        provider = record.details?.providerID.text
        scope = record.details?.scope.text
        forgottenAt = record.keepUntil.date
    }
}

extension PersonReport.Grant {
    fileprivate init(_ grant: OAuth.Grant) {
        signedInAt = grant.details.authTime.date
        client = grant.clientID.text
        provider = grant.details.providerID.text
        scope = grant.details.scope.text
        generation = grant.generation
        lastRotatedAt = grant.rotatedAt.date
        expiresAt = grant.expiresAt.date
        revoked = grant.revoked
    }
}

extension Timestamp {
    fileprivate var date: Date { Date(timeIntervalSince1970: TimeInterval(seconds)) }
}
