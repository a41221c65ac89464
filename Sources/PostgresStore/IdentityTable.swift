import Crypto
import OAuth
import Store

/// The tables `identities` and `identity_texts`: which subject of ours a person of a provider is, for good, and sealed
/// who that is at the provider, so that people can be shown what is held of them.
enum IdentityTable {
    private static let select = Statement(
        "identity", .bytes,
        sql: """
            SELECT i.subject, t.sealed FROM identities AS i LEFT JOIN identity_texts AS t USING(digest)
            WHERE i.digest=$1
            """)
    private static let insert = Statement(
        "identify", .bytes, .text, .number,
        sql: """
            INSERT INTO identities(digest, subject, created_at) VALUES($1, $2, $3) ON CONFLICT DO NOTHING
            """)
    private static let describe = Statement(
        "describe", .bytes, .bytes,
        sql: """
            INSERT INTO identity_texts(digest, sealed) VALUES($1, $2)
            ON CONFLICT(digest) DO UPDATE SET sealed=excluded.sealed
            """)
    private static let bySubject = Statement(
        "accounts", .text,
        sql: """
            SELECT i.digest, i.created_at, t.sealed FROM identities AS i LEFT JOIN identity_texts AS t USING(digest)
            WHERE i.subject=$1 ORDER BY i.created_at, i.digest
            """)
    private static let forgetTexts = Statement(
        "forget accounts", .text,
        sql: "DELETE FROM identity_texts WHERE digest IN (SELECT digest FROM identities WHERE subject=$1)")
    private static let forget = Statement(
        "forget", .text, sql: "DELETE FROM identities WHERE subject=$1")

    /// Settlements go on beside each other, but not beside the forgetting of a person: either it finds what they wrote, or
    /// they find the person gone.
    private static let share = Statement(
        "settle beside others", sql: "SELECT pg_advisory_xact_lock_shared\(Schema.people)")
    private static let exclude = Statement(
        "forget alone", sql: "SELECT pg_advisory_xact_lock\(Schema.people)")

    static let statements = [select, insert, describe, bySubject, forgetTexts, forget, share, exclude]

    /// Stands before everything else in a batch that settles.
    static let settling = Command(share)

    /// Who an identity is here.
    struct Known: Sendable {
        let subject: Subject
        /// Who it is at the provider, sealed; empty where that was not kept, as by the schema's first version.
        let text: [UInt8]
    }

    static func read(_ digest: [UInt8]) -> Command { Command(select) { $0.add(digest) } }

    /// What an answer to `read` tells; nil when the identity is new.
    static func known(in answer: Answer) throws(PostgresFault) -> Known? {
        if answer.rows == 0 { return nil }
        let row = answer.row(0)
        guard let subject = Subject(row.text(0)) else { throw .unreadable("an identity without a subject") }
        return Known(subject: subject, text: row.bytes(1))
    }

    /// Gives the identity the subject proposed, unless it has one, and keeps who it is, sealed anew where an older
    /// master key sealed it.
    static func add(
        _ packed: [UInt8], _ digest: [UInt8], known: Known?, proposed: Subject, now: Timestamp, seal: Seal
    ) -> [Command] {
        if let known, seal.isSealed(known.text, forIdentity: digest) { return [] }
        let text = Command(describe) {
            $0.add(digest)
            $0.add(seal.seal(packed, forIdentity: digest))
        }
        if known != nil { return [text] }
        let new = Command(insert) {
            $0.add(digest)
            $0.add(proposed.text)
            $0.add(now.milliseconds)
        }
        return [new, text]
    }

    static func accounts(of subject: Subject) -> Command { Command(bySubject) { $0.add(subject.text) } }

    static func accounts(in answer: Answer, seal: Seal) throws(PostgresFault) -> [PersonRecord.Account] {
        var accounts: [PersonRecord.Account] = []
        for number in 0..<answer.rows {
            let row = answer.row(number)
            let identity = row.isNull(2) ? nil : try seal.identity(row.bytes(2), of: row.bytes(0))
            accounts.append(.init(identity: identity, createdAt: Timestamp(milliseconds: row.int64(1))))
        }
        return accounts
    }

    /// Takes all accounts of `subject` out; the last answer counts them.
    static func forget(_ subject: Subject) -> [Command] {
        [Command(exclude)] + [forgetTexts, forget].map { Command($0) { $0.add(subject.text) } }
    }
}
