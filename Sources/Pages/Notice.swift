import HTTP

/// Short pages that say one thing.
package enum Notice: Sendable {
    /// The same sign-in is being finished by an earlier request; loading the page again asks anew.
    case working
    case unavailable(retryAfter: Int?)
    case notFound
    case methodNotAllowed(allow: String)
    /// A `Host` that is not ours.
    case misdirected
    case tooManyRequests(retryAfter: Int?)

    package var status: Status {
        switch self {
        case .working: .ok
        case .unavailable: .serviceUnavailable
        case .notFound: .notFound
        case .methodNotAllowed: .methodNotAllowed
        case .misdirected: .misdirectedRequest
        case .tooManyRequests: .tooManyRequests
        }
    }

    /// Seconds for `Retry-After`, where they are known.
    package var retryAfter: Int? {
        switch self {
        case .unavailable(let seconds), .tooManyRequests(let seconds): seconds
        case .working, .notFound, .methodNotAllowed, .misdirected: nil
        }
    }

    func document(_ wording: Wording, _ brand: Brand) -> HTML {
        let shell = Shell(wording: wording, brand: brand)
        let words = wording.notices
        let (said, button): (Wording.Said, Phrase?) =
            switch self {
            case .working: (words.working, words.checkAgain)
            case .unavailable: (words.unavailable, words.tryAgain)
            case .notFound: (words.notFound, nil)
            case .methodNotAllowed: (words.wrongMethod, nil)
            case .misdirected: (words.wrongHost, nil)
            case .tooManyRequests(nil): (words.tooManyForNow, words.tryAgain)
            case .tooManyRequests: (words.tooMany, words.tryAgain)
            }
        return shell.document(
            title: said.title,
            "\(shell.opening(said, number: retryAfter ?? 0))\(button.map { shell.button(.here, $0) })")
    }
}
