import OAuth
import Store

/// What the store knows of itself.
struct Facts: Sendable {
    var epoch = Epoch()
    /// The file is a backup copy: what was handed out may be spent elsewhere, and it does not know.
    var isCopy = false
    var stamp = Stamp()
}

/// The table `facts`: a handful of rows, numbers in 8 bytes, the highest first.
struct FactTable: ~Copyable {
    private let select: Statement
    private let insert: Statement
    private let delete: Statement

    private enum Name {
        static let epoch = "epoch"
        static let epochBegan = "epoch_began"
        static let copy = "copy"
        static let clock = "clock"
    }

    init(on connection: borrowing Connection) throws(SQLiteFault) {
        let select = try Statement("SELECT name, value FROM facts", on: connection)
        let insert = try Statement(
            "INSERT OR REPLACE INTO facts(name, value) VALUES(?1,?2)", on: connection)
        let delete = try Statement("DELETE FROM facts WHERE name=?1", on: connection)
        self.select = select
        self.insert = insert
        self.delete = delete
    }

    borrowing func read() throws(SQLiteFault) -> Facts {
        defer { select.reset() }
        var facts = Facts()
        var number: Int64 = 0
        var began: Timestamp?
        while try select.step() {
            switch select.text(0) {
            case Name.epoch: number = try Self.number(select.bytes(1))
            case Name.epochBegan: began = Timestamp(milliseconds: try Self.number(select.bytes(1)))
            case Name.clock:
                facts.stamp = Stamp(Timestamp(milliseconds: try Self.number(select.bytes(1))))
            case Name.copy: facts.isCopy = true
            default: break
            }
        }
        facts.epoch = Epoch(number: number, began: began)
        return facts
    }

    /// From now on the file is no copy any more, if it was one.
    borrowing func put(_ epoch: Epoch) throws(SQLiteFault) {
        try put(epoch.number, as: Name.epoch)
        if let began = epoch.began {
            try put(began.milliseconds, as: Name.epochBegan)
            // Whatever the clock was before, it counts from here.
            try put(Stamp(began))
        }
        try delete.bind(Name.copy, at: 1)
        try delete.run()
    }

    borrowing func put(_ stamp: Stamp) throws(SQLiteFault) {
        if let latest = stamp.latest { try put(latest.milliseconds, as: Name.clock) }
    }

    /// Marks the file as a copy made at `now`.
    borrowing func markCopy(at now: Timestamp) throws(SQLiteFault) {
        try put(now.milliseconds, as: Name.copy)
    }

    private borrowing func put(_ number: Int64, as name: String) throws(SQLiteFault) {
        try insert.bind(name, at: 1)
        try insert.bind(withUnsafeBytes(of: number.bigEndian) { Array($0) }, at: 2)
        try insert.run()
    }

    private static func number(_ bytes: [UInt8]) throws(SQLiteFault) -> Int64 {
        guard bytes.count == 8 else { throw .unreadable("a fact in a form that is not known") }
        return bytes.reduce(0) { $0 << 8 | Int64($1) }
    }
}
