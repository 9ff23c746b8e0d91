import Foundation
import TestSupport
import Testing

/// Peak memory of a process.
enum PeakMemory {
    /// `F_SETPIPE_SZ` of Linux, which the C library shows to GNU sources only.
    private static let setPipeSize: Int32 = 1031

    static var isKnown: Bool { FileManager.default.fileExists(atPath: "/proc/self/status") }

    /// The most memory that the process has had, in bytes; `nil` once it is gone.
    static func of(_ process: Process) -> Int? {
        guard let status = try? String(contentsOfFile: "/proc/\(process.processIdentifier)/status", encoding: .utf8),
            let line = status.split(separator: "\n").first(where: { $0.hasPrefix("VmHWM:") })
        else { return nil }
        return line.split(separator: " ").dropFirst().first.flatMap { Int($0) }.map { $0 * 1024 }
    }

    /// Runs the program and looks at its memory while its output is read.
    static func running(_ arguments: [String]) throws -> (peak: Int, output: Int) {
        let process = Process()
        process.executableURL = URL(filePath: try Program.path())
        process.arguments = arguments
        let output = Pipe()
        // A pipe that holds little: the program waits for its reader, with all that it needed in its peak.
        _ = fcntl(output.fileHandleForReading.fileDescriptor, setPipeSize, 4096)
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        var peak = 0
        var count = 0
        while let piece = try output.fileHandleForReading.read(upToCount: 4096), !piece.isEmpty {
            count += piece.count
            peak = max(peak, of(process) ?? 0)
        }
        process.waitUntilExit()
        guard process.terminationReason == .exit, process.terminationStatus == 0 else { throw Failed() }
        return (peak, count)
    }

    struct Failed: Error {}
}

@Suite("Memory stays in proportion to one unit", .serialized, .enabled(if: PeakMemory.isKnown, "needs /proc"))
struct MemoryTests {
    /// Whose units are measured.
    enum System { case rongCloud, nim, leanCloud }

    /// How they are shown.
    enum Form: String, CaseIterable { case jsonl, tree, report }

    /// Units that are hard on memory; each may take nine times its bytes beyond what small units take.
    struct Input: Sendable, CustomTestStringConvertible {
        var name: String
        var system = System.rongCloud
        /// Something of the unit, about so many bytes.
        var make: @Sendable (Int) -> [UInt8]

        var testDescription: String { name }
    }

