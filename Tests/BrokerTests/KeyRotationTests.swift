import Broker
import Crypto
import Doubles
import Glibc
import HTTP
import JOSE
import Journal
import OAuth
import SQLiteStore
import Store
import Testing

/// Two processes on one store, through several rotations: in a SQLite file their clocks are apart.
struct KeyRotationTests {
    /// A broker, and somebody signed in at it who refreshes.
    private struct Process {
        let house: House
        let person: Person
        var refreshToken: String

        init(_ plan: House.Plan, _ ledger: any Ledger, algorithm: Client.IDTokenAlgorithm) async throws {
            var plan = plan
            plan.clients[0].idTokenAlgorithm = algorithm
            house = try await House(plan, ledger: ledger)
            var person = Person(house)
            let tokens = try await person.redeem(try await person.code())
            refreshToken = try #require(tokens.member("refresh_token"))
            self.person = person
        }

        /// What a client has after a refresh.
        mutating func tokens() async throws -> [String] {
            let answer = try await person.refresh(refreshToken)
            refreshToken = try #require(answer.member("refresh_token"), "\(answer.text)")
            return [
                try #require(answer.member("access_token")), try #require(answer.member("id_token")),
            ]
        }

        func set() async throws -> JWKSet {
            try JWKSet(reading: try await house.send(.get, "/oauth/jwks.json").body)
        }
    }

    private func plan(_ seed: UInt64, behind seconds: Int = 0) throws -> House.Plan {
        var plan = try House.Plan()
        plan.seed = seed
        plan.algorithms = [.es256, .rs256]
        plan.lifetimes.signingKey = 10_800
        plan.lifetimes.refreshToken = 1_000_000
        plan.masterKeys = MasterKeys(try MasterKey(bytes: [UInt8](repeating: 5, count: 32)))
        plan.clock.pass(seconds: -seconds)
        return plan
    }

    private func ledger(_ folder: Folder) throws -> SQLiteLedger {
        let key = try MasterKey(bytes: [UInt8](repeating: 5, count: 32)).sealingKey("ledger")
        return try SQLiteLedger(
            SQLiteConfiguration(path: folder.path + "/homing.db"), sealing: key,
            now: Timestamp(seconds: 1_800_000_000))
    }

    private func kid(_ token: String) throws -> String {
        try #require(try UnverifiedToken(parsing: token).keyID)
    }

