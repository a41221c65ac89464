/// A provider of the configuration, as metrics tell it from the others. Only `Metrics.provider` makes one.
package struct ProviderLabel: Sendable, Hashable {
    /// Providers that are told apart; those beyond share the last label.
    static let limit = 32

    let number: Int
}

/// How a request to a provider ended.
package enum FetchOutcome: Int, Sendable, CaseIterable {
    case answered, refused, failed, timeout, unreachable, untrusted, unusable

    static var count: Int { FetchOutcome.unusable.rawValue + 1 }

    /// What each stands for: a status below 400, of the 400s, of the 500s; then no answer at all.
    var name: String {
        switch self {
        case .answered: "answered"
        case .refused: "client_error"
        case .failed: "server_error"
        case .timeout: "timeout"
        case .unreachable: "unreachable"
        case .untrusted: "untrusted"
        case .unusable: "unusable"
        }
    }

    /// By the status of an answer.
    package init(status: Int) { self = status < 400 ? .answered : status < 500 ? .refused : .failed }
}

/// What the store is asked for.
package enum StoreOperation: Int, Sendable, CaseIterable {
    /// A read, on the caller's own thread.
    case read
    /// A write as its caller sees it: its wait in the queue, and the commit.
    case write
    /// One commit, with all the writes that it carries.
    case commit

    static var count: Int { StoreOperation.commit.rawValue + 1 }

    var name: String {
        switch self {
        case .read: "read"
        case .write: "write"
        case .commit: "commit"
        }
    }
}
