import Testing

@testable import HTTP

struct AcceptedCodingsTests {
    private func preferGzip(_ values: [String]) -> Bool {
        AcceptedCodings(Fields(values.map { (.acceptEncoding, $0) })).preferGzip
    }

    @Test(arguments: [
        "gzip", "GZIP", "x-gzip", "gzip, deflate, br, zstd", "deflate,gzip;q=0.5", "gzip;q=1.000",
        "gzip ; Q=0.001",
        "*", "*;q=0.3", "br, *", "identity;q=0.5, gzip", "identity, gzip", "identity;q=0, gzip;q=0.1",
        "*;q=0, gzip", ", gzip,,", "br;q=1.0, gzip;q=0.8, *;q=0.1", "\tgzip\t",
    ])
    func `gzip is taken by`(value: String) { #expect(preferGzip([value])) }

    @Test(arguments: [
        "", "identity", "gzip;q=0", "gzip;q=0.0", "gzip;q=0.000", "*;q=0", "br", "deflate, br", "gzip;q=0, *",
        "identity, gzip;q=0.9", "identity;q=1, *;q=0.5", "gzip, gzip;q=0", "identity;q=0", "gzipx", "xgzip",
    ])
    func `the content as it is goes to`(value: String) { #expect(!preferGzip([value])) }

    @Test(arguments: [
        "gzip;q=", "gzip;q=2", "gzip;q=1.001", "gzip;q=0.1234", "gzip;q=-1", "gzip;q=+1", "gzip;q=.5",
        "gzip;q=1,;5",
        "gzip;q=0.5;q=1", "gzip;level=9", "gzip;", "gzip q=1", "gzip deflate", "\"gzip\"", "gzip, br;q=x",
        ";q=1",
        "gzip; q = 1", "gzip;q=1.0.0", "gzip;q=10",
    ])
    func `a field with a fault asks for nothing`(value: String) { #expect(!preferGzip([value])) }

    @Test func `several fields are one list`() {
        #expect(preferGzip(["br", "gzip"]))
        #expect(!preferGzip(["gzip", "gzip;q=0"]))
        #expect(!preferGzip(["gzip", "br;q=7"]))
        #expect(!preferGzip([]))
    }
}
