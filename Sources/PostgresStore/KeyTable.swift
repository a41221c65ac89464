import OAuth
import Store

/// The table `signing_keys`. It has a handful of rows.
enum KeyTable {
    private static let select = Statement(
        "keys", sql: "SELECT kid, algorithm, created_at, sealed FROM signing_keys ORDER BY created_at, kid")
    /// Until the transaction's end nobody else adds a key.
    private static let lock = Statement(
        "lock keys", sql: "SELECT \(Schema.lock)")
    /// $5 is the newest of its algorithm that the caller knows, or NULL.
    private static let insert = Statement(
        "add key", .text, .text, .number, .bytes, .text,
        sql: """
            INSERT INTO signing_keys(kid, algorithm, created_at, sealed) SELECT $1, $2, $3, $4
            WHERE (SELECT kid FROM signing_keys WHERE algorithm=$2 ORDER BY created_at DESC, kid DESC LIMIT 1)
            IS NOT DISTINCT FROM $5 ON CONFLICT DO NOTHING
            """)

    static let statements = [select, lock, insert]

    static let read = Command(select)

    /// All keys in an answer to `read`, the oldest first.
    static func keys(in answer: Answer, seal: Seal) throws(PostgresFault) -> [StoredSigningKey] {
        var keys: [StoredSigningKey] = []
        for number in 0..<answer.rows {
            let row = answer.row(number)
            let kid = row.text(0)
            keys.append(
                StoredSigningKey(
                    kid: kid, algorithm: row.text(1), createdAt: Timestamp(milliseconds: row.int64(2)),
                    privateKey: try seal.open(row.bytes(3), forKey: kid)))
        }
        return keys
    }

    /// What adds `key` behind `newest`, if that is the newest; the last answer has all keys.
    static func add(_ key: StoredSigningKey, after newest: String?, seal: Seal) -> [Command] {
        let added = Command(insert) {
            $0.add(key.kid)
            $0.add(key.algorithm)
            $0.add(key.createdAt.milliseconds)
            $0.add(seal.seal(key.privateKey, forKey: key.kid))
            $0.add(newest)
        }
        return [Command(lock), added, read]
    }
}
