/// What a node asks of the store. The world has one transaction, so that is all there is to say.
enum Operation: UInt8, CaseIterable, Sendable {
    case none
    case claim
    /// The provider said who it was; that it knows no such code any more; that the person said no.
    case settleIssued, settleFailed, settleDenied
    case handle1, handle2, handle3
    /// The last handle, with a wrong verifier.
    case wrongHandle
    case code
    case wrongCode
    case refresh1, refresh2, refresh3, refresh4

    static func handle(_ generation: UInt8) -> Operation {
        Operation(rawValue: handle1.rawValue + generation - 1) ?? .none
    }

    /// Of the handle or the refresh token that is presented; else 0.
    var generation: UInt8 {
        switch self {
        case .handle1, .handle2, .handle3: rawValue - Self.handle1.rawValue + 1
        case .wrongHandle: 3
        case .refresh1, .refresh2, .refresh3, .refresh4: rawValue - Self.refresh1.rawValue + 1
        default: 0
        }
    }

    var isSettlement: Bool { Self.settleIssued.rawValue...Self.settleDenied.rawValue ~= rawValue }
    var isHandle: Bool { Self.handle1.rawValue...Self.handle3.rawValue ~= rawValue }
    var isRefresh: Bool { rawValue >= Self.refresh1.rawValue }
    var isWrong: Bool { self == .wrongHandle || self == .wrongCode }

    var story: String {
        switch self {
        case .none: "nothing"
        case .claim: "the browser's callback"
        case .settleIssued: "the sign-in that the provider confirmed"
        case .settleFailed: "the provider's refusal of a code that it has seen"
        case .settleDenied: "the person's no"
        case .handle1, .handle2, .handle3: "handle \(generation)"
        case .wrongHandle: "handle 3 with a wrong verifier"
        case .code: "the code"
        case .wrongCode: "the code with a wrong verifier"
        case .refresh1, .refresh2, .refresh3, .refresh4: "refresh token \(generation)"
        }
    }
}
