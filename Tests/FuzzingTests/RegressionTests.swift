import Foundation
import Fuzzer
import Fuzzing
import Testing

/// Inputs that broke something once: a file each, in a folder called like its target.
@Suite("Regression cases")
struct RegressionTests {
    static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Regressions").path

    @Test("break nothing any more", arguments: TargetCatalogue.all.map(\.name))
    func replay(_ name: String) throws {
        let target = try #require(TargetCatalogue.target(named: name))
        let inputs = try FuzzFiles.inputs(in: "\(Self.folder)/\(name)")
        #expect(!inputs.isEmpty, "without a case this would pass for ever")
        for (file, input) in inputs {
            var features = Features()
            do throws(Violation) {
                try target.run(input, &features)
            } catch {
                Issue.record("\(name)/\(file): \(error.oracle.rawValue): \(error.text)")
            }
        }
    }

    @Test("lie in folders of targets and are called by their content")
    func names() throws {
        let folders = try FileManager.default.contentsOfDirectory(atPath: Self.folder).filter { !$0.hasPrefix(".") }
        for folder in folders where folder != "README.md" {
            #expect(TargetCatalogue.target(named: folder) != nil, "\(folder)")
            for (name, bytes) in try FuzzFiles.inputs(in: "\(Self.folder)/\(folder)") {
                #expect(name == ContentHash.name(of: bytes), "\(folder)/\(name)")
            }
        }
    }
}
