import Crypto
import OAuth
import Store

/// Where a person's rows lie. Whose a row is, lies sealed in it, so all are looked at, a page at a time. What none of the
/// master keys opens is passed over: a key that was taken away before its time has left it there, for nobody to read or
/// to use.
struct PersonReading {
    /// Rows of a page.
    static let pageRows = 256

    let ledger: PostgresLedger

    func accounts(of subject: Subject) async throws(LedgerFailure) -> [PersonRecord.Account] {
        let seal = ledger.seal
        return try await ledger.read([IdentityTable.accounts(of: subject)]) { answers throws(PostgresFault) in
            try IdentityTable.accounts(in: answers[0], seal: seal)
        }
    }

    /// Hands over the transactions of `subject`, a page at a time.
    func eachSignIn(
        of subject: Subject, _ body: ([TransactionRecord]) async throws(LedgerFailure) -> Void
    ) async throws(LedgerFailure) {
        let seal = ledger.seal
        try await eachPage(body, TransactionTable.page) { row, page throws(PostgresFault) in
            try page.note(try TransactionRow.id(at: row)) { () throws(PostgresFault) in
                let found = try TransactionRow.read(at: row, seal: seal).record
                return found.details?.subject == subject ? found : nil
            }
        }
    }

    /// Hands over the grants of `subject`, a page at a time.
    func eachGrant(
        of subject: Subject, _ body: ([Grant]) async throws(LedgerFailure) -> Void
    ) async throws(LedgerFailure) {
        let seal = ledger.seal
        try await eachPage(body, GrantTable.page) { row, page throws(PostgresFault) in
            try page.note(try GrantTable.id(at: row)) { () throws(PostgresFault) in
                let found = try GrantTable.read(at: row, seal: seal).grant
                return found.details.subject == subject ? found : nil
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
            _ id: TransactionID, _ row: () throws(PostgresFault) -> Row?
        ) throws(PostgresFault) {
            last = id
            count += 1
            do throws(PostgresFault) {
                if let row = try row() { rows.append(row) }
            } catch {
                if !error.isUnreadable { throw error }
            }
        }
    }

    private func eachPage<Row: Sendable>(
        _ body: ([Row]) async throws(LedgerFailure) -> Void, _ command: (TransactionID?) -> Command,
        _ note: @escaping @Sendable (Answer.Row, inout Page<Row>) throws(PostgresFault) -> Void
    ) async throws(LedgerFailure) {
        var past: TransactionID?
        while true {
            let page = try await ledger.read([command(past)]) { answers throws(PostgresFault) in
                var page = Page<Row>()
                for number in 0..<answers[0].rows { try note(answers[0].row(number), &page) }
                return page
            }
            if !page.rows.isEmpty { try await body(page.rows) }
            if page.isLast { return }
            past = page.last
        }
    }
}
