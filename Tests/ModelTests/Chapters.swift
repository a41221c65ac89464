/// The worlds that every run explores.
extension Chapter {
    /// From the first callback to what the browser hears: claims, leases, crashes, the provider.
    static let claims = Chapter(
        name: "claims", operations: [.claim], calendar: Calendar(milliseconds: [0, 14_000, 16_000]))

    /// The ways home: handles and the code.
    static let homecoming = Chapter(
        name: "homecoming", start: .issued, operations: [.handle1, .handle2, .handle3, .code],
        calendar: Calendar(milliseconds: [0, 59_000, 61_000, 299_000, 301_000, 400_000]))

    /// The same where the person said no: the app comes for the error.
    static let denials = Chapter(
        name: "denials", start: .denied, operations: [.handle1, .handle2, .handle3, .wrongHandle],
        calendar: Calendar(milliseconds: [0, 299_000, 301_000]))

    /// Whoever has no verifier tries their luck.
    static let guesses = Chapter(
        name: "guesses", start: .issued, operations: [.handle1, .handle3, .wrongHandle, .code, .wrongCode],
        calendar: Calendar(milliseconds: [0, 61_000]))

    /// What the code gave: replays and refresh tokens, the app's and a thief's.
    static let grants = Chapter(
        name: "grants", start: .redeemed, operations: [.code, .refresh1, .refresh2],
        calendar: Calendar(milliseconds: [0, 59_000, 61_000, 130_000]), generations: 3)

    /// Access without refresh tokens: twins and replays of the code.
    static let online = Chapter(
        name: "online", start: .issued, operations: [.code, .wrongCode],
        calendar: Calendar(milliseconds: [0, 800, 801, 59_000, 61_000]), offline: false)

    /// An app that refreshes, and repeats what was not answered, also after minutes in some queue.
    static let honest = Chapter(
        name: "honest", start: .redeemed, operations: [.refresh1, .refresh2, .refresh3],
        calendar: Calendar(milliseconds: [0, 30_000, 59_000, 130_000]), setBack: .byAny, lag: 3,
        generations: 4, isHonest: true)

    /// A browser that comes back to a sign-in long after its row was swept away, by a clock that was set back.
    static let sweeping = Chapter(
        name: "sweeping", operations: [.claim], calendar: Calendar(milliseconds: [0, 16_000, 1_860_000]),
        setBack: .byAny, lag: 0, toleranceSeconds: 300, isSwept: true)

    static let all = [claims, sweeping, homecoming, denials, guesses, grants, online, honest]

    /// From the first callback to the refresh tokens, all at once: millions of states, some gigabytes.
    static let whole = Chapter(
        name: "whole",
        operations: [
            .claim, .handle1, .handle2, .handle3, .wrongHandle, .code, .wrongCode, .refresh1, .refresh2,
        ], calendar: Calendar(milliseconds: [0, 16_000, 61_000]), setBack: .never, generations: 3)

    /// With these alone; for a story without detours.
    func only(_ operations: Operation..., setBack: SetBack = .never) -> Chapter {
        var chapter = Chapter(
            name: name, start: start, operations: operations, calendar: calendar, setBack: setBack)
        (chapter.lag, chapter.generations, chapter.offline) = (lag, generations, offline)
        (chapter.isHonest, chapter.isSwept) = (isHonest, isSwept)
        chapter.toleranceSeconds = toleranceSeconds
        return chapter
    }
}
