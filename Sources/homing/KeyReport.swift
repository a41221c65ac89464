import Broker
import FoundationEssentials
import OAuth
import Store

/// The signing keys with their times, for people and for machines. Nothing of the keys themselves.
struct KeyReport {
    private struct Row: Encodable {
        let kid, alg, state: String
        let createdAt, signsFrom: String
        /// Nil as long as there is no successor.
        let signsUntil, publishedUntil: String?

        var cells: [String] {
            [kid, alg, state, createdAt, signsFrom, signsUntil ?? "-", publishedUntil ?? "-"]
        }
    }

    private static let titles = [
        "KID", "ALG", "STATE", "SINCE", "SIGNS FROM", "SIGNS UNTIL", "PUBLISHED UNTIL",
    ]

    private let rows: [Row]

    init(_ schedule: KeySchedule, _ now: Timestamp) {
        rows = schedule.terms.map { term in
            Row(
                kid: term.key.kid, alg: term.key.algorithm, state: term.state(at: now).rawValue,
                createdAt: term.key.createdAt.iso8601, signsFrom: term.key.activeFrom.iso8601,
                signsUntil: term.signsUntil?.iso8601, publishedUntil: term.publishedUntil?.iso8601)
        }
    }

    var table: String {
        let cells = [Self.titles] + rows.map(\.cells)
        let widths = Self.titles.indices.map { column in cells.map { $0[column].utf8.count }.max() ?? 0 }
        return cells.map { row in
            let padded = zip(row, widths).map { cell, width in
                cell + String(repeating: " ", count: width - cell.utf8.count)
            }
            var line = padded.joined(separator: "  ")
            while line.last == " " { line.removeLast() }
            return line + "\n"
        }.joined()
    }

    var json: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        encoder.keyEncodingStrategy = .convertToSnakeCase
        return (try? encoder.encode(rows)).map { String(decoding: $0, as: UTF8.self) + "\n" } ?? ""
    }
}

extension Timestamp {
    /// In UTC, to the second.
    var iso8601: String { Date(timeIntervalSince1970: TimeInterval(seconds)).ISO8601Format() }
}
