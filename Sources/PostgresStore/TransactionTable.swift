import OAuth

/// The table `transactions`: one row a sign-in, changed only by compare-and-set on its version. Each command changes
/// one row, or none where the row is no longer the one that was read.
enum TransactionTable {
    /// $5 is when the transaction began: one that is older than the epoch is never claimed.
    private static let insert = Statement(
        "claim", .bytes, .number, .text, .number, .bytes,
        sql: """
            INSERT INTO transactions(id, version, keep_until, client, phase, phase_at, handle, wrong_verifiers, revoked)
            SELECT $1, 1, $2, $3, 0, $4, 0, 0, false
            WHERE NOT EXISTS(SELECT FROM facts WHERE name='epoch_began' AND value>$5) ON CONFLICT DO NOTHING
            """)
    private static let move = Statement(
        "move", .bytes, .number, .number, .number, .number, .number, .bool,
        sql: """
            UPDATE transactions SET version=version+1, phase=$3, phase_at=$4, handle=$5, wrong_verifiers=$6, revoked=$7
            WHERE id=$1 AND version=$2
            """)
    private static let replace = Statement(
        "replace", .bytes, .number, .number, .number, .number, .bytes, .bytes, .number, .number, .bool,
        sql: """
            UPDATE transactions SET version=version+1, phase=$3, phase_at=$4, handle_expires_at=$5, challenge=$6,
            details=$7, handle=$8, wrong_verifiers=$9, revoked=$10 WHERE id=$1 AND version=$2
            """)
    /// The subject went into the sealed details: it must be the one that the identity has.
    private static let issue = Statement(
        "issue", .bytes, .number, .number, .number, .number, .bytes, .bytes, .bytes, .text,
        sql: """
            UPDATE transactions SET version=version+1, phase=$3, phase_at=$4, handle_expires_at=$5, challenge=$6,
            details=$7 WHERE id=$1 AND version=$2
            AND EXISTS(SELECT FROM identities WHERE digest=$8 AND subject=$9)
            """)
    /// Both rows or none; the grant takes over the details as they lie there, if no older key sealed them.
    private static let redeem = Statement(
        "redeem", .bytes, .number, .number, .number, .number, .number, .bytes,
        sql: """
            WITH spent AS (
                UPDATE transactions SET version=version+1, phase=2, phase_at=$3, handle=0, wrong_verifiers=0, revoked=false
                WHERE id=$1 AND version=$2 RETURNING id, client, details)
            INSERT INTO grants(id, version, keep_until, client, generation, rotated_at, revoked, details)
            SELECT id, 1, $4, client, $5, $6, false, coalesce($7, details) FROM spent
            """)
    private static let revoke = Statement(
        "revoke", .bytes, .number,
        sql: """
            WITH spent AS (
                UPDATE transactions SET version=version+1, revoked=true WHERE id=$1 AND version=$2 RETURNING id),
            ended AS (
                UPDATE grants SET version=version+1, revoked=true FROM spent WHERE grants.id=spent.id)
            SELECT id FROM spent
            """)

    static let statements = [
        TransactionRow.select, TransactionRow.page, insert, move, replace, issue, redeem, revoke,
    ]

    static func read(_ id: TransactionID) -> Command {
        Command(TransactionRow.select) { $0.add(id.bytes) }
    }

    /// Rows past `id`, 256 at most.
    static func page(past id: TransactionID?) -> Command {
        Command(TransactionRow.page) {
            $0.add(id?.bytes ?? [])
            $0.add(PersonReading.pageRows)
        }
    }

    /// Puts a claim where no row is.
    static func add(_ id: TransactionID, clientID: ClientID, leaseUntil: Timestamp, keepUntil: Timestamp)
        -> Command
    {
        Command(insert) {
            $0.add(id.bytes)
            $0.add(keepUntil.milliseconds)
            $0.add(clientID.text)
            $0.add(leaseUntil.milliseconds)
            $0.add(FactTable.bytes(id.createdAt.milliseconds))
        }
    }

    /// Makes `row` what `record` says. Details never change between two phases that have them, so then they are not
    /// sealed again.
    static func update(_ row: TransactionRow, to record: TransactionRecord, seal: Seal) -> Command {
        let keepsDetails = row.record.details != nil
        switch record.phase {
        case .issued(let issued) where keepsDetails:
            return move(
                row, to: .issued, at: issued.codeExpiresAt, handle: issued.handleRedeemed,
                wrong: issued.wrongVerifiers, revoked: false)
        case .redeemed(let redeemed) where keepsDetails:
            return move(row, to: .redeemed, at: redeemed.at, handle: 0, wrong: 0, revoked: redeemed.revoked)
        default:
            return replace(row, by: record, seal: seal)
        }
    }

    /// Makes `row` the issued record, provided that the identity `digest` has the subject `subject`.
    static func issue(
        _ row: TransactionRow, as record: TransactionRecord, _ digest: [UInt8], _ subject: Subject, seal: Seal
    ) -> Command {
        let image = TransactionImage(of: record, seal: seal)
        return Command(issue) {
            $0.add(record.id.bytes)
            $0.add(row.version)
            $0.add(image.phase.rawValue)
            $0.add(image.moment?.milliseconds)
            $0.add(image.handleExpiresAt?.milliseconds)
            $0.add(image.challenge)
            $0.add(image.details)
            $0.add(digest)
            $0.add(subject.text)
        }
    }

    /// Makes `row` redeemed and gives `grant`.
    static func redeem(_ row: TransactionRow, giving grant: Grant, seal: Seal) -> Command {
        Command(redeem) {
            $0.add(grant.id.bytes)
            $0.add(row.version)
            $0.add(grant.rotatedAt.milliseconds)
            $0.add(grant.expiresAt.milliseconds)
            $0.add(grant.generation)
            $0.add(grant.rotatedAt.milliseconds)
            $0.add(seal.resealed(row.sealed, for: grant.id))
        }
    }

    /// Makes what `row` gave no longer good, its grant with it.
    static func revoke(_ row: TransactionRow) -> Command {
        Command(revoke) {
            $0.add(row.record.id.bytes)
            $0.add(row.version)
        }
    }

    private static func move(
        _ row: TransactionRow, to phase: TransactionRow.Phase, at moment: Timestamp, handle: Int, wrong: Int,
        revoked: Bool
    ) -> Command {
        Command(move) {
            $0.add(row.record.id.bytes)
            $0.add(row.version)
            $0.add(phase.rawValue)
            $0.add(moment.milliseconds)
            $0.add(handle)
            $0.add(wrong)
            $0.add(revoked)
        }
    }

    private static func replace(_ row: TransactionRow, by record: TransactionRecord, seal: Seal) -> Command {
        let image = TransactionImage(of: record, seal: seal)
        return Command(replace) {
            $0.add(record.id.bytes)
            $0.add(row.version)
            $0.add(image.phase.rawValue)
            $0.add(image.moment?.milliseconds)
            $0.add(image.handleExpiresAt?.milliseconds)
            $0.add(image.challenge)
            $0.add(image.details)
            $0.add(image.handle)
            $0.add(image.wrongVerifiers)
            $0.add(image.revoked)
        }
    }
}
