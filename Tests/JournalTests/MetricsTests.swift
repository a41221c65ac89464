import Doubles
import Testing

@testable import Journal

struct MetricsTests {
    private func read(_ metrics: Metrics, _ loops: [LoopFigures] = []) throws -> MetricsReading {
        try MetricsReading(metrics.document(loops: loops))
    }

    @Test func `every number has its place, and no two the same`() {
        #expect(Cells.end <= Cells.limit)
        #expect(RouteLabel.count == RouteLabel.allCases.count)
        #expect(SignInPhase.count == SignInPhase.allCases.count)
        #expect(SignInOutcome.count == SignInOutcome.allCases.count)
        #expect(FetchOutcome.count == FetchOutcome.allCases.count)
        #expect(StoreOperation.count == StoreOperation.allCases.count)
        #expect(StoreTable.count == StoreTable.allCases.count)
        #expect(StatusLabel.count == StatusLabel.codes.count + 1)
        for (number, code) in StatusLabel.codes.enumerated() {
            #expect(StatusLabel.number(of: UInt16(code)) == number)
        }
        #expect(StatusLabel.number(of: 299) == StatusLabel.count - 1)
        #expect(Buckets.latencyCells == Buckets.latency.cells && Buckets.batchCells == Buckets.batch.cells)
        #expect(Set(RouteLabel.allCases.map(\.pattern)).count == RouteLabel.count)
    }

    @Test func `a document of nothing can be read, and tells of the process`() throws {
        let reading = try read(Metrics(version: "1.2\"3\n\\"))
        #expect(reading.value("homing_build_info", ["version": "1.2\"3\n\\"]) == 1)
        #expect(try #require(reading.value("process_resident_memory_bytes")) > 1_000_000)
        #expect(try #require(reading.value("process_open_fds")) >= 3)
        #expect(try #require(reading.value("process_start_time_seconds")) > 1_700_000_000)
        #expect(reading.value("homing_connections_open") == 0)
    }

    @Test func `the store's size is told once it was looked at, and what was swept`() throws {
        let metrics = Metrics()
        #expect(try read(metrics).value("homing_store_bytes") == nil)
        #expect(try read(metrics).value("homing_store_swept_total", ["table": "grants"]) == 0)
        metrics.swept(.grants, rows: 3)
        metrics.holds(.transactions, rows: 12, bytes: 40_960)
        metrics.holds(.spilled, rows: 0, bytes: 36_864)
        let reading = try read(metrics)
        #expect(reading.value("homing_store_bytes") == 36_864)
        #expect(reading.value("homing_store_rows", ["table": "transactions"]) == 12)
        #expect(reading.value("homing_store_rows", ["table": "spilled"]) == 0)
        #expect(reading.value("homing_store_rows", ["table": "grants"]) == nil)
        #expect(reading.value("homing_store_swept_total", ["table": "grants"]) == 3)
    }

    @Test func `what was counted is told, by route and status`() throws {
        let metrics = Metrics()
        for _ in 0..<3 { metrics.answered(.token, status: 200, nanoseconds: 400_000) }
        metrics.answered(.token, status: 400, nanoseconds: 3_000_000_000)
        metrics.answered(.none, status: 418, nanoseconds: 30_000_000_000)
        metrics.refused(status: 431)
        metrics.limited(.resume)
        let reading = try read(metrics)
        #expect(
            reading.value("homing_requests_total", ["route": "/oauth/token", "status": "200"]) == 3)
        #expect(reading.value("homing_requests_total", ["route": "none", "status": "other"]) == 1)
        #expect(reading.value("homing_requests_total", ["route": "none", "status": "431"]) == 1)
        #expect(reading.value("homing_rate_limited_total", ["route": "/mobile/resume"]) == 1)
        let seconds = "homing_request_duration_seconds"
        #expect(reading.value(seconds + "_count", ["route": "/oauth/token"]) == 4)
        #expect(reading.value(seconds + "_bucket", ["route": "/oauth/token", "le": "0.0005"]) == 3)
        #expect(reading.value(seconds + "_bucket", ["route": "/oauth/token", "le": "2.5"]) == 3)
        #expect(reading.value(seconds + "_bucket", ["route": "/oauth/token", "le": "5.0"]) == 4)
        #expect(reading.value(seconds + "_bucket", ["route": "none", "le": "10.0"]) == 0)
        #expect(abs(try #require(reading.value(seconds + "_sum", ["route": "/oauth/token"])) - 3.0012) < 1e-9)
    }

    @Test func `sign-ins, providers, connections and the store have their numbers`() throws {
        let metrics = Metrics()
        let google = metrics.provider("google")
        #expect(metrics.provider("google") == google)
        metrics.signIn(.provider, .issued, provider: google)
        metrics.signIn(.token, .redeemed, provider: nil)
        metrics.fetched(google, FetchOutcome(status: 200))
        metrics.fetched(google, .timeout)
        for _ in 0..<3 { metrics.connectionOpened() }
        metrics.connectionClosed()
        metrics.connectionRefused(.tooMany)
        metrics.stored(.read, nanoseconds: 5_000)
        metrics.committed(7, nanoseconds: 900_000)
        let reading = try read(
            metrics, [LoopFigures(bounds: [1_000, 1_000_000], counts: [5, 1, 0], nanoseconds: 400_000)])
        #expect(reading.value("homing_sign_in_steps_total", ["phase": "token", "outcome": "redeemed"]) == 1)
        #expect(
            reading.value("homing_provider_sign_ins_total", ["provider": "google", "outcome": "issued"]) == 1)
        #expect(
            reading.value("homing_provider_requests_total", ["provider": "google", "outcome": "timeout"]) == 1
        )
        #expect(reading.value("homing_connections_open") == 2)
        #expect(reading.value("homing_connections_accepted_total") == 3)
        #expect(
            reading.value("homing_connections_refused_total", ["reason": "too_many_connections"]) == 1)
        #expect(reading.value("homing_store_duration_seconds_count", ["operation": "commit"]) == 1)
        #expect(reading.value("homing_store_batch_writes_sum") == 7)
        #expect(reading.value("homing_loop_turn_seconds_count", ["loop": "0"]) == 6)
    }

    @Test func `providers beyond the limit share one label`() throws {
        let metrics = Metrics()
        for number in 0..<100 { metrics.fetched(metrics.provider("provider\(number)"), .answered) }
        let reading = try read(metrics)
        #expect(
            reading.value("homing_provider_requests_total", ["provider": "other", "outcome": "answered"])
                == Double(100 - (ProviderLabel.limit - 1)))
        #expect(reading.sum("homing_provider_requests_total") == 100)
    }

    @Test func `threads that count at once lose nothing, and the document stays readable meanwhile`()
        async throws
    {
        let metrics = Metrics()
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            for _ in 0..<6 {
                tasks.addTask {
                    for _ in 0..<5_000 { metrics.answered(.keys, status: 200, nanoseconds: 1_000) }
                }
            }
            tasks.addTask { for _ in 0..<5 { _ = try read(metrics) } }
            try await tasks.waitForAll()
        }
        let reading = try read(metrics)
        #expect(reading.sum("homing_requests_total") == 30_000)
        #expect(reading.sum("homing_request_duration_seconds_sum") == 0.03)
    }

    @Test func `documents have the labels of their paths, whatever else is served has none`() {
        #expect(RouteLabel(documentAt: "/oauth/jwks.json") == .keys)
        #expect(RouteLabel(documentAt: "/assets/style.0123.css") == .assets)
        #expect(RouteLabel(documentAt: "/elsewhere") == .none && RouteLabel(documentAt: "none") == .none)
    }
}
