import HTTP

/// Every page there is, as a function from what it shows to a response. Nothing here reads, writes or remembers.
package struct Pages: Sendable {
    let wordings: [Wording]

    /// The first wording is for those whose language is not among them.
    package init(wordings: [Wording] = [.english]) {
        self.wordings = wordings
    }

    package func recovery(_ page: RecoveryPage, for visitor: Visitor = .unknown) -> Response {
        answer(.ok, page.document(wording(visitor), visitor.browser), page.brand)
    }

    package func openApp(_ page: OpenAppPage, for visitor: Visitor = .unknown) -> Response {
        answer(.ok, page.document(wording(visitor), visitor.browser), page.brand)
    }

    /// 400, and never a way to the address that was asked for.
    package func error(_ page: ErrorPage, for visitor: Visitor = .unknown) -> Response {
        answer(.badRequest, page.document(wording(visitor)), page.brand)
    }

    package func providerChoice(_ page: ProviderChoicePage, for visitor: Visitor = .unknown) -> Response {
        answer(.ok, page.document(wording(visitor)), page.brand, opener: .kept)
    }

    package func notice(_ notice: Notice, brand: Brand = .none, for visitor: Visitor = .unknown) -> Response {
        var response = answer(notice.status, notice.document(wording(visitor), brand), brand, opener: .kept)
        if case .methodNotAllowed(let allow) = notice { response.fields.append(.allow, allow) }
        if let seconds = notice.retryAfter { response.fields.append(.retryAfter, String(seconds)) }
        return response
    }

    package func signInForm(_ form: SignInForm, for visitor: Visitor = .unknown) -> Response {
        answer(.ok, form.document(wording(visitor)), form.brand, opener: .kept)
    }

    package func landing(_ page: LandingPage) -> Response {
        answer(.ok, page.document(wording(.unknown)), .none)
    }

    private func wording(_ visitor: Visitor) -> Wording { visitor.wording(among: wordings) }

    private func answer(
        _ status: Status, _ document: HTML, _ brand: Brand, opener: PagePolicy.Opener = .severed
    ) -> Response {
        Response(status: status, fields: brand.fields(opener), body: document.bytes)
    }
}
