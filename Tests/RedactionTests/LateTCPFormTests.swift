import Capture
import Testing
import WireJSON

@testable import Redaction

@Suite("Connections in the TCP form without their beginning, or with another key than the given one")
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
    private static func redacted(_ capture: [UInt8], key: [UInt8]? = nil) async throws -> [String] {
        let run = try await RedactionTests.Run(capture, obfuscationKey: key)
        #expect(run.report.cutFlows.map(\.reason) == [])
        func events(_ capture: [UInt8], _ key: [UInt8]?) async throws -> [String] {
            try await RedactionTests.events(capture, obfuscationKey: key).map { event in
                let codes = event["diagnostics"]?.elements?.compactMap { $0["code"]?.string } ?? []
                return ([event["frame"]?["type"]?.string ?? ""] + codes).joined(separator: " ")
            }
        }
        let before = try await events(capture, key)
        let after = try await events(run.bytes, run.report.obfuscationKey)
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

    @Test("are read with the key that CONNECT shows if another one is given")
    func otherKey() async throws {
        let chat = try Self.chat { _, _ in true }
        let events = try await Self.redacted(chat, key: [9, 8, 7, 6, 5, 4, 3, 2])
        let withoutKey = try await Self.redacted(chat)
        #expect(events.first == "CONNECT obfuscation-key-recovered" && events == withoutKey)
    }
}
