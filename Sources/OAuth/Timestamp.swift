/// A moment, in milliseconds since 1970 (UTC, no leap seconds).
package struct Timestamp: Sendable, Comparable, Hashable {
    package let milliseconds: Int64

    package init(milliseconds: Int64) { self.milliseconds = milliseconds }

    package init(seconds: Int64) { milliseconds = seconds * 1000 }

    /// Whole seconds since 1970, as token claims count them (RFC 7519 section 2, NumericDate).
    package var seconds: Int64 { milliseconds / 1000 }

    package func adding(seconds: Int) -> Timestamp { adding(milliseconds: Int64(seconds) * 1000) }

    package func adding(milliseconds: Int64) -> Timestamp {
        Timestamp(milliseconds: self.milliseconds + milliseconds)
    }

    /// Whole seconds from `earlier` to this moment, cut towards zero; negative when `earlier` is later.
    package func seconds(since earlier: Timestamp) -> Int {
        Int((milliseconds - earlier.milliseconds) / 1000)
    }

    package static func < (left: Timestamp, right: Timestamp) -> Bool {
        left.milliseconds < right.milliseconds
    }
}
