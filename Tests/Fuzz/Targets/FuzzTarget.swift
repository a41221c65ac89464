/// A reader of bytes from outside, and what it promises whatever they are.
package struct FuzzTarget: Sendable {
    /// As on the command line, and the name of its folder in Corpus.
    package let name: String
    package let check: @Sendable (_ input: [UInt8]) throws(BrokenPromise) -> Void

    package static let all: [FuzzTarget] = [
        FuzzTarget(name: "configuration", check: ConfigurationPromise.check),
        FuzzTarget(name: "cookies", check: CookiesPromise.check),
        FuzzTarget(name: "form", check: FormPromise.check),
        FuzzTarget(name: "forwarded", check: ForwardedPromise.check),
        FuzzTarget(name: "keys", check: KeysPromise.check),
        FuzzTarget(name: "packed", check: PackedPromise.check),
        FuzzTarget(name: "provider", check: ProviderPromise.check),
        FuzzTarget(name: "proxy", check: ProxyPromise.check),
        FuzzTarget(name: "redirect", check: RedirectPromise.check),
        FuzzTarget(name: "request", check: RequestPromise.check),
        FuzzTarget(name: "resume", check: ResumePromise.check),
        FuzzTarget(name: "token", check: TokenPromise.check),
        FuzzTarget(name: "url", check: URLPromise.check),
    ]
}
