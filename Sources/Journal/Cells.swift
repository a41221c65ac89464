/// Where each number lies in a shard: one region behind the other, each a table of fixed size.
enum Cells {
    static let limit = 2_048

    static var requests: Int { 0 }
    static var latency: Int { requests + RouteLabel.count * StatusLabel.count }
    static var limited: Int { latency + RouteLabel.count * Buckets.latencyCells }
    static var steps: Int { limited + RouteLabel.count }
    static var providerSteps: Int { steps + SignInPhase.count * SignInOutcome.count }
    static var fetches: Int { providerSteps + ProviderLabel.limit * SignInOutcome.count }
    static var connections: Int { fetches + ProviderLabel.limit * FetchOutcome.count }
    static var refusals: Int { connections + 2 }
    static var store: Int { refusals + ConnectionRefusal.allCases.count }
    static var batch: Int { store + StoreOperation.count * Buckets.latencyCells }
    static var droppedLines: Int { batch + Buckets.batchCells }
    static var swept: Int { droppedLines + 1 }
    static var end: Int { swept + StoreTable.count }
}
