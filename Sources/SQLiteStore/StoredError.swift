import OAuth

/// An authorization error as it lies in a row, sealed, for it may hold words of a provider: code, NUL, description.
enum StoredError {
    static func packed(_ error: AuthorizationError) -> [UInt8] {
        Array(error.code.rawValue.utf8) + [0] + Array(error.description.utf8)
    }

    static func read(
        _ sealed: [UInt8], of id: TransactionID, seal: Seal
    ) throws(SQLiteFault) -> AuthorizationError {
        let plain = try seal.open(sealed, for: id)
        guard let end = plain.firstIndex(of: 0),
            let code = AuthorizationErrorCode(rawValue: String(decoding: plain[..<end], as: UTF8.self))
        else { throw .unreadable("an error in a form that is not known") }
        return AuthorizationError(code, String(decoding: plain[(end + 1)...], as: UTF8.self))
    }
}
