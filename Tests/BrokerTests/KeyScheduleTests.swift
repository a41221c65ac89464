import Broker
import Crypto
import Doubles
import OAuth
import Store
import Testing

struct KeyScheduleTests {
    typealias State = KeySchedule.State

    let start = Timestamp(seconds: 1_800_000_000)

    private func key(_ kid: String, _ seconds: Int, algorithm: String = "ES256") -> StoredSigningKey {
        StoredSigningKey(
            kid: kid, algorithm: algorithm, createdAt: start, activeFrom: start.adding(seconds: seconds),
            privateKey: [])
    }

    private func states(_ keys: [StoredSigningKey], _ seconds: Int) -> [String: State] {
        let terms = KeySchedule(keys, tokenLife: 300).terms
        let now = start.adding(seconds: seconds)
        return Dictionary(uniqueKeysWithValues: terms.map { ($0.key.kid, $0.state(at: now)) })
    }

    @Test func `a key is next, active, retired and gone, each to the second`() {
        let keys = [key("a", 0), key("b", 10_000), key("r", 0, algorithm: "RS256")]
        #expect(states(keys, 0) == ["a": .active, "b": .next, "r": .active])
        #expect(states(keys, 9_999) == ["a": .active, "b": .next, "r": .active])
        #expect(states(keys, 10_000) == ["a": .retired, "b": .active, "r": .active])
        #expect(states(keys, 10_599) == ["a": .retired, "b": .active, "r": .active])
        #expect(states(keys, 10_600) == ["a": .gone, "b": .active, "r": .active])
    }

    @Test func `the only key signs also where the clock is behind that of its maker`() {
        #expect(states([key("a", 40)], 0) == ["a": .active])
        #expect(states([key("a", 40), key("b", 4_000)], 0) == ["a": .active, "b": .next])
    }

    @Test func `a successor is due once, as long before its time as others may hold an older set`() {
        let life = 100_000
        let due = { (keys: [StoredSigningKey], seconds: Int) in
            KeySchedule(keys, tokenLife: 300).due(at: start.adding(seconds: seconds), life: life)
        }
        let last = [key("a", 0)]
        #expect(due(last, life - KeySchedule.lead - 1) == [])
        #expect(due(last, life - KeySchedule.lead) == [.es256])
        #expect(due(last + [key("b", life)], life - 1) == [])
        #expect(due([], 0) == [])
    }

    /// Lines of keys as rotation makes them, closer together than it ever does, at random times.
    @Test(arguments: 0..<40) func `at each moment one key of an algorithm signs and nothing goes back`(
        seed: Int
    ) {
        let random = SeededRandom(seed: UInt64(seed))
        let number = { (below: Int) in random.bytes(4).reduce(0) { $0 << 8 | Int($1) } % below }
        var keys: [StoredSigningKey] = []
        for algorithm in ["ES256", "RS256"] {
            var time = 0
            for index in 0...number(6) {
                keys.append(key("\(algorithm)-\(index)", time, algorithm: algorithm))
                time += number(6_000)
            }
        }
        let order: [State] = [.next, .active, .retired, .gone]
        var before: [String: Int] = [:]
        let shuffled = KeySchedule(keys.reversed(), tokenLife: 300)
        let schedule = KeySchedule(keys, tokenLife: 300)
        for second in stride(from: 0, through: 45_000, by: 37) {
            let now = start.adding(seconds: second)
            for algorithm in ["ES256", "RS256"] {
                let line = schedule.terms.filter { $0.key.algorithm == algorithm }
                #expect(line.count { $0.state(at: now) == .active } == 1)
            }
            let published = Set(schedule.published(at: now).map(\.kid))
            #expect(published == Set(shuffled.published(at: now).map(\.kid)))
            for term in schedule.terms {
                let place = order.firstIndex(of: term.state(at: now)) ?? -1
                #expect(place >= before[term.key.kid] ?? 0, "\(term.key.kid) went back")
                before[term.key.kid] = place
                #expect(published.contains(term.key.kid) == (term.state(at: now) != .gone))
            }
            // What is taken out of the store is published by nobody, however far apart the clocks may be.
            let late = Set(schedule.published(at: now.adding(seconds: -120)).map(\.kid))
            #expect(schedule.spent(at: now).isDisjoint(with: late))
        }
    }
}
