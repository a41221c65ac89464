import Crypto
import Glibc
import OAuth
import Store

/// Puts a copy in the place of a store that nobody has open, and keeps what it replaces beside it. A new epoch begins
/// with it: the copy does not know what was spent since.
package struct SQLiteRestoration {
    /// What became of it.
    package struct Outcome: Sendable {
        /// The epoch that began.
        package let epoch: Epoch
        /// Where the store that was there before lies now.
        package let replaced: String?
    }

    private let copy: DatabaseFile
    private let target: DatabaseFile
    private let seal: Seal

    /// - Parameter sealing: the master key's for the purpose `ledger`: a copy that it does not open is of no use here.
    package init(of copy: String, to target: String, sealing: SealingKey) {
        self.copy = DatabaseFile(copy)
        // A store may lie elsewhere than where it is called for: there it stays.
        self.target = DatabaseFile(DatabaseFile(target).resolved)
        seal = Seal(key: sealing, random: SystemRandom())
    }

    package func run(now: Timestamp) throws(CopyFault) -> Outcome {
        guard copy.exists else { throw CopyFault("there is no copy at \(copy.path)") }
        guard !copy.isSame(as: target) else { throw CopyFault("\(copy.path) is the store itself") }
        let part = try target.makePart(ownedAs: target.exists ? target : target.folder)
        do throws(CopyFault) {
            let epoch = try fill(part, now: now)
            try part.synchronize()
            guard target.exists else {
                try part.replace(target)
                try target.folder.synchronize()
                return Outcome(epoch: epoch, replaced: nil)
            }
            return Outcome(epoch: epoch, replaced: try replaceStore(by: part, now: now).path)
        } catch {
            part.remove()
            throw error
        }
    }

    private func fill(_ part: DatabaseFile, now: Timestamp) throws(CopyFault) -> Epoch {
        let store = try PageCopy(source: copy, target: part, progress: { _, _ in }).run()
        try requireWholePages(store)
        try store.check(copy)
        do throws(LedgerFailure) {
            try Schema.requireOurs(store)
            try Schema.migrate(store)
            try requireOurKey(store)
            guard let epoch = try store.beginEpoch(at: now, must: true) else { throw .corrupt("no epoch") }
            return epoch
        } catch { throw CopyFault(error, error == .full ? part.path : copy.path) }
    }

    /// SQLite reads zeros where the last page ends too early, and finds nothing wrong with them.
    private func requireWholePages(_ store: borrowing Connection) throws(CopyFault) {
        do throws(SQLiteFault) {
            let row = try Statement("PRAGMA page_size", on: store)
            guard try row.step(), copy.size > 0, copy.size % row.int64(0) == 0 else {
                throw SQLiteFault.unreadable("it was cut off")
            }
        } catch { throw CopyFault(error, copy.path) }
    }

    private func requireOurKey(_ store: borrowing Connection) throws(LedgerFailure) {
        do throws(SQLiteFault) {
            _ = try KeyTable.read(by: try Statement(KeyTable.query, on: store), seal: seal)
        } catch { throw error.failure }
    }

    /// Holds the store's lock meanwhile, so that a server that starts now waits, and then finds that its file is not
    /// the store any more.
    private func replaceStore(by part: DatabaseFile, now: Timestamp) throws(CopyFault) -> DatabaseFile {
        if let process = target.holder {
            throw CopyFault("process \(process) has \(target.path) open: stop it first")
        }
        let aside = unusedName(at: now)
        let lock: Connection
        do throws(SQLiteFault) { lock = try lockedStore() } catch {
            guard error.isDamage else { throw CopyFault(error, target.path) }
            // Nothing of it can be read, so what lies beside it goes along as it is.
            target.moveCompanions(to: aside)
            try swap(part, aside)
            return aside
        }
        guard !lock.hasMoved else { throw CopyFault("\(target.path) was replaced just now") }
        try swap(part, aside)
        _ = consume lock
        mark(aside, at: now)
        return aside
    }

    /// The store, opened by nobody else, its log carried over: all of it is in the one file.
    private func lockedStore() throws(SQLiteFault) -> Connection {
        let store = try Connection(path: target.path, access: .write, busyMilliseconds: 500)
        try store.execute(
            "PRAGMA locking_mode=EXCLUSIVE; PRAGMA journal_mode=DELETE; BEGIN EXCLUSIVE; COMMIT")
        return store
    }

    /// There is a store at every moment: the old one, and then the new one.
    private func swap(_ part: DatabaseFile, _ aside: DatabaseFile) throws(CopyFault) {
        try target.keep(as: aside)
        do throws(CopyFault) { try part.replace(target) } catch {
            unlink(aside.path)
            throw error
        }
        try target.folder.synchronize()
    }

    /// Should it be put back one day, it does not know either what was spent since. It may be of an older program, or
    /// of none of ours: then it stays as it is.
    private func mark(_ aside: DatabaseFile, at now: Timestamp) {
        do throws(SQLiteFault) {
            let store = try Connection(path: aside.path, access: .write, busyMilliseconds: 0)
            try FactTable(on: store).markCopy(at: now)
            try store.execute(Schema.knowsCopies)
        } catch {}
    }

    private func unusedName(at now: Timestamp) -> DatabaseFile {
        var (time, parts, text) = (time_t(now.seconds), tm(), [CChar](repeating: 0, count: 32))
        gmtime_r(&time, &parts)
        let count = strftime(&text, text.count, "%Y%m%dT%H%M%SZ", &parts)
        let stamp = String(decoding: text[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let name = "\(target.path).replaced-\(stamp)"
        var (aside, number) = (DatabaseFile(name), 1)
        while aside.exists {
            number += 1
            aside = DatabaseFile("\(name)-\(number)")
        }
        return aside
    }
}
