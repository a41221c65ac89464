/// The master keys in force: the first seals and authenticates, all of them open and verify. So an operator puts a
/// new key before the old one, and takes the old one away when nothing lives any longer that it made.
package struct MasterKeys: Sendable {
    private let first: MasterKey
    private let others: [MasterKey]

    package init(_ first: MasterKey, others: [MasterKey] = []) {
        self.first = first
        self.others = others
    }

    /// Of a single one, new.
    package static func random() -> MasterKeys { MasterKeys(.random()) }

    /// Whether both are the same keys in the same order.
    package func areSame(as other: MasterKeys) -> Bool {
        others.count == other.others.count && first.isSame(as: other.first)
            && zip(others, other.others).allSatisfy { $0.isSame(as: $1) }
    }

    /// The key that authenticates things of this purpose. Make it once and keep it.
    package func macKey(_ purpose: String) -> MACKey {
        first.macKey(purpose).verifying(also: others.map { $0.macKey(purpose) })
    }

    /// The key that seals things of this purpose. Make it once and keep it.
    package func sealingKey(_ purpose: String) -> SealingKey {
        first.sealingKey(purpose).opening(also: others.map { $0.sealingKey(purpose) })
    }
}
