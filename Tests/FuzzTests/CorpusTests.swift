import FoundationEssentials
import Fuzz
import Testing

struct CorpusTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Fuzz/Corpus")

    @Test(arguments: FuzzTarget.all.map(\.name))
    func `D10 every input that was kept keeps its promise`(name: String) throws {
        let target = try #require(FuzzTarget.all.first { $0.name == name })
        let corpus = Self.folder.appending(path: name).path
        let inputs = try FileManager.default.contentsOfDirectory(atPath: corpus)
        #expect(!inputs.isEmpty)
        for input in inputs {
            let bytes = try #require(FileManager.default.contents(atPath: corpus + "/" + input))
            do { try target.check([UInt8](bytes)) } catch { Issue.record("\(name)/\(input): \(error)") }
        }
    }
}
