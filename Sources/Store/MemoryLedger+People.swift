import Crypto
import OAuth
import Synchronization

/// The ledger in memory, as to who is who.
extension MemoryLedger {
    package func subject(of identity: Digest) async throws(LedgerFailure) -> Subject? {
        state.withLock { $0.accounts[identity.bytes]?.subject }
    }

    package func person(_ subject: Subject) async throws(LedgerFailure) -> PersonRecord {
        state.withLock { state in
            var person = PersonRecord(subject: subject)
            person.accounts = state.accounts.values.filter { $0.subject == subject }
                .sorted { $0.createdAt < $1.createdAt }
                .map { PersonRecord.Account(identity: $0.identity, createdAt: $0.createdAt) }
            person.signIns = state.transactions.values.filter { $0.details?.subject == subject }
                .sorted { $0.id < $1.id }
            person.grants = state.grants.values.filter { $0.details.subject == subject }
                .sorted { $0.id < $1.id }
            return person
        }
    }

    package func forget(_ subject: Subject) async throws(LedgerFailure) -> Forgotten {
        write { state in
            var gone = Forgotten()
            for (digest, account) in state.accounts where account.subject == subject {
                state.accounts[digest] = nil
                gone.accounts += 1
            }
            for (id, record) in state.transactions {
                guard let ended = TransactionMachine.forget(existing: record, subject: subject) else {
                    continue
                }
                state.transactions[id] = ended
                gone.signIns += 1
            }
            for (id, grant) in state.grants where grant.details.subject == subject {
                state.grants[id] = nil
                gone.grants += 1
            }
            return gone
        }
    }

    package func beginEpoch(now: Timestamp) async throws(LedgerFailure) -> Epoch {
        write { state in
            state.transactions = [:]
            state.grants = [:]
            state.spilled = [:]
            state.epoch = state.epoch.next(at: now)
            state.stamp = Stamp(now)
            return state.epoch
        }
    }
}
