import OAuth

/// Something that is read, decided and written, for one id.
final class Job {
    /// What the decision rests on.
    let reads: [Command]
    let id: TransactionID
    /// The caller's clock, for the sweep.
    let now: Timestamp?
    /// Written at first without having read, if it can be.
    var guess: Change?
    /// Decides on what was read; may be asked again when the row changed meanwhile.
    let decide: ([Answer]) throws(PostgresFault) -> Step
    /// Answers that nothing was done, as far as is known.
    let fail: (PostgresFault) -> Void
    /// Times that it was begun anew.
    var rounds = 0

    init(
        _ id: TransactionID, reads: [Command], now: Timestamp?, guess: Change? = nil,
        decide: @escaping ([Answer]) throws(PostgresFault) -> Step, fail: @escaping (PostgresFault) -> Void
    ) {
        self.id = id
        self.reads = reads
        self.now = now
        self.guess = guess
        self.decide = decide
        self.fail = fail
    }

    /// What was decided.
    enum Step {
        /// There is nothing to write.
        case answer(() -> Void)
        case write(Change)
    }

    /// A decided write: a command that changes one row where the row is still the one that was read.
    struct Change {
        let command: Command
        /// Who is signed in by it; what is new of that goes before the changes of all.
        var identity: Identity?
        /// The commit must reach the disk before the answer.
        var isDurable = true
        /// Hands the outcome to whoever waits for it.
        let answer: () -> Void
    }

    /// Who somebody is, and what adds what is new of it; nodes that add several do it in the order of the digests.
    struct Identity: Sendable {
        let digest: [UInt8]
        let commands: [Command]
    }
}

/// Something that is read.
struct Question {
    let commands: [Command]
    /// It was on a connection that was lost.
    var isAskedAgain = false
    let answer: (Result<[Answer], PostgresFault>) -> Void
}

/// A change that waits for its batch.
struct WaitingChange {
    let job: Job
    let change: Job.Change
}

/// Statements that make a transaction of their own, on the writing line.
struct Errand {
    let commands: [Command]
    var rounds = 0
    let answer: (Result<[Answer], PostgresFault>) -> Void
}
