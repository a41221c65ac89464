import HTTP
import HTTPServer

/// The PROXY protocol's header: told as soon as it is whole, at one length however it comes, and within its bounds.
enum ProxyPromise {
    private static let mostOfVersion1 = 107
    private static let mostOfVersion2 = 16 + 216 + 536

    @Sendable static func check(_ input: [UInt8]) throws(BrokenPromise) {
        let most = input.first == UInt8(ascii: "P") ? mostOfVersion1 : mostOfVersion2
        let last = ProxyHeader.read(input)
        var known: ProxyHeader.Reading = .needMore
        for end in 0...min(input.count, most + 1) {
            let reading = ProxyHeader.read(input[..<end])
            if known != .needMore {
                try promise(reading == known, "what is known does not change with what follows")
            } else if case .header(let source, let length) = reading {
                try promise(length == end, "a header is told when its last octet is there")
                try promise(
                    source.map { ClientAddress($0.text) == $0 } ?? true, "a source is an address")
            } else if reading == .needMore {
                try promise(end < most, "what is held back is bounded")
            }
            known = reading
        }
        try promise(last == known, "the same is read whole and octet by octet")
    }
}
