import Crypto
import OAuth
import Store

/// The ledger in PostgreSQL, as to who is who.
extension PostgresLedger {
    private var people: PersonReading { PersonReading(ledger: self) }

    package func subject(of identity: Digest) async throws(LedgerFailure) -> Subject? {
        try await read([IdentityTable.read(identity.bytes)]) { answers throws(PostgresFault) in
            try IdentityTable.known(in: answers[0])?.subject
        }
    }

    package func person(_ subject: Subject) async throws(LedgerFailure) -> PersonRecord {
        var person = PersonRecord(subject: subject)
        person.accounts = try await people.accounts(of: subject)
        try await people.eachSignIn(of: subject) { person.signIns += $0 }
        try await people.eachGrant(of: subject) { person.grants += $0 }
        return person
    }

    /// In many small commits. Accounts go first: a settlement that was under way is over by then, and a later one finds
    /// them gone. Grants come after the transactions: a code that is redeemed meanwhile makes one until its transaction
    /// has ended.
    package func forget(_ subject: Subject) async throws(LedgerFailure) -> Forgotten {
        var gone = Forgotten()
        gone.accounts = try await run(IdentityTable.forget(subject)) { answers throws(PostgresFault) in
            answers[2].count
        }
        try await people.eachSignIn(of: subject) { records async throws(LedgerFailure) in
            for record in records where try await end(record.id, of: subject) { gone.signIns += 1 }
        }
        try await people.eachGrant(of: subject) { grants async throws(LedgerFailure) in
            let commands = grants.map { GrantTable.delete($0.id) }
            gone.grants += try await run(commands) { answers throws(PostgresFault) in
                answers.reduce(0) { $0 + $1.count }
            }
        }
        return gone
    }

    /// Ends a transaction that is of `subject`; false when it is not any more.
    private func end(_ id: TransactionID, of subject: Subject) async throws(LedgerFailure) -> Bool {
        let seal = seal
        let plan = Plan<Bool>(id: id, reads: [TransactionTable.read(id)], now: nil)
        return try await write(plan) { answers throws(PostgresFault) in
            guard let row = try TransactionRow.read(id, in: answers[0], seal: seal),
                let ended = TransactionMachine.forget(existing: row.record, subject: subject)
            else { return Decided(outcome: false) }
            return Decided(write: TransactionTable.update(row, to: ended, seal: seal), outcome: true)
        }
    }

    package func beginEpoch(now: Timestamp) async throws(LedgerFailure) -> Epoch {
        let epoch = try await run(FactTable.begin(at: now)) { answers throws(PostgresFault) in
            Epoch(number: try FactTable.number(answers[0].row(0).bytes(0)), began: now)
        }
        stamp.put(Stamp(now))
        return epoch
    }
}
