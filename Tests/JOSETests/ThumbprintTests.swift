import Codec
import JOSE
import Testing

@Suite struct ThumbprintTests {
    static let modulus =
        "0vx7agoebGcQSuuPiLJXZptN9nndrQmbXEps2aiAFbWhM78LhWx4cbbfAAtVT86zwu1RK7aPFFxuhDR1L6tSoc_BJECPebWKRXjBZCi"
        + "FV4n3oknjhMstn64tZ_2W-5JsGY4Hc5n9yBXArwl93lqt7_RN5w6Cf0h4QyQ5v-65YGjQR0_FDW2QvzqY368QQMicAtaSqzs8KJZg"
        + "nYb9c7d0zgdAZHzu6qMQvRL5hajrn1n91CbOpbISD08qNLyrdkt-bFTWhAI4vMQFh6WeZu0fM4lFd2NcRwr3XPksINHaQ-G_xBniI"
        + "qbw0Ls1jF44-csFCur-kEgU8awapJzKnqDKgw"

    @Test(arguments: [
        (
            #"{"kty":"RSA","n":"\#(modulus)","e":"AQAB","alg":"RS256"}"#,
            "NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs"
        ),
        (Sample.edDSAKey, "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k"),
        (Sample.es256Key, "oKIywvGUpTVTyxMQ3bwIIeQUudfr_CkLMjCE19ECD-U"),
    ])
    func `thumbprints are those of RFC 7638 and RFC 8037`(jwk: String, thumbprint: String) throws {
        #expect(try Sample.keys(jwk).keys.map(\.key.thumbprint) == [thumbprint])
    }
}
