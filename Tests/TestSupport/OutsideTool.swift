public import Foundation

/// Programs of other people, for a second opinion; not every machine has them.
public enum OutsideTool {
    /// What a run left behind.
    public struct Result: Sendable {
        /// The exit status; negative for the signal that ended the program.
        public var status: Int32
        /// What it wrote to standard output.
        public var bytes: [UInt8]
        /// What it wrote to standard error.
        public var errors: String

        /// Standard output as text.
        public var output: String { String(decoding: bytes, as: UTF8.self) }
    }

    /// A program that this machine does not have.
    public struct Missing: Error {
        /// Its name.
        public var program: String
    }

    /// A program that did not end with 0.
    public struct Failed: Error {
        /// Its exit status.
        public var status: Int32
        /// What it wrote to standard error.
        public var errors: String
    }

    /// Where the first of some programs lies; `nil` where the machine has none of them.
    public static func path(_ names: String...) -> String? {
        let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
        for name in names {
            let paths = folders.map { "\($0)/\(name)" }
            if let path = paths.first(where: { FileManager.default.isExecutableFile(atPath: $0) }) { return path }
        }
        return nil
    }

    /// Whether there is a Python that can import some packages, for `.enabled(if:)`.
    public static func has(_ packages: String...) -> Bool {
        python("import " + packages.joined(separator: ", "))
    }

    /// Whether there is a Python that runs a line to its end.
    public static func python(_ line: String) -> Bool {
        (try? run("python3", ["-c", line]).status) == 0
    }

    /// Runs a program; it is ended after ten minutes.
    ///
    /// Its input and outputs are files: a pipe would have to be read and written at the same time, or one of the two
    /// programs waits for the other for ever.
    ///
    /// - Throws: ``Missing`` if the machine has no program of the name.
    /// - Parameters:
    ///   - program: the program: its name, or its path.
    ///   - input: what it finds on standard input.
    ///   - folder: the folder it runs in; `nil` for that of the tests.
    public static func run(
        _ program: String,
        _ arguments: [String],
        input: [UInt8] = [],
        in folder: URL? = nil
    ) throws -> Result {
        guard let executable = program.contains("/") ? program : path(program) else { throw Missing(program: program) }
        let temporary = try TemporaryFolder()
        let paths = try [
            temporary.write(input, to: "input"), temporary.write("", to: "output"), temporary.write("", to: "errors"),
        ]
        let files = try [
            FileHandle(forReadingFrom: URL(filePath: paths[0])), FileHandle(forWritingTo: URL(filePath: paths[1])),
            FileHandle(forWritingTo: URL(filePath: paths[2])),
        ]
        defer {
            // A `Process` that has ended may live on, and its files with it.
            for file in files { try? file.close() }
            withExtendedLifetime(temporary) {}
        }
        let process = Process()
        process.executableURL = URL(filePath: executable)
        process.arguments = arguments
        if let folder { process.currentDirectoryURL = folder }
        (process.standardInput, process.standardOutput, process.standardError) = (files[0], files[1], files[2])
        try process.run()
        let end = Date(timeIntervalSinceNow: 600)
        while process.isRunning, Date() < end { usleep(2000) }
        if process.isRunning { process.terminate() }
        process.waitUntilExit()
        return Result(
            status: process.terminationReason == .exit ? process.terminationStatus : -process.terminationStatus,
            bytes: [UInt8](try Data(contentsOf: URL(filePath: paths[1]))),
            errors: String(decoding: try Data(contentsOf: URL(filePath: paths[2])), as: UTF8.self)
        )
    }

    /// Runs a program that has to end with 0; returns what it wrote to standard output.
    public static func output(
        of program: String,
        _ arguments: [String],
        input: [UInt8] = [],
        in folder: URL? = nil
    ) throws -> [UInt8] {
        let result = try run(program, arguments, input: input, in: folder)
        guard result.status == 0 else { throw Failed(status: result.status, errors: result.errors) }
        return result.bytes
    }
}
