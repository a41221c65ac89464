import Codec
import Crypto
import Testing

@Suite struct PrivateKeyTests {
    /// The private key of RFC 7515 A.3, as PKCS #8.
    static let exampleKey =
        "MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgjpsQnnGQmL-YBIffH1136cspYG6-0iY7X1fCE9-E9LKhRANCAAR_"
        + "zc4ncPbEXUGDy-5v20t7WAczNXvp7xO6z248e9FURcfxRM0bvZt-hyzf7bnuufSzaV1uqQskrYpGIyiFiOWt"
    static let p384 =
        "MIG2AgEAMBAGByqGSM49AgEGBSuBBAAiBIGeMIGbAgEBBDD5PgpT7PHTGOQYDN4ZLyo8v8x_r7a3j3oaR9INy2hdDj5VczhMf63v"
        + "YEelQ9L3Qc6hZANiAASCnJFuLiOgekmf9M3rtse4DCQCq9jW8Ja6cHxpXd_GqyOQNOStnXcPYzMJBi3MC_tcIPAH09t53ZsY38X"
        + "f1n9DVSkxw-9PexnblH_WYbQt7Bqeuz9qMCjf6o1lfJ0g5So"
    static let secp256k1 =
        "MIGEAgEAMBAGByqGSM49AgEGBSuBBAAKBG0wawIBAQQgFV2raMnYyj4LChS60UnrWgx4ypzMzEtVNZBLErmTkMyhRANCAART16Gj"
        + "KjldTUovzpTJhGFrRs5Dg_c7jsXutcWFudRqMsI81QabQr_S98HzHAkNWG7vfKTO6YP-EMYerlASYa4A"
    static let rsa1024 =
        "MIICdQIBADANBgkqhkiG9w0BAQEFAASCAl8wggJbAgEAAoGBALli3t14yTRy4NJVoYyoDMdXOjCmEFBZD9iaPTdsEEMWiE_qIsfJ"
        + "rAqNWHmvlIV38OQcGeKLxUGulB8UxOSCRLz1MZcctJya-ng4bBawcq15BJT5_EujR-Q8dN-D8xa4g9AgQCakx-nkReXYogaPrZI"
        + "zWxFp1gjuo7fvs7zsu0kDAgMBAAECgYBVd5WTuUnZmlS3466U8CzkAfzbzNOcl1LM417xnCprI4o4fZMHVJyySLPPdfkdB0zRfX"
        + "sZjKKmQ1wacDLNvpj9UkzozMY3AKNCJSk557e6OOZajJVHfB_kGIQi6PFql1SneCA2Gc16SwzBk-YIPfgVJUBeSP7Ri3NxUlqep"
        + "gy-MQJBAPPx0wYiMP8Xa0tggyWciRWdFSGklcJl_dKCswGfewI73wGg-jm1vdVDU7-3W7yqlA8v8lvIjJ23RAGYr2sA7X8CQQDC"
        + "jDdOJUHqQkvO52wESkFTjhtH5e-Vep0WAvR-fnwraqyIjXaW_389tCg_lxs-Gzc8vnOwAtskd2swE3yHpa59AkBbPVdwM9mfj2L"
        + "SDob-yk17iAUfUC-zRfJpifjp4nxfmYUPVuZAL3mRCl2Il0v4hNRb2dMMATaWxrTo4_K4UuCBAkAorjlCVfgajBJeCXZEz2Ipnq"
        + "WFu0cF8sW2PJfze29rhLrfMvWBTZvFw05HPcmsivRZ91kpjO9WCMKZIvn_Q13hAkA5QZEXb2T0IeE-cTRa96OLPkLjxscnfhOu-"
        + "NB3dw6U_p7pX6vN3FFT_kOC3qFXgg_G8BknLcEz_Q5LZIT8Enrx"

    @Test(arguments: PrivateKey.Algorithm.allCases)
    func `a key outlives its export`(algorithm: PrivateKey.Algorithm) throws {
        let key = try PrivateKey.generate(algorithm)
        let again = try PrivateKey(pkcs8: key.exportPKCS8())
        #expect(again.algorithm == algorithm)
        #expect(again.publicKey.material == key.publicKey.material)
        let used: SignatureAlgorithm = algorithm == .es256 ? .es256 : .rs256
        #expect(key.publicKey.verifies(try again.sign([1]), of: [1], used))
    }

    @Test func `the key of RFC 7515 A.3 has its public numbers`() throws {
        let key = try PrivateKey(pkcs8: Fixture.base64URL(Self.exampleKey))
        let x = try Fixture.base64URL("f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU")
        let y = try Fixture.base64URL("x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0")
        #expect(key.publicKey.material == .p256(x: x, y: y))
        let built = try PublicKey(p256: x, y)
        #expect(built.verifies(try key.sign([5]), of: [5], .es256))
    }

    @Test(arguments: [p384, secp256k1])
    func `keys on other curves are refused`(text: String) throws {
        let der = try Fixture.base64URL(text)
        #expect(throws: KeyFault.notAPrivateKey) { try PrivateKey(pkcs8: der) }
    }

    @Test func `RSA below 2048 bits is refused`() throws {
        let der = try Fixture.base64URL(Self.rsa1024)
        #expect(throws: KeyFault.weak) { try PrivateKey(pkcs8: der) }
    }

    @Test func `what is no PKCS #8 is refused, however it is cut`() throws {
        let der = try Fixture.base64URL(Self.exampleKey)
        for length in 0..<der.count {
            #expect(throws: KeyFault.notAPrivateKey) { try PrivateKey(pkcs8: Array(der[..<length])) }
        }
        #expect(throws: KeyFault.notAPrivateKey) { try PrivateKey(pkcs8: der + [0]) }
    }
}
