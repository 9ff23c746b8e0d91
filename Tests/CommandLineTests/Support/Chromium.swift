import Foundation
import TestSupport
import Testing

/// Headless Chromium, driven by scripts of Python's standard library.
enum Chromium {
    /// The browser; `nil` where it or Python is missing.
    static let path: String? = {
        guard FileManager.default.isExecutableFile(atPath: "/usr/bin/python3") else { return nil }
        return ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"]
            .first { FileManager.default.isExecutableFile(atPath: $0) }
    }()

    /// Whether Python has a package; those of PyPI may lie in a folder that `PYTHONPATH` names.
    static func hasPackage(_ name: String) -> Bool {
        let script = "import importlib.util, sys; sys.exit(importlib.util.find_spec('\(name)') is None)"
        return path != nil && (try? OutsideTool.run("/usr/bin/python3", ["-c", script]).status) == 0
    }

    private static let pythonPath = ProcessInfo.processInfo.environment["PYTHONPATH"] ?? ""

    private static let scripts = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Browser")

    /// Runs a script, whose first argument is the browser, and answers what it printed.
    static func run(_ script: String, _ arguments: [String], input: Data = Data()) async throws -> Data {
        // -B leaves no compiled scripts in the sources.
        let words = ["/usr/bin/python3", "-B", scripts.appending(path: script).path, try #require(path)] + arguments
        let line = "PYTHONPATH='\(pythonPath)' " + words.map { "'\($0)'" }.joined(separator: " ")
        let run = try await Program.shell(line, input: input)
        try #require(run.status == 0, "\(run.errors)")
        return run.output
    }

    /// Writes the report of captures, opens it, and answers what the script saw.
    static func look(
        at arguments: [String],
        with script: String = "report_browser.py",
        _ options: String...
    ) async throws -> [String: Any] {
        let page = FileManager.default.temporaryDirectory.appending(path: "imwire-\(UUID().uuidString).html")
        defer { try? FileManager.default.removeItem(at: page) }
        let written = try await Program.run(["report", "--quiet", "-o", page.path] + arguments)
        try #require(written.status == 0, "\(written.errors)")
        let output = try await run(script, [page.path] + options)
        return try #require(try JSONSerialization.jsonObject(with: output) as? [String: Any])
    }
}
