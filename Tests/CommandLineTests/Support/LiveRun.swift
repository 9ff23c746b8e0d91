import Foundation
import Testing

/// A run of the program that goes on until the test ends it.
final class LiveRun {
    let process = Process()
    private let directory: URL

    /// Starts `imwire live` and waits until it captures.
    convenience init(_ arguments: [String]) async throws {
        try self.init(program: ["live", "-i", "lo"] + arguments)
        try await wait("for the capture to begin") { [process] in
            self.errorText.contains("capturing on lo") || !process.isRunning
        }
    }

    /// Starts the program.
    init(program arguments: [String]) throws {
        directory = FileManager.default.temporaryDirectory.appending(path: "imwire-live-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        for file in [output, errors] { try Data().write(to: file) }
        process.executableURL = URL(filePath: try Program.path())
        process.arguments = arguments
        process.environment = ["PATH": "/usr/bin:/bin", "TZ": "UTC"]
        process.standardInput = FileHandle.nullDevice
        let files = [try FileHandle(forWritingTo: output), try FileHandle(forWritingTo: errors)]
        (process.standardOutput, process.standardError) = (files[0], files[1])
        try process.run()
        for file in files { try file.close() }
    }

    deinit {
        if process.isRunning { process.terminate() }
        try? FileManager.default.removeItem(at: directory)
    }

    private var output: URL { directory.appending(path: "output") }
    private var errors: URL { directory.appending(path: "errors") }
    var errorText: String { (try? String(contentsOf: errors, encoding: .utf8)) ?? "" }
    var data: Data { (try? Data(contentsOf: output)) ?? Data() }
    var lines: [Substring] { String(decoding: data, as: UTF8.self).split(separator: "\n") }

    /// Waits until so many lines of output are there.
    func waitForLines(_ count: Int) async throws {
        try await wait("for \(count) lines") { self.lines.count >= count }
    }

    /// Sends a signal and waits for the end.
    func end(_ number: Int32 = SIGINT) async throws -> ProgramResult {
        kill(process.processIdentifier, number)
        return try await waitForEnd()
    }

    /// Waits for the program to end by itself.
    func waitForEnd() async throws -> ProgramResult {
        try await wait("for the end") { [process] in !process.isRunning }
        let status = process.terminationStatus
        return ProgramResult(
            status: process.terminationReason == .exit ? status : -status,
            output: data,
            errors: errorText
        )
    }

    private func wait(_ what: String, until isDone: () -> Bool) async throws {
        for _ in 0..<600 {
            if isDone() { return }
            try await Task.sleep(for: .milliseconds(50))
        }
        throw LiveTimeout(what: what, errors: errorText)
    }
}

/// Nothing happened for half a minute.
struct LiveTimeout: Error {
    var what: String
    var errors: String
}

/// Sends the payloads of a capture over loopback, between a server and a client of its own.
final class Replay {
    /// Whether the program that does it is there.
    static let isAvailable = ["/usr/bin/python3", "/usr/local/bin/python3"].contains {
        FileManager.default.isExecutableFile(atPath: $0)
    }

    private static let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "replay.py").path

    /// The port of the server.
    let port: Int
    private let process = Process()
    private let commands = Pipe()

    /// Opens the server; nothing is sent yet.
    init(_ capture: String) throws {
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["python3", "-B", Self.script, Files.bundled(capture)]
        process.environment = ["PATH": "/usr/bin:/bin:/usr/local/bin"]
        let output = Pipe()
        process.standardInput = commands
        process.standardOutput = output
        try process.run()
        var line = Data()
        while line.last != 10 {
            let byte = try #require(try output.fileHandleForReading.read(upToCount: 1), "the server did not start")
            line += byte
        }
        port = try #require(Int(String(decoding: line.dropLast(), as: UTF8.self)))
    }

    deinit {
        if process.isRunning { process.terminate() }
    }

    /// Sends everything, in the order of the capture.
    func run() throws {
        try commands.fileHandleForWriting.write(contentsOf: Data("go\n".utf8))
        process.waitUntilExit()
        try #require(process.terminationStatus == 0)
    }
}

/// What live capture needs of the machine.
enum LiveAccess {
    /// Whether this user may capture.
    static let isPermitted: Bool = {
        guard let path = try? Program.path() else { return false }
        return run(path, ["live", "-i", "lo", "--duration", "1", "--quiet"]) == 0
    }()

    /// Runs a program to its end and answers its status.
    static func run(_ path: String, _ arguments: [String]) -> Int32 {
        let process = Process()
        process.executableURL = URL(filePath: path)
        process.arguments = arguments
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return -1 }
        process.waitUntilExit()
        return process.terminationStatus
    }
}
