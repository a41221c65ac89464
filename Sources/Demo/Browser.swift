import Codec
import HTTP
import HTTPClient

/// A browser with cookies and nothing else: it does not follow redirects by itself, so that each hop can be looked at.
struct Browser {
    /// What came back, and from where.
    struct Page {
        let url: String
        let status: Int
        let location: String?
        let text: String
    }

    /// Why there is no page: one line.
    struct Failure: Error { let reason: String }

    private let send: @Sendable (OutboundRequest) async throws(OutboundFailure) -> OutboundResponse
    private let allowsLoopback: Bool
    /// By origin, then by name.
    private var cookies: [String: [String: String]] = [:]

    init(
        allowsLoopback: Bool,
        send: @escaping @Sendable (OutboundRequest) async throws(OutboundFailure) -> OutboundResponse
    ) {
        self.allowsLoopback = allowsLoopback
        self.send = send
    }

    mutating func open(_ url: String) async throws(Failure) -> Page {
        try await load(OutboundRequest(.get, url, fields: fields(for: url), allowsLoopback: allowsLoopback))
    }

    mutating func submit(_ fields: [(String, String)], to url: String) async throws(Failure) -> Page {
        var head = self.fields(for: url)
        head.append(.contentType, "application/x-www-form-urlencoded")
        let body = Array(Form.encode(fields).utf8)
        return try await load(
            OutboundRequest(.post, url, fields: head, body: body, allowsLoopback: allowsLoopback))
    }

    private func fields(for url: String) -> Fields {
        var fields = Fields([(.accept, "text/html,application/xhtml+xml;q=0.9,*/*;q=0.8")])
        let jar = cookies[Self.origin(of: url)] ?? [:]
        let text = jar.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: "; ")
        if !text.isEmpty { fields.append(.cookie, text) }
        return fields
    }

    private mutating func load(_ request: OutboundRequest) async throws(Failure) -> Page {
        let response: OutboundResponse
        do throws(OutboundFailure) { response = try await send(request) } catch {
            throw Failure(reason: "no answer from \(Self.origin(of: request.url)): \(error.reason)")
        }
        for line in response.fields.all(.setCookie) { keep(line, from: request.url) }
        return Page(
            url: request.url, status: response.status,
            location: response.fields[.location].map { Self.absolute($0, from: request.url) },
            text: String(decoding: response.body, as: UTF8.self))
    }

    private mutating func keep(_ line: String, from url: String) {
        let parts = line.split(separator: ";", omittingEmptySubsequences: false)
        guard let pair = parts.first, let equals = pair.firstIndex(of: "="), equals > pair.startIndex else {
            return
        }
        let isOver = parts.dropFirst().contains { $0.lowercased().filter { $0 != " " } == "max-age=0" }
        cookies[Self.origin(of: url), default: [:]][String(pair[..<equals])] =
            isOver ? nil : String(pair[pair.index(after: equals)...])
    }

    private static func origin(of url: String) -> String { StrictURL(url)?.origin ?? "" }

    private static func absolute(_ location: String, from url: String) -> String {
        location.hasPrefix("/") ? origin(of: url) + location : location
    }
}
