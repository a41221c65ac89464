import OAuth
import Store

/// The tables `signing_keys` and `signing_key_times`. They have a handful of rows. A key without a time comes from a
/// program that knew none: it signed from its making on.
enum KeyTable {
    private static let select = Statement(
        "keys",
        sql: """
            SELECT kid, algorithm, created_at, sealed, coalesce(active_from, created_at)
            FROM signing_keys LEFT JOIN signing_key_times USING(kid) ORDER BY 5, created_at, kid COLLATE "C"
            """)
    /// Until the transaction's end nobody else adds a key.
    private static let lock = Statement(
        "lock keys", sql: "SELECT \(Schema.lock)")
    /// $5 is the last of its algorithm to sign that the caller knows, or NULL.
    private static let insert = Statement(
        "add key", .text, .text, .number, .bytes, .text, .number,
        sql: """
            WITH added AS (
                INSERT INTO signing_keys(kid, algorithm, created_at, sealed) SELECT $1, $2, $3, $4
                WHERE (
                    SELECT kid FROM signing_keys LEFT JOIN signing_key_times USING(kid) WHERE algorithm=$2
                    ORDER BY coalesce(active_from, created_at) DESC, created_at DESC, kid COLLATE "C" DESC LIMIT 1
                ) IS NOT DISTINCT FROM $5 ON CONFLICT DO NOTHING RETURNING kid
            )
            INSERT INTO signing_key_times(kid, active_from) SELECT kid, $6 FROM added
            """)
    /// $1 is a list of ids with spaces between: an id has none.
    private static let delete = Statement(
        "drop keys", .text,
        sql: """
            WITH gone AS (DELETE FROM signing_keys WHERE kid=ANY(string_to_array($1, ' ')) RETURNING kid)
            DELETE FROM signing_key_times WHERE kid IN (SELECT kid FROM gone)
            """)

    private static let renew = Statement(
        "renew key", .text, .bytes, sql: "UPDATE signing_keys SET sealed=$2 WHERE kid=$1")

    static let statements = [select, lock, insert, delete, renew]

    static let read = Command(select)

    /// All keys in an answer to `read`, in the order in which they come to sign.
    static func keys(in answer: Answer, seal: Seal) throws(PostgresFault) -> [StoredSigningKey] {
        var keys: [StoredSigningKey] = []
        for number in 0..<answer.rows {
            let row = answer.row(number)
            let kid = row.text(0)
            keys.append(
                StoredSigningKey(
                    kid: kid, algorithm: row.text(1), createdAt: Timestamp(milliseconds: row.int64(2)),
                    activeFrom: Timestamp(milliseconds: row.int64(4)),
                    privateKey: try seal.open(row.bytes(3), forKey: kid)))
        }
        return keys
    }

    /// What takes keys out.
    static func drop(_ kids: Set<String>) -> [Command] {
        [Command(lock), Command(delete) { $0.add(kids.joined(separator: " ")) }]
    }

    /// What adds `key` behind `last`, if that is the last to sign; the last answer has all keys.
    static func add(_ key: StoredSigningKey, after last: String?, seal: Seal) -> [Command] {
        let added = Command(insert) {
            $0.add(key.kid)
            $0.add(key.algorithm)
            $0.add(key.createdAt.milliseconds)
            $0.add(seal.seal(key.privateKey, forKey: key.kid))
            $0.add(last)
            $0.add(key.activeFrom.milliseconds)
        }
        return [Command(lock), added, read]
    }

    /// What seals anew the keys in an answer to `read` that an older master key sealed.
    /// - Throws: `otherMasterKey` when none of the keys given opens what is there.
    static func renewals(of answer: Answer, seal: Seal) throws(PostgresFault) -> [Command] {
        _ = try keys(in: answer, seal: seal)
        return (0..<answer.rows).compactMap { number in
            let row = answer.row(number)
            let kid = row.text(0)
            guard let resealed = seal.resealed(row.bytes(3), forKey: kid) else { return nil }
            return Command(renew) {
                $0.add(kid)
                $0.add(resealed)
            }
        }
    }
}
