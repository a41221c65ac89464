import OAuth

/// Numbers for the rows that occur, and for each row and question what `TransactionMachine` answered: asked once,
/// for it is pure.
final class Book {
    let calendar: Calendar
    let sample: Sample
    let mutant: Mutant?
    private(set) var records: [TransactionRecord?] = [nil]
    private(set) var facts = [RecordFacts()]
    private(set) var grants: [Grant?] = [nil]
    private var recordNumbers: [RecordFacts: UInt16] = [:]
    private var verdicts: [UInt32: Verdict] = [:]
    private var revoked: [UInt16: UInt16] = [:]
    /// What was looked at before, by row and moment.
    var waysHome: [UInt32: Bool] = [:]
    var standings: [UInt64: Bool] = [:]
    var met: Set<UInt64> = []

    init(calendar: Calendar, sample: Sample, mutant: Mutant?) {
        self.calendar = calendar
        self.sample = sample
        self.mutant = mutant
    }

    /// What the machine decides on the row, which is a grant for a refresh token and else a record.
    func verdict(_ operation: Operation, on row: UInt16, at moment: UInt8) -> Verdict {
        let key = UInt32(row) << 16 | UInt32(operation.rawValue) << 8 | UInt32(moment)
        if let known = verdicts[key] { return known }
        let verdict = decide(operation, on: row, now: calendar.time(moment))
        verdicts[key] = verdict
        return verdict
    }

    func number(of record: TransactionRecord) -> UInt16 {
        let key = RecordFacts(record)
        if let known = recordNumbers[key] {
            // The facts tell records apart, or the world would be too small.
            precondition(records[Int(known)] == record, "two records with the same facts")
            return known
        }
        let number = UInt16(records.count)
        records.append(record)
        facts.append(key)
        recordNumbers[key] = number
        return number
    }

    func number(of grant: Grant) -> UInt16 {
        if let known = grants.firstIndex(of: grant) { return UInt16(known) }
        grants.append(grant)
        return UInt16(grants.count - 1)
    }

    /// The number of the same grant, revoked.
    func revoking(_ number: UInt16) -> UInt16 {
        if let known = revoked[number] { return known }
        guard var grant = grants[Int(number)] else { return 0 }
        grant.revoked = true
        let result = self.number(of: grant)
        revoked[number] = result
        return result
    }
}

/// What a record says, as far as two of one transaction can differ.
struct RecordFacts: Hashable, Sendable {
    enum Phase: UInt8, Sendable { case none, processing, issued, redeemed, rejected, lapsed, exhausted }

    var phase = Phase.none
    var first: Int64 = 0
    var second: Int64 = 0
    var handle: UInt8 = 0
    var wrongVerifiers: UInt8 = 0
    var isRevoked = false
    var isDenied = false

    init() {}

    init(_ record: TransactionRecord) {
        switch record.phase {
        case .processing(let leaseUntil):
            phase = .processing
            first = leaseUntil.milliseconds
        case .issued(let issued):
            phase = .issued
            first = issued.codeExpiresAt.milliseconds
            second = issued.handleExpiresAt.milliseconds
            handle = UInt8(issued.handleRedeemed)
            wrongVerifiers = UInt8(issued.wrongVerifiers)
        case .redeemed(let redeemed):
            phase = .redeemed
            first = redeemed.at.milliseconds
            isRevoked = redeemed.revoked
        case .rejected(let rejection):
            phase = .rejected
            second = rejection.handleExpiresAt.milliseconds
            handle = UInt8(rejection.handleRedeemed)
            wrongVerifiers = UInt8(rejection.wrongVerifiers)
            isDenied = rejection.cause == .denied
        case .ended(.lapsed): phase = .lapsed
        case .ended(.exhausted): phase = .exhausted
        }
    }
}
