import EventLoop
import Journal
import Settings

/// `homing serve`: runs the broker until SIGTERM or SIGINT, then drains; SIGHUP reads the configuration anew.
enum ServeCommand {
    static func run(_ files: [String], _ format: String?, _ level: String?) -> ExitStatus {
        let reading = ConfigurationReading(files: files)
        guard let configuration = reading.configuration else {
            for fault in reading.faults { Terminal.err(fault.line + "\n") }
            return .configuration
        }
        let metrics = Metrics(version: Homing.version)
        let journal = Journal(
            level: level.flatMap { Level(name: $0) } ?? .info,
            format: format.flatMap { JournalFormat(rawValue: $0) } ?? .json,
            sink: BufferedSink.onLoops(metrics),
            metrics: metrics)
        defer { journal.finish() }
        journal.record(.started(version: Homing.version))
        for warning in reading.faults {
            journal.record(.configurationWarning(text: Untrusted(warning.line, limit: 1_024)))
        }
        do {
            let group = try EventLoopGroup(count: configuration.server.workers)
            return serve(configuration, files, on: group, journal)
        } catch {
            Terminal.complain("\(error)")
            return .failed
        }
    }

    private static func serve(
        _ configuration: Configuration, _ files: [String], on group: EventLoopGroup, _ journal: Journal
    ) -> ExitStatus {
        let started = group.loops[0].wait {
            await RunningBroker.begin(configuration, from: files, on: group, journal: journal)
        }
        switch started {
        case .success(let broker):
            while Signals.wait() == .reload {
                group.loops[0].wait { await broker.reloader.refreshKeys() }
                broker.reloader.reload()
            }
            group.loops[0].wait { await broker.drain() }
            return .done
        case .failure(let failure):
            Terminal.complain(failure.reason)
            return .failed
        case nil: return .failed
        }
    }
}
