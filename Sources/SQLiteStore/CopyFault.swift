import Store

/// Why a copy was not made or not put back: one line for the operator. What was there before is there still.
package struct CopyFault: Error, Sendable, CustomStringConvertible {
    package let description: String

    init(_ description: String) { self.description = description }

    init(_ failure: LedgerFailure, _ path: String) { description = "\(failure) (\(path))" }

    init(_ fault: SQLiteFault, _ path: String) { self.init(fault.failure, path) }
}
