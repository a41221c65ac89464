import Glibc

/// A client's colour, with the black or white that can be read on it.
package struct Accent: Sendable, Equatable {
    let red, green, blue: UInt8

    /// Reads `#rgb` or `#rrggbb`.
    package init?(_ text: String) {
        var digits: [UInt8] = []
        guard text.utf8.first == UInt8(ascii: "#") else { return nil }
        for byte in text.utf8.dropFirst() {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): digits.append(byte - 48)
            case UInt8(ascii: "a")...UInt8(ascii: "f"), UInt8(ascii: "A")...UInt8(ascii: "F"):
                digits.append((byte & 0xDF) - 55)
            default: return nil
            }
        }
        switch digits.count {
        case 3: (red, green, blue) = (digits[0] * 17, digits[1] * 17, digits[2] * 17)
        case 6:
            (red, green, blue) = (
                digits[0] * 16 + digits[1], digits[2] * 16 + digits[3], digits[4] * 16 + digits[5]
            )
        default: return nil
        }
    }

    /// Relative luminance, 0 for black to 1 for white (WCAG 2.2).
    package var luminance: Double {
        func linear(_ channel: UInt8) -> Double {
            let value = Double(channel) / 255
            return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
        }
        return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
    }

    /// How far two colours stand apart, 1 to 21 (WCAG 2.2); text wants 4.5.
    package func contrast(to other: Accent) -> Double {
        let (one, two) = (luminance, other.luminance)
        return (max(one, two) + 0.05) / (min(one, two) + 0.05)
    }

    /// White where white can be read, else black: one of them always can.
    package var readable: Accent { contrast(to: .white) >= 4.5 ? .white : .black }

    /// `#rrggbb`.
    package var text: String {
        let digits = Array("0123456789abcdef".utf8)
        let bytes = [red, green, blue].flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
        return "#" + String(decoding: bytes, as: UTF8.self)
    }

    package static let white = Accent(grey: 255)
    package static let black = Accent(grey: 0)

    private init(grey: UInt8) { (red, green, blue) = (grey, grey, grey) }
}
