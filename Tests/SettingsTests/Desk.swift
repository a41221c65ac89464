import Settings

/// Configuration files that lie on a desk instead of a disk.
struct Desk {
    var files: [String: String] = [:]
    var environment: [String: String] = [:]
    var worldReadable: Set<String> = []

    static let masterKey = "c2VjcmV0LW1hcmtlci1zZWNyZXQtbWFya2VyLXNlY3JldC1tYXJrZXI"

    /// The least that is sound; `changes` replace whole sections, or leave them out by nil.
    static func text(_ changes: [String: String?] = [:]) -> String {
        var sections: [String: String?] = [
            "server": server(), "store": #"{ url: "sqlite:///var/lib/homing.db" }"#,
            "secrets": "{ master_key: \"\(masterKey)\" }", "clients": "[\(client())]",
            "providers": "[\(provider())]",
        ]
        for (name, value) in changes { sections[name] = .some(value) }
        return object(sections)
    }

    static func server(_ changes: [String: String?] = [:]) -> String {
        object(
            [
                "listen": #""127.0.0.1:8080""#, "public_url": #""https://auth.example.com""#,
                "link_url": #""https://link.example.com""#,
            ].merging(changes) { $1 })
    }

    static func client(_ changes: [String: String?] = [:]) -> String {
        object(
            [
                "client_id": #""app1""#,
                "redirect_uris": #"["https://link.example.com/mobile/oauth/callback"]"#,
            ].merging(changes) { $1 })
    }

    static func provider(_ changes: [String: String?] = [:]) -> String {
        object(
            [
                "id": #""google""#, "kind": #""oidc""#, "issuer": #""https://accounts.google.com""#,
                "client_id": #""us""#,
            ].merging(changes) { $1 })
    }

    private static func object(_ members: [String: String?]) -> String {
        let lines = members.sorted { $0.key < $1.key }.compactMap { name, value in
            value.map { "\(name): \($0)" }
        }
        return "{ \(lines.joined(separator: ",\n  ")) }"
    }

    func read(_ names: String...) -> ConfigurationReading { read(names) }

    func read(_ names: [String]) -> ConfigurationReading {
        let (files, environment, readable) = (files, environment, worldReadable)
        return ConfigurationReading(
            files: names,
            secrets: SecretSource(
                environment: { environment[$0] }, file: { files[$0].map { Array($0.utf8) } },
                isWorldReadable: { readable.contains($0) }))
    }

    /// Reads one file of this text.
    static func read(_ text: String) -> ConfigurationReading {
        Desk(files: ["homing.json5": text]).read("homing.json5")
    }

    /// Reads the least with these sections in place of its own.
    static func read(_ changes: [String: String?]) -> ConfigurationReading { read(text(changes)) }
}

extension ConfigurationReading {
    /// What stops a start, by key path.
    var hard: [String: Fault] {
        Dictionary(faults.filter { $0.severity == .fault }.map { ($0.path, $0) }) { first, _ in first }
    }

    var warned: [Fault] { faults.filter { $0.severity == .warning } }

    /// Everything that an operator is shown.
    var shown: String { faults.map(\.line).joined(separator: "\n") }
}
