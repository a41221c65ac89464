/// What was asked for on the command line.
enum Invocation: Equatable {
    case serve(files: [String], format: String?, level: String?)
    case demo(port: UInt16)
    case rehearse(Rehearsal)
    case check(files: [String])
    case health(files: [String])
    case backup(files: [String], copy: String, force: Bool)
    case restore(files: [String], copy: String?)
    case subject(SubjectCommand.Act, SubjectCommand.Person, files: [String])
    case keys(KeysCommand.Act, files: [String])
    case migrate(files: [String])
    case version
    case help(topic: Command?)

    /// The options of `homing try`.
    struct Rehearsal: Equatable {
        var issuer: String
        var client: String?
        var redirectURI: String?
        var path = "all"
        var json = false
    }
}

/// The commands there are, by the names that are typed.
enum Command: String, CaseIterable {
    case serve, demo, `try`, check, health, migrate, backup, restore, subject, keys, version, help
}

/// A command line that cannot be obeyed: one line that says why, and whose usage to show.
struct UsageFault: Error {
    let problem: String
    let topic: Command?
}

extension Invocation {
    /// Reads the words behind the executable's name.
    static func parse(_ words: [String]) throws(UsageFault) -> Invocation {
        guard let first = words.first else { return .help(topic: nil) }
        if first == "--help" || first == "-h" { return .help(topic: nil) }
        if first == "--version" { return .version }
        guard let command = Command(rawValue: first) else {
            throw UsageFault(problem: "there is no command \"\(first)\"", topic: nil)
        }
        var flags = Flags(Array(words.dropFirst()), command)
        if flags.asksForHelp { return .help(topic: command) }
        let invocation = try read(command, &flags)
        try flags.finish()
        return invocation
    }

    private static func read(_ command: Command, _ flags: inout Flags) throws(UsageFault) -> Invocation {
        switch command {
        case .serve:
            let format = try flags.word("--log-format", among: ["json", "text"])
            let level = try flags.word("--log-level", among: ["debug", "info", "warning", "error"])
            return .serve(files: try flags.files(), format: format, level: level)
        case .demo: return .demo(port: try flags.port("--port") ?? 8080)
        case .try: return .rehearse(try rehearsal(&flags))
        case .check: return .check(files: try flags.files())
        case .health: return .health(files: try flags.files())
        case .backup:
            let (files, force) = (try flags.files(), flags.has("--force"))
            guard let copy = try flags.next() else {
                throw UsageFault(problem: "no name for the copy", topic: .backup)
            }
            return .backup(files: files, copy: copy, force: force)
        case .restore: return .restore(files: try flags.files(), copy: try flags.next())
        case .subject: return try subject(&flags)
        case .keys: return try keys(&flags)
        case .migrate: return .migrate(files: try flags.files())
        case .version: return .version
        case .help:
            guard let name = try flags.next() else { return .help(topic: nil) }
            guard let topic = Command(rawValue: name) else {
                throw UsageFault(problem: "there is no command \"\(name)\"", topic: nil)
            }
            return .help(topic: topic)
        }
    }

    private static func subject(_ flags: inout Flags) throws(UsageFault) -> Invocation {
        let files = try flags.files()
        let (provider, name) = (try flags.value("--provider"), try flags.value("--upstream-subject"))
        guard let act = try flags.next().flatMap(SubjectCommand.Act.init) else {
            throw UsageFault(problem: "show or delete?", topic: .subject)
        }
        switch (provider, name, try flags.next()) {
        case (nil, nil, let subject?): return .subject(act, .subject(subject), files: files)
        case (let provider?, let name?, nil):
            return .subject(act, .account(provider: provider, subject: name), files: files)
        default:
            throw UsageFault(
                problem: "either SUBJECT, or --provider with --upstream-subject", topic: .subject)
        }
    }

    private static func keys(_ flags: inout Flags) throws(UsageFault) -> Invocation {
        let files = try flags.files()
        switch try flags.next() {
        case "list": return .keys(.list(json: flags.has("--json")), files: files)
        case "rotate": return .keys(flags.has("--revoke") ? .revoke : .rotate, files: files)
        default: throw UsageFault(problem: "list or rotate?", topic: .keys)
        }
    }

    private static func rehearsal(_ flags: inout Flags) throws(UsageFault) -> Rehearsal {
        guard let issuer = try flags.value("--issuer") else {
            throw UsageFault(problem: "--issuer URL is missing", topic: .try)
        }
        let paths = ["session", "recovery", "double-tap", "expired", "all"]
        return Rehearsal(
            issuer: issuer, client: try flags.value("--client"),
            redirectURI: try flags.value("--redirect-uri"),
            path: try flags.word("--path", among: paths) ?? "all", json: flags.has("--json"))
    }
}
