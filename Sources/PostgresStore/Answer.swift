import CPostgres
import Glibc

/// What one statement brought: rows in binary form, or how many it changed. Numbers are counted from 0.
final class Answer {
    private let raw: OpaquePointer

    init(_ raw: OpaquePointer) { self.raw = raw }

    deinit { PQclear(raw) }

    /// Rows that came.
    var rows: Int { Int(PQntuples(raw)) }

    /// Rows that the statement changed or brought.
    var count: Int { Int(atoi(PQcmdTuples(raw))) }

    func isNull(_ column: Int32, row: Int = 0) -> Bool { PQgetisnull(raw, Int32(row), column) == 1 }

    /// A bigint; 0 for NULL.
    func int64(_ column: Int32, row: Int = 0) -> Int64 {
        let cell = cell(column, row)
        guard cell.count == 8 else { return 0 }
        return Int64(bigEndian: cell.loadUnaligned(as: Int64.self))
    }

    func int(_ column: Int32, row: Int = 0) -> Int { Int(int64(column, row: row)) }

    func bool(_ column: Int32, row: Int = 0) -> Bool { cell(column, row).first == 1 }

    func bytes(_ column: Int32, row: Int = 0) -> [UInt8] { [UInt8](cell(column, row)) }

    func text(_ column: Int32, row: Int = 0) -> String {
        String(decoding: cell(column, row), as: UTF8.self)
    }

    private func cell(_ column: Int32, _ row: Int) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(
            start: PQgetvalue(raw, Int32(row), column), count: Int(PQgetlength(raw, Int32(row), column)))
    }
}
