import Crypto
import OAuth

/// The table `identities`: which subject of ours a person of a provider is, for good.
struct IdentityTable: ~Copyable {
    private let select: Statement
    private let insert: Statement

    init(on connection: borrowing Connection) throws(SQLiteFault) {
        let select = try Statement("SELECT subject FROM identities WHERE digest=?1", on: connection)
        let insert = try Statement("INSERT INTO identities VALUES(?1,?2,?3)", on: connection)
        self.select = select
        self.insert = insert
    }

    /// The subject that `identity` has, or `proposed` from now on.
    borrowing func subject(
        of identity: Digest, proposed: Subject, now: Timestamp
    ) throws(SQLiteFault) -> Subject {
        let digest = identity.bytes
        if let known = try known(digest) { return known }
        try insert.bind(digest, at: 1)
        try insert.bind(proposed.text, at: 2)
        try insert.bind(now.milliseconds, at: 3)
        try insert.run()
        return proposed
    }

    private borrowing func known(_ digest: [UInt8]) throws(SQLiteFault) -> Subject? {
        defer { select.reset() }
        try select.bind(digest, at: 1)
        guard try select.step() else { return nil }
        guard let subject = Subject(select.text(0)) else {
            throw .unreadable("an identity without a subject")
        }
        return subject
    }
}
