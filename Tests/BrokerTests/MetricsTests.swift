import Doubles
import HTTP
import Journal
import Testing

struct MetricsTests {
    private func read(_ house: House) throws -> MetricsReading {
        try MetricsReading(house.metrics.document(loops: []))
    }

    @Test func `a whole sign-in moves its counters, each by one`() async throws {
        let house = try await House()
        var person = Person(house)
        let tokens = try await person.redeem(try await person.code())
        _ = try await person.refresh(try #require(tokens.member("refresh_token")))
        let reading = try read(house)
        let steps = [
            ("authorize", "redirected"), ("provider", "issued"), ("token", "redeemed"),
            ("refresh", "rotated"),
        ]
        for (phase, outcome) in steps {
            #expect(
                reading.value("homing_sign_in_steps_total", ["phase": phase, "outcome": outcome]) == 1,
                "\(phase)")
        }
        #expect(reading.sum("homing_sign_in_steps_total") == 4)
        #expect(
            reading.value("homing_provider_sign_ins_total", ["provider": "idp", "outcome": "issued"]) == 1)
        #expect(reading.value("homing_requests_total", ["route": "/oauth/token", "status": "200"]) == 2)
        #expect(
            reading.value(
                "homing_requests_total", ["route": "/oauth/provider/{id}/callback", "status": "303"]) == 1)
        #expect(reading.sum("homing_request_duration_seconds_count") == reading.sum("homing_requests_total"))
    }

    @Test func `documents are counted by their status, unmodified ones too`() async throws {
        let house = try await House()
        let path = "/.well-known/openid-configuration"
        let tag = try #require(try await house.send(.get, path)["etag"])
        _ = try await house.send(.get, path, [(.ifNoneMatch, tag)])
        _ = try await house.send(.head, path)
        _ = try await house.send(.post, path)
        let reading = try read(house)
        for (status, count) in [("200", 2.0), ("304", 1), ("405", 1)] {
            #expect(reading.value("homing_requests_total", ["route": path, "status": status]) == count)
        }
        #expect(reading.sum("homing_sign_in_steps_total") == 0)
    }

    @Test func `refusals and limits have their own numbers`() async throws {
        var plan = try House.Plan()
        plan.peer = try #require(ClientAddress("192.0.2.77"))
        let house = try await House(plan)
        for _ in 0..<310 {
            _ = try await house.post("/mobile/resume", [("handle", "none"), ("client_id", "app1")])
        }
        let reading = try read(house)
        #expect(reading.value("homing_rate_limited_total", ["route": "/mobile/resume"]) == 10)
        #expect(reading.value("homing_requests_total", ["route": "/mobile/resume", "status": "429"]) == 10)
        #expect(
            reading.value("homing_sign_in_steps_total", ["phase": "resume", "outcome": "refused"]) == 310)
    }
}
