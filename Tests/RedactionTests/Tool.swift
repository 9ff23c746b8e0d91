import Foundation
import TestSupport

/// Programs that judge the output apart from ours.
enum Tool {
    static let python = OutsideTool.path("python3") != nil
    static let tshark = OutsideTool.path("tshark") != nil

    /// What of the values `Oracle/find_values.py` finds in a capture.
    static func find(_ values: Set<String>, in capture: [UInt8]) throws -> String {
        let folder = try TemporaryFolder()
        let file = try folder.write(capture, to: "capture.pcapng")
        let list = try folder.write(values.joined(separator: "\n"), to: "values")
        let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Oracle/find_values.py")
        let result = try OutsideTool.run("python3", [script.path, file, list])
        guard result.status == 0 || result.status == 1 else { throw CocoaError(.executableLoad) }
        return result.output.isEmpty && result.status == 1 ? "the program failed" : result.output
    }

    /// What tshark complains of, a line a packet: its number and what is wrong with it.
    static func complaints(_ capture: [UInt8]) throws -> Set<String> {
        let folder = try TemporaryFolder()
        let file = try folder.write(capture, to: "capture.pcapng")
        let wrong = [
            "_ws.malformed", "tcp.checksum.status == 0", "ip.checksum.status == 0", "tcp.analysis.lost_segment",
            "tcp.analysis.ack_lost_segment",
        ]
        let fields =
            ["frame.number", "_ws.malformed", "tcp.checksum.status", "ip.checksum.status"]
            + ["tcp.analysis.lost_segment", "tcp.analysis.ack_lost_segment"]
        let result = try OutsideTool.run(
            "tshark",
            ["-r", file, "-o", "tcp.check_checksum:TRUE", "-o", "ip.check_checksum:TRUE"]
                + ["-Y", wrong.joined(separator: " || "), "-T", "fields"] + fields.flatMap { ["-e", $0] }
        )
        guard result.status == 0 else { return ["tshark failed"] }
        return Set(
            result.output.split(separator: "\n").map { line in
                var columns = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
                // Of checksums only the wrong ones count: those of packets that are cut are not looked at.
                for index in 2...3 where columns.count > index && columns[index] != "0" { columns[index] = "" }
                return columns.joined(separator: "\t")
            }
        )
    }
}
