import OAuth

/// The moments that the world's clock can show: one on each side of every end that matters, and no others.
struct Calendar: Sendable {
    /// When the transaction began.
    static let beginning = Timestamp(seconds: 1_760_000_000)
    /// Milliseconds after the beginning, ascending. The first is an hour before it: only a clock set back gets there.
    private let offsets: [Int64]

    init(milliseconds: [Int64]) { offsets = [-3_600_000] + milliseconds }

    static let hourBefore: UInt8 = 0

    /// Where the clock starts.
    var first: UInt8 { 1 }
    var last: UInt8 { UInt8(offsets.count - 1) }

    func time(_ moment: UInt8) -> Timestamp {
        Self.beginning.adding(milliseconds: offsets[Int(moment)])
    }

    /// Whether `time` is over `milliseconds` after the moment `start`, by its own reading.
    func isOver(_ moment: UInt8, milliseconds: Int64, after start: UInt8) -> Bool {
        offsets[Int(moment)] >= offsets[Int(start)] + milliseconds
    }

    /// How far `moment` lies after `start`, in milliseconds.
    func distance(from start: UInt8, to moment: UInt8) -> Int64 {
        offsets[Int(moment)] - offsets[Int(start)]
    }

    func name(_ moment: UInt8) -> String {
        let offset = offsets[Int(moment)]
        return offset % 1000 == 0 ? "\(offset / 1000) s" : "\(offset) ms"
    }
}
