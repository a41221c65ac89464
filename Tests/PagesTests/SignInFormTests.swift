import Pages
import Testing

@Suite struct SignInFormTests {
    private func markup(_ form: SignInForm) -> Markup { Markup(Pages().signInForm(form)) }

    @Test func `the form carries its hidden fields and both decisions`() {
        let form = markup(
            SignInForm(
                brand: Brand(name: "Demo"), app: "Example App", action: Link(path: "/login") ?? .here,
                hidden: [("csrf", "a\"b")], account: "ana"))
        #expect(form.all("form").map { $0["method"] } == ["post"])
        #expect(form.all("input").map { $0["value"] } == ["a&quot;b", "ana"])
        #expect(form.all("button").map { $0["value"] } == ["sign_in", "cancel"])
        #expect(form.text.contains("Example App"))
    }

    @Test func `a password is asked for only where there is one`() {
        let types = Gallery().forms.map { markup($0).all("input").compactMap { $0["type"] } }
        #expect(types == [["hidden", "password"], ["hidden"]])
    }
}
