import HTTP
import Pages
import Testing

@Suite struct ErrorPageTests {
    private func page(_ reason: ErrorPage.Reason, detail: String) -> Response {
        Pages().error(ErrorPage(reason: reason, error: "invalid_request", detail: detail, requestID: "req-1"))
    }

    @Test(arguments: ErrorPage.Reason.allCases)
    func `H05 an error page is a 400 without a redirect or a link`(reason: ErrorPage.Reason) {
        let answer = page(reason, detail: "redirect_uri https://evil.example/ is not registered")
        #expect(answer.status == .badRequest)
        #expect(!answer.fields.contains(.location))
        #expect(Markup(answer).all("a").isEmpty)
        #expect(answer.html.contains("<code dir=\"ltr\">invalid_request: redirect_uri https://evil.example/"))
        #expect(answer.html.contains("req-1"))
    }

    @Test func `A52 a long detail is cut between two characters`() {
        for length in 290...310 {
            let html = page(
                .badRequest,
                detail: String(repeating: "a", count: length) + String(repeating: "日", count: 200)
            ).html
            #expect(!html.contains("\u{FFFD}"))
            #expect(html.utf8.count < 6_000)
        }
    }
}
