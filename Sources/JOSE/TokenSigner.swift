import Codec
import Crypto
import FoundationEssentials

/// Signs claims as compact JWS tokens by one key. Headers are encoded once, not per token.
package struct TokenSigner: Sendable {
    package let kid: String
    private let key: PrivateKey
    /// Encoded headers with the dot behind them, by `typ`; a handful.
    private let heads: [(type: String, head: [UInt8])]

    /// The `typ` values whose headers are made beforehand.
    private static let usualTypes = ["JWT", "at+jwt"]

    package init(key: PrivateKey, kid: String) {
        self.key = key
        self.kid = kid
        heads = TokenSigner.usualTypes.map {
            ($0, TokenSigner.head(algorithm: key.algorithm, kid: kid, type: $0))
        }
    }

    /// A signer whose `kid` is the key's thumbprint.
    package init(key: PrivateKey) {
        self.init(key: key, kid: key.publicKey.thumbprint)
    }

    package var algorithm: SignatureAlgorithm { key.algorithm.signatureAlgorithm }

    /// The claims as a token of this `typ`. Throws `notSigned`.
    package func sign(_ claims: some Encodable, type: String) throws(TokenFault) -> String {
        guard let payload = try? JSON.encoder.encode(claims) else { throw .notSigned }
        return try sign(payload: [UInt8](payload), type: type)
    }

    /// Claims that are JSON already as a token of this `typ`. Throws `notSigned`.
    package func sign(payload: [UInt8], type: String) throws(TokenFault) -> String {
        var token =
            heads.first { $0.type == type }?.head
            ?? TokenSigner.head(algorithm: key.algorithm, kid: kid, type: type)
        Base64URL.append(payload, to: &token)
        guard let signature = try? key.sign(token) else { throw .notSigned }
        token.append(UInt8(ascii: "."))
        Base64URL.append(signature, to: &token)
        return String(decoding: token, as: UTF8.self)
    }

    private static func head(algorithm: PrivateKey.Algorithm, kid: String, type: String) -> [UInt8] {
        let header = [
            #""alg":"\#(algorithm.rawValue)""#, #""kid":\#(quoted(kid))"#, #""typ":\#(quoted(type))"#,
        ]
        return Array((Base64URL.encode(Array("{\(header.joined(separator: ","))}".utf8)) + ".").utf8)
    }

    /// A text as JSON: Foundation escapes what has to be.
    private static func quoted(_ text: String) -> String {
        (try? JSON.encoder.encode(text)).map { String(decoding: $0, as: UTF8.self) } ?? "\"\""
    }
}
