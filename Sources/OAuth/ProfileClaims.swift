import Codec

/// What a provider told about the person (OIDC Core section 5.1), in its own words.
package struct ProfileClaims: Sendable, Equatable {
    package var email: String?
    package var emailVerified: Bool?
    package var name: String?
    package var givenName: String?
    package var familyName: String?
    package var picture: String?
    package var locale: String?

    package init(
        email: String? = nil, emailVerified: Bool? = nil, name: String? = nil, givenName: String? = nil,
        familyName: String? = nil, picture: String? = nil, locale: String? = nil
    ) {
        self.email = email
        self.emailVerified = emailVerified
        self.name = name
        self.givenName = givenName
        self.familyName = familyName
        self.picture = picture
        self.locale = locale
    }

    func pack(into writer: inout PackedWriter) {
        for text in [email, name, givenName, familyName, picture, locale] { writer.optionalString(text) }
        writer.optionalBool(emailVerified)
    }

    init(from reader: inout PackedReader) throws(PackedFault) {
        email = try reader.optionalString()
        name = try reader.optionalString()
        givenName = try reader.optionalString()
        familyName = try reader.optionalString()
        picture = try reader.optionalString()
        locale = try reader.optionalString()
        emailVerified = try reader.optionalBool()
    }
}