    static let inputs = [
        Input(name: "fields that nobody knows") { bytes in
            queryAck((0..<bytes / 3).flatMap { _ in [0xF8, 0x07, 0x01] as [UInt8] })
        },
        Input(name: "an answer with many messages") { bytes in
            let message =
                Wire.field(1, Array("user".utf8)) + Wire.field(2, 1) + Wire.field(4, Array("RC:TxtMsg".utf8))
                + Wire.field(5, Array("{\"content\":\"hello\"}".utf8)) + Wire.field(6, 1_795_233_206_117)
                + Wire.field(9, Array("10SF-G13B-BVED-9POC".utf8))
            let item = Wire.field(1, message)
            return queryAck(Wire.field(2, 0) + (0..<bytes / item.count).flatMap { _ in item })
        },
        Input(name: "a known field again and again, of two bytes each") { bytes in
            publish(Array(repeatElement([0x08, 0x01] as [UInt8], count: bytes / 2).joined()))
        },
        Input(name: "two known fields by turns, of two bytes each") { bytes in
            publish(Array(repeatElement([0x08, 0x01, 0x48, 0x00] as [UInt8], count: bytes / 4).joined()))
        },
        Input(name: "a repeated text of one letter") { bytes in
            publish(Array(repeatElement([0x32, 0x01, 0x75] as [UInt8], count: bytes / 3).joined()))
        },
        Input(name: "messages without a field, of two bytes each") { bytes in
            queryAck(Array(repeatElement([0x0A, 0x00] as [UInt8], count: bytes / 2).joined()))
        },
        Input(name: "a text of decimal numbers") { bytes in
            let text = Array(repeating: "1", count: bytes / 2).joined(separator: ",")
            return Wire.webSocket(Array(text.utf8), isText: true)
        },
        Input(name: "a content of many numbers") { bytes in
            let list = Array(repeating: "1234567", count: bytes / 8).joined(separator: ",")
            return publish(message(#"{"content":"c","list":["# + list + "]}"))
        },
        Input(name: "a content that holds JSON in a text") { bytes in
            let list = Array(repeating: #"{\"a\":1,\"b\":\"text\"}"#, count: bytes / 25).joined(separator: ",")
            return publish(message(#"{"content":"c","extra":"["# + list + #"]"}"#))
        },
        Input(name: "users of NIM", system: .nim) { bytes in
            list(bytes, #"{"1":"ann","3":"Ann","12":1795233206117}"#)
        },
        Input(name: "numbers where users of NIM should be", system: .nim) { bytes in list(bytes, "1") },
        Input(name: "a long text of NIM", system: .nim) { bytes in
            let text = String(repeating: "hello ", count: bytes / 6)
            return Wire.webSocket(
                Array((#"3:::{"sid":7,"cid":1,"code":200,"r":[{"1":"a","2":"b","9":""# + text + #""}],"ser":5}"#).utf8),
                isText: true
            )
        },
        Input(name: "members of LeanCloud", system: .leanCloud) { bytes in
            let list = Array(repeating: #""ann""#, count: bytes / 6).joined(separator: ",")
            return Wire.webSocket(
                Array((#"{"cmd":"conv","op":"members","i":7,"m":["# + list + "]}").utf8),
                isText: true
            )
        },
        Input(name: "a long text of LeanCloud", system: .leanCloud) { bytes in
            let text = #"{\"_lctype\":-1,\"_lctext\":\""# + String(repeating: "hello ", count: bytes / 6) + #"\"}"#
            return Wire.webSocket(
                Array((#"{"cmd":"direct","cid":"c1","fromPeerId":"bob","id":"i","msg":""# + text + #""}"#).utf8),
                isText: true
            )
        },
    ]

    private static func message(_ content: String) -> [UInt8] {
        Wire.field(1, Array("user".utf8)) + Wire.field(2, 1) + Wire.field(4, Array("RC:TxtMsg".utf8))
            + Wire.field(5, Array(content.utf8)) + Wire.field(6, 1_795_233_206_117)
            + Wire.field(9, Array("10SF-G13B-BVED-9POC".utf8))
    }

    /// An answer with a list of users.
    private static func list(_ bytes: Int, _ element: String) -> [UInt8] {
        let elements = Array(repeating: element, count: bytes / (element.utf8.count + 1)).joined(separator: ",")
        let text = #"3:::{"sid":3,"cid":8,"code":200,"r":[["# + elements + #"],1],"ser":5}"#
        return Wire.webSocket(Array(text.utf8), isText: true)
    }

    private static func publish(_ data: [UInt8]) -> [UInt8] {
        let head = Wire.counted("ppMsgP") + Wire.counted("you") + Wire.big(UInt16(8))
        return Wire.webSocket([0x32] + Wire.big(UInt32(1_500_000_000)) + head + data)
    }

    private static func queryAck(_ data: [UInt8]) -> [UInt8] {
        Wire.webSocket([0x60] + Wire.big(UInt16(7)) + Wire.big(UInt32(1_500_000_000)) + Wire.big(UInt16(0)) + data)
    }

    private static let query = Wire.webSocket(
        [0x52] + Wire.counted("pullMsg") + Wire.counted("me") + Wire.big(UInt16(7))
    )

    /// A connection, and a unit of the client's that is small.
    private static func begin(_ system: System) -> (connection: GeneratedConnection, small: [UInt8]) {
        switch system {
        case .rongCloud: (GeneratedConnection(), query)
        case .nim: (.nim(), Wire.webSocket(Array(#"3:::{"SID":1,"CID":2,"SER":0}"#.utf8), isText: true))
        case .leanCloud: (.leanCloud(), Wire.webSocket(Array(#"{"cmd":"ack","i":7,"uid":"u"}"#.utf8), isText: true))
        }
    }

    @Test("one unit takes a few times its bytes", arguments: inputs)
    func unit(_ input: Input) throws {
        let folder = try TemporaryFolder()
        let bytes = 1 << 20
        // The same bytes in one unit, and in units that are small beside the buffers.
        let captures = try [bytes, 1 << 12].map { size in
            var (connection, small) = Self.begin(input.system)
            for _ in 0..<bytes / size {
                connection.send(fromClient: true, small)
                connection.send(fromClient: false, input.make(size))
            }
            // What comes behind the units is more than the pipe holds: they are done when the program waits for it.
            for _ in 0..<200 { connection.send(fromClient: true, small) }
            let file = folder.url.appending(path: "\(size).pcap")
            try connection.capture.write(to: file)
            return file.path
        }
        for form in Form.allCases {
            let peaks = try captures.map { try Self.peak(of: $0, as: form) }
            let times = Double(peaks[0] - peaks[1]) / Double(bytes)
            #expect(times <= 9, "\(input.name) as \(form): \(times) times the bytes of the unit")
        }
    }

    /// The most memory that the program takes to show a capture.
    private static func peak(of capture: String, as form: Form) throws -> Int {
        let run = try PeakMemory.running(
            form == .report
                ? ["report", "--quiet", capture, "-o", "-"]
                : ["decode", "--quiet", "--format", form.rawValue, capture]
        )
        #expect(run.output > 3 * 4096 && run.peak > 0)
        return run.peak
    }
}
