import Capture
import Foundation
import TestSupport
import Testing
import WireFormat

/// The same captures read by tshark, where it is installed.
@Suite(.enabled(if: Tshark.path != nil, "tshark is not installed"))
struct TsharkTests {
    @Test("tshark finds as many packets", arguments: ByteOrder.allCases)
    func packetCounts(_ order: ByteOrder) throws {
        let packets = CaptureReaderTests.packets(50).map { LinkFrame.ethernet(0x1234, $0) }
        var mixed = PcapngFile()
        for section in [order, .little, .big] {
            mixed.section(section)
            mixed.interface(resolution: 9)
            mixed.packet(packets[0], ticks: 1_700_000_000_123_456_789)
            mixed.simplePacket(packets[1])
        }
        for file in [CaptureReaderTests.pcap(packets, order), CaptureReaderTests.pcapng(packets, order), mixed.bytes] {
            let lines = try Tshark.run(["-T", "fields", "-e", "frame.number"], on: file).split(separator: "\n")
            #expect(lines.count == (try CaptureContents(file)).entries.count)
            #expect(lines.count >= 6)
        }
    }

    @Test("tshark reads the same times", arguments: ByteOrder.allCases)
    func times(_ order: ByteOrder) throws {
        var file = PcapngFile(order)
        file.section()
        let clocks: [(UInt8?, Int64?, UInt64)] = [
            (nil, nil, 1_700_000_000_123_456), (9, nil, 1_700_000_000_123_456_789), (3, 5, 1_700_000_000_123),
            (0x80 | 20, nil, 1_700_000_000 << 20 | 1 << 19), (0x80 | 1, 100, 3_000_000_001),
            (6, -100, 1_700_000_000_000_001),
        ]
        for (resolution, offset, _) in clocks { file.interface(resolution: resolution, offset: offset) }
        for (index, clock) in clocks.enumerated() {
            file.packet(LinkFrame.ethernet(0x1234, [1, 2, 3]), interface: UInt32(index), ticks: clock.2)
        }
        let text = try Tshark.run(["-T", "fields", "-e", "frame.time_epoch"], on: file.bytes)
        let theirs = text.split(separator: "\n").map { line -> Int64? in
            let parts = line.split(separator: ".")
            return Int64(parts[0] + parts[1].padding(toLength: 9, withPad: "0", startingAt: 0))
        }
        #expect(theirs == (try CaptureContents(file.bytes)).entries.map(\.packet.time))
    }

    @Test("tshark follows the same streams", arguments: UInt64(0)..<4)
    func streams(_ seed: UInt64) throws {
        var exchange = RandomExchange(seed: seed)
        for window in [0, 2] {
            let packets = exchange.talk.handshake + exchange.disturbed(exchange.packets, window: window)
            let file = Reassembly.capture(packets)
            let text = try Tshark.run(["-q", "-z", "follow,tcp,raw,0"], on: file)
            var theirs: [FlowSide: String] = [.first: "", .second: ""]
            for line in text.split(separator: "\n") where line.allSatisfy({ $0.isHexDigit || $0 == "\t" }) {
                theirs[line.hasPrefix("\t") ? .second : .first, default: ""] += line.filter(\.isHexDigit)
            }
            let connection = try #require(try Reassembly(file).only)
            for side in [FlowSide.first, .second] {
                let ours = connection.stream(side: side)
                    .map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
                #expect(theirs[side] == ours)
            }
        }
    }
}

/// The program tshark.
enum Tshark {
    static let path = OutsideTool.path("tshark")

    /// What it prints about a capture.
    ///
    /// - Parameter program: another program of Wireshark's, which takes the capture as its last argument.
    static func run(_ arguments: [String], of program: String? = nil, on capture: [UInt8]) throws -> String {
        let folder = try TemporaryFolder()
        let file = try folder.write(capture, to: "capture")
        guard let program else { return try OutsideTool.run("tshark", ["-n", "-r", file] + arguments).output }
        return try OutsideTool.run(program, arguments + [file]).output
    }
}
