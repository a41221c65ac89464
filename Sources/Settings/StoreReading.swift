/// Reads `store`. Its URL may hold a password, so nothing of it is ever shown.
struct StoreReading {
    let log: FaultLog

    func store(_ section: Section) -> StoreSettings? {
        let example = "\"sqlite:///var/lib/homing/homing.db\""
        guard let url = section.required("url", example: example) else { return nil }
        let node = section.child("url")
        if let path = url.behind("sqlite://"), path.hasPrefix("/") { return .sqlite(path: String(path)) }
        if let rest = url.behind("postgresql://") ?? url.behind("postgres://") {
            return postgresql(url, rest, node)
        }
        log.fault(
            node, "is not a store that this build knows",
            mend: "write \(example) (three slashes: an absolute path) or "
                + "\"postgresql://user@host/homing?sslmode=verify-full\"")
        return nil
    }

    private func postgresql(_ url: String, _ rest: Substring, _ node: Node) -> StoreSettings? {
        // libpq would quote what it cannot read.
        guard url.utf8.allSatisfy({ 0x21...0x7E ~= $0 && $0 != UInt8(ascii: "#") }), url.hasSoundPercents
        else {
            log.fault(
                node, "has a character that a URL may not have, or a % without two hexadecimal digits",
                mend: "percent-encode what a name or password has of / ? # @ : % and beyond ASCII")
            return nil
        }
        guard
            rest.prefix(while: { $0 != "?" }).split(separator: "/", maxSplits: 1).map({
                $0.count { $0 == "@" }
            })
            .enumerated().allSatisfy({ $1 <= ($0 == 0 ? 1 : 0) })
        else {
            log.fault(
                node, "has an @ in a name or password", mend: "percent-encode it there: %40, and a / as %2F")
            return nil
        }
        let parts = PostgresURL(rest)
        let before = log.all.count
        for (name, value) in parts.parameters { check(name, value, node) }
        guard log.all.count == before else { return nil }
        if parts.sslmode != "verify-full", !parts.isOnThisMachine {
            log.warn(
                node,
                "reaches another machine with sslmode \(parts.sslmode ?? "prefer"): who stands between could "
                    + "read and change what is stored",
                mend:
                    "add ?sslmode=verify-full&sslrootcert=/etc/ssl/certs/ca-certificates.crt, or your own authority"
            )
        }
        return .postgresql(url: url)
    }

    private func check(_ name: String, _ value: String, _ node: Node) {
        switch name {
        case "sslmode" where !PostgresURL.sslmodes.contains(value):
            log.fault(
                node, "has an unknown sslmode",
                mend: "write one of \(PostgresURL.sslmodes.joined(separator: ", "))")
        case "target_session_attrs" where value != "primary" && value != "read-write":
            log.fault(
                node, "has a target_session_attrs by which it may reach a server that lags behind",
                mend: "write primary, or leave it out")
        case "client_encoding" where value.uppercased() != "UTF8":
            log.fault(node, "has another client_encoding than UTF8", mend: "leave it out")
        case _ where !PostgresURL.parameters.contains(name):
            log.fault(
                node, "has a parameter that the PostgreSQL library does not know",
                mend: "see the list of parameters in PostgreSQL's manual, section 34.1.2")
        default: break
        }
    }
}

/// What must be known of a connection URL, `[user[:password]@][host[:port],…][/database][?parameter=value&…]`.
private struct PostgresURL {
    static let sslmodes = ["disable", "allow", "prefer", "require", "verify-ca", "verify-full"]
    static let parameters: Set = [
        "application_name", "channel_binding", "client_encoding", "connect_timeout", "dbname",
        "fallback_application_name", "gssencmode", "gsslib", "host", "hostaddr", "keepalives",
        "keepalives_count",
        "keepalives_idle", "keepalives_interval", "krbsrvname", "options", "passfile", "password", "port",
        "requirepeer", "service", "ssl_max_protocol_version", "ssl_min_protocol_version", "sslcert",
        "sslcompression",
        "sslcrl", "sslcrldir", "sslkey", "sslmode", "sslpassword", "sslrootcert", "sslsni",
        "target_session_attrs",
        "tcp_user_timeout", "user",
    ]

    let parameters: [(name: String, value: String)]
    private let hosts: [String]

    init(_ rest: Substring) {
        let halves = rest.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let pairs = halves.count > 1 ? halves[1].split(separator: "&") : []
        parameters = pairs.map { pair in
            let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return (String(sides[0]), sides.count > 1 ? String(sides[1]) : "")
        }
        let authority = halves[0].prefix { $0 != "/" }
        let named = parameters.last { $0.name == "hostaddr" } ?? parameters.last { $0.name == "host" }
        let list = named.map { Substring($0.value) } ?? authority.split(separator: "@").last ?? ""
        let addressed = authority.hasSuffix("@") && named == nil ? "" : list
        hosts = addressed.split(separator: ",", omittingEmptySubsequences: false).map { host in
            host.hasPrefix("[")
                ? host.dropFirst().prefix { $0 != "]" }.description : host.prefix { $0 != ":" }.description
        }
    }

    var sslmode: String? { parameters.last { $0.name == "sslmode" }?.value }

    /// By a socket file, or by loopback.
    var isOnThisMachine: Bool {
        hosts.allSatisfy { host in
            host.isEmpty || host.hasPrefix("/") || host.lowercased().hasPrefix("%2f") || host == "localhost"
                || host == "::1" || (host.hasPrefix("127.") && host.allSatisfy { $0.isNumber || $0 == "." })
        }
    }
}

extension String {
    fileprivate func behind(_ prefix: String) -> Substring? {
        hasPrefix(prefix) ? dropFirst(prefix.count) : nil
    }

    /// Each % has two hexadecimal digits behind it.
    fileprivate var hasSoundPercents: Bool {
        let bytes = Array(utf8)
        func isHex(_ index: Int) -> Bool {
            index < bytes.count && Character(UnicodeScalar(bytes[index])).isHexDigit
        }
        return bytes.indices.allSatisfy {
            bytes[$0] != UInt8(ascii: "%") || (isHex($0 + 1) && isHex($0 + 2))
        }
    }
}
