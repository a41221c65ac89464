import CPostgres
import Store

/// What came in place of an answer.
struct PostgresFault: Error, Equatable {
    /// Five letters of SQLSTATE; empty where the server said nothing.
    let state: String
    /// Words for the operator. The server's own are left out, for they may quote values.
    let reason: String
    /// What the tables themselves are refused for.
    private let refusal: LedgerFailure?

    init(state: String = "", reason: String) {
        self.state = state
        self.reason = reason
        refusal = nil
    }

    /// The tables cannot be used as they are.
    init(refusing failure: LedgerFailure) {
        state = ""
        reason = failure.description
        refusal = failure
    }

    /// The fault that the server reported with `result`.
    init(_ result: OpaquePointer?) {
        // PG_DIAG_SQLSTATE is a character.
        let state = PQresultErrorField(result, Int32(UInt8(ascii: "C"))).map { String(cString: $0) } ?? ""
        self.init(state: state, reason: state.isEmpty ? "the connection was lost" : Self.words(state))
    }

    /// A row that holds what no program of ours wrote, or that another master key sealed.
    static func unreadable(_ row: String) -> PostgresFault { PostgresFault(state: unreadable, reason: row) }

    static let lost = PostgresFault(reason: "the connection was lost")
    static let silent = PostgresFault(reason: "the server did not answer in time")
    static let connecting = PostgresFault(reason: "the first connection is not there yet")
    static let closing = PostgresFault(reason: "it is closing")

    /// The signing keys lie sealed under a key that we were not given: so does all the rest.
    static let otherMasterKey = PostgresFault(refusing: .otherMasterKey)

    private static let unreadable = "unreadable"

    /// A row by itself, and nothing else, is of no use.
    var isUnreadable: Bool { state == Self.unreadable }

    /// Two transactions met and the server let one of them go: it may be tried again as it is.
    var isTransient: Bool { state == "40001" || state == "40P01" }

    /// The session writes nothing: it began so, or the server takes no writes.
    var isReadOnly: Bool { state == "25006" }

    /// The server ended the session, or will.
    var spoilsConnection: Bool {
        if refusal != nil { return false }
        return state.isEmpty || state.hasPrefix("08") || state.hasPrefix("57P")
            // A statement that is not there any more: behind a pooler, or after DISCARD ALL.
            || state == "26000"
    }

    /// Not one statement's fault: each of a batch would meet the same.
    var meetsAllAlike: Bool {
        switch state {
        case "42P01", "42703", "42501": true
        default: spoilsConnection || isReadOnly || state.hasPrefix("53") || state.hasPrefix("58")
        }
    }

    /// The fault in the words of the ledger's contract.
    var failure: LedgerFailure {
        if let refusal { return refusal }
        return switch state {
        case "53100": .full
        case "25006": .readOnly
        case Self.unreadable, "XX001", "XX002": .corrupt(reason)
        case "": .unavailable(reason)
        default: .unavailable("\(reason) (\(state))")
        }
    }

    private static func words(_ state: String) -> String {
        switch state {
        case "40001", "40P01": "too many wrote to the same row at once"
        case "55P03": "a lock was held for too long"
        case "57014": "a statement took too long"
        case "42P01", "42703", "3F000": "the tables are missing or old: run homing migrate"
        case "42501":
            "the database user lacks a right: to migrate and restore it must own the tables, else have SELECT, INSERT, "
                + "UPDATE and DELETE on all"
        case "53300": "the server takes no more connections"
        case "57P01", "57P02", "57P03": "the server is starting or shutting down"
        case "25006": "the server takes no writes"
        default: "the server refused a statement"
        }
    }
}
