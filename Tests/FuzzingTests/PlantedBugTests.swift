import Foundation
import Testing

/// The scripts that build copies of the sources with mistakes in them; they take minutes, so only their places are looked at.
@Suite("Planted bugs")
struct PlantedBugTests {
    @Test(
        "still have their places in the sources",
        arguments: [("FuzzingTests/Planted/plant.py", "bugs can be planted"), ("Mutation/run", "files fit")]
    )
    func places(script: String, says: String) throws {
        let python = "/usr/bin/python3"
        guard FileManager.default.isExecutableFile(atPath: python) else {
            print("skipped: no python3 on this machine")
            return
        }
        let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        let process = Process()
        process.executableURL = URL(filePath: python)
        process.arguments = [tests.appending(path: script).path, "--check"]
        let output = Pipe()
        process.standardOutput = output
        process.standardError = output
        try process.run()
        let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationStatus == 0, "\(text)")
        #expect(text.contains(says))
    }
}
