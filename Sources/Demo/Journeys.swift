import Codec
import FoundationEssentials
import HTTP
import JOSE

/// The stories.
extension Scene {
    mutating func playSession() async throws(Browser.Failure) {
        let app = try await app()
        let answer = try await signIn(app)
        let code = try await step(
            "the session API hands the answer to the app, which checks state and issuer"
        ) {
            () throws(Browser.Failure) in try app.code(of: answer, transaction)
        }
        try await redeem(code, app)
    }

    mutating func playRecovery() async throws(Browser.Failure) {
        let app = try await app()
        let answer = try await signIn(app)
        let handle = try await comeHome(app, answer)
        let resumed = try await resume(handle, app)
        let code = try await step(
            "the app finds the same answer there, and checks it as it checks every other"
        ) {
            () throws(Browser.Failure) in try app.code(of: resumed, transaction)
        }
        try await redeem(code, app)
    }

    mutating func playDoubleTap() async throws(Browser.Failure) {
        let app = try await app()
        let answer = try await signIn(app)
        let handle = try await comeHome(app, answer)
        let (transaction, url) = (transaction, answer)
        let resumed = try await step(
            "the link is tapped twice at once: one tap gets the answer, the other a clear no"
        ) {
            () throws(Browser.Failure) in
            async let first = Result { () async throws(Browser.Failure) in
                try await app.resume(handle, transaction)
            }
            async let second = Result { () async throws(Browser.Failure) in
                try await app.resume(handle, transaction)
            }
            return try Self.onlyOne(try await first.get(), try await second.get())
        }
        let again = try await step("the page loaded again offers a fresh link, in case the answer was lost") {
            () throws(Browser.Failure) in try await freshHandle(url, not: handle)
        }
        let last = try await resume(again, app)
        let code = try await step("both answers are the same answer") { () throws(Browser.Failure) in
            try must(last == resumed.callbackURI, "the answers differ")
            return try app.code(of: last, transaction)
        }
        try await step("the code is redeemed twice at once: one gets tokens, the other a clear no") {
            () throws(Browser.Failure) in
            async let first = Result { () async throws(Browser.Failure) in
                try await app.redeem(code, transaction)
            }
            async let second = Result { () async throws(Browser.Failure) in
                try await app.redeem(code, transaction)
            }
            _ = try Self.onlyOne(try await first.get(), try await second.get())
        }
    }

    mutating func playExpired() async throws(Browser.Failure) {
        let app = try await app()
        let answer = try await signIn(app)
        let handle = try await comeHome(app, answer)
        let resumed = try await step("the app redeems the handle and hears how long the code lives") {
            () throws(Browser.Failure) in
            let answer = try await app.resume(handle, transaction)
            try must(answer.status == 200 && answer.expiresIn != nil, "status \(answer.status)")
            return answer
        }
        let code = try app.code(of: resumed.callbackURI ?? "", transaction)
        await player.wait((resumed.expiresIn ?? 60) + 1)
        try await step("the app redeems the code too late: a clear no") { () throws(Browser.Failure) in
            let late = try await app.redeem(code, transaction)
            try must(late.status == 400 && late.error == "invalid_grant", "status \(late.status)")
        }
        let fresh = try await step("the recovery page still offers a fresh link") {
            () throws(Browser.Failure) in
            try await freshHandle(answer, not: handle)
        }
        let renewed = try await resume(fresh, app)
        let second = try await step("a fresh handle starts the code's life anew") {
            () throws(Browser.Failure) in
            try app.code(of: renewed, transaction)
        }
        try await redeem(second, app)
    }

    /// Of two answers exactly one is 200; the other is the error that says so.
    private static func onlyOne(_ one: App.Answer, _ other: App.Answer) throws(Browser.Failure) -> App.Answer
    {
        let (good, bad) = one.status == 200 ? (one, other) : (other, one)
        guard good.status == 200, bad.status == 400, bad.error == "invalid_grant" else {
            throw Browser.Failure(reason: "the answers are \(one.status) and \(other.status)")
        }
        return good
    }
}

extension Result where Failure == Browser.Failure, Success: Sendable {
    init(_ body: @Sendable () async throws(Failure) -> Success) async {
        do throws(Failure) { self = .success(try await body()) } catch { self = .failure(error) }
    }
}
