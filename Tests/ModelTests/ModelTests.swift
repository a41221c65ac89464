import Dispatch
import Glibc
import Testing

/// Every promise of ``Promise`` in every situation that the small worlds of ``Chapter`` can come to.
/// One after the other and aside, for many other tests wait for the few threads of the pool.
@Suite(.serialized) struct ModelTests {
    @Test(arguments: Chapter.all, Chapter.Store.allCases)
    func `D3 D4 D17 A14 to A18 A32 to A35 T1 T5 to T10 T13 T14 T20 every promise holds`(
        chapter: Chapter, store: Chapter.Store
    ) async throws {
        try await explore(chapter.with(store))
    }

    /// The walk through everything at once takes minutes: `HOMING_MODEL=whole`.
    @Test(
        .enabled(if: getenv("HOMING_MODEL").map { String(cString: $0) } == "whole"),
        arguments: Chapter.Store.allCases)
    func `every promise holds in the whole world`(store: Chapter.Store) async throws {
        try await explore(Chapter.whole.with(store))
    }

    private func explore(_ chapter: Chapter) async throws {
        let report = try await withCheckedThrowingContinuation { continuation in
            DispatchQueue.global().async {
                continuation.resume(with: Result { try Explorer.explore(chapter) })
            }
        }
        print(
            "\(chapter), \(chapter.store.rawValue): \(report.states) states, \(report.transitions) transitions,",
            "\(report.depth) deep")
        #expect(
            report.broken == nil, "\(report.broken?.rawValue ?? "")\n\(report.story.joined(separator: "\n"))")
    }
}
