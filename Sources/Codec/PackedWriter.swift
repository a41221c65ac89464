/// Writes values one behind the other in a compact binary form, for what is sealed and read only by us.
///
/// Integers are big-endian; texts and data have their length before them in groups of seven bits, the lowest
/// group first (LEB128).
package struct PackedWriter {
    package private(set) var bytes: [UInt8] = []

    package init() { bytes.reserveCapacity(Self.usual) }

    /// Room for what is usually written, so that it does not move while it grows.
    private static let usual = 512

    package mutating func byte(_ value: UInt8) { bytes.append(value) }

    package mutating func bool(_ value: Bool) { bytes.append(value ? 1 : 0) }

    package mutating func uint16(_ value: UInt16) { integer(value) }

    package mutating func uint32(_ value: UInt32) { integer(value) }

    package mutating func int64(_ value: Int64) { integer(value) }

    package mutating func string(_ value: String) {
        length(value.utf8.count)
        bytes.append(contentsOf: value.utf8)
    }

    package mutating func data(_ value: some Collection<UInt8>) {
        length(value.count)
        bytes.append(contentsOf: value)
    }

    /// Bytes of a length that the reader knows.
    package mutating func fixed(_ value: some Collection<UInt8>) { bytes.append(contentsOf: value) }

    package mutating func strings(_ values: [String]) {
        length(values.count)
        for value in values { string(value) }
    }

    /// Whether there is a value, and then the value as `write` writes it.
    package mutating func optional<T>(_ value: T?, _ write: (inout PackedWriter, T) -> Void) {
        bool(value != nil)
        if let value { write(&self, value) }
    }

    package mutating func optionalString(_ value: String?) { optional(value) { $0.string($1) } }

    package mutating func optionalData(_ value: [UInt8]?) { optional(value) { $0.data($1) } }

    package mutating func optionalInt64(_ value: Int64?) { optional(value) { $0.int64($1) } }

    package mutating func optionalBool(_ value: Bool?) { optional(value) { $0.bool($1) } }

    private mutating func integer<T: FixedWidthInteger>(_ value: T) {
        withUnsafeBytes(of: value.bigEndian) { bytes.append(contentsOf: $0) }
    }

    private mutating func length(_ count: Int) {
        var rest = UInt(count)
        while rest > 127 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 128)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }
}
