import Capture
import Testing
import WireFormat
import WireJSON

@testable import Redaction

@Suite("Packets that come too late to be read")
struct LatePacketTests {
    /// The packets of a file of Ethernet frames.
    private static func packets(_ file: String) throws -> [[UInt8]] {
        let capture = try RedactionTests.bytes(file)
        var packets: [[UInt8]] = []
        var start = 24
        while start + 16 <= capture.count {
            let length = Int(capture[start + 8]) | Int(capture[start + 9]) << 8
            packets.append(Array(capture[start + 16..<start + 16 + length]))
            start += 16 + length
        }
        return packets
    }

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
    private func expectLateBytes(_ capture: [UInt8]) async throws {
        let run = try await RedactionTests.Run(capture)
        #expect(run.report.cutFlows.map(\.reason) == [])
        let (before, after) = (try await RedactionTests.events(capture), try await RedactionTests.events(run.bytes))
        #expect(PlantedCaptureTests.shape(before) == PlantedCaptureTests.shape(after))
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
            "nim-web-chatroom.pcap",
        ]
    )
    func givenUp(_ file: String) async throws {
        let packets = try Self.packets(file)
        let candidates = Self.withPayload(packets)
        let index = candidates[candidates.count / 2]
        try await expectLateBytes(Self.capture(packets, movingAt: index, step: 10_000_000))
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
}
