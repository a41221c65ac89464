import OAuth

/// A record's phase as the columns hold it.
struct TransactionImage {
    var phase: TransactionRow.Phase
    var moment: Timestamp?
    var handleExpiresAt: Timestamp?
    var handle = 0
    var wrongVerifiers = 0
    var revoked = false
    var challenge: [UInt8]?
    var details: [UInt8]?

    init(of record: TransactionRecord, seal: Seal) {
        switch record.phase {
        case .processing(let leaseUntil):
            phase = .processing
            moment = leaseUntil
        case .issued(let issued):
            phase = .issued
            moment = issued.codeExpiresAt
            handleExpiresAt = issued.handleExpiresAt
            handle = issued.handleRedeemed
            wrongVerifiers = issued.wrongVerifiers
            challenge = issued.challenge.bytes
            details = seal.seal(issued.details.packed(), for: record.id)
        case .redeemed(let redeemed):
            phase = .redeemed
            moment = redeemed.at
            revoked = redeemed.revoked
            challenge = redeemed.challenge.bytes
            details = seal.seal(redeemed.details.packed(), for: record.id)
        case .rejected(let rejection):
            phase = .rejected
            handleExpiresAt = rejection.handleExpiresAt
            handle = rejection.handleRedeemed
            wrongVerifiers = rejection.wrongVerifiers
            challenge = rejection.challenge.bytes
            details = seal.seal(rejection.packed(), for: record.id)
        case .ended(.lapsed): phase = .lapsed
        case .ended(.exhausted): phase = .exhausted
        }
    }
}
