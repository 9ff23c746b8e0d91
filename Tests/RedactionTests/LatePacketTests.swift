import Capture
import Testing
import WireFormat
import WireJSON

@testable import Redaction

@Suite("Packets that come too late to be read")
struct LatePacketTests {
    /// The packets of a file of Ethernet frames.
    private static func packets(_ file: String) throws -> [[UInt8]] {
        try PacketHeaderTests.read(RedactionTests.bytes(file))
    }

    /// The key log of a file; `nil` if it has no encrypted connections.
    private static func keyLog(_ file: String) throws -> [UInt8]? {
        file == encrypted ? try RedactionTests.bytes("rongcloud-tls-chat.keys") : nil
    }

    private static let encrypted = "rongcloud-tls-chat.pcapng"

    /// Returns the indices of the packets with payload.
    private static func withPayload(_ packets: [[UInt8]]) -> [Int] {
        packets.indices.filter { index in
            let packet = packets[index]
            guard let place = PacketPlace(packet.span, .ethernet), case .tcp(let payload) = place.kind else {
                return false
            }
            return payload < place.end
        }
    }

    /// Returns a capture in which a packet comes after the twelve that followed it.
    ///
    /// - Parameter step: the microseconds between two packets.
    private static func capture(_ packets: [[UInt8]], movingAt index: Int, step: Int64) -> [UInt8] {
        var moved = packets
        let packet = moved.remove(at: index)
        moved.insert(packet, at: min(moved.count, index + 12))
        return TestNetwork.pcap(
            moved.enumerated().map { place, bytes in
                let time = 1_795_400_000_000_000 + Int64(place) * step
                return TestNetwork.Packet(time: time, bytes: bytes, hasPayload: true)
            }
        )
    }

    /// Expects that a capture has late bytes, and that its connections are redacted with them.
    private func expectLateBytes(_ capture: [UInt8], keyLog: [UInt8]? = nil) async throws {
        let run = try await RedactionTests.Run(capture, keyLog: keyLog)
        #expect(run.report.cutFlows.map(\.reason) == [])
        let before = try await RedactionTests.events(capture, keyLog: keyLog)
        let after = try await RedactionTests.events(run.bytes)
        let shapes = [before, after].map { PlantedCaptureTests.shape($0, hasPackets: keyLog == nil) }
        #expect(shapes[0] == shapes[1])
        let codes = { (events: [JSONValue]) in
            events.map { $0["diagnostics"]?.elements?.compactMap { $0["code"]?.string } ?? [] }
        }
        #expect(codes(before) == codes(after))
        #expect(codes(after).joined().contains("late-bytes"))
    }

    @Test(
        "stay too late if their place was given up",
        arguments: [
            "rongcloud-web-v2-chat.pcap", "rongcloud-web-v4-chat.pcap", "rongcloud-tcp-chat.pcap",
            "leancloud-protobuf-chat.pcap", "leancloud-base64-chat.pcap", "leancloud-deflate-chat.pcap",
            "nim-web-chatroom.pcap", encrypted,
        ]
    )
    func givenUp(_ file: String) async throws {
        let packets = try Self.packets(file)
        let candidates = Self.withPayload(packets)
        let index = candidates[candidates.count / 2]
        let capture = Self.capture(packets, movingAt: index, step: 10_000_000)
        try await expectLateBytes(capture, keyLog: try Self.keyLog(file))
    }

    @Test(
        "stay too late if they precede the first bytes that were read",
        arguments: ["rongcloud-tcp-chat.pcap", "leancloud-base64-chat.pcap"]
    )
    func beforeBeginning(_ file: String) async throws {
        let packets = try Self.packets(file)
        let late = Array(packets[(packets.count / 2)...])
        try await expectLateBytes(Self.capture(late, movingAt: 0, step: 1000))
    }

    @Test("change nothing where the interface of an encrypted packet that comes late keeps finer times than the others")
    func otherResolution() async throws {
        let packets = try Self.packets(Self.encrypted)
        let keyLog = try Self.keyLog(Self.encrypted)
        // Without the hello of the client, nothing can be decrypted.
        let hello = try #require(Self.withPayload(packets).first)
        var writer = PcapNGWriter()
        writer.beginSection(application: "test")
        let interfaces = [false, true].map { writer.add(PcapNGWriter.Interface(link: .ethernet, hasNanoseconds: $0)) }
        let order = Array(packets.indices[..<hello]) + Array(hello + 1...hello + 12) + [hello]
        for (place, index) in (order + packets.indices[(hello + 13)...]).enumerated() {
            let packet = packets[index]
            writer.write(
                packet.span,
                interface: interfaces[index == hello ? 1 : 0],
                time: 1_795_400_000_000_000_000 + Int64(place) * 1_000_000,
                originalLength: packet.count
            )
        }
        var capture: [UInt8] = []
        writer.drain { capture += Array(copying: $0) }
        let run = try await RedactionTests.Run(capture, keyLog: keyLog)
        #expect(run.report.cutFlows.map(\.reason) == [] && run.report.cutPackets == 0)
        let (before, after) = try await (
            RedactionTests.events(capture, keyLog: keyLog), RedactionTests.events(run.bytes)
        )
        #expect(before.count > 1 && before.count == after.count)
    }
}
