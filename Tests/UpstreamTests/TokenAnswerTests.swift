import Testing

@testable import Upstream

@Suite struct TokenAnswerTests {
    private static let form = "application/x-www-form-urlencoded; charset=utf-8"

    private func read(_ body: String, status: Int = 200, type: String? = "application/json") throws
        -> TokenAnswer
    {
        try TokenAnswer(reading: UpstreamAnswer(status: status, contentType: type, body: Array(body.utf8)))
    }

    @Test func `H12 an answer as a form is read all the same`() throws {
        let answer = try read("access_token=x&scope=user%3Aemail&token_type=bearer", type: Self.form)
        #expect(answer.accessToken == "x")
        #expect(answer.scope == "user:email")
    }

    @Test(arguments: [
        ("error=bad_verification_code&error_description=expired", form),
        (#"{"error":"bad_verification_code"}"#, "application/json"),
        (#"{"error":"bad_verification_code","access_token":"x"}"#, "text/plain"),
    ])
    func `H12 200 with an error is an error`(body: String, type: String) {
        let failure = #expect(throws: UpstreamFailure.self) { try read(body, type: type) }
        #expect(failure == .refused(.badVerificationCode))
        #expect(failure?.outcome == .serverError)
    }

    @Test func `an error that we do not know is not repeated`() {
        for body in [#"{"error":"secret\r\ntext"}"#, #"{"error":{"message":"m"}}"#, #"{"error":""}"#] {
            let failure = #expect(throws: UpstreamFailure.self) { try read(body, status: 400) }
            #expect(failure?.reason == "token endpoint refused: an error of its own")
        }
    }

    @Test(arguments: [
        ("3599", 3599), ("\"3599\"", 3599), ("3599.0", 3599), ("null", nil), ("\"soon\"", nil), ("-1", nil),
    ])
    func `H13 expires_in is read in every form, or is unknown`(text: String, seconds: Int?) throws {
        #expect(try read(#"{"access_token":"x","expires_in":\#(text)}"#).expiresIn == seconds)
        #expect(try read(#"{"access_token":"x"}"#).expiresIn == nil)
    }

    @Test(arguments: ["\"Bearer\"", "\"bearer\"", "\"BEARER\"", "null"])
    func `H13 token_type is compared without case, and may be missing`(text: String) throws {
        _ = try read(#"{"access_token":"x","token_type":\#(text)}"#)
    }

    @Test func `H13 a token that is no bearer token is refused`() {
        #expect(throws: UpstreamFailure.self) { try read(#"{"access_token":"x","token_type":"mac"}"#) }
    }

    @Test(arguments: [
        "{}", "[]", "", "<html>", #"{"access_token":""}"#, #"{"access_token":7}"#, "access_token=x",
    ])
    func `success is a non-empty access token, not the status`(body: String) {
        let failure = #expect(throws: UpstreamFailure.self) { try read(body) }
        guard case .badAnswer = failure else {
            Issue.record("\(String(describing: failure))")
            return
        }
    }

    @Test func `a provider in trouble is told from one that refuses`() {
        #expect(throws: UpstreamFailure.unreachable("token endpoint answered 503")) {
            try read("<html>", status: 503, type: "text/html")
        }
        #expect(throws: UpstreamFailure.badAnswer("token endpoint answered 302 without an error")) {
            try read(#"{"access_token":"x"}"#, status: 302)
        }
    }
}
