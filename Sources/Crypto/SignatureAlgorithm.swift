/// The signature algorithms there are (RFC 7518 §3.1, RFC 8037 §3.1). A closed list: no `none`, no HMAC.
package enum SignatureAlgorithm: String, Sendable, CaseIterable {
    case es256 = "ES256"
    case rs256 = "RS256"
    case ps256 = "PS256"
    case edDSA = "EdDSA"
}
