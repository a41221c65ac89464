import Crypto
import OAuth
import Store

/// The tables `identities` and `identity_texts`: which subject of ours a person of a provider is, for good, and sealed
/// who that is at the provider, so that people can be shown what is held of them.
struct IdentityTable: ~Copyable {
    private let select: Statement
    private let insert: Statement
    private let describe: Statement
    private let forgetTexts: Statement
    private let forget: Statement

    static let bySubject = """
        SELECT i.digest, i.created_at, t.sealed FROM identities AS i LEFT JOIN identity_texts AS t USING(digest)
        WHERE i.subject=?1 ORDER BY i.created_at, i.digest
        """

    init(on connection: borrowing Connection) throws(SQLiteFault) {
        let select = try Statement(
            """
            SELECT i.subject, t.sealed FROM identities AS i LEFT JOIN identity_texts AS t USING(digest)
            WHERE i.digest=?1
            """, on: connection)
        let insert = try Statement(
            "INSERT INTO identities(digest, subject, created_at) VALUES(?1,?2,?3)", on: connection)
        let describe = try Statement(
            "INSERT OR REPLACE INTO identity_texts(digest, sealed) VALUES(?1,?2)", on: connection)
        let forgetTexts = try Statement(
            "DELETE FROM identity_texts WHERE digest IN (SELECT digest FROM identities WHERE subject=?1)",
            on: connection)
        let forget = try Statement("DELETE FROM identities WHERE subject=?1", on: connection)
        self.select = select
        self.insert = insert
        self.describe = describe
        self.forgetTexts = forgetTexts
        self.forget = forget
    }

    /// The subject that `identity` has, or `proposed` from now on. Who it is, is kept where it was not yet, as by the
    /// schema's first version, and sealed anew where an older master key sealed it.
    borrowing func subject(
        of identity: Identity, proposed: Subject, now: Timestamp, seal: Seal
    ) throws(SQLiteFault) -> Subject {
        let packed = identity.packed()
        let digest = SHA256.digest(packed).bytes
        let known = try Self.known(digest, by: select)
        if known == nil {
            try insert.bind(digest, at: 1)
            try insert.bind(proposed.text, at: 2)
            try insert.bind(now.milliseconds, at: 3)
            try insert.run()
        }
        if known == nil || !seal.isSealed(known?.text ?? [], forIdentity: digest) {
            try describe.bind(digest, at: 1)
            try describe.bind(seal.seal(packed, forIdentity: digest), at: 2)
            try describe.run()
        }
        return known?.subject ?? proposed
    }

    private static func known(
        _ digest: [UInt8], by row: borrowing Statement
    ) throws(SQLiteFault) -> (subject: Subject, text: [UInt8])? {
        defer { row.reset() }
        try row.bind(digest, at: 1)
        guard try row.step() else { return nil }
        guard let subject = Subject(row.text(0)) else {
            throw .unreadable("an identity without a subject")
        }
        return (subject, row.bytes(1))
    }

    /// Takes all accounts of `subject` out and returns how many there were.
    borrowing func forget(
        _ subject: Subject, on connection: borrowing Connection
    ) throws(SQLiteFault) -> Int {
        try forgetTexts.bind(subject.text, at: 1)
        try forgetTexts.run()
        try forget.bind(subject.text, at: 1)
        try forget.run()
        return connection.changes
    }
}
