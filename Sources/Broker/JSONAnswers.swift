import FoundationEssentials
import HTTP

extension Response {
    /// A JSON answer that nobody may keep (RFC 6749 §5.1). The keys are sorted, so that equal answers are equal bytes.
    static func json(_ value: some Encodable, status: Status = .ok) -> Response {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let data = try? encoder.encode(value) else { return .empty(.internalServerError) }
        return .json([UInt8](data), status: status)
    }
}
