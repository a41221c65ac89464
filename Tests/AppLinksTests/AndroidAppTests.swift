import AppLinks
import Testing

@Suite struct AndroidAppTests {
    static let one = CertificateFingerprintTests.upper
    static let other = Array(repeating: "00", count: 32).joined(separator: ":")

    @Test func `H28 a single fingerprint brings a hint about the store's own key`() throws {
        let app = try AndroidApp(packageName: "com.example.mobile", fingerprints: [Self.one])
        #expect(app.hint?.contains("app signing key") == true)
        #expect(
            try AndroidApp(packageName: "com.example.mobile", fingerprints: [Self.one, Self.other]).hint
                == nil)
    }

    @Test func `H28i no fingerprint at all is refused`() {
        let faults = #expect(throws: AndroidAppFaults.self) {
            try AndroidApp(packageName: "com.example.mobile", fingerprints: [])
        }
        #expect(faults?.noFingerprint == true)
    }

    @Test func `every fault of an app is told at once, with its place`() {
        let faults = #expect(throws: AndroidAppFaults.self) {
            try AndroidApp(packageName: "mobile", fingerprints: ["REPLACE_ME", Self.one, "AB"])
        }
        #expect(faults?.packageName == "mobile")
        #expect(faults?.fingerprints.map(\.index) == [0, 2])
        #expect(faults?.fingerprints.map(\.fault) == [.placeholder, .wrongLength(digits: 2)])
    }

    @Test func `the same fingerprint in two spellings is one`() throws {
        let app = try AndroidApp(packageName: "a.b", fingerprints: [Self.one, Self.one.lowercased()])
        #expect(app.fingerprints.map(\.text) == [Self.one])
    }

    @Test(arguments: ["", "com", ".com.a", "com..a", "com.1a", "com.a-b", "com.ä", "com.a b"])
    func `what is no package name is refused`(name: String) {
        #expect(throws: AndroidAppFaults.self) { try AndroidApp(packageName: name, fingerprints: [Self.one]) }
    }
}
