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

    private func answered(
        _ route: RouteLabel = .providerCallback, status: UInt16 = 200, step: RequestRecord.Step? = nil
    ) -> Event {
        .requestAnswered(
            RequestRecord(
                requestID: "r1", method: "GET", route: route, status: status, nanoseconds: 1_250_999,
                address: "192.0.2.1", step: step))
    }

    @Test func `an event is one JSON object a line`() {
        let sink = MemorySink()
        journal(sink).record(answered())
        #expect(
            sink.lines == [
                #"{"ts":"1994-11-06T08:49:37.042Z","level":"info","msg":"request answered","request_id":"r1","#
                    + #""duration_ms":1.250,"method":"GET","route":"/oauth/provider/{id}/callback","status":200,"#
                    + #""address":"192.0.2.1"}"# + "\n"
            ])
    }

    @Test func `a step of a sign-in stands in the line of its request`() {
        let sink = MemorySink()
        journal(sink).record(
            answered(
                .resume,
                step: RequestRecord.Step(
                    .resume, .redeemed, transaction: "0123456789ab", client: Untrusted("app1"))))
        #expect(
            sink.lines == [
                #"{"ts":"1994-11-06T08:49:37.042Z","level":"info","msg":"sign-in","request_id":"r1","#
                    + #""transaction":"0123456789ab","client":"app1","phase":"resume","outcome":"redeemed","#
                    + #""duration_ms":1.250,"method":"GET","route":"/mobile/resume","status":200,"#
                    + #""address":"192.0.2.1"}"# + "\n"
            ])
    }

    @Test func `people get the same in columns and as words`() {
        let sink = MemorySink()
        let journal = journal(sink, format: .text)
        journal.record(answered(step: RequestRecord.Step(.resume, .redeemed, client: Untrusted("a b=\"c"))))
        journal.record(.stopped)
        #expect(
            sink.lines == [
                "08:49:37.042 INFO    sign-in          request_id=r1 client=\"a b=\\\"c\" phase=resume "
                    + "outcome=redeemed duration_ms=1.250 method=GET route=/oauth/provider/{id}/callback "
                    + "status=200 address=192.0.2.1\n",
                "08:49:37.042 INFO    stopped\n",
            ])
    }

    @Test func `what is below the level is not told`() {
        let sink = MemorySink()
        let journal = journal(sink, level: .warning)
        journal.record(.stopped)
        journal.record(answered(status: 500))
        journal.record(.storeFault(reason: "full"))
        #expect(sink.lines.count == 2)
        #expect(!journal.tells(.info) && journal.tells(.warning))
        #expect(Level(name: "warning") == .warning && Level(name: "loud") == nil)
    }

    @Test func `absent values leave no key`() {
        let sink = MemorySink()
        journal(sink).record(answered(step: RequestRecord.Step(.authorize, .refused)))
        #expect(
            sink.text.contains(#""request_id":"r1","phase":"authorize","outcome":"refused","duration_ms""#))
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
            journal.record(
                answered(step: RequestRecord.Step(.token, .failed, client: Untrusted(nasty))))
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
            let step = RequestRecord.Step(
                .token, .failed, client: Untrusted(text), reason: Untrusted(text))
            journal.record(answered(step: step))
        }
        #expect(sink.text.utf8.filter { $0 == 10 }.count == 500)
        struct Line: Decodable { let msg: String }
        for line in sink.lines {
            #expect(try JSONDecoder().decode(Line.self, from: Data(line.utf8)).msg == "sign-in")
        }
    }

    @Test func `what was made beforehand is told to those alone who debug, a fault to everybody`() {
        let sink = MemorySink()
        for level in [Level.info, .debug] {
            var record = RequestRecord(
                method: "GET", route: .keys, status: 200, nanoseconds: 0, address: "192.0.2.1")
            record.isDocument = true
            journal(sink, level: level).record(.requestAnswered(record))
        }
        #expect(sink.lines.count == 1 && sink.text.contains("\"level\":\"debug\""))
        #expect(RequestRecord.level(status: 500) == .error && RequestRecord.level(status: 503) == .info)
    }
}