    @Test(arguments: [0, 60])
    func `D19 through two rotations no token fails at an API that holds the set for its max-age`(
        skew: Int
    ) async throws {
        let folder = try Folder()
        let memory = MemoryLedger()
        let ledgers: [any Ledger] =
            skew == 0 ? [memory, memory] : [try ledger(folder), try ledger(folder)]
        let plans = [try plan(7), try plan(8, behind: skew)]
        var first = try await Process(plans[0], ledgers[0], algorithm: .es256)
        var second = try await Process(plans[1], ledgers[1], algorithm: .rs256)
        var verifiers = [TokenVerifier(), TokenVerifier(), TokenVerifier(), TokenVerifier()]
        var live: [(until: Timestamp, tokens: [String])] = []
        var (signed, tags, failures) = (Set<String>(), Set<String>(), 0)
        for step in 0..<285 {
            let now = first.house.clock.now
            // The second is some seconds late with everything.
            try await first.house.keepKeys()
            let tokens = try await first.tokens() + (try await second.tokens())
            try await second.house.keepKeys()
            live.append((now.adding(seconds: 300 - skew), tokens))
            live.removeAll { $0.until <= now }
            signed.formUnion(try tokens.map(kid))
            for index in verifiers.indices where step >= index * 9 {
                let house = index % 2 == 0 ? first.house : second.house
                for entry in live
                where try await !verifiers[index].verifies(entry.tokens, from: house, now: now) {
                    failures += 1
                }
            }
            for process in [first, second] {
                let kids = try await process.set().keys.compactMap(\.kid)
                #expect(Set(kids).count == kids.count)
                // Nobody signs with what the other has not published, and each takes the other's token.
                #expect(Set(kids).isSuperset(of: try tokens.map(kid)))
            }
            #expect(try await first.person.userinfo(try #require(tokens.dropFirst(2).first)).status == 200)
            tags.insert(try #require(try await first.house.send(.get, "/oauth/jwks.json")["etag"]))
            first.house.clock.pass(seconds: 120)
            second.house.clock.pass(seconds: 120)
        }
        #expect(failures == 0)
        #expect(signed.count >= 6, "two rotations of two algorithms: \(signed.count)")
        #expect(tags.count >= 5, "a changed set has another tag")
        #expect(verifiers.allSatisfy { $0.fetches < 12 })
        #expect(try await ledgers[0].signingKeys().count <= 6, "what is gone leaves the store")
        for ledger in ledgers { await ledger.close() }
    }

    @Test func `at every moment two processes sign with the same key, whenever they last looked`()
        async throws
    {
        let ledger = MemoryLedger()
        var plans = [try plan(7), try plan(8)]
        plans[1].clock = plans[0].clock
        for index in plans.indices { plans[index].algorithms = [.es256] }
        var first = try await Process(plans[0], ledger, algorithm: .es256)
        var second = try await Process(plans[1], ledger, algorithm: .es256)
        var kids = Set<String>()
        for step in 0..<500 {
            if step % 3 == 0 { try await first.house.keepKeys() }
            if step % 5 == 0 { try await second.house.keepKeys() }
            let (one, other) = (try kid(try await first.tokens()[0]), try kid(try await second.tokens()[0]))
            #expect(one == other)
            kids.insert(one)
            first.house.clock.pass(seconds: 61)
        }
        #expect(kids.count >= 3)
    }

    @Test func `after a revocation old tokens are refused and new ones verify`() async throws {
        var plan = try plan(7)
        plan.algorithms = [.es256]
        let ledger = MemoryLedger()
        var process = try await Process(plan, ledger, algorithm: .es256)
        let (house, sink) = (process.house, MemorySink())
        let keeper = KeyKeeper(ledger: ledger, lifetimes: plan.lifetimes, journal: Journal(sink: sink))
        _ = try await keeper.makeNext(now: house.clock.now)
        let old = try await process.tokens()[0]
        let made = try await keeper.revokeAll(now: house.clock.now)
        #expect(made.terms.map { $0.state(at: house.clock.now) } == [.active, .active])
        #expect(sink.lines.count { $0.contains("signing key dropped") } == 2)
        #expect(try await process.person.userinfo(old).status == 200, "it has not looked yet")
        try await house.keepKeys()
        #expect(try await process.person.userinfo(old).status == 401)
        let new = try await process.tokens()[0]
        #expect(try await process.person.userinfo(new).status == 200)
        #expect(try await process.set().keys.compactMap(\.kid).contains(try kid(new)))
    }

    @Test func `of two who revoke at the same time neither takes out what the other has made`() async throws {
        let (ledger, now) = (MemoryLedger(), Timestamp(seconds: 1_800_000_000))
        let keeper = KeyKeeper(
            ledger: ledger, lifetimes: try plan(7).lifetimes, journal: Journal(sink: MemorySink()))
        let old = Set(try await keeper.makeFirst([.es256, .rs256], now: now).terms.map(\.key.kid))
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 1...4 { group.addTask { _ = try await keeper.revokeAll(now: now) } }
            try await group.waitForAll()
        }
        let left = try await keeper.schedule()
        #expect(old.isDisjoint(with: left.terms.map(\.key.kid)))
        for algorithm in PrivateKey.Algorithm.allCases { #expect(left.last(algorithm) != nil) }
    }

    @Test func `a successor that is on its way is not made again`() async throws {
        let (ledger, now) = (MemoryLedger(), Timestamp(seconds: 1_800_000_000))
        let keeper = KeyKeeper(ledger: ledger, lifetimes: Lifetimes(), journal: Journal(sink: MemorySink()))
        _ = try await keeper.makeFirst([.es256], now: now)
        #expect(try await keeper.makeNext(now: now).terms.map { $0.state(at: now) } == [.active, .next])
        #expect(try await keeper.makeNext(now: now.adding(seconds: 60)).terms.count == 2)
        #expect(try await keeper.maintain(now: now).terms.count == 2)
        let later = now.adding(seconds: KeySchedule.lead)
        #expect(
            try await keeper.makeNext(now: later).terms.map { $0.state(at: later) } == [
                .retired, .active, .next,
            ])
    }

    @Test func `a successor that a clock far ahead has put off does not keep another from coming`()
        async throws
    {
        let (ledger, now) = (MemoryLedger(), Timestamp(seconds: 1_800_000_000))
        let keeper = KeyKeeper(ledger: ledger, lifetimes: Lifetimes(), journal: Journal(sink: MemorySink()))
        _ = try await keeper.makeFirst([.es256], now: now)
        _ = try await keeper.makeNext(now: now.adding(seconds: 1_000_000))
        let terms = try await keeper.makeNext(now: now).terms
        #expect(terms.map { $0.state(at: now) } == [.active, .next, .next])
        #expect(terms[1].key.activeFrom == now.adding(seconds: KeySchedule.lead))
        #expect(try await keeper.makeNext(now: now).terms.count == 3)
    }

    @Test func `processes that find a successor due at the same time make one`() async throws {
        let (ledger, now) = (MemoryLedger(), Timestamp(seconds: 1_800_000_000))
        let keeper = KeyKeeper(ledger: ledger, lifetimes: Lifetimes(), journal: Journal(sink: MemorySink()))
        _ = try await keeper.makeFirst([.es256], now: now)
        let due = now.adding(seconds: Lifetimes().signingKey)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<8 { group.addTask { _ = try await keeper.maintain(now: due) } }
            try await group.waitForAll()
        }
        #expect(try await ledger.signingKeys().count == 2)
    }
}

/// A folder that goes with its last reference.
private final class Folder: Sendable {
    let path: String

    init() throws {
        var name = Array("/tmp/homing-keys-XXXXXX".utf8CString)
        guard mkdtemp(&name) != nil else { throw Misuse("no temporary folder") }
        path = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit {
        for suffix in ["", "-wal", "-shm"] { unlink("\(path)/homing.db\(suffix)") }
        rmdir(path)
    }
}
