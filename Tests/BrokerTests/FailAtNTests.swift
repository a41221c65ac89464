import Doubles
import HTTP
import OAuth
import Store
import Testing

/// The store fails at its Nth call, for every N of a whole sign-in: before it does anything, or after it did, with the
/// answer lost. Each answer is done, 503 that says so, or the truth; and there is always one next step.
struct FailAtNTests {
    static let failures: [LedgerFailure] = [
        .unavailable("the test says so"), .full, .readOnly, .corrupt("a row"), .foreign("another's file"),
        .newerSchema(found: 9, known: 1),
    ]

    @Test(arguments: TroubledLedger.Fault.allCases, failures)
    func `A34 CVE 2 D14 whichever call fails, in whichever way, the person gets home or is told`(
        fault: TroubledLedger.Fault, failure: LedgerFailure
    ) async throws {
        for way in WalkHome.Way.allCases {
            var number = 1
            while true {
                let walk = try await WalkHome(way, [number: fault], failure)
                if try await walk.go() < number { break }
                number += 1
            }
            #expect(number > (way == .session ? 8 : 11), "\(way)")
        }
    }

    @Test(arguments: TroubledLedger.Fault.allCases, TroubledLedger.Fault.allCases)
    func `A34 two failures in a row, and the second at the very next try`(
        first: TroubledLedger.Fault, second: TroubledLedger.Fault
    ) async throws {
        for way in WalkHome.Way.allCases {
            var number = 1
            while true {
                let walk = try await WalkHome(way, [number: first, number + 1: second])
                if try await walk.go() < number { break }
                number += 1
            }
        }
    }

    @Test(arguments: 1...120)
    func `A34 a store that fails at random costs nobody more than a new beginning`(seed: Int) async throws {
        let random = SeededRandom(seed: UInt64(seed))
        var faults: [Int: TroubledLedger.Fault] = [:]
        // From a store that stumbles to one that fails three calls in four.
        let odds = 20 + seed % 3 * 85
        for number in 1...120 where random.bytes(1)[0] < odds {
            faults[number] = random.bytes(1)[0] < 128 ? .before : .after
        }
        let way = WalkHome.Way.allCases[seed % WalkHome.Way.allCases.count]
        let failure = Self.failures[seed % Self.failures.count]
        try await WalkHome(way, faults, failure).go()
    }
}
