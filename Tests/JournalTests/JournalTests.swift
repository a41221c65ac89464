import FoundationEssentials
import Journal
import Testing

struct JournalTests {
    private func journal(_ sink: MemorySink, level: Level = .debug, format: JournalFormat = .json) -> Journal
    {
        var journal = Journal(level: level, format: format, sink: sink)
        journal.clock = { 784_111_777_042 }
        return journal
    }

    private func answered(_ route: String, status: Int = 200) -> Event {
        .requestAnswered(
            requestID: "r1", route: route, method: "GET", status: status, durationMS: 1.25,
            address: "192.0.2.1")
    }

    @Test func `an event is one JSON object a line`() {
        let sink = MemorySink()
        journal(sink).record(answered("/oauth/provider/{id}/callback"))
        #expect(
            sink.lines == [
                #"{"ts":"1994-11-06T08:49:37.042Z","level":"info","msg":"request answered","request_id":"r1","method":"GET","#
                    + #""route":"/oauth/provider/{id}/callback","status":200,"duration_ms":1.250,"address":"192.0.2.1"}"#
                    + "\n"
            ])
    }

    @Test func `people get the same as words`() {
        let sink = MemorySink()
        let journal = journal(sink, format: .text)
        journal.record(
            .signIn(
                phase: .resume, outcome: .redeemed, transaction: "0123456789ab", client: Untrusted("a b=\"c"))
        )
        journal.record(.stopped)
        #expect(
            sink.lines == [
                "1994-11-06T08:49:37.042Z INFO sign-in transaction=0123456789ab client=\"a b=\\\"c\" phase=resume outcome=redeemed\n",
                "1994-11-06T08:49:37.042Z INFO stopped\n",
            ])
    }

    @Test func `what is below the level is not told`() {
        let sink = MemorySink()
        let journal = journal(sink, level: .warning)
        journal.record(.stopped)
        journal.record(answered("/", status: 500))
        journal.record(.storeFault(reason: "full"))
        #expect(sink.lines.count == 2)
        #expect(!journal.tells(.info) && journal.tells(.warning))
        #expect(Level(name: "warning") == .warning && Level(name: "loud") == nil)
    }

    @Test func `absent values leave no key`() {
        let sink = MemorySink()
        journal(sink).record(.signIn(phase: .authorize, outcome: .refused))
        #expect(sink.text.hasSuffix(#""msg":"sign-in","phase":"authorize","outcome":"refused"}"# + "\n"))
    }

    @Test(arguments: [
        "a\nb", "a\r\n{\"level\":\"error\"}", "\u{0}\u{1}\u{1F}\u{7F}\u{85}\u{9F}", "\u{2028}\u{2029}",
        "\u{202E}evil\u{202C}",
        "\u{200E}\u{200F}\u{61C}\u{2066}\u{2069}", "\u{FEFF}\u{200B}", "\"}\\", "é\u{1F600}", "\t\u{1B}[31m",
    ])
    func `A52 a value from outside begins no line, ends no value and turns no text`(nasty: String) throws {
        let sink = MemorySink()
        for format in [JournalFormat.json, .text] {
            let journal = journal(sink, format: format)
            journal.record(.upstreamFault(provider: nasty, reason: Untrusted(nasty)))
            journal.record(answered(nasty))
        }
        #expect(sink.lines.count == 4)
        for line in sink.lines {
            #expect(line.utf8.filter { $0 == 10 }.count == 1 && line.utf8.last == 10)
            for scalar in line.unicodeScalars.dropLast() {
                #expect(
                    scalar.properties.generalCategory != .control
                        && scalar.properties.generalCategory != .format)
                #expect(scalar != "\u{2028}" && scalar != "\u{2029}")
            }
        }
        struct Line: Decodable { let provider: String, reason: String }
        let line = try JSONDecoder().decode(Line.self, from: Data(sink.lines[0].utf8))
        #expect(line.provider == nasty && line.reason == nasty)
    }

    @Test func `a value from outside is cut at 256 bytes, between characters`() {
        let sink = MemorySink()
        let journal = journal(sink)
        journal.record(.configurationFault(text: Untrusted(String(repeating: "x", count: 5000))))
        journal.record(.configurationFault(text: Untrusted("x" + String(repeating: "é", count: 500))))
        journal.record(.configurationFault(text: Untrusted(String(repeating: "x", count: 256))))
        #expect(sink.lines[0].hasSuffix("\"" + String(repeating: "x", count: 256) + "…\"}\n"))
        #expect(sink.lines[1].hasSuffix("\"x" + String(repeating: "é", count: 127) + "…\"}\n"))
        #expect(sink.lines[2].hasSuffix("\"" + String(repeating: "x", count: 256) + "\"}\n"))
    }

    @Test func `five hundred nasty events are five hundred lines, each an object`() throws {
        let sink = MemorySink()
        let journal = journal(sink)
        var seed: UInt64 = 42
        for _ in 0..<500 {
            var text = ""
            for _ in 0..<20 {
                seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                if let scalar = Unicode.Scalar(UInt32(seed >> 33) % 0x2100) {
                    text.unicodeScalars.append(scalar)
                }
            }
            journal.record(
                .signIn(phase: .token, outcome: .failed, client: Untrusted(text), reason: Untrusted(text)))
        }
        #expect(sink.text.utf8.filter { $0 == 10 }.count == 500)
        struct Line: Decodable { let msg: String }
        for line in sink.lines {
            #expect(try JSONDecoder().decode(Line.self, from: Data(line.utf8)).msg == "sign-in")
        }
    }

    @Test func `durations that are no numbers are harmless`() {
        let sink = MemorySink()
        for duration in [Double.nan, .infinity, -1, 0.0005, 1e300] {
            journal(sink).record(
                .requestAnswered(
                    requestID: "", route: "", method: "", status: 200, durationMS: duration, address: ""))
        }
        #expect(sink.lines.count == 5 && sink.lines[0].contains("\"duration_ms\":0,"))
    }
}
