import Codec
import FoundationEssentials
import Testing

struct JSONValueTests {
    private func read(_ json: String) -> JSONValue? { JSONValue(parsing: Array(json.utf8)) }

    /// The value as Foundation's decoder sees it.
    private enum Decoded: Decodable {
        case null
        case bool(Bool)
        case number(Double)
        case text(String)
        case list([Decoded])
        case object([String: Decoded])

        init(from decoder: any Decoder) throws {
            let value = try decoder.singleValueContainer()
            if value.decodeNil() {
                self = .null
            } else if let truth = try? value.decode(Bool.self) {
                self = .bool(truth)
            } else if let number = try? value.decode(Double.self) {
                self = .number(number)
            } else if let text = try? value.decode(String.self) {
                self = .text(text)
            } else if let list = try? value.decode([Decoded].self) {
                self = .list(list)
            } else {
                self = .object(try value.decode([String: Decoded].self))
            }
        }

        func isSame(as other: JSONValue?) -> Bool {
            switch (self, other) {
            case (.null, .null): true
            case (.bool(let one), .bool(let other)): one == other
            case (.number(let one), .number(let other)): one == other
            case (.text(let one), .text(let other)): one.utf8.elementsEqual(other.utf8)
            case (.list(let one), .list(let other)):
                one.count == other.count && zip(one, other).allSatisfy { $0.isSame(as: $1) }
            case (.object(let one), .object(let members)):
                one.count == members.count && one.allSatisfy { $1.isSame(as: other?[$0]) }
            default: false
            }
        }
    }

    @Test(arguments: [
        "{}", "[]", " { \"a\" : [ 1 , -2.5e3 , true, false , null ] }\r\n\t", #"{"a":{"b":{"c":[[[]]]}}}"#,
        #""\"\\\/\b\f\n\r\t""#, #""\u0041\u00e9\ud83d\ude00\u0000""#, "\"Zoë 😀\"", #"{"":"","x":"\\"}"#,
        "0", "-0", "10", "0.5", "1e2", "1E+2", "1.25e-2", "253402300799", "123456789012345",
        "123456789012345678", "\u{FEFF}{}",
    ])
    func `what Foundation reads is read alike`(json: String) throws {
        let decoded = try JSONDecoder().decode(Decoded.self, from: Data(json.utf8))
        #expect(decoded.isSame(as: read(json)))
    }

    @Test(arguments: [
        "", " ", "{", "}", "[1,]", "[1 2]", "{\"a\"}", "{\"a\":}", "{a:1}", "{\"a\":1,}", "{,}", "tru",
        "True",
        "nul", "\"", "\"\\\"", "\"\\x\"", "\"\\u12\"", "\"\\u12g4\"", "\"\\ud83d\"", "\"\\ude00\"",
        "\"\\ud83d\\u0041\"", "\"a\nb\"", "01", "-", "1.", ".5", "1e", "+1", "0x1", "NaN", "{} {}", "[]x",
        "'a'", "// c\n1",
    ])
    func `what is no JSON is refused`(json: String) {
        #expect(read(json) == nil)
    }

    @Test func `bytes that are no UTF-8 are refused, also in a text`() {
        for bytes in [
            [0xFF], [0x22, 0xC3, 0x22], [0x22, 0xED, 0xA0, 0x80, 0x22], [0x22, 0xC0, 0x80, 0x22],
        ] as [[UInt8]] {
            #expect(JSONValue(parsing: bytes) == nil)
        }
    }

    @Test func `depth is bounded`() {
        let deep = { String(repeating: "[", count: $0) + String(repeating: "]", count: $0) }
        #expect(read(deep(64)) != nil && read(deep(65)) == nil && read(deep(100_000)) == nil)
    }

    @Test func `the first of two equal names counts`() {
        #expect(read(#"{"a":"1","a":"2"}"#)?["a"]?.text == "1")
        #expect(read(#"{"a":"1","\u0061":"2"}"#)?["a"]?.text == "1")
    }

    @Test(
        arguments: [
            ("3599", 3599), (#""3599""#, 3599), ("3599.0", 3599), ("0", 0), ("-1", nil), (#""-1""#, nil),
            (#""+1""#, nil), ("1.5", nil), ("null", nil), ("true", nil), ("[]", nil), ("1e30", nil),
            ("1e999", nil),
        ] as [(String, Int?)])
    func `H13 seconds are read as a number or as a text`(json: String, seconds: Int?) {
        #expect(read(json)?.seconds == seconds)
    }

    @Test func `a truth value is read as itself or as a text, and one text as a list`() {
        #expect(read("true")?.truth == true && read(#""false""#)?.truth == false && read("1")?.truth == nil)
        #expect(read(#""a""#)?.texts?.values == ["a"] && read(#"["a","b"]"#)?.texts?.values == ["a", "b"])
        #expect(read("[1]")?.texts == nil && read("{}")?.texts == nil)
    }
}
