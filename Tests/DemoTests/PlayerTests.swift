import Codec
import Doubles
import HTTP
import HTTPClient
import Synchronization
import Testing

@testable import Demo

struct PlayerTests {
    @Test(arguments: Player.Path.allCases) func `every story holds against a whole broker`(path: Player.Path)
        async throws
    {
        let theatre = try await Theatre()
        let (held, steps) = await theatre.play(path)
        #expect(held)
        #expect(steps.count > 5)
        for step in steps { #expect(step.fault == nil, "\(step.text): \(step.fault ?? "")") }
    }

    @Test func `a story ends at its first step that does not hold, and says why`() async throws {
        let theatre = try await Theatre(clientID: "nobody")
        let (held, steps) = await theatre.play(.session)
        #expect(!held)
        #expect(steps.last?.fault != nil)
        #expect(steps.count { $0.fault != nil } == 1)
    }

    @Test func `a broker that names another issuer is not the one that was asked for`() async throws {
        let theatre = try await Theatre(issuer: "https://link.example.com")
        let (held, steps) = await theatre.play(.session)
        #expect(!held && steps.count == 1)
    }

    @Test func `without a redirect URI only the demo's can be guessed`() {
        #expect(Player.Settings(issuer: "https://auth.example.com", clientID: nil, redirectURI: nil) == nil)
        #expect(Player.Settings(issuer: "nonsense", clientID: nil, redirectURI: "x:/y") == nil)
        let demo = Player.Settings(issuer: "http://127.0.0.1:8080", clientID: nil, redirectURI: nil)
        #expect(demo?.redirectURI == "http://localhost:8080/mobile/oauth/callback")
    }

    @Test func `no step tells a code, a state or a token`() async throws {
        let theatre = try await Theatre()
        let (_, steps) = await theatre.play(.recovery)
        for step in steps { #expect(!step.text.contains("=") && !step.text.contains("marker")) }
    }
}

/// A broker, its provider with a form, and a player before them; none has a socket.
struct Theatre: Sendable {
    let house: House
    let settings: Player.Settings

    init(issuer: String = House.issuer, clientID: String = "app1") async throws {
        house = try await House()
        settings = try #require(
            Player.Settings(issuer: issuer, clientID: clientID, redirectURI: House.callback))
    }

    func play(_ path: Player.Path) async -> (Bool, [Player.Step]) {
        let steps = Steps()
        let player = Player(
            settings,
            send: { [house] request throws(OutboundFailure) in try await Self.send(request, house) },
            wait: { [house] in house.clock.pass(seconds: $0) }, report: { steps.add($0) })
        let held = await player.play(path)
        return (held, steps.all)
    }

    private final class Steps: Sendable {
        private let kept = Mutex<[Player.Step]>([])

        func add(_ step: Player.Step) { kept.withLock { $0.append(step) } }
        var all: [Player.Step] { kept.withLock { $0 } }
    }

    private static func send(
        _ request: OutboundRequest, _ house: House
    ) async throws(OutboundFailure) -> OutboundResponse {
        do {
            if request.url.hasPrefix(house.provider.issuer) { return try form(request, house) }
            let fields = request.fields.list.map { ($0.name, $0.value) }
            let method: HTTP.Method = request.method == .get ? .get : .post
            let answer = try await house.send(method, request.url, fields, body: request.body)
            return OutboundResponse(
                status: answer.status,
                fields: Fields(
                    answer.fields.compactMap { name, value in
                        FieldName(name).map { ($0, value) }
                    }), body: answer.body)
        } catch { throw .badResponse("\(error)") }
    }

    /// The provider's form carries the address it was asked with, and signs in whoever sends it back.
    private static func form(_ request: OutboundRequest, _ house: House) throws -> OutboundResponse {
        if request.method == .post, let address = try Form(parsing: request.body).values("request").first {
            let back = try house.provider.signIn(at: address)
            return OutboundResponse(status: 303, fields: Fields([(.location, back)]), body: [])
        }
        let address = request.url.replacing("&", with: "&amp;")
        let page = "<form action=\"/authorize\"><input name=\"request\" value=\"\(address)\"></form>"
        return OutboundResponse(status: 200, fields: Fields(), body: Array(page.utf8))
    }
}
