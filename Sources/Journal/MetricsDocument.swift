import Synchronization

extension Metrics {
    /// The media type of `document`.
    package static var contentType: String { MetricsText.contentType }

    /// Everything that was counted, as Prometheus reads it.
    package func document(loops: [LoopFigures]) -> [UInt8] {
        var text = MetricsText()
        tellRequests(&text)
        tellSignIns(&text)
        tellConnections(&text)
        tellStore(&text)
        tellLoops(loops, &text)
        text.family("homing_log_lines_dropped_total", .counter, "Lines that nobody read in time.")
        text.sample(value(Cells.droppedLines))
        ProcessFigures.read().tell(startedAt: startedAt, &text)
        text.family("homing_build_info", .gauge, "The version that runs.")
        text.sample(1, [("version", version)])
        return text.bytes
    }

    private func tellRequests(_ text: inout MetricsText) {
        text.family("homing_requests_total", .counter, "Requests answered, by route and status.")
        for route in RouteLabel.allCases {
            for status in 0..<StatusLabel.count {
                let count = value(Cells.requests + route.rawValue * StatusLabel.count + status)
                guard count > 0 else { continue }
                text.sample(count, [("route", route.pattern), ("status", StatusLabel.text(status))])
            }
        }
        text.family(
            "homing_request_duration_seconds", .histogram, "From a request's last byte to its answer.")
        for route in RouteLabel.allCases {
            tell(
                [("route", route.pattern)], .latency,
                at: Cells.latency + route.rawValue * Buckets.latencyCells, &text)
        }
        text.family("homing_rate_limited_total", .counter, "Requests over their budget, by route.")
        for route in RouteLabel.allCases {
            let count = value(Cells.limited + route.rawValue)
            if count > 0 { text.sample(count, [("route", route.pattern)]) }
        }
    }

    private func tellSignIns(_ text: inout MetricsText) {
        text.family("homing_sign_in_steps_total", .counter, "Steps of sign-ins, by phase and outcome.")
        for phase in SignInPhase.allCases {
            for outcome in SignInOutcome.allCases {
                let count = value(Cells.steps + phase.rawValue * SignInOutcome.count + outcome.rawValue)
                guard count > 0 else { continue }
                text.sample(count, [("phase", phase.name), ("outcome", outcome.name)])
            }
        }
        let names = providers
        let labels = names + [String](repeating: "other", count: 1)
        text.family("homing_provider_sign_ins_total", .counter, "Returns from a provider, by outcome.")
        for (index, name) in labels.enumerated() {
            let number = index < names.count ? index : ProviderLabel.limit - 1
            for outcome in SignInOutcome.allCases {
                let count = value(Cells.providerSteps + number * SignInOutcome.count + outcome.rawValue)
                if count > 0 { text.sample(count, [("provider", name), ("outcome", outcome.name)]) }
            }
        }
        text.family("homing_provider_requests_total", .counter, "Requests to providers, by outcome.")
        for (index, name) in labels.enumerated() {
            let number = index < names.count ? index : ProviderLabel.limit - 1
            for outcome in FetchOutcome.allCases {
                let count = value(Cells.fetches + number * FetchOutcome.count + outcome.rawValue)
                guard count > 0 || index < names.count else { continue }
                text.sample(count, [("provider", name), ("outcome", outcome.name)])
            }
        }
    }

    private func tellConnections(_ text: inout MetricsText) {
        // Read in this order, so that what closes meanwhile cannot make more closed than opened.
        let closed = value(Cells.connections + 1)
        let opened = value(Cells.connections)
        text.family("homing_connections_accepted_total", .counter, "Connections taken in.")
        text.sample(opened)
        text.family("homing_connections_open", .gauge, "Connections at this moment.")
        text.sample(opened - closed)
        text.family(
            "homing_connections_refused_total", .counter, "Connections not served, or not any longer.")
        for (number, reason) in ConnectionRefusal.allCases.enumerated() {
            text.sample(value(Cells.refusals + number), [("reason", reason.rawValue)])
        }
    }

    private func tellStore(_ text: inout MetricsText) {
        text.family(
            "homing_store_duration_seconds", .histogram,
            "Reads; writes with their wait; commits of all writes that had queued up.")
        for operation in StoreOperation.allCases {
            tell(
                [("operation", operation.name)], .latency,
                at: Cells.store + operation.rawValue * Buckets.latencyCells, &text)
        }
        text.family("homing_store_batch_writes", .histogram, "Writes that one commit carried.")
        tell([], .batch, at: Cells.batch, &text)
        text.family("homing_store_swept_total", .counter, "Rows deleted because their time was over.")
        for table in StoreTable.allCases {
            text.sample(value(Cells.swept + table.rawValue), [("table", table.name)])
        }
        let size = storeSize.withLock { $0 }
        text.family("homing_store_rows", .gauge, "Rows of a table when it was last swept.")
        for table in StoreTable.allCases {
            if let rows = size.rows[table.rawValue] { text.sample(rows, [("table", table.name)]) }
        }
        text.family("homing_store_bytes", .gauge, "Bytes of the store when a table was last swept.")
        if let bytes = size.bytes { text.sample(bytes) }
    }

    private func tellLoops(_ loops: [LoopFigures], _ text: inout MetricsText) {
        text.family(
            "homing_loop_turn_seconds", .histogram,
            "Turns of an event loop: for so long what came meanwhile waited.")
        for (index, loop) in loops.enumerated() {
            text.histogram(
                [("loop", String(index))], Buckets(bounds: loop.bounds, scale: 1_000_000_000),
                counts: loop.counts,
                sum: Double(loop.nanoseconds))
        }
    }

    /// A histogram of the shards, when it holds anything.
    private func tell(
        _ labels: [(String, String)], _ buckets: Buckets, at start: Int, _ text: inout MetricsText
    ) {
        let counts = (0...buckets.bounds.count).map { value(start + $0) }
        guard counts.contains(where: { $0 > 0 }) else { return }
        text.histogram(
            labels, buckets, counts: counts, sum: Double(value(start + buckets.bounds.count + 1)))
    }
}
