import Codec
import JOSE

/// The parser and verifier of tokens: nothing is verified but what the owners of the keys signed. Input that begins
/// with a brace is a header, to be put into a token.
enum TokenPromise {
    @Sendable static func check(_ input: [UInt8]) throws(BrokenPromise) {
        try promise(TokenKeys.set?.keys.count == 3, "the keys are all there")
        let isHeader = input.first == UInt8(ascii: "{")
        let text = isHeader ? Array("\(Base64URL.encode(input)).\(TokenKeys.payload).AAAA".utf8) : input
        guard let token = try? UnverifiedToken(utf8: text) else { return }
        try promise(text.count <= UnverifiedToken.mostBytes, "no token over the limit")
        let parts = text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        try promise(parts.count == 3, "a token has three parts")
        for part in parts {
            let decoded = Base64URL.decode(utf8: part)
            try promise(
                decoded.map { Base64URL.encode($0).utf8.elementsEqual(part) } == true,
                "a part has one spelling")
        }
        guard let keys = TokenKeys.set, let verified = try? token.verified(by: keys) else { return }
        try promise(!isHeader, "nobody signed this")
        try promise(parts[1].elementsEqual(TokenKeys.payload.utf8), "nothing is verified but what was signed")
        try promise(verified.algorithm == token.algorithm, "verified by the algorithm that the header names")
    }
}
