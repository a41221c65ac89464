/// Where unpredictable bytes come from: an argument, so that tests can choose them.
package protocol RandomSource: Sendable {
    /// Fresh bytes, as many as asked for.
    func bytes(_ count: Int) -> [UInt8]
}
