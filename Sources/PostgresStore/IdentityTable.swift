import Crypto
import OAuth

/// The table `identities`: which subject of ours a person of a provider is, for good.
enum IdentityTable {
    private static let select = Statement(
        "identity", .bytes, sql: "SELECT subject FROM identities WHERE digest=$1")
    private static let insert = Statement(
        "identify", .bytes, .text, .number,
        sql: """
            INSERT INTO identities(digest, subject, created_at) VALUES($1, $2, $3) ON CONFLICT DO NOTHING
            """)

    static let statements = [select, insert]

    static func read(_ digest: [UInt8]) -> Command { Command(select) { $0.add(digest) } }

    /// The subject in an answer to `read`; nil when the identity is new.
    static func subject(in row: Answer) throws(PostgresFault) -> Subject? {
        if row.rows == 0 { return nil }
        guard let subject = Subject(row.text(0)) else { throw .unreadable("an identity without a subject") }
        return subject
    }

    /// Gives the identity the subject proposed, unless it has one.
    static func add(_ digest: [UInt8], proposed: Subject, now: Timestamp) -> Command {
        Command(insert) {
            $0.add(digest)
            $0.add(proposed.text)
            $0.add(now.milliseconds)
        }
    }
}
