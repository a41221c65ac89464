import Doubles
import HTTP
import Journal
import OAuth
import Store
import Testing

/// A whole sign-in over a store with faults, by somebody who does what each answer says, and no more. Holds each
/// answer against what the store did.
final class WalkHome {
    /// The way the answer comes home.
    enum Way: CaseIterable { case session, handle }

    let ledger = TroubledLedger()
    private let house: House
    private let way: Way
    private let failure: LedgerFailure
    private var person: Person

    init(
        _ way: Way, _ faults: [Int: TroubledLedger.Fault],
        _ failure: LedgerFailure = .unavailable("the test says so")
    ) async throws {
        self.way = way
        self.failure = failure
        house = try await House(ledger: ledger)
        house.onPause { [clock = house.clock] pause in
            clock.pass(milliseconds: max(1, pause.components.attoseconds / 1_000_000_000_000_000))
            clock.pass(seconds: Int(pause.components.seconds))
        }
        person = Person(house)
        // Too long for a cookie: it spills.
        person.state = String(repeating: "s", count: 2_048)
        ledger.trouble(.follows(faults), as: failure)
    }

    /// All the way, or to where it ends well enough; and then the next sign-in of this house works.
    /// - Returns: the calls that the store had.
    @discardableResult func go() async throws -> Int {
        try await walk()
        #expect(house.provider.codesPresented.count <= 1, "the provider was asked twice")
        let calls = ledger.calls
        ledger.trouble(.none)
        var next = Person(house)
        #expect(try await next.redeem(try await next.code()).status == 200, "after \(calls)")
        return calls
    }

    private func walk() async throws {
        let leaving = try await patient(.page) { try await person.authorize() }
        let back = try person.provider.signIn(at: try #require(leaving.location))
        let home = try await patient(.page) { try await person.load(back) }
        #expect(home.status == 303)
        #expect(home.sent["state"] == person.state)
        guard let first = home.sent["code"] else {
            // The claim was ours and nobody knew. The app is told, and begins anew.
            #expect(home.sent["error"] == "server_error")
            #expect(ledger.lost.contains("claim") || isWornOut)
            return
        }
        #expect(try await patient(.page) { try await person.load(back) }.location == home.location)
        guard let code = way == .session ? first : try await resumedCode(home) else { return }
        let tokens = try await patient(.json) { try await person.redeem(code) }
        guard tokens.status == 200 else {
            #expect(tokens.error == "invalid_grant")
            #expect(ledger.lost.contains("redeemCode") || isWornOut, "a code that nobody took is refused")
            return
        }
        try await renew(tokens)
    }

    private func renew(_ tokens: Answer) async throws {
        let access = try #require(tokens.member("access_token"))
        #expect(try await patient(.json) { try await person.userinfo(access) }.status == 200)
        let refresh = try #require(tokens.member("refresh_token"))
        let renewed = try await patient(.json) { try await person.refresh(refresh) }
        guard renewed.status == 200 else {
            #expect(isWornOut, "a refresh token was refused")
            return
        }
        let next = try #require(renewed.member("refresh_token"))
        #expect(try await patient(.json) { try await person.refresh(next) }.status == 200)
    }

    /// By the recovery page, which has a fresh handle for who lost the answer, three in all; nil when all are gone.
    private func resumedCode(_ home: Answer) async throws -> String? {
        let hop = try await patient(.page) { try await person.load(try #require(home.location)) }
        while true {
            let page = try await patient(.page) { try await person.load(try #require(hop.location)) }
            #expect(page.status == 200)
            guard let handle = page.offeredHandle else {
                #expect(ledger.lost.count { $0 == "redeemHandle" } >= 3 || isWornOut, "no handle")
                return nil
            }
            let resumed = try await patient(.json) { try await person.resume(handle) }
            if let code = resumed.resumedCode { return code }
            #expect(resumed.error == "invalid_grant")
            if isWornOut { return nil }
            #expect(ledger.lost.contains("redeemHandle"), "a handle that nobody took is refused")
        }
    }

    private enum Form { case page, json }

    /// So many waits that lifetimes end meanwhile: what is refused then is refused for that.
    private var isWornOut: Bool { waits >= 12 }
    private var waits = 0

    /// Asks until there is an answer, at the pace that the answers say.
    private func patient(_ form: Form, _ ask: () async throws -> Answer) async throws -> Answer {
        while true {
            let answer = try await ask()
            guard answer.status == 503 else { return answer }
            let seconds = try #require(answer["retry-after"].flatMap { Int($0) })
            #expect((1...30).contains(seconds))
            #expect(answer["cache-control"] == "no-store")
            #expect(answer["set-cookie"] == nil && answer.location == nil)
            #expect(house.sink.lines.contains { $0.contains("store fault") && $0.contains("\"error\"") })
            switch form {
            case .page:
                #expect(answer["content-type"]?.hasPrefix("text/html") == true)
                #expect(answer.text.contains("try again"))
            case .json:
                #expect(answer["content-type"]?.hasPrefix("application/json") == true)
                #expect(answer.error == "temporarily_unavailable")
            }
            #expect(!answer.text.contains(failure.description), "what ails the store is the operator's")
            waits += 1
            house.clock.pass(seconds: seconds)
        }
    }
}
