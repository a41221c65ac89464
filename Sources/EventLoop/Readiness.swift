import CLinux

/// What a watcher wants to hear of a descriptor.
package struct Interest: OptionSet, Sendable {
    package let rawValue: UInt32

    package init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    package static let readable = Interest(rawValue: EPOLLIN.rawValue)
    package static let writable = Interest(rawValue: EPOLLOUT.rawValue)
    /// The peer has shut down its sending side.
    package static let peerClosed = Interest(rawValue: EPOLLRDHUP.rawValue)
    /// Told once a change instead of for as long as it holds.
    package static let edgeTriggered = Interest(rawValue: EPOLLET.rawValue)
}

/// What became of a descriptor.
package struct Readiness: OptionSet, Sendable {
    package let rawValue: UInt32

    package init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    package static let readable = Readiness(rawValue: EPOLLIN.rawValue)
    package static let writable = Readiness(rawValue: EPOLLOUT.rawValue)
    package static let peerClosed = Readiness(rawValue: EPOLLRDHUP.rawValue)
    package static let hungUp = Readiness(rawValue: EPOLLHUP.rawValue)
    package static let failed = Readiness(rawValue: EPOLLERR.rawValue)

    // Plain bit tests for busy places: set operations with literals are slow across modules.
    package var isReadable: Bool { rawValue & EPOLLIN.rawValue != 0 }
    package var isWritable: Bool { rawValue & EPOLLOUT.rawValue != 0 }
    package var isPeerClosed: Bool { rawValue & EPOLLRDHUP.rawValue != 0 }
    /// Both sides are shut down, or the connection has failed.
    package var isBroken: Bool { rawValue & (EPOLLHUP.rawValue | EPOLLERR.rawValue) != 0 }
}
