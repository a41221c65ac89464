/// The request methods we tell apart (RFC 9110 section 9). Their names are case-sensitive.
package enum Method: Sendable, Hashable {
    case get, head, post, put, delete, options, patch, trace, connect
    /// A well-formed name that we do not know.
    case other

    /// The method of this exact name.
    package init(_ name: some Collection<UInt8>) {
        switch name.count {
        case 3: self = name.elementsEqual("GET".utf8) ? .get : name.elementsEqual("PUT".utf8) ? .put : .other
        case 4:
            self = name.elementsEqual("POST".utf8) ? .post : name.elementsEqual("HEAD".utf8) ? .head : .other
        case 5:
            self =
                name.elementsEqual("PATCH".utf8) ? .patch : name.elementsEqual("TRACE".utf8) ? .trace : .other
        case 6: self = name.elementsEqual("DELETE".utf8) ? .delete : .other
        case 7:
            self =
                name.elementsEqual("OPTIONS".utf8)
                ? .options : name.elementsEqual("CONNECT".utf8) ? .connect : .other
        default: self = .other
        }
    }

    /// The name on the wire; a method that we do not know is `OTHER` here, its own name is not kept.
    package var name: String {
        switch self {
        case .get: "GET"
        case .head: "HEAD"
        case .post: "POST"
        case .put: "PUT"
        case .delete: "DELETE"
        case .options: "OPTIONS"
        case .patch: "PATCH"
        case .trace: "TRACE"
        case .connect: "CONNECT"
        case .other: "OTHER"
        }
    }

    /// Whether the method promises to change nothing (RFC 9110 section 9.2.1).
    package var isSafe: Bool { self == .get || self == .head || self == .options || self == .trace }
}
