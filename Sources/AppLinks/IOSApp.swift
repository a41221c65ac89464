/// An iOS app that may open our links: team (or app id prefix) and bundle identifier, as `ABCDE12345.com.example.app`.
package struct IOSApp: Sendable, Hashable, Comparable {
    package let appID: String

    package init(appID: String) throws(IOSAppFault) {
        let parts = appID.utf8.split(
            separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[1].isEmpty else { throw .noTeam }
        let isTeam =
            parts[0].count == 10 && parts[0].allSatisfy { (48...57).contains($0) || (65...90).contains($0) }
        guard isTeam else { throw .team }
        let labels = parts[1].split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard labels.allSatisfy({ !$0.isEmpty && $0.allSatisfy(Self.mayStandInBundle) }) else {
            throw .bundle
        }
        self.appID = appID
    }

    package static func < (one: Self, other: Self) -> Bool { one.appID < other.appID }

    private static func mayStandInBundle(_ byte: UInt8) -> Bool {
        (48...57).contains(byte) || ((65...90).contains(byte & 0xDF) && byte < 128)
            || byte == UInt8(ascii: "-")
    }
}

/// What is wrong with an iOS app id, and its mend.
package enum IOSAppFault: Error, Equatable, CustomStringConvertible {
    case noTeam, team, bundle

    package var description: String {
        switch self {
        case .noTeam: "has no team: write TEAMID.bundle.identifier"
        case .team: "must begin with the ten capitals and digits of the team id, then a dot"
        case .bundle: "has a bundle identifier with something else than letters, digits, hyphens and dots"
        }
    }
}
