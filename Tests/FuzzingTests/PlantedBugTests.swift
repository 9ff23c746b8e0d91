import Foundation
import Testing

/// The table of bugs that `Planted/plant.py` puts into a copy of the sources; the script itself takes minutes.
@Suite("Planted bugs")
struct PlantedBugTests {
    @Test("still have their places in the sources, each exactly once")
    func places() throws {
        let python = "/usr/bin/python3"
        guard FileManager.default.isExecutableFile(atPath: python) else {
            print("skipped: no python3 on this machine")
            return
        }
        let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Planted/plant.py")
        let process = Process()
        process.executableURL = URL(filePath: python)
        process.arguments = [script.path, "--check"]
        let output = Pipe()
        process.standardOutput = output
        process.standardError = output
        try process.run()
        let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationStatus == 0, "\(text)")
        #expect(text.contains("bugs can be planted"))
    }
}
