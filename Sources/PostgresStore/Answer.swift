import CPostgres
import Glibc

/// What one statement brought: rows in binary form, or how many it changed.
final class Answer {
    private let raw: OpaquePointer

    init(_ raw: OpaquePointer) { self.raw = raw }

    deinit { PQclear(raw) }

    /// Rows that came.
    var rows: Int { Int(PQntuples(raw)) }

    /// Rows that the statement changed or brought.
    var count: Int { Int(atoi(PQcmdTuples(raw))) }

    /// The row of this number, from 0.
    func row(_ number: Int) -> Row { Row(answer: self, number: Int32(number)) }

    /// One row; its columns are numbered from 0.
    struct Row {
        fileprivate let answer: Answer
        fileprivate let number: Int32

        func isNull(_ column: Int32) -> Bool { PQgetisnull(answer.raw, number, column) == 1 }

        /// A bigint; 0 for NULL.
        func int64(_ column: Int32) -> Int64 {
            let cell = cell(column)
            guard cell.count == 8 else { return 0 }
            return Int64(bigEndian: cell.loadUnaligned(as: Int64.self))
        }

        func int(_ column: Int32) -> Int { Int(int64(column)) }

        func bool(_ column: Int32) -> Bool { cell(column).first == 1 }

        func bytes(_ column: Int32) -> [UInt8] { [UInt8](cell(column)) }

        func text(_ column: Int32) -> String { String(decoding: cell(column), as: UTF8.self) }

        private func cell(_ column: Int32) -> UnsafeRawBufferPointer {
            UnsafeRawBufferPointer(
                start: PQgetvalue(answer.raw, number, column),
                count: Int(PQgetlength(answer.raw, number, column)))
        }
    }
}
