import Testing

@testable import Journal

struct LogTimeTests {
    @Test(arguments: [
        (0, "1970-01-01T00:00:00.000Z"), (951_782_400_000, "2000-02-29T00:00:00.000Z"),
        (1_709_251_199_999, "2024-02-29T23:59:59.999Z"), (1_709_251_200_000, "2024-03-01T00:00:00.000Z"),
        (1_735_689_599_001, "2024-12-31T23:59:59.001Z"), (4_107_542_400_010, "2100-03-01T00:00:00.010Z"),
        (-1, "1970-01-01T00:00:00.000Z"),
    ])
    func `moments are written in UTC, leap days and all`(milliseconds: Int64, text: String) {
        var bytes: [UInt8] = []
        LogTime.append(milliseconds, to: &bytes)
        #expect(String(decoding: bytes, as: UTF8.self) == text)
    }
}
