import Foundation

/// Programs that judge the output apart from ours.
enum Tool {
    static let python = run(["python3", "--version"]).code == 0
    static let tshark = run(["tshark", "--version"]).code == 0

    /// What of the values `Oracle/find_values.py` finds in a capture.
    static func find(_ values: Set<String>, in capture: [UInt8]) throws -> String {
        let folder = FileManager.default.temporaryDirectory.appending(path: "redaction-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "capture.pcapng")
        let list = folder.appending(path: "values")
        try Data(capture).write(to: file)
        try values.joined(separator: "\n").write(to: list, atomically: true, encoding: .utf8)
        let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Oracle/find_values.py")
        let result = run(["python3", script.path, file.path, list.path])
        guard result.code == 0 || result.code == 1 else { throw CocoaError(.executableLoad) }
        return result.output.isEmpty && result.code == 1 ? "the program failed" : result.output
    }

    /// What tshark complains of, a line a packet: its number and what is wrong with it.
    static func complaints(_ capture: [UInt8]) throws -> Set<String> {
        let file = FileManager.default.temporaryDirectory.appending(path: "redaction-\(UUID()).pcapng")
        try Data(capture).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let wrong = [
            "_ws.malformed", "tcp.checksum.status == 0", "ip.checksum.status == 0", "tcp.analysis.lost_segment",
            "tcp.analysis.ack_lost_segment",
        ]
        let fields =
            ["frame.number", "_ws.malformed", "tcp.checksum.status", "ip.checksum.status"]
            + ["tcp.analysis.lost_segment", "tcp.analysis.ack_lost_segment"]
        let result = run(
            ["tshark", "-r", file.path, "-o", "tcp.check_checksum:TRUE", "-o", "ip.check_checksum:TRUE"]
                + ["-Y", wrong.joined(separator: " || "), "-T", "fields"] + fields.flatMap { ["-e", $0] }
        )
        guard result.code == 0 else { return ["tshark failed"] }
        return Set(
            result.output.split(separator: "\n").map { line in
                var columns = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
                // Of checksums only the wrong ones count: those of packets that are cut are not looked at.
                for index in 2...3 where columns.count > index && columns[index] != "0" { columns[index] = "" }
                return columns.joined(separator: "\t")
            }
        )
    }

    private static func run(_ arguments: [String]) -> (code: Int32, output: String) {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = arguments
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return (-1, "") }
        let data = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: data, as: UTF8.self))
    }
}
