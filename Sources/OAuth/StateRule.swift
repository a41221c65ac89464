import Codec

/// `state`: returned unchanged with every answer, unless it stands twice or is too long.
struct StateParameter {
    /// What answers carry; nil when there is none or none that may be returned.
    let returned: String?
    private let fault: AuthorizationError?

    /// In decoded bytes, so that three times as much fits the header lines that proxies pass on.
    static let limit = 2048

    init(_ form: Form) {
        let text: String?
        do { text = try form.single("state") } catch {
            returned = nil
            fault = AuthorizationError(.invalidRequest, "state is there more than once")
            return
        }
        guard let text, text.utf8.count > Self.limit else {
            returned = text?.isEmpty == false ? text : nil
            fault = nil
            return
        }
        returned = nil
        fault = AuthorizationError(.invalidRequest, "state is longer than \(Self.limit) bytes")
    }

    func value() throws(AuthorizationError) -> String? {
        if let fault { throw fault }
        return returned
    }
}
