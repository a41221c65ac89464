import Store

/// What a change of the master key asks of the table.
extension KeyTable {
    /// Seals the signing keys anew where an older master key sealed them.
    /// - Throws: `otherMasterKey` when none of the keys given opens what is there.
    static func renew(_ configuration: SQLiteConfiguration, seal: Seal) throws(LedgerFailure) {
        do throws(SQLiteFault) {
            let connection = try Connection(
                path: configuration.path, access: .write, busyMilliseconds: configuration.busyMilliseconds)
            if try stale(on: connection, seal: seal).isEmpty { return }
            try connection.execute("PRAGMA synchronous=FULL; BEGIN IMMEDIATE")
            do throws(SQLiteFault) {
                let update = try Statement("UPDATE signing_keys SET sealed=?2 WHERE kid=?1", on: connection)
                for key in try stale(on: connection, seal: seal) {
                    try update.bind(key.kid, at: 1)
                    try update.bind(key.resealed, at: 2)
                    try update.run()
                }
                try connection.execute("COMMIT")
            } catch {
                connection.rollBack()
                throw error
            }
        } catch { throw error.failure }
    }

    private static func stale(
        on connection: borrowing Connection, seal: Seal
    ) throws(SQLiteFault) -> [(kid: String, resealed: [UInt8])] {
        let row = try Statement("SELECT kid, sealed FROM signing_keys", on: connection)
        var stale: [(kid: String, resealed: [UInt8])] = []
        while try row.step() {
            let (kid, sealed) = (row.text(0), row.bytes(1))
            _ = try seal.open(sealed, forKey: kid)
            if let resealed = seal.resealed(sealed, forKey: kid) { stale.append((kid, resealed)) }
        }
        return stale
    }
}
