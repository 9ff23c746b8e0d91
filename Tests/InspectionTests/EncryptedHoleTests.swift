import Inspection
import Testing
import WireFormat
import WireJSON

@Suite("Holes in an encrypted connection")
struct EncryptedHoleTests {
    /// The bundled capture of TLS with its secrets, without some packets.
    private static func capture(without numbers: Set<Int>) throws -> [UInt8] {
        let whole = try Bundled.tlsWithSecrets.capture()
        var rest: [UInt8] = []
        var place = 0
        var packet = 0
        while place < whole.count {
            let length = Int(whole.span.uint32(at: place + 4).byteSwapped)
            // An enhanced packet block.
            if whole[place] == 6 { packet += 1 }
            if whole[place] != 6 || !numbers.contains(packet) { rest += whole[place..<place + length] }
            place += length
        }
        return rest
    }

    @Test(
        "the switch to WebSocket, or a part of it, may be missing: frames are found behind it as in the open",
        arguments: [[41], [40], [40, 41]] as [Set<Int>]
    )
    func missingSwitch(_ missing: Set<Int>) async throws {
        let whole = try await Decoded(Self.capture(without: [])).events()
        let answered = try #require(whole.firstIndex { $0.frame["path"] != nil && $0.frame["status"] == 101 })
        let events = try await Decoded(Self.capture(without: missing)).events()
        let frames = events.filter { !$0.isGap && $0.frame["type"] != "HTTP" }
        // Where neither end's beginning is known, a frame without anything telling may be passed over.
        let expected = whole[(answered + 1)...].map(\.type)
        #expect(frames.map(\.type).suffix(expected.count - 3) == expected.suffix(expected.count - 3))
        if missing == [41] {
            #expect(frames.map(\.type) == expected)
            #expect(events.filter(\.isGap).map(\.sender) == ["server"])
            #expect(events[answered].codes == ["http-unanswered"])
        }
    }

    /// The bundled capture with another last byte in one packet, where a record ends.
    private static func capture(damaging number: Int) throws -> [UInt8] {
        var capture = try Bundled.tlsWithSecrets.capture()
        var place = 0
        var packet = 0
        while place < capture.count {
            let length = Int(capture.span.uint32(at: place + 4).byteSwapped)
            if capture[place] == 6 { packet += 1 }
            if capture[place] == 6, packet == number {
                let captured = Int(capture.span.uint32(at: place + 20).byteSwapped)
                capture[place + 28 + captured - 1] ^= 1
            }
            place += length
        }
        return capture
    }

    @Test(
        "a damaged record in a session is an event, and what follows it is undecoded, and of no other protocol",
        arguments: [(49, "server"), (61, "client")]
    )
    func damagedRecord(_ damage: (packet: Int, sender: String)) async throws {
        let found = try await Decoded(Self.capture(damaging: damage.packet))
        let notices = found.outcome.capture.notices.lines
        #expect(notices.count == 1)
        #expect(notices[0].hasSuffix(" of the \(damage.sender) could not be authenticated with the secret given"))
        #expect(found.outcome.capture.summary.otherBytes == 0)
        #expect(found.outcome.capture.summary.undecodedBytes > 1000)
        let gaps = try found.events().filter(\.isGap)
        #expect(gaps.map(\.sender) == [damage.sender])
        #expect(gaps.map(\.codes) == [["tls-undecrypted"]])
        #expect(gaps.map { $0.json["packets"]?.elements?.compactMap(\.int64) } == [[Int64(damage.packet)]])
    }

    @Test("nobody is blamed for what one end says after its records cannot be decrypted any more", arguments: 42...80)
    func damagedCheck(_ packet: Int) async throws {
        let whole = try await check(Self.capture(without: [])).findings
        let found = try await check(Self.capture(damaging: packet)).findings
        #expect(found.filter { one in !whole.contains { $0.rule == one.rule } } == [])
    }

    @Test("a packet that is missing costs what was in it, wherever it is")
    func anyPacket() async throws {
        let whole = try await Decoded(Self.capture(without: [])).events()
        for packet in 38...100 {
            let found = try await Decoded(Self.capture(without: [packet]))
            let lost = whole.count - (try found.events().filter { !$0.isGap }.count)
            #expect(lost <= 2, "packet \(packet)")
            // The beginning of a frame whose rest is missing is told when no other frame follows.
            let told = found.outcome.capture.notices.lines
            #expect(told.allSatisfy { $0.hasSuffix("bytes were passed over in search of the next message") })
            #expect(told.count <= 1, "packet \(packet)")
        }
    }
}
