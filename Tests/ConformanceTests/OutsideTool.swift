import Foundation

/// Programs of other people, for a second opinion; not every machine has them.
enum OutsideTool {
    /// What a run left behind.
    struct Result {
        var status: Int32
        var output: String
        var errors: String
    }

    /// Where the first of some programs lies; `nil` where the machine has none of them.
    static func path(_ names: String...) -> String? {
        let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
        for name in names {
            let paths = folders.map { "\($0)/\(name)" }
            if let path = paths.first(where: { FileManager.default.isExecutableFile(atPath: $0) }) { return path }
        }
        return nil
    }

    /// Whether there is a Python that can import some packages, for `.enabled(if:)`.
    static func has(_ packages: String...) -> Bool {
        python("import " + packages.joined(separator: ", "))
    }

    /// Whether there is a Python that runs a line to its end.
    static func python(_ line: String) -> Bool {
        guard let python = path("python3") else { return false }
        return (try? run(python, ["-c", line]).status) == 0
    }

    /// Runs a program; it is ended after two minutes.
    static func run(_ program: String, _ arguments: [String]) throws -> Result {
        let folder = try TemporaryFolder()
        let files = try ["output", "errors"].map { URL(filePath: try folder.write("", to: $0)) }
        let process = Process()
        process.executableURL = URL(filePath: program)
        process.arguments = arguments
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = try FileHandle(forWritingTo: files[0])
        process.standardError = try FileHandle(forWritingTo: files[1])
        try process.run()
        let end = Date(timeIntervalSinceNow: 120)
        while process.isRunning, Date() < end { usleep(20_000) }
        if process.isRunning { process.terminate() }
        process.waitUntilExit()
        let texts = try files.map { String(decoding: try Data(contentsOf: $0), as: UTF8.self) }
        return Result(
            status: process.terminationReason == .exit ? process.terminationStatus : -process.terminationStatus,
            output: texts[0],
            errors: texts[1]
        )
    }
}
