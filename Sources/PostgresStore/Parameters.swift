import CPostgres

/// The values of one statement's parameters in PostgreSQL's binary form, in order.
struct Parameters: Sendable {
    /// More parameters than any statement of ours has.
    private static let limit = 16

    private var bytes: [UInt8] = []
    /// Where each value ends; below 0 where it is NULL.
    private var ends: [Int] = []

    init() {}

    mutating func add(_ value: Int64) {
        withUnsafeBytes(of: value.bigEndian) { bytes.append(contentsOf: $0) }
        ends.append(bytes.count)
    }

    mutating func add(_ value: Int) { add(Int64(value)) }

    mutating func add(_ value: Int64?) {
        if let value { add(value) } else { ends.append(-1) }
    }

    mutating func add(_ value: Bool) {
        bytes.append(value ? 1 : 0)
        ends.append(bytes.count)
    }

    mutating func add(_ value: [UInt8]) {
        bytes.append(contentsOf: value)
        ends.append(bytes.count)
    }

    mutating func add(_ value: [UInt8]?) {
        if let value { add(value) } else { ends.append(-1) }
    }

    mutating func add(_ value: String) {
        bytes.append(contentsOf: value.utf8)
        ends.append(bytes.count)
    }

    mutating func add(_ value: String?) {
        if let value { add(value) } else { ends.append(-1) }
    }

    /// Hands a prepared statement with these values to libpq, which copies them.
    func send(_ name: UnsafePointer<CChar>, on connection: OpaquePointer) -> Bool {
        withUnsafeTemporaryAllocation(of: UnsafePointer<CChar>?.self, capacity: Self.limit) { values in
            withUnsafeTemporaryAllocation(of: Int32.self, capacity: 2 * Self.limit) { sizes in
                bytes.withUnsafeBytes { send(name, on: connection, from: $0, values, sizes) }
            }
        }
    }

    private func send(
        _ name: UnsafePointer<CChar>, on connection: OpaquePointer, from bytes: UnsafeRawBufferPointer,
        _ values: UnsafeMutableBufferPointer<UnsafePointer<CChar>?>,
        _ sizes: UnsafeMutableBufferPointer<Int32>
    ) -> Bool {
        // An empty value needs an address too: nil would be NULL.
        let start = bytes.baseAddress ?? UnsafeRawPointer(StaticString("").utf8Start)
        var begin = 0
        for (index, end) in ends.enumerated() {
            let isNull = end < 0
            values[index] = isNull ? nil : (start + begin).assumingMemoryBound(to: CChar.self)
            sizes[index] = isNull ? 0 : Int32(end - begin)
            sizes[Self.limit + index] = 1
            if !isNull { begin = end }
        }
        guard let lengths = sizes.baseAddress else { return false }
        return PQsendQueryPrepared(
            connection, name, Int32(ends.count), values.baseAddress, lengths, lengths + Self.limit, 1) == 1
    }
}
