import Codec
import FoundationEssentials
import Testing

struct LenientTests {
    private struct Answer: Decodable {
        let expires: LenientSeconds
        let verified: LenientBool
        let name: Lossy<String>
        let aud: StringOrArray?
    }

    private func answer(_ json: String) throws -> Answer {
        try JSONDecoder().decode(Answer.self, from: Data(json.utf8))
    }

    @Test(
        arguments: [
            ("3599", 3599), (#""3599""#, 3599), ("3599.0", 3599), ("0", 0), ("-1", nil), (#""-1""#, nil),
            (#""+1""#, nil), ("1.5", nil),
            (#"" 3599""#, nil), ("null", nil), ("true", nil), ("[]", nil), ("{}", nil), ("1e30", nil),
            (#""""#, nil),
        ] as [(String, Int?)])
    func `H13 seconds are read as a number or as a text, and nothing else fails the answer`(
        json: String, seconds: Int?
    ) throws {
        #expect(try answer(#"{"expires":\#(json)}"#).expires.value == seconds)
    }

    @Test(
        arguments: [
            ("true", true), (#""true""#, true), ("false", false), (#""false""#, false), ("1", nil),
            (#""TRUE""#, nil), ("null", nil),
        ] as [(String, Bool?)])
    func `a truth value is read as itself or as a text`(json: String, truth: Bool?) throws {
        #expect(try answer(#"{"verified":\#(json)}"#).verified.value == truth)
    }

    @Test(
        arguments: [(#""Zoë""#, "Zoë"), ("{}", nil), ("[1]", nil), ("3", nil), ("null", nil)]
            as [(String, String?)])
    func `a member of any shape is nil instead of failing the object`(json: String, name: String?) throws {
        #expect(try answer(#"{"name":\#(json)}"#).name.value == name)
    }

    @Test func `absent members are nil`() throws {
        let answer = try answer("{}")
        #expect(answer.expires.value == nil && answer.verified.value == nil && answer.name.value == nil)
        #expect(answer.aud == nil)
    }

    @Test func `H20 an odd entry of a list does not fail the others`() throws {
        let list = try JSONDecoder().decode(
            [Lossy<[String: String]>].self, from: Data(#"[{"a":"1"},{"a":2},3]"#.utf8))
        #expect(list.map(\.value) == [["a": "1"], nil, nil])
    }

    @Test func `one text and a list of texts are read and written in their own shape`() throws {
        #expect(try answer(#"{"aud":"a"}"#).aud?.values == ["a"])
        #expect(try answer(#"{"aud":["a","b"]}"#).aud?.values == ["a", "b"])
        #expect(throws: DecodingError.self) { try answer(#"{"aud":[1]}"#) }
        #expect(try String(decoding: JSONEncoder().encode(StringOrArray(["a"])), as: UTF8.self) == #""a""#)
        #expect(
            try String(decoding: JSONEncoder().encode(StringOrArray(["a", "b"])), as: UTF8.self)
                == #"["a","b"]"#)
    }
}
