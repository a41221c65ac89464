/// All there is at one moment: the store's rows, what the nodes are about, the clock, and what truly happened.
///
/// Rows are numbers in the ``Book``; 0 stands for no row.
struct Situation: Hashable, Sendable {
    var record: UInt16 = 0
    /// The record that a loss of power leaves: an earlier one only while nothing durable followed a claim.
    var durable: UInt16 = 0
    var grant: UInt16 = 0
    private var first = Node()
    private var second = Node()
    var clock: UInt8 = 1
    /// The latest moment that the clock has shown.
    var peak: UInt8 = 1
    /// The latest moment that the store has noted.
    var stamp: UInt8 = 1
    var truth = Truth()

    func hash(into hasher: inout Hasher) {
        hasher.combine(first.order)
        hasher.combine(second.order)
        hasher.combine(
            UInt64(stamp) << 56 ^ UInt64(record) << 48 | UInt64(durable) << 32 | UInt64(grant) << 16 | UInt64(
                clock) << 8
                | UInt64(peak))
        truth.hash(into: &hasher)
    }

    subscript(node: Int) -> Node {
        get { node == 0 ? first : second }
        set { if node == 0 { first = newValue } else { second = newValue } }
    }

    /// Which of two like nodes does what makes no difference.
    /// - Returns: whether they changed places.
    mutating func sortNodes() -> Bool {
        guard first.order < second.order else { return false }
        swap(&first, &second)
        return true
    }
}

/// A broker process and the one request it is about.
struct Node: Hashable, Sendable {
    enum Stage: UInt8, Sendable {
        /// The request is there, the store has not been asked.
        case arrived
        /// The row was read and the write decided.
        case decided
        /// It has the claim, and is about to ask the provider.
        case claimed
        /// Only in mutants: the asker was told, the commit comes.
        case told
        /// Only in mutants: the first of two writes is done.
        case halfDone
    }

    /// The row as it was read.
    var snapshot: UInt16 = 0
    var operation = Operation.none
    var stage = Stage.arrived
    /// What the clock showed when the request arrived, and the latest it had shown until then.
    var now: UInt8 = 0
    var peak: UInt8 = 0
    /// What the provider said, for a claim that is made again because the store forgot it.
    var inHand = Operation.none
    /// Its claim was undone.
    var isOrphan = false
    /// Only in mutants: it was committed once already.
    var isRepeat = false

    var isIdle: Bool { operation == .none }

    fileprivate var order: UInt64 {
        UInt64(inHand.rawValue) << 56 | UInt64(snapshot) << 40 | UInt64(operation.rawValue) << 32 | UInt64(
            stage.rawValue) << 24
            | UInt64(now) << 16 | UInt64(peak) << 8 | (isRepeat ? 1 : 0) | (isOrphan ? 2 : 0)
    }
}
