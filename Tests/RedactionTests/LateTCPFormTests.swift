import Capture
import Testing
import WireJSON

@testable import Redaction

@Suite("Connections in the TCP form without their beginning")
struct LateTCPFormTests {
    /// Returns the chat with some of its packets.
    ///
    /// - Parameter keeps: whether a packet stays, by its index and the port of its sender.
    private static func chat(where keeps: (_ index: Int, _ port: Int) -> Bool) throws -> [UInt8] {
        var index = -1
        return try RedactionTests.Run.asPcapng(RedactionTests.bytes("rongcloud-tcp-chat.pcap")) { packet, link in
            index += 1
            guard let place = PacketPlace(packet.span, link) else { return [packet] }
            let port = Int(packet[place.transport]) << 8 | Int(packet[place.transport + 1])
            return keeps(index, port) ? [packet] : []
        }
    }

    /// Redacts a capture and returns the types of its events, with the codes of their diagnostics; they stay the same.
    private static func redacted(_ capture: [UInt8]) async throws -> [String] {
        let run = try await RedactionTests.Run(capture)
        #expect(run.report.cutFlows.map(\.reason) == [])
        func events(_ capture: [UInt8]) async throws -> [String] {
            try await RedactionTests.events(capture).map { event in
                let codes = event["diagnostics"]?.elements?.compactMap { $0["code"]?.string } ?? []
                return ([event["frame"]?["type"]?.string ?? ""] + codes).joined(separator: " ")
            }
        }
        let (before, after) = (try await events(capture), try await events(run.bytes))
        #expect(before == after)
        return after
    }

    @Test("keep the types of frames whose key cannot be recovered: of one direction, and of the last few packets")
    func unknownKey() async throws {
        let answers = try await Self.redacted(Self.chat { _, port in port == 8093 })
        #expect(answers.count == 17 && answers.contains("PUBLISH obfuscation-key"))
        let end = try await Self.redacted(Self.chat { index, _ in index >= 30 })
        #expect(end.count == 5 && end.contains("QUERYCON obfuscation-key"))
    }

    @Test("are read from the first frame on if the capture begins inside a frame that two packets carry")
    func insideFrame() async throws {
        let events = try await Self.redacted(Self.chat { index, _ in index >= 12 })
        #expect(events.count == 29 && events.first == "PUBACK obfuscation-key-recovered")
    }
}
