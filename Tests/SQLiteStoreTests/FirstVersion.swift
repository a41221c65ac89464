import Crypto
import OAuth
import StoreContract

@testable import SQLiteStore

/// What the first version of the program wrote, word for word. Nothing here changes with the program.
enum FirstVersion {
    static func masterKey() throws -> MasterKeys {
        MasterKeys(try MasterKey(bytes: [UInt8](repeating: 7, count: 32)))
    }

    /// The contract's `World.now`, at which the rows were written.
    static let clock: [UInt8] = [0x01, 0xA3, 0x18, 0x5C, 0x50, 0x00]

    static func id(_ number: UInt8) -> TransactionID? {
        TransactionID(clock + [UInt8](repeating: number, count: 18))
    }

    static let schema = """
        PRAGMA journal_mode=WAL;
        PRAGMA application_id=1752132969;
        CREATE TABLE migrations(
            version INTEGER PRIMARY KEY, readable_from INTEGER NOT NULL, applied_at TEXT NOT NULL
        ) STRICT;
        CREATE TABLE transactions(
            id BLOB PRIMARY KEY, version INTEGER NOT NULL, keep_until INTEGER NOT NULL, client TEXT NOT NULL,
            phase INTEGER NOT NULL, phase_at INTEGER, handle_expires_at INTEGER, handle INTEGER NOT NULL,
            wrong_verifiers INTEGER NOT NULL, revoked INTEGER NOT NULL, challenge BLOB, details BLOB
        ) WITHOUT ROWID, STRICT;
        CREATE TABLE grants(
            id BLOB PRIMARY KEY, version INTEGER NOT NULL, keep_until INTEGER NOT NULL, client TEXT NOT NULL,
            generation INTEGER NOT NULL, rotated_at INTEGER NOT NULL, revoked INTEGER NOT NULL,
            details BLOB NOT NULL
        ) WITHOUT ROWID, STRICT;
        CREATE TABLE identities(
            digest BLOB PRIMARY KEY, subject TEXT NOT NULL, created_at INTEGER NOT NULL
        ) WITHOUT ROWID, STRICT;
        CREATE TABLE spilled(
            id BLOB PRIMARY KEY, keep_until INTEGER NOT NULL, sealed BLOB NOT NULL
        ) WITHOUT ROWID, STRICT;
        CREATE INDEX spilled_by_time ON spilled(keep_until);
        CREATE TABLE signing_keys(
            kid TEXT PRIMARY KEY, algorithm TEXT NOT NULL, created_at INTEGER NOT NULL, sealed BLOB NOT NULL
        ) WITHOUT ROWID, STRICT;
        CREATE TABLE facts(name TEXT PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID, STRICT;
        INSERT INTO migrations VALUES(1,1,datetime('now'));
        """

