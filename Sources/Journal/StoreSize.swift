/// The tables that grow with sign-ins, by their labels.
package enum StoreTable: Int, CaseIterable, Sendable {
    case transactions, grants, spilled

    static let count = allCases.count

    var name: String {
        switch self {
        case .transactions: "transactions"
        case .grants: "grants"
        case .spilled: "spilled"
        }
    }
}

/// What the store held when it was looked at last; nil where it was not yet.
struct StoreSize {
    var bytes: Int?
    var rows: [Int?] = StoreTable.allCases.map { _ in nil }
}
