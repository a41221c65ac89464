import HTTP

/// A block of addresses in CIDR notation (RFC 4632, RFC 4291 section 2.3), such as `10.0.0.0/8`; a lone address is a
/// block of one.
package struct AddressBlock: Hashable, Sendable {
    private let network: ClientAddress
    private let prefix: Int

    package init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count <= 2, let network = ClientAddress(String(parts[0])) else { return nil }
        let width = network.isV6 ? 128 : 32
        self.network = network
        guard parts.count == 2 else {
            prefix = width
            return
        }
        guard let given = Self.length(parts[1]), given <= width else { return nil }
        prefix = given
    }

    package func contains(_ address: ClientAddress) -> Bool {
        address.isWithin(network, prefix: prefix)
    }

    /// One to three digits without a leading zero.
    private static func length(_ text: Substring) -> Int? {
        let digits = Array(text.utf8)
        guard (1...3).contains(digits.count), digits.count == 1 || digits[0] != 0x30 else { return nil }
        var value = 0
        for digit in digits {
            guard (0x30...0x39).contains(digit) else { return nil }
            value = value * 10 + Int(digit - 0x30)
        }
        return value
    }
}
