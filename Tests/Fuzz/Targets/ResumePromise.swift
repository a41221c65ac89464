import Codec
import OAuth

/// What apps send: a resume request as JSON, and the forms. JSON and form are read alike, and a member that stands
/// twice is refused in any place.
enum ResumePromise {
    @Sendable static func check(_ input: [UInt8]) throws(BrokenPromise) {
        if let form = try? Form(parsing: input) {
            _ = try? TokenRequest(form)
            _ = try? ResumeRequest(form)
        }
        guard let request = try? ResumeRequest(json: input) else { return }
        try promise(
            String(validating: input, as: UTF8.self) != nil && !input.contains(0),
            "JSON is UTF-8 and nothing else (RFC 8259 section 8.1)")
        let pairs = [
            ("handle", request.handle), ("client_id", request.clientID.text),
            ("code_verifier", request.verifier.text),
        ]
        let form = try? Form(parsing: Form.encode(pairs).utf8)
        let again = form.flatMap { try? ResumeRequest($0) }
        try promise(
            again?.handle == request.handle && again?.clientID == request.clientID
                && again?.verifier.text == request.verifier.text, "a form is read as JSON is")
        guard let brace = input.firstIndex(of: UInt8(ascii: "{")) else { return }
        for name in ["handle", "client_id", "code_verifier"] {
            var twice = input
            twice.insert(contentsOf: "\"\(name)\":\"x\",".utf8, at: brace + 1)
            try promise((try? ResumeRequest(json: twice)) == nil, "a member that stands twice is refused")
        }
    }
}
