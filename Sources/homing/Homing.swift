import Glibc

/// The executable: reads the command line and hands over to a command.
@main
enum Homing {
    static let version = "0.1.0"

    static func main() {
        CoreDump.forbid()
        Signals.block()
        let status = run(Words.all)
        // At once: what runs at an exit would take OpenSSL away from a thread that is still making a key.
        _exit(status.rawValue)
    }

    /// Runs what the words ask for and returns the exit status.
    static func run(_ words: [String]) -> ExitStatus {
        do throws(UsageFault) {
            switch try Invocation.parse(words) {
            case .serve(let files, let format, let level): return ServeCommand.run(files, format, level)
            case .demo(let port): return DemoCommand.run(port)
            case .rehearse(let rehearsal): return TryCommand.run(rehearsal)
            case .check(let files): return CheckCommand.run(files)
            case .health(let files): return HealthCommand.run(files)
            case .backup(let files, let copy, let force):
                return BackupCommand.run(files, to: copy, force: force)
            case .restore(let files, let copy): return RestoreCommand.run(files, from: copy)
            case .subject(let act, let person, let files): return SubjectCommand.run(act, person, files)
            case .keys(let act, let files): return KeysCommand.run(act, files)
            case .migrate(let files): return MigrateCommand.run(files)
            case .version:
                Terminal.out("homing \(version)\n")
                return .done
            case .help(let topic):
                Terminal.out(Usage.of(topic))
                return .done
            }
        } catch {
            Terminal.complain(error.problem)
            Terminal.err("\n" + Usage.of(error.topic))
            return .usage
        }
    }
}

/// What the process ends with (sysexits.h for the last two).
enum ExitStatus: Int32 {
    case done = 0
    case failed = 1
    case usage = 64
    case configuration = 78
}
