import Glibc
import OAuth
import Store

/// A copy of a store, made while it is in use: who is who, and the signing keys. What a store handed out and may be
/// spent by the time the copy is put back is left out, and the copy is marked, so that a new epoch begins with it.
package struct SQLiteBackup {
    private let source: DatabaseFile
    private let target: DatabaseFile
    private let replaces: Bool

    /// - Parameter replaces: a file that has the copy's name already is replaced, else it is a fault.
    package init(of source: String, to target: String, replacing replaces: Bool) {
        self.source = DatabaseFile(source)
        self.target = DatabaseFile(target)
        self.replaces = replaces
    }

    /// Returns the copy's size in bytes, once it is whole, checked and on the disk.
    /// - Parameter progress: is told bytes done and bytes in all.
    package func make(
        now: Timestamp, progress: @escaping (Int64, Int64) -> Void = { _, _ in }
    ) throws(CopyFault) -> Int64 {
        guard source.exists else { throw CopyFault("there is no store at \(source.path)") }
        guard !target.isSame(as: source) else { throw CopyFault("\(target.path) is the store itself") }
        guard !target.isCompanion(of: source) else {
            throw CopyFault("\(target.path) is a name that SQLite uses beside the store: choose another")
        }
        try refuseToReplace()
        let part = try target.makePart()
        do throws(CopyFault) {
            try fill(part, now: now, progress: progress)
            try part.synchronize()
            try refuseToReplace()
            try part.replace(target)
            try target.folder.synchronize()
        } catch {
            part.remove()
            throw error
        }
        return target.size
    }

    private func refuseToReplace() throws(CopyFault) {
        guard replaces || !target.exists else {
            throw CopyFault("\(target.path) exists: --force replaces it")
        }
    }

    private func fill(
        _ part: DatabaseFile, now: Timestamp, progress: @escaping (Int64, Int64) -> Void
    ) throws(CopyFault) {
        let copy = try PageCopy(source: source, target: part, progress: progress).run()
        try copy.check(source)
        do throws(LedgerFailure) {
            try Schema.requireOurs(copy)
            try Schema.migrate(copy)
            try copy.markAsCopy(at: now)
        } catch { throw CopyFault(error, error == .full ? part.path : source.path) }
        try copy.check(part)
    }
}

extension Connection {
    /// Leaves out what a copy must not bring back, and marks the file.
    borrowing func markAsCopy(at now: Timestamp) throws(LedgerFailure) {
        do throws(SQLiteFault) {
            try execute("BEGIN IMMEDIATE; \(Schema.newEpoch)")
            try FactTable(on: self).markCopy(at: now)
            try execute("\(Schema.knowsCopies); COMMIT; VACUUM")
        } catch {
            rollBack()
            throw error.failure
        }
    }

    /// In a file that is marked as a copy, or where it `must` be, begins a new epoch.
    borrowing func beginEpoch(at now: Timestamp, must: Bool = false) throws(LedgerFailure) -> Epoch? {
        do throws(SQLiteFault) {
            try execute("BEGIN IMMEDIATE")
            let table = try FactTable(on: self)
            let facts = try table.read()
            let epoch = facts.epoch.next(at: now)
            if must || facts.isCopy {
                try execute("\(Schema.newEpoch); \(Schema.needsNoCopies)")
                try table.put(epoch)
            }
            try execute("COMMIT")
            return must || facts.isCopy ? epoch : nil
        } catch {
            rollBack()
            throw error.failure
        }
    }
}
