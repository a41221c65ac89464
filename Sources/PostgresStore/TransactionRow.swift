import OAuth

/// A row of the table `transactions` as it was read: the record, and what the compare-and-set needs.
struct TransactionRow: Sendable {
    let record: TransactionRecord
    let version: Int64
    /// The details as they lie in the database; empty where there are none.
    let sealed: [UInt8]

    /// The columns in the order in which `init` reads them.
    private static let columns = """
        version, keep_until, client, phase, phase_at, handle_expires_at, handle, wrong_verifiers, revoked,
        challenge, details, id
        """

    static let select = Statement(
        "transaction", .bytes, sql: "SELECT \(columns) FROM transactions WHERE id=$1")

    /// Rows past an id that know a person, and how many at most.
    static let page = Statement(
        "transactions", .bytes, .number,
        sql: """
            SELECT \(columns) FROM transactions WHERE id>$1
            AND phase IN (\(Phase.issued.rawValue), \(Phase.redeemed.rawValue)) ORDER BY id LIMIT $2
            """)

    /// What stands in the column `phase`. Numbers are never given a new meaning.
    enum Phase: Int {
        case processing = 0
        case issued = 1
        case redeemed = 2
        case rejected = 3
        case lapsed = 4
        case exhausted = 5
    }

    /// The row `id` in an answer to `select`; nil when there is none.
    static func read(
        _ id: TransactionID, in answer: Answer, seal: Seal
    ) throws(PostgresFault) -> TransactionRow? {
        answer.rows == 0 ? nil : try TransactionRow(id, in: answer.row(0), seal: seal)
    }

    /// A row of an answer to `page`.
    static func read(at row: Answer.Row, seal: Seal) throws(PostgresFault) -> TransactionRow {
        try TransactionRow(id(at: row), in: row, seal: seal)
    }

    static func id(at row: Answer.Row) throws(PostgresFault) -> TransactionID {
        guard let id = TransactionID(row.bytes(11)) else { throw .unreadable("a transaction without an id") }
        return id
    }

    private init(_ id: TransactionID, in row: Answer.Row, seal: Seal) throws(PostgresFault) {
        version = row.int64(0)
        sealed = row.bytes(10)
        guard let client = ClientID(row.text(2)), let phase = Phase(rawValue: row.int(3)) else {
            throw .unreadable("a transaction in a phase that is not known")
        }
        record = TransactionRecord(
            id: id, clientID: client, keepUntil: Timestamp(milliseconds: row.int64(1)),
            phase: try Self.phase(phase, of: id, in: row, sealed: sealed, seal: seal))
    }

    private static func phase(
        _ phase: Phase, of id: TransactionID, in row: Answer.Row, sealed: [UInt8], seal: Seal
    ) throws(PostgresFault) -> TransactionRecord.Phase {
        let moment = Timestamp(milliseconds: row.int64(4))
        switch phase {
        case .processing: return .processing(leaseUntil: moment)
        case .issued:
            return .issued(
                TransactionRecord.Issued(
                    challenge: try challenge(row), codeExpiresAt: moment,
                    handleExpiresAt: Timestamp(milliseconds: row.int64(5)), handleRedeemed: row.int(6),
                    wrongVerifiers: row.int(7), details: try seal.details(sealed, of: id)))
        case .redeemed:
            return .redeemed(
                TransactionRecord.Redeemed(
                    at: moment, challenge: try challenge(row), revoked: row.bool(8),
                    details: try seal.details(sealed, of: id)))
        case .rejected: return .rejected(try rejection(of: id, in: row, sealed: sealed, seal: seal))
        case .lapsed: return .ended(.lapsed)
        case .exhausted: return .ended(.exhausted)
        }
    }

    private static func rejection(
        of id: TransactionID, in row: Answer.Row, sealed: [UInt8], seal: Seal
    ) throws(PostgresFault) -> Rejection {
        let challenge = try challenge(row)
        let plain = try seal.open(sealed, for: id)
        do {
            return try Rejection(
                packed: plain, challenge: challenge, handleExpiresAt: Timestamp(milliseconds: row.int64(5)),
                handleRedeemed: row.int(6), wrongVerifiers: row.int(7))
        } catch { throw .unreadable("an error in a form that is not known") }
    }

    private static func challenge(_ row: Answer.Row) throws(PostgresFault) -> CodeChallenge {
        guard let challenge = CodeChallenge(bytes: row.bytes(9)) else {
            throw .unreadable("a transaction without its challenge")
        }
        return challenge
    }
}
