import HTTP
import Pages
import Testing

@Suite struct NoticeTests {
    @Test func `each notice has its status and what the status asks for`() {
        let answers = Gallery().notices.map { Pages().notice($0) }
        #expect(answers.map(\.status.code) == [200, 503, 503, 404, 405, 421, 429, 429])
        #expect(answers.map { $0.fields[.retryAfter] } == [nil, "5", nil, nil, nil, nil, "12", nil])
        #expect(answers[4].fields[.allow] == "GET, HEAD")
    }

    @Test func `H23 trying again loads the same address, which is not said again`() {
        for notice in [Notice.working, .unavailable(retryAfter: nil), .tooManyRequests(retryAfter: 3)] {
            #expect(Markup(Pages().notice(notice)).all("a").map { $0["href"] } == [""])
        }
    }
}
