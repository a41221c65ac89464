import Glibc

/// OpenSSL's own test server with a certificate for 127.0.0.1 that only its file vouches for.
final class TLSServer: Sendable {
    static let program = "/usr/bin/openssl"
    static let isThere = access(program, X_OK) == 0

    let port: Int
    let certificate: String
    private let folder: String
    private let key: String
    private let process: pid_t

    /// Nil when the server does not come up.
    init?() {
        guard let port = Self.freePort() else { return nil }
        self.port = port
        folder = "/tmp/homing-tls-\(getpid())-\(port)"
        certificate = folder + "/cert.pem"
        key = folder + "/key.pem"
        mkdir(folder, 0o700)
        let made = Self.run([
            "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2",
            "-subj",
            "/CN=test", "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", key, "-out", certificate,
        ])
        var status: Int32 = 0
        guard let made, waitpid(made, &status, 0) == made, status == 0,
            let process = Self.run([
                "s_server", "-accept", "127.0.0.1:\(port)", "-www", "-quiet", "-key", key, "-cert",
                certificate,
            ])
        else { return nil }
        self.process = process
    }

    func stop() {
        // The child has the mask of the thread that made it, which may block all that can be blocked.
        kill(process, SIGKILL)
        waitpid(process, nil, 0)
        unlink(certificate)
        unlink(key)
        rmdir(folder)
    }

    /// A port of 127.0.0.1 that nobody listens on now.
    private static func freePort() -> Int? {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let told = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, length) == 0 && getsockname(descriptor, $0, &length) == 0
            }
        }
        return told ? Int(UInt16(bigEndian: address.sin_port)) : nil
    }

    private static func run(_ arguments: [String]) -> pid_t? {
        var arguments: [UnsafeMutablePointer<CChar>?] = ([program] + arguments).map { strdup($0) }
        arguments.append(nil)
        defer { arguments.forEach { free($0) } }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for descriptor in 0...2 as ClosedRange<Int32> {
            posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
        }
        var process = pid_t()
        return posix_spawn(&process, program, &actions, nil, arguments, nil) == 0 ? process : nil
    }
}
