import Crypto
import OAuth
import Store

/// The ledger in SQLite, as to who is who.
extension SQLiteLedger {
    private var people: PersonReading { PersonReading(readers: readers, seal: seal) }

    package func subject(of identity: Digest) async throws(LedgerFailure) -> Subject? {
        try people.subject(of: identity)
    }

    package func person(_ subject: Subject) async throws(LedgerFailure) -> PersonRecord {
        var person = PersonRecord(subject: subject)
        person.accounts = try people.accounts(of: subject)
        try await people.eachSignIn(of: subject) { person.signIns += $0 }
        try await people.eachGrant(of: subject) { person.grants += $0 }
        return person
    }

    /// In many small commits, a page's rows each, so that nobody else's write waits for long. Grants come after the
    /// transactions: a code that is redeemed meanwhile makes one until its transaction has ended.
    package func forget(_ subject: Subject) async throws(LedgerFailure) -> Forgotten {
        let seal = seal
        var gone = Forgotten()
        gone.accounts = try await write(now: nil) { tables throws(SQLiteFault) in
            try tables.identities.forget(subject, on: tables.connection)
        }
        try await people.eachSignIn(of: subject) { records async throws(LedgerFailure) in
            gone.signIns += try await write(now: nil) { tables throws(SQLiteFault) in
                try tables.end(records.map(\.id), of: subject, seal: seal)
            }
        }
        try await people.eachGrant(of: subject) { grants async throws(LedgerFailure) in
            gone.grants += try await write(now: nil) { tables throws(SQLiteFault) in
                try tables.grants.delete(grants.map(\.id), on: tables.connection)
            }
        }
        return gone
    }

    package func beginEpoch(now: Timestamp) async throws(LedgerFailure) -> Epoch {
        try await write(now: nil) { tables throws(SQLiteFault) in try tables.beginEpoch(now: now) }
    }
}

extension Tables {
    /// Ends the transactions that are of `subject`, and returns how many were.
    fileprivate func end(
        _ ids: [TransactionID], of subject: Subject, seal: Seal
    ) throws(SQLiteFault) -> Int {
        var count = 0
        for id in ids {
            guard let row = try transactions.row(id, seal: seal),
                let ended = TransactionMachine.forget(existing: row.record, subject: subject)
            else { continue }
            try transactions.update(row, to: ended, seal: seal, on: connection)
            count += 1
        }
        return count
    }

    fileprivate func beginEpoch(now: Timestamp) throws(SQLiteFault) -> Epoch {
        let epoch = facts.epoch.next(at: now)
        try connection.execute("\(Schema.newEpoch); \(Schema.needsNoCopies)")
        try factTable.put(epoch)
        facts = try factTable.read()
        return epoch
    }
}
