import Testing

@testable import Demo

struct FormReadingTests {
    let page = """
        <p><a class="quiet" href="/no">x</a><a class="open-app-button" href="https://l.example/o?t=a&amp;b=1">Open</a></p>
        <article action="/wrong"><form method="post" action="/authorize"><input type="hidden" name="request" value="a&quot;b&#39;&amp;lt;">
        <input name="account" value="alice@example.com" required><input type="submit"></form>
        """

    @Test func `the link of a class is found and unescaped once`() {
        #expect(FormReading.link("open-app-button", in: page) == "https://l.example/o?t=a&b=1")
        #expect(FormReading.link("other", in: page) == nil)
    }

    @Test func `a form's action and fields are found`() {
        #expect(FormReading.action(in: page) == "/authorize")
        let inputs = FormReading.inputs(in: page)
        #expect(inputs.map(\.0) == ["request", "account"])
        #expect(inputs.map(\.1) == ["a\"b'&lt;", "alice@example.com"])
    }

    @Test(arguments: ["", "<", "<form", "<input name=", "<a class=\"x\"", "<a href>"])
    func `what is no page has nothing in it`(text: String) {
        #expect(FormReading.action(in: text) == nil)
        #expect(FormReading.link("x", in: text) == nil)
        #expect(FormReading.inputs(in: text).allSatisfy { $0.1.isEmpty })
    }
}
