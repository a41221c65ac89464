import Codec
import FoundationEssentials
import Testing

struct JSONObjectTests {
    private struct Read: Decodable, Equatable {
        var text: String?
        var number: Int64?
        var one: StringOrArray?
        var many: StringOrArray?
    }

    @Test func `members stand in their order, and those without a value are left out`() {
        var object = JSONObject()
        object.add("b", "1")
        object.add("none", nil as String?)
        object.add("a", -7)
        object.add("one", StringOrArray(["x"]))
        object.add("many", StringOrArray(["x", "y"]))
        #expect(
            String(decoding: object.finished(), as: UTF8.self)
                == #"{"b":"1","a":-7,"one":"x","many":["x","y"]}"#)
        #expect(JSONObject().finished() == Array("{}".utf8))
    }

    @Test(arguments: [
        "", "plain", "\"", "\\", "a\"b\\c", "\u{0}\u{1F}\n\r\t\u{8}\u{C}", "\u{7F}\u{85}\u{2028}", "Zoë 😀",
        "</script>",
    ])
    func `every text comes back from a decoder that others wrote`(text: String) throws {
        var object = JSONObject()
        object.add("text", text)
        object.add("number", .max)
        object.add("many", StringOrArray([text, text]))
        let read = try JSONDecoder().decode(Read.self, from: Data(object.finished()))
        #expect(read == Read(text: text, number: .max, many: StringOrArray([text, text])))
    }
}
