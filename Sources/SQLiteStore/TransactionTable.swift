import CSQLite
import OAuth

/// The table `transactions`: one row a sign-in, changed only by compare-and-set on its version.
struct TransactionTable: ~Copyable {
    private let select: Statement
    private let insert: Statement
    private let move: Statement
    private let replace: Statement

    init(on connection: borrowing Connection) throws(SQLiteFault) {
        let select = try Statement(TransactionRow.query, on: connection)
        let insert = try Statement(
            """
            INSERT INTO transactions(
                id, version, keep_until, client, phase, phase_at, handle, wrong_verifiers, revoked)
            VALUES(?1,1,?2,?3,?4,?5,0,0,0)
            """, on: connection)
        let move = try Statement(
            """
            UPDATE transactions SET version=version+1, phase=?3, phase_at=?4, handle=?5, wrong_verifiers=?6,
            revoked=?7 WHERE id=?1 AND version=?2
            """, on: connection)
        let replace = try Statement(
            """
            UPDATE transactions SET version=version+1, phase=?3, phase_at=?4, handle_expires_at=?5, handle=?8,
            wrong_verifiers=?9, revoked=?10, challenge=?6, details=?7 WHERE id=?1 AND version=?2
            """, on: connection)
        self.select = select
        self.insert = insert
        self.move = move
        self.replace = replace
    }

    borrowing func row(_ id: TransactionID, seal: Seal) throws(SQLiteFault) -> TransactionRow? {
        try TransactionRow.read(id, by: select, seal: seal)
    }

    /// Puts a claim where no row is.
    borrowing func add(_ record: TransactionRecord) throws(SQLiteFault) {
        guard case .processing(let leaseUntil) = record.phase else {
            throw .unreadable("a transaction that does not begin with a claim")
        }
        try insert.bind(record.id.bytes, at: 1)
        try insert.bind(record.keepUntil.milliseconds, at: 2)
        try insert.bind(record.clientID.text, at: 3)
        try insert.bind(TransactionRow.Phase.processing.rawValue, at: 4)
        try insert.bind(leaseUntil.milliseconds, at: 5)
        try insert.run()
    }

    /// Makes `row` what `record` says. Details never change between two phases that have them, so then they are
    /// not sealed again.
    /// - Throws: when the row is no longer the one that was read; nothing is written then.
    borrowing func update(
        _ row: TransactionRow, to record: TransactionRecord, seal: Seal, on connection: borrowing Connection
    ) throws(SQLiteFault) {
        let keepsDetails = row.record.details != nil
        switch record.phase {
        case .issued(let issued) where keepsDetails:
            try move(
                row, to: .issued, at: issued.codeExpiresAt, handle: issued.handleRedeemed,
                wrong: issued.wrongVerifiers, revoked: false)
        case .redeemed(let redeemed) where keepsDetails:
            try move(row, to: .redeemed, at: redeemed.at, handle: 0, wrong: 0, revoked: redeemed.revoked)
        default:
            try replace(row, by: record, seal: seal)
        }
        guard connection.changes == 1 else { throw .lostUpdate }
    }

    private borrowing func move(
        _ row: TransactionRow, to phase: TransactionRow.Phase, at moment: Timestamp, handle: Int, wrong: Int,
        revoked: Bool
    ) throws(SQLiteFault) {
        try move.bind(row.record.id.bytes, at: 1)
        try move.bind(row.version, at: 2)
        try move.bind(phase.rawValue, at: 3)
        try move.bind(moment.milliseconds, at: 4)
        try move.bind(handle, at: 5)
        try move.bind(wrong, at: 6)
        try move.bind(revoked ? 1 : 0, at: 7)
        try move.run()
    }

    private borrowing func replace(
        _ row: TransactionRow, by record: TransactionRecord, seal: Seal
    ) throws(SQLiteFault) {
        let image = TransactionImage(of: record, seal: seal)
        try replace.bind(record.id.bytes, at: 1)
        try replace.bind(row.version, at: 2)
        try replace.bind(image.phase.rawValue, at: 3)
        try replace.bind(image.moment?.milliseconds, at: 4)
        try replace.bind(image.handleExpiresAt?.milliseconds, at: 5)
        try replace.bind(image.challenge, at: 6)
        try replace.bind(image.details, at: 7)
        try replace.bind(image.handle, at: 8)
        try replace.bind(image.wrongVerifiers, at: 9)
        try replace.bind(image.revoked ? 1 : 0, at: 10)
        try replace.run()
    }
}

/// A record's phase as the columns hold it.
private struct TransactionImage {
    var phase: TransactionRow.Phase
    var moment: Timestamp?
    var handleExpiresAt: Timestamp?
    var handle = 0
    var wrongVerifiers = 0
    var revoked = false
    var challenge: [UInt8]?
    var details: [UInt8]?

    init(of record: TransactionRecord, seal: Seal) {
        switch record.phase {
        case .processing(let leaseUntil):
            phase = .processing
            moment = leaseUntil
        case .issued(let issued):
            phase = .issued
            moment = issued.codeExpiresAt
            handleExpiresAt = issued.handleExpiresAt
            handle = issued.handleRedeemed
            wrongVerifiers = issued.wrongVerifiers
            challenge = issued.challenge.bytes
            details = seal.seal(issued.details.packed(), for: record.id)
        case .redeemed(let redeemed):
            phase = .redeemed
            moment = redeemed.at
            revoked = redeemed.revoked
            challenge = redeemed.challenge.bytes
            details = seal.seal(redeemed.details.packed(), for: record.id)
        case .rejected(let rejection):
            phase = .rejected
            handleExpiresAt = rejection.handleExpiresAt
            handle = rejection.handleRedeemed
            wrongVerifiers = rejection.wrongVerifiers
            challenge = rejection.challenge.bytes
            details = seal.seal(rejection.packed(), for: record.id)
        case .ended(.lapsed): phase = .lapsed
        case .ended(.exhausted): phase = .exhausted
        }
    }
}
