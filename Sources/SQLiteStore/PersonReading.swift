import Crypto
import OAuth
import Store

/// Where a person's rows lie. Whose a row is, lies sealed in it, so all are looked at: a page at a time, so that no
/// snapshot stays open for long and the write-ahead log can be carried over meanwhile. What none of the master keys opens
/// is passed over: a key that was taken away before its time has left it there, for nobody to read or to use.
struct PersonReading {
    /// Rows of a page.
    static let pageRows = 256

    let readers: Readers
    let seal: Seal

    func subject(of identity: Digest) throws(LedgerFailure) -> Subject? {
        try readers.read { tables throws(SQLiteFault) in
            let row = try tables.prepare("SELECT subject FROM identities WHERE digest=?1")
            try row.bind(identity.bytes, at: 1)
            return try row.step() ? Subject(row.text(0)) : nil
        }
    }

    func accounts(of subject: Subject) throws(LedgerFailure) -> [PersonRecord.Account] {
        try readers.read { tables throws(SQLiteFault) in
            let row = try tables.prepare(IdentityTable.bySubject)
            try row.bind(subject.text, at: 1)
            var accounts: [PersonRecord.Account] = []
            while try row.step() {
                let identity = row.isNull(2) ? nil : try seal.identity(row.bytes(2), of: row.bytes(0))
                accounts.append(
                    .init(identity: identity, createdAt: Timestamp(milliseconds: row.int64(1))))
            }
            return accounts
        }
    }

    /// Hands over the transactions of `subject`, a page at a time.
    func eachSignIn(
        of subject: Subject, _ body: ([TransactionRecord]) async throws(LedgerFailure) -> Void
    ) async throws(LedgerFailure) {
        try await eachPage(body) { past throws(LedgerFailure) in
            try readers.read { tables throws(SQLiteFault) in
                let row = try Self.page(TransactionRow.page, past: past, in: tables)
                var page = Page<TransactionRecord>()
                while try row.step() {
                    try page.note(try TransactionRow.id(at: row)) { () throws(SQLiteFault) in
                        let found = try TransactionRow.read(at: row, seal: seal).record
                        return found.details?.subject == subject ? found : nil
                    }
                }
                return page
            }
        }
    }

    /// Hands over the grants of `subject`, a page at a time.
    func eachGrant(
        of subject: Subject, _ body: ([Grant]) async throws(LedgerFailure) -> Void
    ) async throws(LedgerFailure) {
        try await eachPage(body) { past throws(LedgerFailure) in
            try readers.read { tables throws(SQLiteFault) in
                let row = try Self.page(GrantTable.page, past: past, in: tables)
                var page = Page<Grant>()
                while try row.step() {
                    try page.note(try GrantTable.id(at: row)) { () throws(SQLiteFault) in
                        let found = try GrantTable.read(at: row, seal: seal).grant
                        return found.details.subject == subject ? found : nil
                    }
                }
                return page
            }
        }
    }

    private struct Page<Row: Sendable>: Sendable {
        var rows: [Row] = []
        /// The last id looked at.
        var last: TransactionID?
        private var count = 0

        var isLast: Bool { count < PersonReading.pageRows }

        mutating func note(
            _ id: TransactionID, _ row: () throws(SQLiteFault) -> Row?
        ) throws(SQLiteFault) {
            last = id
            count += 1
            do throws(SQLiteFault) {
                if let row = try row() { rows.append(row) }
            } catch {
                if !error.isUnreadable { throw error }
            }
        }
    }

    private func eachPage<Row: Sendable>(
        _ body: ([Row]) async throws(LedgerFailure) -> Void,
        reading: (_ past: TransactionID?) throws(LedgerFailure) -> Page<Row>
    ) async throws(LedgerFailure) {
        var past: TransactionID?
        while true {
            let page = try reading(past)
            if !page.rows.isEmpty { try await body(page.rows) }
            if page.isLast { return }
            past = page.last
        }
    }

    private static func page(
        _ query: String, past: TransactionID?, in tables: borrowing ReadTables
    ) throws(SQLiteFault) -> Statement {
        let row = try tables.prepare(query)
        try row.bind(past?.bytes ?? [], at: 1)
        try row.bind(pageRows, at: 2)
        return row
    }
}
