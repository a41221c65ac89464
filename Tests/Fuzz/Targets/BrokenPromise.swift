/// What a room promises of every input, and did not keep for one.
package struct BrokenPromise: Error, CustomStringConvertible {
    package let description: String
}

/// States what must hold.
func promise(_ holds: Bool, _ text: StaticString) throws(BrokenPromise) {
    guard holds else { throw BrokenPromise(description: "broken promise: \(text)") }
}
