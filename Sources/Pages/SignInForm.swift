/// A plain form for an identity provider of our own making: the demo's.
package struct SignInForm: Sendable {
    /// The provider's own.
    package let brand: Brand
    /// The name of whoever asks for the sign-in.
    package let app: String
    /// Where the form is posted to.
    package let action: Link
    /// Fields that travel along unseen.
    package let hidden: [(name: String, value: String)]
    /// Whether a password is asked for besides the account.
    package let asksPassword: Bool
    /// What the person typed before, or a hint of whom the app expects.
    package let account: String
    /// Whether to say that account and password did not match.
    package let refused: Bool

    package init(
        brand: Brand, app: String, action: Link, hidden: [(name: String, value: String)] = [],
        asksPassword: Bool = false,
        account: String = "", refused: Bool = false
    ) {
        self.brand = brand
        self.app = app
        self.action = action
        self.hidden = hidden
        self.asksPassword = asksPassword
        self.account = account
        self.refused = refused
    }

    func document(_ wording: Wording) -> HTML {
        let shell = Shell(wording: wording, brand: brand)
        let words = wording.signIn
        let unseen = hidden.map { name, value -> HTML in
            "<input type=\"hidden\" name=\"\(attribute: name)\" value=\"\(attribute: value)\">"
        }
        let fault: HTML? = refused ? "<p role=\"alert\">\(text: words.refused.filled())</p>" : nil
        let password: HTML? =
            asksPassword
            ? """
            <label>\(text: words.password.filled())<input type="password" name="password" required \
            autocomplete="current-password"></label>
            """ : nil
        return shell.document(
            title: words.said.title,
            """
            \(shell.opening(words.said, app: app))\(fault)<form method="post" action="\(url: action)">\(unseen)\
            <label>\(text: words.account.filled())<input name="account" value="\(attribute: account)" required \
            autocapitalize="none" autocomplete="username" spellcheck="false"></label>\(password)\
            <button class="button" name="decision" value="sign_in">\(text: words.submit.filled())</button>\
            <button class="quiet" name="decision" value="cancel" formnovalidate>\(text: words.cancel.filled())</button>\
            </form>
            """)
    }
}
