import Glibc
import HTTP

@testable import HTTPServer

/// A peer that sends exact octets and says what came back. Gives up after ten seconds of silence.
final class Client {
    struct Answer: Equatable {
        let status: Int
        let fields: [String: String]
        let body: String
    }

    private let socket: Int32
    private var received: [UInt8] = []

    init(_ address: ListenAddress, receiveBuffer: Int32? = nil) throws {
        let name = SocketAddress(address)
        socket = Glibc.socket(name.family, Int32(SOCK_STREAM.rawValue), 0)
        if var size = receiveBuffer { setsockopt(socket, SOL_SOCKET, SO_RCVBUF, &size, 4) }
        var patience = timeval(tv_sec: 10, tv_usec: 0)
        setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
        guard name.withPointer({ connect(socket, $0, $1) }) == 0 else { throw Failure.refused }
    }

    deinit { close(socket) }

    enum Failure: Error { case refused, silence, reset, malformed(String) }

    @discardableResult
    func send(_ text: String) -> Client {
        send(Array(text.utf8))
    }

    @discardableResult
    func send(_ bytes: [UInt8]) -> Client {
        var sent = 0
        while sent < bytes.count {
            let count = bytes.withUnsafeBytes {
                Glibc.send(socket, $0.baseAddress.map { $0 + sent }, bytes.count - sent, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { break }
            sent += count
        }
        return self
    }

    /// Sends a GET of a path.
    @discardableResult
    func get(_ path: String, _ fields: String = "") -> Client {
        send("GET \(path) HTTP/1.1\r\nHost: a.example\r\n\(fields)\r\n")
    }

    /// Ends the sending side alone.
    func endSending() { shutdown(socket, Int32(SHUT_WR)) }

    /// Has the next close send a reset.
    func resetOnClose() {
        var value = linger(l_onoff: 1, l_linger: 0)
        setsockopt(socket, SOL_SOCKET, SO_LINGER, &value, socklen_t(MemoryLayout<linger>.size))
    }

    /// The next answer, framed by its Content-Length.
    func answer(toHEAD: Bool = false) throws -> Answer {
        while true {
            if let answer = try takeAnswer(toHEAD) { return answer }
            guard try more() else { throw Failure.malformed(String(decoding: received, as: UTF8.self)) }
        }
    }

    /// All that comes until the server ends.
    func rest() throws -> String {
        while try more() {}
        defer { received = [] }
        return String(decoding: received, as: UTF8.self)
    }

    private func takeAnswer(_ toHEAD: Bool) throws -> Answer? {
        guard let end = received.firstRange(of: Array("\r\n\r\n".utf8)) else { return nil }
        let lines = String(decoding: received[..<end.lowerBound], as: UTF8.self).split(separator: "\r\n")
        let words = lines[0].split(separator: " ", maxSplits: 2)
        guard words.count == 3, words[0] == "HTTP/1.1", let status = Int(words[1]) else {
            throw Failure.malformed(String(lines[0]))
        }
        var fields: [String: String] = [:]
        for line in lines.dropFirst() {
            let parts = line.split(separator: ":", maxSplits: 1)
            fields[String(parts[0])] = String(parts[1].drop { $0 == " " })
        }
        let count = toHEAD || status < 200 || status == 204 ? 0 : Int(fields["content-length"] ?? "") ?? 0
        guard received.count >= end.upperBound + count else { return nil }
        let body = String(decoding: received[end.upperBound..<end.upperBound + count], as: UTF8.self)
        received.removeFirst(end.upperBound + count)
        return Answer(status: status, fields: fields, body: body)
    }

    private func more() throws -> Bool {
        var chunk = [UInt8](repeating: 0, count: 65_536)
        let count = recv(socket, &chunk, chunk.count, 0)
        if count < 0 { throw errno == ECONNRESET ? Failure.reset : Failure.silence }
        received += chunk[..<count]
        return count > 0
    }
}
