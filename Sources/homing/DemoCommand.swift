import Crypto
import Demo
import EventLoop
import Glibc
import HTTPClient
import HTTPServer
import Journal
import Settings

/// `homing demo`: broker, identity provider and app on loopback, with nothing to configure.
enum DemoCommand {
    static func run(_ port: UInt16) -> ExitStatus {
        do throws(Stage.Failure) {
            let folder = try TemporaryFolder()
            defer { folder.remove() }
            let stage = try Stage(port: port, folder: folder.path)
            let group = try stage.loops()
            let started = group.loops[0].wait { await stage.begin(on: group) }
            switch started {
            case .success(let running):
                Terminal.out(stage.greeting)
                while Signals.wait() == .reload {}
                group.loops[0].wait { await running.end() }
                Terminal.out("\nThe demo has ended, and its store is gone.\n")
                return .done
            case .failure(let failure): throw failure
            case nil: return .failed
            }
        } catch {
            Terminal.complain(error.reason)
            return .failed
        }
    }
}

/// A folder that lives as long as the demo.
struct TemporaryFolder {
    let path: String

    init() throws(Stage.Failure) {
        let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        var template = Array("\(parent)/homing-demo-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else {
            throw Stage.Failure(reason: "no folder can be made in \(parent)")
        }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Removes the store's files and the folder itself.
    func remove() {
        for name in ["homing.db", "homing.db-wal", "homing.db-shm"] { unlink("\(path)/\(name)") }
        rmdir(path)
    }
}
