import Capture
import Testing
import WireFormat

@testable import Inspection

@Suite("Large units in a report")
struct ReportLargeTests {
    /// The page of a capture.
    private static func page(_ capture: [UInt8], workers: Int, memory: Int) async throws -> [UInt8] {
        var page = ByteWriter()
        var report = HTMLReport()
        report.options.showsSecrets = true
        report.options.workers = workers
        report.options.limits.outputBytesInAll = memory
        _ = try await report.add(.bytes(capture, name: "made.pcap")) { page.append($0) }
        try report.finish(version: "0") { page.append($0) }
        return page.array
    }

    /// Whether the lines of the page are those of the capture, to the last one.
    private static func expectSame(_ capture: [UInt8], workers: Int = 1, memory: Int = 64 << 20) async throws {
        let lines = try await Decoded(capture) {
            $0.format = .jsonl
            $0.showsRaw = true
            $0.options.showsSecrets = true
        }
        let page = try await page(capture, workers: workers, memory: memory)
        var extracted = ByteWriter()
        try ReportExtraction.lines(of: page.span) { extracted.append($0) }
        #expect(extracted.count > 1000)
        #expect(extracted.array == lines.output)
    }

    @Test(
        "what is packed while it comes is read again as decode writes it",
        arguments: LargeUnit.allCases,
        // Some are longer than a piece of output, some become that, and some are small.
        [(300, 1, 64 << 20), (30_000, 1, 64 << 20), (30_000, 2, 0), (400_000, 2, 64 << 20)]
    )
    func extraction(_ unit: LargeUnit, _ size: (count: Int, workers: Int, memory: Int)) async throws {
        // A message is more than a field.
        let capture = unit.capture(unit == .answer ? size.count / 10 : size.count, connections: 2)
        try await Self.expectSame(CaptureFile.write(capture), workers: size.workers, memory: size.memory)
    }

    @Test("a page whose capture cannot be read to its end can be finished, with the events before that")
    func failedReading() async throws {
        let file = Array(try Bundled.file("rongcloud-web-v2-chat.pcap").prefix(8000))
        var page = ByteWriter()
        var report = HTMLReport()
        var failure: CaptureError?
        do {
            _ = try await report.add(.failing(after: file, with: .inputOutput(5))) { page.append($0) }
        } catch let error as CaptureError {
            failure = error
        }
        #expect(failure == .inputOutput(5))
        try report.finish(version: "0") { page.append($0) }
        var lines = ByteWriter()
        try ReportExtraction.lines(of: page.span) { lines.append($0) }
        let events = report.events
        #expect(events > 5 && lines.array.count { $0 == 10 } == events)
    }

    @Test("an error of the receiver of the lines is thrown as it is: it says nothing about the page")
    func receiverFails() async throws {
        var talk = Talk()
        talk.frame(.server, Bytes.connAck(user: "ann"))
        let page = try await Self.page(CaptureFile.write(talk.segments), workers: 1, memory: 64 << 20)
        let own = WireError(.limit, at: 7)
        #expect(throws: own) { try ReportExtraction.lines(of: page.span) { _ in throw own } }
    }

    @Test(
        "what cannot be decoded is there as bytes, on both sides of the lengths that matter",
        // The type's byte goes before them: from 64 KiB on a record is a large one, beyond 1 MiB hex leaves in pieces.
        arguments: [1000, 65_534, 65_535, 65_536, 1_048_574, 1_048_575, 1_048_576, 2_097_151]
    )
    func undecoded(_ count: Int) async throws {
        var talk = Talk()
        talk.frame(.server, Bytes.connAck(user: "ann"))
        talk.frame(.server, [0xF2] + (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) })
        talk.frame(.client, Bytes.query("pullMsg", to: "ann", id: 7, Bytes.field(1, 0)))
        try await Self.expectSame(CaptureFile.write(talk.segments))
    }

    @Test("a packet of NIM", arguments: [1000, 70_000, 2_000_000])
    func packet(_ count: Int) async throws {
        var talk = Talk(port: 50133, sdkVersion: nil)
        talk.upgrade(path: "/socket.io/1/websocket/xyz")
        talk.text(.client, #"3:::{"SID":1,"CID":2,"SER":0}"#)
        let text = String(repeating: "x", count: count)
        talk.text(
            .server,
            #"3:::{"sid":7,"cid":1,"code":200,"r":[{"0":0,"1":"bob","2":"ann","8":0,"9":""# + text + #""}],"ser":5}"#
        )
        talk.text(.client, #"3:::{"SID":1,"CID":2,"SER":0}"#)
        try await Self.expectSame(CaptureFile.write(talk.segments))
    }
}
