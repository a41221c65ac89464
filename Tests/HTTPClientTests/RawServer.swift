import Glibc
import Synchronization

/// A server that says exactly what a test wants it to say, a thread a connection.
final class RawServer: Sendable {
    /// What to do with one request, given as it came.
    typealias Script = @Sendable (String) -> Step

    enum Step: Sendable {
        case answer(String)
        case answerAndClose(String)
        /// Says nothing for so many milliseconds, then closes.
        case silence(Int)
    }

    let port: Int
    private let listener: Int32
    private let script: Script
    private let counts = Mutex((connections: 0, requests: 0))

    var connections: Int { counts.withLock { $0.connections } }
    var requests: Int { counts.withLock { $0.requests } }
    var url: String { "http://127.0.0.1:\(port)" }

    init(_ script: @escaping Script) {
        self.script = script
        listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let listener = listener
        withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                _ = bind(listener, address, length)
                _ = listen(listener, 128)
                _ = getsockname(listener, address, &length)
            }
        }
        port = Int(UInt16(bigEndian: address.sin_port))
        Self.onThread { [self] in acceptAll() }
    }

    func stop() { shutdown(listener, Int32(SHUT_RDWR)) }

    private func acceptAll() {
        while true {
            let connection = accept(listener, nil, nil)
            if connection < 0 { break }
            counts.withLock { $0.connections += 1 }
            Self.onThread { [self] in
                serve(connection)
                close(connection)
            }
        }
        close(listener)
    }

    private func serve(_ connection: Int32) {
        while let request = Self.read(connection) {
            counts.withLock { $0.requests += 1 }
            switch script(request) {
            case .answer(let text): Self.write(connection, text)
            case .answerAndClose(let text):
                Self.write(connection, text)
                return
            case .silence(let milliseconds):
                usleep(UInt32(milliseconds) * 1000)
                return
            }
        }
    }

    /// One request with its body by Content-Length; nil at the end of the connection.
    private static func read(_ connection: Int32) -> String? {
        var bytes: [UInt8] = []
        var wanted: Int?
        var buffer = [UInt8](repeating: 0, count: 65536)
        while wanted.map({ bytes.count < $0 }) ?? true {
            let count = recv(connection, &buffer, buffer.count, 0)
            if count <= 0 { return nil }
            bytes.append(contentsOf: buffer[..<count])
            let text = String(decoding: bytes, as: UTF8.self)
            if wanted == nil, let head = text.split(separator: "\r\n\r\n", maxSplits: 1).first,
                text.count > head.count, text.contains("\r\n\r\n")
            {
                let lines = head.split(separator: "\r\n").map { $0.lowercased() }
                let length = lines.first { $0.hasPrefix("content-length: ") }?.dropFirst(16)
                wanted = head.utf8.count + 4 + (length.flatMap { Int($0) } ?? 0)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func write(_ connection: Int32, _ text: String) {
        let bytes = Array(text.utf8)
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes {
                send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            if count <= 0 { return }
            sent += count
        }
    }

    private final class Work {
        let run: @Sendable () -> Void
        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }

    private static func onThread(_ run: @escaping @Sendable () -> Void) {
        var thread = pthread_t()
        let work = Unmanaged.passRetained(Work(run))
        pthread_create(
            &thread, nil,
            { pointer in
                if let pointer { Unmanaged<Work>.fromOpaque(pointer).takeRetainedValue().run() }
                return nil
            }, work.toOpaque())
        pthread_detach(thread)
    }
}

extension RawServer {
    /// A whole response with its length.
    static func response(_ body: String, status: String = "200 OK", fields: String = "") -> String {
        "HTTP/1.1 \(status)\r\nContent-Length: \(body.utf8.count)\r\n\(fields)\r\n\(body)"
    }
}