    /// One sign-in with an open code (1), one with a refresh token that was rotated once (2), one too long for a cookie
    /// (3), their person, and a signing key. By the statements of the first version, which name no columns.
    static let rows = """
        INSERT INTO transactions VALUES(X'01A3185C5000010101010101010101010101010101010101',2,1800001200\
        000,'com.example.mobile',1,1800000060000,1800000300000,0,0,0,X'13D31E961A1AD8EC2F16B10C4C982E087\
        6A878AD6DF144566EE1894ACB70F9C3',X'575FF472E3C02797832BF3603171D5AD2BFCAC444555E0E840B732F736549\
        921646845676EE58B5141E0A633BF82C1775A7015C1EE16E6E43EDBB3C178937236FA41B206EFEF5B157D18BCF1696BB\
        9ABE59D771AA629A49529B2445D1FECFFAFF2D0C9BC86CBBB6A9D581E0A5000C3642FC92CDA4F44E30A8EA0325F020DF\
        031C8286300BB670C0E18F098C21C269C13C666C9BE7CD9F2EB88B2D9B251BA4B2488ACB876F97ECAD321ABF85E1A0C9\
        B9A17');
        INSERT INTO transactions VALUES(X'01A3185C5000020202020202020202020202020202020202',3,1800001200\
        000,'com.example.mobile',2,1800000000000,1800000300000,0,0,0,X'13D31E961A1AD8EC2F16B10C4C982E087\
        6A878AD6DF144566EE1894ACB70F9C3',X'AB1A3991370B0F0B097B9911FF26C3769926646A46EA5CBB6BB97EB771161\
        A55712ABEB591678804966A2C9592BC714955EFFA00C22E550874BF6B0894D8120AF295549338AF3F89A87590FFA291E\
        89061631542533DD98261EABD1A241278CB5C0C8A911596116A162943CD8434CFB4CCC51E28B0DB3BB634342F6E8F082\
        1BDD64BC3F1E6489E0F1DD4583E65F629940272D1AE73E6B80BAE1D6AD86E398AAF9367B3611F860434EC4A9DD1EFCE5\
        D9269');
        INSERT INTO grants VALUES(X'01A3185C5000020202020202020202020202020202020202',2,1802592000000,'c\
        om.example.mobile',2,1800000000000,0,X'AB1A3991370B0F0B097B9911FF26C3769926646A46EA5CBB6BB97EB77\
        1161A55712ABEB591678804966A2C9592BC714955EFFA00C22E550874BF6B0894D8120AF295549338AF3F89A87590FFA\
        291E89061631542533DD98261EABD1A241278CB5C0C8A911596116A162943CD8434CFB4CCC51E28B0DB3BB634342F6E8\
        F0821BDD64BC3F1E6489E0F1DD4583E65F629940272D1AE73E6B80BAE1D6AD86E398AAF9367B3611F860434EC4A9DD1E\
        FCE5D9269');
        INSERT INTO identities VALUES(X'36EC78A6A089F5342783E33A7B56C3B7DB7DF5656D92D3563734EDC0D170AEFB\
        ','subject-1',1800000000000);
        INSERT INTO spilled VALUES(X'01A3185C5000030303030303030303030303030303030303',1800001200000,X'0\
        10203');
        INSERT INTO signing_keys VALUES('first','ES256',1800000000000,X'B232EF109355C71E1FDE72F981628BEE\
        263E79C4925505BE7C980393845956');
        """

    /// The statements that the first version had prepared.
    static let statements = [
        "INSERT INTO transactions VALUES(?1,1,?2,?3,?4,?5,NULL,0,0,0,NULL,NULL)",
        """
        SELECT version, keep_until, client, phase, phase_at, handle_expires_at, handle, wrong_verifiers, revoked,
        challenge, details FROM transactions WHERE id=?1
        """,
        """
        UPDATE transactions SET version=version+1, phase=?3, phase_at=?4, handle=?5, wrong_verifiers=?6,
        revoked=?7 WHERE id=?1 AND version=?2
        """,
        """
        UPDATE transactions SET version=version+1, phase=?3, phase_at=?4, handle_expires_at=?5, handle=?8,
        wrong_verifiers=?9, revoked=?10, challenge=?6, details=?7 WHERE id=?1 AND version=?2
        """,
        "INSERT INTO grants VALUES(?1,1,?2,?3,?4,?5,?6,?7)",
        "SELECT version, keep_until, client, generation, rotated_at, revoked, details FROM grants WHERE id=?1",
        """
        UPDATE grants SET version=version+1, keep_until=?3, generation=?4, rotated_at=?5, revoked=?6
        WHERE id=?1 AND version=?2
        """,
        "SELECT subject FROM identities WHERE digest=?1", "INSERT INTO identities VALUES(?1,?2,?3)",
        "SELECT sealed FROM spilled WHERE id=?1 AND keep_until>?2",
        "DELETE FROM spilled WHERE keep_until<=?1", "SELECT count(*) FROM spilled",
        "INSERT OR REPLACE INTO spilled VALUES(?1,?2,?3)",
        "SELECT kid, algorithm, created_at, sealed FROM signing_keys ORDER BY created_at, kid",
        "INSERT INTO signing_keys VALUES(?1,?2,?3,?4)", "SELECT count(*) FROM migrations",
        "SELECT max(id), count(*) FROM (SELECT id FROM transactions WHERE id>?1 ORDER BY id LIMIT ?2)",
        "DELETE FROM transactions WHERE id>?1 AND id<=?2 AND keep_until<=?3",
        "SELECT max(id), count(*) FROM (SELECT id FROM grants WHERE id>?1 ORDER BY id LIMIT ?2)",
        "DELETE FROM grants WHERE id>?1 AND id<=?2 AND keep_until<=?3",
    ]
}
