import Codec
import EventLoop
import FoundationEssentials
import HTTP
import JOSE

/// One story as it is played: what the app and the browser know so far.
struct Scene {
    let path: Player.Path
    let player: Player
    let transaction = App.Transaction()
    var browser: Browser

    init(path: Player.Path, player: Player) {
        self.path = path
        self.player = player
        browser = Browser(allowsLoopback: player.allowsLoopback, send: player.send)
    }

    mutating func play() async throws(Browser.Failure) {
        switch path {
        case .session: try await playSession()
        case .recovery: try await playRecovery()
        case .doubleTap: try await playDoubleTap()
        case .expired: try await playExpired()
        }
    }

    /// Runs one step and reports it. A step that fails ends the story.
    func step<Value>(
        _ text: String, _ body: () async throws(Browser.Failure) -> Value
    ) async throws(Browser.Failure) -> Value {
        let start = MonotonicTime.now
        func report(_ fault: String?) {
            let passed = MonotonicTime.now.nanoseconds - start.nanoseconds
            player.report(
                Player.Step(path: path, text: text, fault: fault, milliseconds: Double(passed) / 1_000_000))
        }
        do throws(Browser.Failure) {
            let value = try await body()
            report(nil)
            return value
        } catch {
            report(error.reason)
            throw error
        }
    }

    func app() async throws(Browser.Failure) -> App {
        try await step("the app reads the broker's metadata and finds its issuer there") {
            () throws(Browser.Failure) in
            App(
                clientID: player.settings.clientID, redirectURI: player.settings.redirectURI,
                endpoints: try await player.endpoints(), allowsLoopback: player.allowsLoopback,
                send: player.send)
        }
    }

    func must(_ holds: Bool, _ fault: String) throws(Browser.Failure) {
        if !holds { throw Browser.Failure(reason: fault) }
    }
}
