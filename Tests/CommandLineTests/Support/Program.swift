import Foundation
import TestSupport

/// What a run of the program left behind.
struct ProgramResult {
    var status: Int32
    var output: Data
    var errors: String

    var text: String { String(decoding: output, as: UTF8.self) }
    var lines: [Substring] { text.split(separator: "\n") }
    /// The output's lines as JSON objects.
    func objects() throws -> [[String: Any]] {
        try lines.map { try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any] ?? [:] }
    }
}

/// Runs the built `imwire`, which lies beside the tests.
enum Program {
    /// Why a test could not run.
    struct NotFound: Error {}

    /// Each run holds files open.
    private static let slots = Slots(16)

    static func path() throws -> String {
        var directories = [Bundle.main.bundleURL, URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()]
        if let executable = Bundle.main.executableURL { directories.append(executable.deletingLastPathComponent()) }
        directories += Bundle.allBundles.map { $0.bundleURL.deletingLastPathComponent() }
        for directory in directories {
            let candidate = directory.appending(path: "imwire").path
            var isDirectory: ObjCBool = false
            if FileManager.default.fileExists(atPath: candidate, isDirectory: &isDirectory), !isDirectory.boolValue {
                return candidate
            }
        }
        throw NotFound()
    }

    /// Runs `imwire` with arguments.
    static func run(
        _ arguments: String...,
        input: Data = Data(),
        environment: [String: String] = [:]
    ) async throws -> ProgramResult {
        try await launch(path(), arguments, input: input, environment: environment)
    }

    /// Runs `imwire` with a list of arguments.
    static func run(_ arguments: [String]) async throws -> ProgramResult {
        try await launch(path(), arguments, input: Data(), environment: [:])
    }

    /// Runs a line of shell, in which `imwire` is the program.
    static func shell(_ line: String, input: Data = Data()) async throws -> ProgramResult {
        let script = "imwire() { '\(try path())' \"$@\"; }\n" + line
        return try await launch("/bin/sh", ["-c", script], input: input, environment: [:])
    }

    private static func launch(
        _ program: String,
        _ arguments: [String],
        input: Data,
        environment: [String: String]
    ) async throws -> ProgramResult {
        try await slots.use {
            try await launchAtOnce(program, arguments, input: input, environment: environment)
        }
    }

    private static func launchAtOnce(
        _ program: String,
        _ arguments: [String],
        input: Data,
        environment: [String: String]
    ) async throws -> ProgramResult {
        let directory = FileManager.default.temporaryDirectory.appending(path: "imwire-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        let output = directory.appending(path: "output")
        let errors = directory.appending(path: "errors")
        let source = directory.appending(path: "input")
        try input.write(to: source)
        for file in [output, errors] { try Data().write(to: file) }
        let process = Process()
        process.executableURL = URL(filePath: program)
        process.arguments = arguments
        process.environment = ["PATH": "/usr/bin:/bin", "TZ": "Asia/Shanghai"].merging(environment) { $1 }
        let files = [
            try FileHandle(forReadingFrom: source), try FileHandle(forWritingTo: output),
            try FileHandle(forWritingTo: errors),
        ]
        // A `Process` that has ended may live on, and its files with it.
        defer { for file in files { try? file.close() } }
        (process.standardInput, process.standardOutput, process.standardError) = (files[0], files[1], files[2])
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            process.terminationHandler = { _ in continuation.resume() }
            do {
                try process.run()
            } catch {
                continuation.resume(throwing: error)
            }
        }
        return ProgramResult(
            status: process.terminationReason == .exit ? process.terminationStatus : -process.terminationStatus,
            output: try Data(contentsOf: output),
            errors: String(decoding: try Data(contentsOf: errors), as: UTF8.self)
        )
    }
}

/// Files that the tests read, and files that they make.
enum Files {
    static let v2 = bundled("rongcloud-web-v2-chat.pcap")
    static let v4 = bundled("rongcloud-web-v4-chat.pcap")
    static let tls = bundled("rongcloud-tls-chat.pcapng")
    static let tlsKeys = bundled("rongcloud-tls-chat.keys")

    static func bundled(_ name: String) -> String {
        ProjectFolder.file("captures/\(name)").path
    }

    static func bytes(_ path: String) throws -> Data { try Data(contentsOf: URL(filePath: path)) }

    /// The frames of a capture as the server recorded them: who sent each, and its hex.
    static func recordedFrames(_ name: String) throws -> [(sender: String, hex: String)] {
        let oracle = try JSONSerialization.jsonObject(with: bytes(bundled("\(name).oracle.json"))) as? [String: Any]
        let frames = oracle?["frames"] as? [[String: Any]] ?? []
        return frames.map { frame in
            (frame["dir"] as? String == "c2s" ? "client" : "server", frame["rawHex"] as? String ?? "")
        }
    }

    /// A file for the time of `body`.
    static func with<Result>(_ bytes: Data, _ body: (String) async throws -> Result) async throws -> Result {
        let file = FileManager.default.temporaryDirectory.appending(path: "imwire-\(UUID().uuidString).bin")
        try bytes.write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        return try await body(file.path)
    }
}
