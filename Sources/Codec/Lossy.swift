/// A member of foreign JSON that may have any shape: nil instead of failing the whole object.
///
/// A member that is absent is nil as well, without being declared optional.
package struct Lossy<T: Decodable>: Decodable {
    package let value: T?

    package init(_ value: T?) { self.value = value }

    package init(from decoder: any Decoder) { value = try? T(from: decoder) }
}

extension Lossy: Sendable where T: Sendable {}
extension Lossy: Equatable where T: Equatable {}

extension KeyedDecodingContainer {
    package func decode<T>(_ type: Lossy<T>.Type, forKey key: Key) -> Lossy<T> {
        (try? decodeIfPresent(type, forKey: key)) ?? Lossy(nil)
    }
}
