import OAuth
import Store

/// What the store knows of itself.
struct Facts: Sendable {
    var epoch = Epoch()
    var stamp = Stamp()
}

/// The table `facts`: a handful of rows, numbers in 8 bytes, the highest first.
enum FactTable {
    private static let select = Statement(
        "facts", sql: "SELECT name, value FROM facts WHERE name IN ('epoch', 'epoch_began', 'clock')")
    private static let next = Statement(
        "next epoch",
        sql: """
            INSERT INTO facts(name, value) VALUES('epoch', int8send(1)) ON CONFLICT(name) DO UPDATE
            SET value=int8send(('x' || encode(facts.value, 'hex'))::bit(64)::bigint + 1) RETURNING value
            """)
    /// $1 is when it began. Whatever the clock was before, it counts from here.
    private static let begin = Statement(
        "begin epoch", .bytes,
        sql: """
            INSERT INTO facts(name, value) VALUES('epoch_began', $1), ('clock', $1)
            ON CONFLICT(name) DO UPDATE SET value=excluded.value
            """)
    private static let stamp = Statement(
        "stamp", .bytes,
        sql: """
            INSERT INTO facts(name, value) VALUES('clock', $1)
            ON CONFLICT(name) DO UPDATE SET value=excluded.value WHERE facts.value<excluded.value
            """)
    /// It waits for all who write, and whoever writes after it sees the new epoch.
    private static let void = Statement("void", sql: "TRUNCATE transactions, grants, spilled")

    private static let touch = Statement(
        "probe",
        sql: """
            INSERT INTO facts(name, value) VALUES('probe', int8send(0))
            ON CONFLICT(name) DO UPDATE SET value=excluded.value
            """)

    static let statements = [select, next, begin, stamp, void, touch]

    static let read = Command(select)
    /// Writes a row that means nothing, to see whether that can be done.
    static let probe = Command(touch)

    static func facts(in answer: Answer) throws(PostgresFault) -> Facts {
        var (number, began): (Int64, Timestamp?) = (0, nil)
        var facts = Facts()
        for index in 0..<answer.rows {
            let row = answer.row(index)
            let value = try Self.number(row.bytes(1))
            switch row.text(0) {
            case "epoch": number = value
            case "epoch_began": began = Timestamp(milliseconds: value)
            default: facts.stamp = Stamp(Timestamp(milliseconds: value))
            }
        }
        facts.epoch = Epoch(number: number, began: began)
        return facts
    }

    /// Notes what the clock shows, unless the database has seen later.
    static func put(_ stamp: Stamp) -> Command {
        Command(self.stamp) { $0.add(bytes(stamp.latest?.milliseconds ?? 0)) }
    }

    /// What begins a new epoch at `now`; the first answer has its number.
    static func begin(at now: Timestamp) -> [Command] {
        [Command(next), Command(begin) { $0.add(bytes(now.milliseconds)) }, Command(void)]
    }

    static func bytes(_ number: Int64) -> [UInt8] { withUnsafeBytes(of: number.bigEndian) { Array($0) } }

    static func number(_ bytes: [UInt8]) throws(PostgresFault) -> Int64 {
        guard bytes.count == 8 else { throw .unreadable("a fact in a form that is not known") }
        return bytes.reduce(0) { $0 << 8 | Int64($1) }
    }
}
