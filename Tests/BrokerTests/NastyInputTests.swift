import Doubles
import FoundationEssentials
import HTTP
import Journal
import Testing

/// What strangers send cannot write the journal's lines, nor name a sample of the metrics.
struct NastyInputTests {
    @Test(arguments: [JournalFormat.json, .text])
    func `500 nasty strings in every input leave one line a request, each of which can be read`(
        format: JournalFormat
    ) async throws {
        var plan = try House.Plan()
        plan.logFormat = format
        plan.logLevel = .info
        let house = try await House(plan)
        var person = Person(house)
        let code = try await person.code()
        let leaving = try #require(try await person.authorize().location)
        let (before, counted) = (house.sink.lines.count, requests(house))
        var sent = 0
        for (number, nasty) in Self.strings.enumerated() {
            switch number % 5 {
            case 0:
                let names = [
                    "client_id", "redirect_uri", "state", "scope", "nonce", "prompt", "login_hint",
                    "provider",
                ]
                _ = try await person.authorize([names[number / 5 % names.count]: nasty])
            case 1:
                let names = ["code", "code_verifier", "redirect_uri", "client_id", "grant_type", "resource"]
                _ = try await person.redeem(code, [names[number / 5 % names.count]: nasty])
            case 2:
                let names = ["handle", "client_id", "code_verifier"]
                _ = try await person.resume(nasty, [names[number / 5 % names.count]: nasty])
            case 3: _ = try await person.load(try person.provider.refuse(nasty, at: leaving))
            default: try await fields(house, nasty)
            }
            sent += 1
        }
        let lines = house.sink.lines.dropFirst(before)
        #expect(lines.count == sent && requests(house) - counted == Double(sent))
        for line in lines {
            #expect(line.utf8.filter { $0 == 10 }.count == 1 && line.utf8.last == 10)
            #expect(!line.unicodeScalars.dropLast().contains { Self.turnsText($0) }, "\(line)")
            guard format == .json else { continue }
            let read = try JSONDecoder().decode([String: Loose].self, from: Data(line.utf8))
            for key in ["ts", "level", "msg", "request_id", "route", "status"] { #expect(read[key] != nil) }
        }
    }

    @Test func `hostile paths, hosts and methods make no new labels`() async throws {
        let house = try await House()
        var person = Person(house)
        _ = try await person.redeem(try await person.code())
        let before = try MetricsReading(house.metrics.document(loops: []))
        for number in 0..<300 {
            let path = ["/a\(number)", "/oauth/provider/p\(number)/callback", "/assets/x\(number).css"][
                number % 3]
            let method: Method = [.get, .post, .patch, .other, .trace][number % 5]
            _ = try await house.send(method, path, [(.origin, "https://o\(number).example")])
            _ = try await house.send(.get, "https://host\(number).example/oauth/token")
            _ = try await person.authorize(["client_id": "client\(number)", "provider": "provider\(number)"])
        }
        let after = try MetricsReading(house.metrics.document(loops: []))
        #expect(after.sum("homing_requests_total") == before.sum("homing_requests_total") + 900)
        #expect(
            Set(after.samples.flatMap { $0.labels.keys }).isSubset(of: [
                "route", "status", "phase", "outcome", "provider", "reason", "operation", "le", "loop",
                "version", "table",
            ]))
        let values = Set(after.samples.flatMap { $0.labels.filter { $0.key != "le" }.values })
        #expect(!values.contains { $0.contains("host") || $0.contains("client1") || $0.contains("p1") })
        #expect(after.samples.count < before.samples.count + 60)
    }

    /// A field of the request that is not a parameter.
    private func fields(_ house: House, _ nasty: String) async throws {
        let visible = String(decoding: nasty.utf8.filter { $0 > 0x20 && $0 < 0x7F }, as: UTF8.self)
        let value = visible.isEmpty ? "x" : visible
        _ = try await house.send(
            .get, "/oauth/userinfo",
            [
                (.authorization, "Bearer " + value), (.userAgent, value), (.cookie, "a=" + value),

            ])
    }

    private func requests(_ house: House) -> Double {
        (try? MetricsReading(house.metrics.document(loops: [])))?.sum("homing_requests_total") ?? 0
    }

    /// Controls, line ends of all kinds, marks that turn text, JSON and markup, and noise from a seed.
    private static var strings: [String] {
        var strings = [
            "a\nb", "a\r\nb", "\r\n\r\n", "\n{\"level\":\"error\",\"msg\":\"forged\"}", "\"}\n{\"", "\\",
            "\\n", "\\u000a",
            "\u{0}", "\u{1B}[31m", "\u{7F}", "\u{85}", "\u{2028}", "\u{2029}", "\u{202E}txt",
            "\u{2066}x\u{2069}", "\u{FEFF}",
            "\u{200B}", "' OR 1=1 --", "<script>alert(1)</script>", "${jndi:ldap://x}", "%0a%0d", "{}", "[]",
            "=", "a=b c=d",
            "\t", " ", "", String(repeating: "x", count: 3_000), String(repeating: "\n", count: 300), "é",
            "\u{1F600}",
            "homing_requests_total 7\n", "\"} 7\n", "level=error",
        ]
        var seed: UInt64 = 99
        while strings.count < 500 {
            var text = ""
            for _ in 0..<(seed >> 60) + 3 {
                seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                if let scalar = Unicode.Scalar(UInt32(seed >> 33) % 0x2100) {
                    text.unicodeScalars.append(scalar)
                }
            }
            strings.append(text)
        }
        return strings
    }

    private static func turnsText(_ scalar: Unicode.Scalar) -> Bool {
        let category = scalar.properties.generalCategory
        return category == .control || category == .format || category == .lineSeparator
            || category == .paragraphSeparator
    }
}
