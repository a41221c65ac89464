import AppLinks
import Testing

@Suite struct CertificateFingerprintTests {
    static let upper = Array(repeating: "AB", count: 31).joined(separator: ":") + ":09"

    @Test func `H28a lower case with colons becomes upper case`() throws {
        #expect(try CertificateFingerprint(Self.upper.lowercased()).text == Self.upper)
    }

    @Test func `H28b sixty-four digits without colons get colons`() throws {
        #expect(try CertificateFingerprint(Self.upper.filter { $0 != ":" }).text == Self.upper)
    }

    @Test func `H28c twenty bytes are named as SHA-1`() {
        let written = Array(repeating: "ab", count: 20).joined(separator: ":")
        #expect(throws: FingerprintFault.sha1) { try CertificateFingerprint(written) }
        #expect(throws: FingerprintFault.sha1) { try CertificateFingerprint(written.filter { $0 != ":" }) }
        #expect(FingerprintFault.sha1.description.contains("is SHA-1, need SHA-256"))
    }

    @Test(arguments: [
        "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=", "47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU",
        "2jmj7l5rSw0yVb/vlWAYkK/YBwk=",
    ]) func `H28d base64 is refused as such`(written: String) {
        #expect(throws: FingerprintFault.base64) { try CertificateFingerprint(written) }
    }

    @Test func `H28e thirty-one bytes are refused with their count`() {
        let written = Array(repeating: "ab", count: 31).joined(separator: ":")
        #expect(throws: FingerprintFault.wrongLength(digits: 62)) { try CertificateFingerprint(written) }
        #expect(FingerprintFault.wrongLength(digits: 62).description.contains("31 bytes"))
    }

    @Test(arguments: [
        "REPLACE_ME", "AA:BB:…", "AA:BB:...", "<sha256>", "TODO", "your-fingerprint", "XX:XX:XX",
    ])
    func `H28f placeholders are refused as such`(written: String) {
        #expect(throws: FingerprintFault.placeholder) { try CertificateFingerprint(written) }
    }

    @Test func `H28i an empty text is refused`() {
        #expect(throws: FingerprintFault.empty) { try CertificateFingerprint("") }
    }

    @Test(arguments: ["AB CD", "ABC:D", "A:B", " AB", "AB:", "ÄB:CD", "AB::CD"])
    func `anything else is refused`(written: String) {
        #expect(throws: FingerprintFault.notHex) { try CertificateFingerprint(written) }
    }
}
