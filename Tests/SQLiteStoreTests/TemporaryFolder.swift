import Crypto
import Glibc
import OAuth
import SQLiteStore
import Store

/// A folder for one test's database, gone with the last reference.
final class TemporaryFolder: Sendable {
    let path: String
    private let key = MasterKeys.random()

    init() throws {
        var name = Array("/tmp/homing-ledger-XXXXXX".utf8CString)
        guard mkdtemp(&name) != nil else { throw LedgerFailure.unavailable("no temporary folder") }
        path = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit {
        for name in names { unlink("\(path)/\(name)") }
        rmdir(path)
    }

    /// What this folder's key seals a ledger with.
    var sealing: SealingKey { key.sealingKey("ledger") }

    var database: String { path + "/homing.db" }

    /// The files in the folder.
    var names: [String] {
        guard let folder = opendir(path) else { return [] }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != "." && name != ".." { names.append(name) }
        }
        return names
    }

    /// The bytes of a file.
    func bytes(of name: String) -> [UInt8] {
        guard let file = fopen("\(path)/\(name)", "r") else { return [] }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = fread(&buffer, 1, buffer.count, file)
            if count == 0 { return bytes }
            bytes += buffer[..<count]
        }
    }

    func write(_ bytes: [UInt8], to name: String) throws {
        guard let file = fopen("\(path)/\(name)", "w") else { throw LedgerFailure.readOnly }
        defer { fclose(file) }
        fwrite(bytes, 1, bytes.count, file)
    }

    /// A ledger in this folder, under this folder's key unless another is given.
    func ledger(
        key: MasterKeys? = nil, busyMilliseconds: Int32 = 2_000, spilledRows: Int = 10_000,
        observe: (@Sendable (StoreTime) -> Void)? = nil
    ) throws -> SQLiteLedger {
        try SQLiteLedger(
            SQLiteConfiguration(
                path: database, busyMilliseconds: busyMilliseconds, checkpointPages: 500,
                spilledRows: spilledRows, observe: observe),
            sealing: (key ?? self.key).sealingKey("ledger"), now: Timestamp(seconds: 1_800_000_000))
    }
}
