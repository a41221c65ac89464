import Codec

/// Header fields in their order, kept as the bytes of the wire: received ones are a view of the request's head,
/// own ones are ready to be sent. Texts are made only for those who ask.
///
/// An own value that may not travel (CR, LF, NUL, any other control character, anything but ASCII) is never
/// stored; it turns `isSendable` false, and a response with such fields leaves as an empty 500 (A53).
package struct Fields: Sendable {
    /// Whole lines, each `name: value` CR LF.
    private var bytes: [UInt8]
    private var view: Range<Int>
    /// Whether every value given was fit to be sent.
    package private(set) var isSendable = true

    package init() {
        bytes = []
        view = 0..<0
    }

    package init(_ fields: [(FieldName, String)]) {
        self.init()
        for (name, value) in fields { append(name, value) }
    }

    /// The lines at `view` of `head`, which the parser has checked.
    init(head: [UInt8], view: Range<Int>) {
        bytes = head
        self.view = view
    }

    /// Adds a field behind those that are there.
    package mutating func append(_ name: FieldName, _ value: String) {
        guard value.hasOnly({ $0 >= 32 && $0 < 127 || $0 == Octet.tab }) else {
            isSendable = false
            return
        }
        own()
        bytes.reserveCapacity(bytes.count + name.text.utf8.count + value.utf8.count + 4)
        bytes.append(contentsOf: name.text.utf8)
        bytes.append(Octet.colon)
        bytes.append(Octet.space)
        bytes.append(contentsOf: value.utf8)
        bytes.append(Octet.carriageReturn)
        bytes.append(Octet.lineFeed)
        view = 0..<bytes.count
    }

    /// Adds a Set-Cookie field; a cookie that is not legal makes the fields unsendable.
    package mutating func append(_ cookie: SetCookie) {
        if cookie.isLegal { append(.setCookie, cookie.fieldValue) } else { isSendable = false }
    }

    /// Takes the place of all fields of this name; nil removes them.
    package mutating func set(_ name: FieldName, _ value: String?) {
        remove(name)
        if let value { append(name, value) }
    }

    package mutating func remove(_ name: FieldName) {
        guard contains(name) else { return }
        var kept: [UInt8] = []
        kept.reserveCapacity(view.count)
        eachLine { line, lineName, _ in
            if !Self.matches(lineName, name) { kept.append(contentsOf: line) }
            return true
        }
        bytes = kept
        view = 0..<kept.count
    }

    /// The first value of this name; setting one takes the place of all.
    package subscript(_ name: FieldName) -> String? {
        get { withFirst(name) { String(decoding: $0, as: UTF8.self) } }
        set { set(name, newValue) }
    }

    /// Every value of this name, in order.
    package func all(_ name: FieldName) -> [String] {
        var values: [String] = []
        eachValue(name) { values.append(String(decoding: $0, as: UTF8.self)) }
        return values
    }

    package func contains(_ name: FieldName) -> Bool { withFirst(name) { _ in true } ?? false }

    package var isEmpty: Bool { view.isEmpty }

    /// The lines as they travel, without the empty one at the end.
    package var wire: ArraySlice<UInt8> { bytes[view] }

    /// The fields as texts, for showing and testing.
    package var list: [Field] {
        var list: [Field] = []
        eachLine { _, name, value in
            if let name = FieldName(String(decoding: name, as: UTF8.self)) {
                list.append(Field(name: name, value: String(decoding: value, as: UTF8.self)))
            }
            return true
        }
        return list
    }

    /// Calls `body` with the bytes of the first value of this name; nil when there is none.
    func withFirst<R>(_ name: FieldName, _ body: (UnsafeBufferPointer<UInt8>) -> R) -> R? {
        var result: R?
        search(name) { value in
            result = body(value)
            return false
        }
        return result
    }

    /// Calls `body` with the bytes of each value of this name.
    func eachValue(_ name: FieldName, _ body: (UnsafeBufferPointer<UInt8>) -> Void) {
        search(name) { value in
            body(value)
            return true
        }
    }

    /// Calls `body` with each value of this name until that returns false. No name holds a colon, so a colon
    /// behind as many octets as the name has tells nearly every other line apart at one look.
    private func search(_ name: FieldName, _ body: (UnsafeBufferPointer<UInt8>) -> Bool) {
        var text = name.text
        text.withUTF8 { wanted in
            bytes.withUnsafeBufferPointer { all in
                var start = view.lowerBound
                while start < view.upperBound {
                    let end = Octet.lineEnd(in: all, from: start)
                    let colon = start + wanted.count
                    if colon < end, all[colon] == Octet.colon,
                        Octet.equal(UnsafeBufferPointer(rebasing: all[start..<colon]), wanted)
                    {
                        let value = UnsafeBufferPointer(rebasing: all[(colon + 1)..<(end - 1)])
                        guard body(Octet.trimmed(value)) else { return }
                    }
                    start = end + 1
                }
            }
        }
    }

    private static func matches(_ received: UnsafeBufferPointer<UInt8>, _ name: FieldName) -> Bool {
        var text = name.text
        return text.withUTF8 { Octet.equal(received, $0) }
    }

    /// Makes the bytes our own before they are changed.
    private mutating func own() {
        if view.count != bytes.count { bytes = Array(bytes[view]) }
    }

    /// Calls `body` with each line, its name and its value without blanks around it, until that returns false.
    private func eachLine(
        _ body: (
            _ line: UnsafeBufferPointer<UInt8>, _ name: UnsafeBufferPointer<UInt8>,
            _ value: UnsafeBufferPointer<UInt8>
        ) -> Bool
    ) {
        bytes.withUnsafeBufferPointer { all in
            var start = view.lowerBound
            while start < view.upperBound {
                let end = Octet.lineEnd(in: all, from: start)
                var colon = start
                while all[colon] != Octet.colon { colon += 1 }
                let line = UnsafeBufferPointer(rebasing: all[start...end])
                let name = UnsafeBufferPointer(rebasing: all[start..<colon])
                let value = UnsafeBufferPointer(rebasing: all[(colon + 1)..<(end - 1)])
                guard body(line, name, Octet.trimmed(value)) else { return }
                start = end + 1
            }
        }
    }
}
