import CSQLite
import Crypto
import Glibc
import OAuth
import Store
import StoreContract
import Testing

@testable import SQLiteStore

/// What operators get wrong with copies, and what a kill leaves behind.
@Suite struct BackupMistakeTests {
    private let later = Timestamp(seconds: 1_800_000_060)

    /// A folder with a store that has one grant, and a copy of it.
    private func folder() async throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        let ledger = try folder.ledger()
        _ = try await World(ledger: ledger).grant()
        let key = StoredSigningKey(kid: "k", algorithm: "ES256", createdAt: later, privateKey: [1])
        _ = try await ledger.addSigningKey(key, after: nil)
        await ledger.close()
        _ = try backup(folder, to: "copy.db")
        return folder
    }

    private func backup(_ folder: TemporaryFolder, to name: String, force: Bool = false) throws -> Int64 {
        try SQLiteBackup(of: folder.database, to: folder.path + "/" + name, replacing: force).make(now: later)
    }

    private func restore(
        _ folder: TemporaryFolder, _ name: String = "copy.db", key: SealingKey? = nil
    ) throws -> SQLiteRestoration.Outcome {
        try SQLiteRestoration(
            of: folder.path + "/" + name, to: folder.database, sealing: key ?? folder.sealing
        ).run(now: later)
    }

    private func mode(_ path: String) -> UInt32 {
        var found = stat()
        return stat(path, &found) == 0 ? found.st_mode & 0o777 : 0
    }

    @Test func `a copy put in place by hand beside the log of the store before is not opened`() async throws {
        let folder = try await folder()
        let ledger = try folder.ledger()
        let world = try World(ledger: ledger)
        let spent = try await world.grant()
        let log = folder.bytes(of: "homing.db-wal")
        await ledger.close()
        #expect(!log.isEmpty)
        // As after a kill.
        try folder.write(log, to: "homing.db-wal")
        try folder.write(folder.bytes(of: "copy.db"), to: "homing.db")
        #expect(throws: LedgerFailure.self) { try folder.ledger() }
        #expect(throws: CopyFault.self) { try backup(folder, to: "other.db") }
        #expect(folder.bytes(of: "homing.db-wal") == log)
        // What the line says to do: by homing restore, or by hand.
        _ = try restore(folder)
        #expect(!folder.names.contains("homing.db-wal"))
        try folder.write(folder.bytes(of: "copy.db"), to: "homing.db")
        let mended = try folder.ledger()
        #expect(mended.restored != nil)
        #expect(try await mended.rotate(world.refresh(spent, 1)) == .refused)
        await mended.close()
    }

    @Test func `a copy takes no name that SQLite gives to what it keeps beside the store`() async throws {
        let folder = try await folder()
        try folder.write([], to: "homing.db-journal")
        for suffix in ["-journal", "-wal", "-shm"] {
            #expect(throws: CopyFault.self) { try backup(folder, to: "homing.db" + suffix, force: true) }
            #expect(throws: CopyFault.self) { try backup(folder, to: "./homing.db" + suffix, force: true) }
        }
        let ledger = try folder.ledger()
        _ = try await World(ledger: ledger).grant()
        await ledger.close()
    }

    @Test func `an empty file is no copy, and neither is one that was cut off anywhere`() async throws {
        let folder = try await folder()
        let whole = folder.bytes(of: "copy.db")
        let before = folder.bytes(of: "homing.db")
        for count in [0, 1, 99, 100, 4_096, whole.count / 2, whole.count - 4_096, whole.count - 1] {
            try folder.write(Array(whole[..<count]), to: "copy.db")
            #expect(throws: CopyFault.self, "\(count) of \(whole.count) bytes") { try restore(folder) }
        }
        unlink(folder.path + "/copy.db")
        try Connection(path: folder.path + "/copy.db", access: .create, busyMilliseconds: 0).execute("VACUUM")
        #expect(throws: CopyFault.self) { try restore(folder) }
        #expect(folder.bytes(of: "homing.db") == before)
        #expect(!folder.names.contains { $0.contains(".replaced-") || $0.contains(".part-") })
    }

    @Test func `a copy that the master key does not open is not put in place`() async throws {
        let folder = try await folder()
        #expect(throws: CopyFault.self) { try restore(folder, key: MasterKeys.random().sealingKey("ledger")) }
        #expect(!folder.names.contains { $0.contains(".replaced-") || $0.contains(".part-") })
        _ = try restore(folder)
    }

    @Test func `a store is for its owner alone, whatever the umask`() async throws {
        let folder = try TemporaryFolder()
        let ledger = try folder.ledger()
        _ = try await World(ledger: ledger).grant()
        for suffix in ["", "-wal", "-shm"] { #expect(mode(folder.database + suffix) == 0o600) }
        await ledger.close()
    }

    @Test func `what a killed backup of the same process number left is no hindrance, and goes`() async throws
    {
        let folder = try await folder()
        let left = "second.db.part-\(getpid())"
        for name in [left, left + "-journal", "second.db.part-x"] { try folder.write([1, 2, 3], to: name) }
        _ = try backup(folder, to: "second.db")
        #expect(folder.names.filter { $0.hasPrefix("second.db.part-") } == ["second.db.part-x"])
        try folder.write([1, 2, 3], to: "homing.db.part-\(getpid())")
        _ = try restore(folder)
        #expect(!folder.names.contains { $0.hasPrefix("homing.db.part-") })
    }

    @Test func `a store that a symbolic link leads to stays where it lies`() async throws {
        let folder = try await folder()
        rename(folder.database, folder.path + "/real.db")
        symlink("real.db", folder.database)
        let replaced = try #require(try restore(folder).replaced)
        #expect(replaced.hasPrefix(folder.path + "/real.db.replaced-"))
        var found = stat()
        #expect(lstat(folder.database, &found) == 0 && found.st_mode & S_IFMT == S_IFLNK)
        await (try folder.ledger()).close()
    }

    @Test(.enabled(if: geteuid() == 0)) func `what the superuser restores belongs to the one before`()
        async throws
    {
        let folder = try await folder()
        chown(folder.database, 65_532, 65_531)
        _ = try restore(folder)
        var found = stat()
        #expect(stat(folder.database, &found) == 0 && found.st_uid == 65_532 && found.st_gid == 65_531)
        for name in folder.names where name.hasPrefix("homing.db") { unlink(folder.path + "/" + name) }
        chown(folder.path, 65_532, 65_531)
        _ = try restore(folder)
        #expect(
            stat(folder.database, &found) == 0 && found.st_uid == 65_532 && found.st_mode & 0o777 == 0o600)
    }
}
