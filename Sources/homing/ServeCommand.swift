import EventLoop
import Journal
import Settings

/// `homing serve`: runs the broker until SIGTERM or SIGINT, then drains.
enum ServeCommand {
    static func run(_ files: [String], _ format: String?, _ level: String?) async -> ExitStatus {
        let reading = ConfigurationReading(files: files)
        guard let configuration = reading.configuration else {
            for fault in reading.faults { Terminal.err(fault.line + "\n") }
            return .configuration
        }
        let journal = Journal(
            level: level.flatMap { Level(name: $0) } ?? .info,
            format: format.flatMap { JournalFormat(rawValue: $0) } ?? .json, sink: StandardErrorSink())
        journal.record(.started(version: Homing.version))
        for warning in reading.faults { journal.record(.configurationWarning(text: Untrusted(warning.line))) }
        let group: EventLoopGroup
        do { group = try EventLoopGroup(count: configuration.server.workers) } catch {
            Terminal.err("homing: \(error)\n")
            return .failed
        }
        do throws(RunningBroker.StartFailure) {
            let broker = try await RunningBroker.start(configuration, on: group, journal: journal)
            Signals.waitForEnd()
            await broker.drain()
            return .done
        } catch {
            Terminal.err("homing: \(error.reason)\n")
            return .failed
        }
    }
}
