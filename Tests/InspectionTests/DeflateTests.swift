import Reporting
import RongCloud
import Testing
import Transport
import WireFormat
import WireJSON

@testable import Inspection

/// The compressed messages were made with Python: `zlib.compressobj(9, zlib.DEFLATED, -15)`, flushed with
/// `Z_SYNC_FLUSH`, without the last four bytes (RFC 7692 section 7.2.1).
@Suite("Compressed WebSocket messages")
struct DeflateTests {
    /// The frames: PUBLISH with ids 1, 2, 3.
    private static let plain = [
        "see you at the lake", "see you at the lake, bring the boat", "see you at the lake, bring the boat and 船",
    ].enumerated().map { index, text in
        Bytes.publish(
            "ppMsgP",
            to: "bob",
            id: UInt16(index + 1),
            Bytes.upStream("RC:TxtMsg", #"{"content":"\#(text)"}"#)
        )
    }
    /// One window for all three.
    private static let shared = [
        "3262602b28f02d4e0f60604eca4f6260e46016e20c72b60aa928010a4a29562b25e7e795a4e69528592915a7a62a54e6972a2496289464a42ae"
            + "42466a72ad50200",
        "3242d5cf84aadf90807e1d85a4a2ccbc74303f293fb144a91600",
        "42338f19d53c4b12cd5348cc4b5178d1b153a91600",
    ]
    /// A window each.
    private static let separate = [
        "3262602b28f02d4e0f60604eca4f6260e46016e20c72b60aa928010a4a29562b25e7e795a4e69528592915a7a62a54e6972a2496289464a42ae"
            + "42466a72ad50200",
        "3262602b28f02d4e0f60604eca4f6260e26016e20c72b60aa928010a4a19562b25e7e795a4e69528592915a7a62a54e6972a2496289464a42ae"
            + "42466a7ea28241565e6a583f949f989254ab50000",
        "3262602b28f02d4e0f60604eca4f6260e66016e20c72b60aa928010a4a59562b25e7e795a4e69528592915a7a62a54e6972a2496289464a42ae"
            + "42466a7ea28241565e6a583f949f94089c4bc1485171d3b956a0100",
    ]
    /// 100,000 zero bytes.
    private static let zeros = "ecc13101000000c2a0f54f6d0d0fa0" + String(repeating: "00", count: 96) + "805703"

    private static func upgraded(_ parameters: String = "", fieldBefore: String = "") -> Talk {
        var talk = Talk(port: 50001, sdkVersion: nil)
        let offer = fieldBefore + "Sec-WebSocket-Extensions: permessage-deflate\(parameters)\r\n"
        let request = "GET /websocket?appId=app1&token=t&sdkVer=4.2.0 HTTP/1.1\r\nHost: im\r\nConnection: Upgrade\r\n"
        talk.send(.client, Array((request + "Upgrade: websocket\r\n\(offer)\r\n").utf8))
        let answer = "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
        talk.send(.server, Array((answer + offer + "\r\n").utf8))
        return talk
    }

    /// A message with RSV1 set on its first frame only.
    private static func message(_ payload: [UInt8], pieces: Int = 1) -> [[UInt8]] {
        let size = max(1, (payload.count + pieces - 1) / pieces)
        return stride(from: 0, to: payload.count, by: size).map { start in
            let end = min(payload.count, start + size)
            return Bytes.webSocket(
                Array(payload[start..<end]),
                opcode: start == 0 ? 0x42 : 0,
                isFinal: end == payload.count,
                mask: [1, 2, 3, 4]
            )
        }
    }

    private func frames(_ talk: Talk, limit: Int = 1 << 20) async throws -> [TestEvent] {
        try await Decoded(talk.segments) {
            $0.showsRaw = true
            $0.options.limits.transport.frameBytes = limit
        }.events().filter { $0.transport != "http" }
    }

    @Test("messages of a shared window and of windows of their own are inflated", arguments: [1, 2, 5, 1000])
    func windows(_ pieces: Int) async throws {
        for (parameters, messages) in [("", Self.shared), ("; client_no_context_takeover", Self.separate)] {
            var talk = Self.upgraded(parameters)
            for hex in messages {
                for (index, part) in Self.message(try Hex.decode(hex), pieces: pieces).enumerated() {
                    if index > 0 { talk.send(.client, Bytes.webSocket([1, 2], opcode: 9, mask: [5, 6, 7, 8])) }
                    talk.send(.client, part)
                }
            }
            let events = try await frames(talk)
            #expect(events.map(\.hex) == Self.plain.map { Hex.encode($0) })
            #expect(events.allSatisfy { $0.diagnostics.isEmpty })
            #expect(events.last?.messages.first?["content"]?["content"] == "see you at the lake, bring the boat and 船")
        }
    }

    @Test("of more connections than may have inflaters in memory, every message is inflated")
    func manyConnections() throws {
        var limits = Limits()
        limits.inflatersInAll = 4
        let memory = InflationMemory(limits)
        var directions = Array(repeating: WebSocketInflation(), count: 20)
        for (hex, plain) in zip(Self.shared, Self.plain) {
            for place in directions.indices {
                let outcome = directions[place].inflate(try Hex.decode(hex), limits.transport, memory)
                guard case .message(plain) = outcome else {
                    Issue.record("direction \(place): \(outcome)")
                    continue
                }
            }
            // The windows of all others are in the file, each in one place.
            #expect((16...20).contains(memory.stored))
            #expect(memory.places <= 20)
        }
        // A place is free again once its connection has ended, and for the next connection.
        directions = []
        #expect(memory.stored == 0)
        directions = Array(repeating: WebSocketInflation(), count: 20)
        for place in directions.indices {
            _ = directions[place].inflate(try Hex.decode(Self.shared[0]), limits.transport, memory)
        }
        #expect(memory.stored >= 16)
        #expect(memory.places <= 20)
    }

    @Test("directions whose messages refer to no other one share an inflater")
    func sharedInflater() throws {
        let memory = InflationMemory(Limits())
        var directions = Array(repeating: WebSocketInflation(keepsContext: false), count: 3)
        for (hex, plain) in zip(Self.separate, Self.plain) {
            for place in directions.indices {
                let outcome = directions[place].inflate(try Hex.decode(hex), TransportLimits(), memory)
                guard case .message(plain) = outcome else {
                    Issue.record("direction \(place): \(outcome)")
                    continue
                }
            }
        }
        #expect(memory.uses.count == 0)
    }

    @Test("plain messages may stand between compressed ones")
    func mixed() async throws {
        var talk = Self.upgraded()
        talk.send(.client, Self.message(try Hex.decode(Self.shared[0]))[0])
        talk.frame(.client, Bytes.pingRequest)
        talk.frame(.server, Bytes.pingResponse)
        talk.send(.client, Self.message(try Hex.decode(Self.shared[1]))[0])
        let events = try await frames(talk)
        #expect(events.map(\.type) == ["PUBLISH", "PINGREQ", "PINGRESP", "PUBLISH"])
        #expect(events.last?.hex == Hex.encode(Self.plain[1]))
    }

    @Test("after a hole, messages that need the lost window say so, and those that do not are decoded")
    func hole() async throws {
        for (parameters, messages, isReadable) in [
            ("", Self.shared, false), ("; client_no_context_takeover", Self.separate, true),
        ] {
            var talk = Self.upgraded(parameters)
            for (index, hex) in messages.enumerated() {
                let frame = Self.message(try Hex.decode(hex))[0]
                // Of the second message, the end is lost.
                talk.send(.client, index == 1 ? Array(frame.prefix(12)) : frame)
                if index == 1 { talk.send(.client, Array(frame.dropFirst(12))) }
            }
            talk.close()
            var packets = talk.segments
            packets.remove(at: 3 + 2 + 2)
            let events = try await Decoded(packets).events().filter { $0.transport != "http" }
            #expect(events.contains { $0.isGap })
            #expect(events.first?.hex == Hex.encode(Self.plain[0]))
            let last = try #require(events.last)
            if isReadable {
                #expect(last.hex == Hex.encode(Self.plain[2]))
            } else {
                #expect(last.hasError)
                #expect(last.diagnostics.contains { $0["text"]?.string?.contains("hole") == true })
                #expect(last.messages.isEmpty)
            }
        }
    }

    @Test("after a hole in place of a whole message, the compressed messages behind it are found again")
    func holeOfOneMessage() async throws {
        for (parameters, messages, isReadable) in [
            ("", Self.shared, false), ("; client_no_context_takeover", Self.separate, true),
        ] {
            var talk = Self.upgraded(parameters)
            for hex in messages { talk.send(.client, Self.message(try Hex.decode(hex))[0]) }
            talk.close()
            var packets = talk.segments
            packets.remove(at: 3 + 2 + 1)
            let decoded = try await Decoded(packets)
            let events = try decoded.events().filter { $0.transport != "http" }
            try #require(events.count == 3)
            #expect(events[0].hex == Hex.encode(Self.plain[0]))
            #expect(events[1].isGap)
            #expect(events[2].hex == (isReadable ? Hex.encode(Self.plain[2]) : messages[2]))
            #expect(events[2].codes == (isReadable ? [] : ["deflate-window"]))
            #expect(decoded.outcome.capture.summary.undecodedBytes == (isReadable ? 0 : messages[2].count / 2))
        }
    }

    @Test("after a hole in a shared window, inflating goes on with the first message that does without lost bytes")
    func windowAfterHole() async throws {
        var talk = Self.upgraded()
        // The first message of a window stands for a sender that began a new one.
        for hex in [Self.shared[0], Self.shared[1], Self.shared[2], Self.shared[0], Self.shared[1]] {
            talk.send(.client, Self.message(try Hex.decode(hex))[0])
        }
        talk.close()
        var packets = talk.segments
        packets.remove(at: 3 + 2 + 1)
        let events = try await Decoded(packets).events().filter { $0.transport != "http" }
        #expect(events.map(\.isGap) == [false, true, false, false, false])
        #expect(events.map(\.codes) == [[], [], ["deflate-window"], [], []])
        #expect(events[3].hex == Hex.encode(Self.plain[0]))
        #expect(events[4].hex == Hex.encode(Self.plain[1]))
    }

    @Test("a hole in a plain message takes nothing from the window of the compressed ones")
    func holeInPlainMessage() async throws {
        var talk = Self.upgraded()
        talk.send(.client, Self.message(try Hex.decode(Self.shared[0]))[0])
        let plain = Bytes.webSocket(
            Bytes.publish("ppMsgP", to: "bob", id: 9, Array(repeating: 7, count: 60)),
            mask: [1, 2, 3, 4]
        )
        talk.send(.client, Array(plain.prefix(20)))
        talk.send(.client, Array(plain.dropFirst(20)))
        talk.send(.client, Self.message(try Hex.decode(Self.shared[1]))[0])
        talk.close()
        var packets = talk.segments
        packets.remove(at: 3 + 2 + 2)
        let events = try await Decoded(packets).events().filter { $0.transport != "http" }
        #expect(events.map(\.codes) == [[], ["frame-cut"], [], []])
        #expect(events.last?.hex == Hex.encode(Self.plain[1]))
    }

    @Test("of a plain message in fragments, the first one lost takes nothing from the window either")
    func holeInPlainFragment() async throws {
        var talk = Self.upgraded()
        talk.send(.client, Self.message(try Hex.decode(Self.shared[0]))[0])
        let first = Bytes.webSocket(Self.plain[2], opcode: 2, isFinal: false, mask: [1, 2, 3, 4])
        // Of the first fragment, the end is lost.
        talk.send(.client, Array(first.prefix(12)))
        talk.send(.client, Array(first.dropFirst(12)))
        talk.send(.client, Bytes.webSocket([1, 2, 3], opcode: 0, mask: [1, 2, 3, 4]))
        talk.send(.client, Self.message(try Hex.decode(Self.shared[1]))[0])
        talk.close()
        var packets = talk.segments
        packets.remove(at: 3 + 2 + 2)
        let events = try await Decoded(packets) { $0.showsRaw = true }.events().filter { $0.transport != "http" }
        #expect(events.contains { $0.isGap })
        #expect(events.last?.hex == Hex.encode(Self.plain[1]))
        #expect(events.last?.hasError == false)
    }

    @Test("behind a hole only a text or binary frame is sought as the beginning of a compressed message")
    func beginnings() {
        for first in [0x40, 0x41, 0x42, 0x43, 0x47, 0xC0, 0xC3] as [UInt8] {
            var progress = FrameFinder.Progress()
            progress.compression = .agreed
            progress.system = .rongCloud
            var keepFrom = 0
            // What cannot be read by itself is believed by what follows it: here nothing, at the end.
            let bytes = [first, 2, 0x61, 0x61]
            let found = FrameFinder.find(bytes.span, isMasked: false, isFinal: true, &progress, keepFrom: &keepFrom)
            #expect((found?.offset == 0) == (first == 0x41 || first == 0x42), "\(first)")
        }
    }

    @Test("a capture that begins late finds compressed messages that can be inflated by themselves")
    func lateBeginning() async throws {
        for messages in [Self.shared, Self.separate] {
            var talk = Self.upgraded()
            for hex in messages { talk.send(.client, Self.message(try Hex.decode(hex))[0]) }
            talk.frame(.client, Bytes.pingRequest)
            talk.close()
            let events = try await Decoded(Array(talk.segments[(3 + 2)...])).events()
            #expect(events.compactMap(\.hex) == Self.plain.map { Hex.encode($0) } + ["c0"])
        }
    }

    @Test("in a capture that begins late, a message that refers to bytes before the capture says so")
    func lateReference() async throws {
        var talk = Self.upgraded()
        // The second message refers to the byte 32 768 bytes back (RFC 1951 section 3.2.5).
        for message in [try Hex.decode(Self.shared[0]), [0x02, 0xDE, 0xFF, 0x0F, 0x00]] {
            talk.send(.client, Self.message(message)[0])
        }
        talk.frame(.client, Bytes.pingRequest)
        talk.close()
        let events = try await Decoded(Array(talk.segments[(3 + 2)...])).events()
        #expect(events.map(\.hex) == [Hex.encode(Self.plain[0]), "02deff0f00", "c0"])
        #expect(events.flatMap(\.codes).filter { $0.hasPrefix("deflate") } == ["deflate-window"])
    }

    @Test("where the answer to the upgrade is missing, compression may have been offered in any of several fields")
    func offeredInFields() async throws {
        for offers in [["permessage-deflate"], ["x-other", "permessage-deflate"]] {
            var talk = Talk(port: 50001, sdkVersion: nil)
            let fields = offers.map { "Sec-WebSocket-Extensions: \($0)\r\n" }.joined()
            let request = "GET /websocket?appId=app1&token=t&sdkVer=4.2.0 HTTP/1.1\r\nHost: im\r\n"
            talk.send(
                .client,
                Array("\(request)Connection: Upgrade\r\nUpgrade: websocket\r\n\(fields)\r\n".utf8)
            )
            talk.send(.client, Self.message(try Hex.decode(Self.shared[0]))[0])
            talk.close()
            #expect(try await frames(talk).map(\.hex) == [Hex.encode(Self.plain[0])])
        }
    }

    @Test("compression may be agreed on in any of several fields")
    func agreedInFields() async throws {
        var talk = Self.upgraded(fieldBefore: "Sec-WebSocket-Extensions: x-other\r\n")
        talk.send(.client, Self.message(try Hex.decode(Self.shared[0]))[0])
        talk.close()
        #expect(try await frames(talk).map(\.hex) == [Hex.encode(Self.plain[0])])
    }

    @Test(
        "a frame of an extension that the handshake names, and that is not decoded, counts against no end",
        arguments: [
            ("", "websocket-unsupported"),
            ("Sec-WebSocket-Extensions: x-webkit-deflate-frame\r\n", "websocket-extension"),
        ],
        [[0x92], [0xA2], [0x83]] as [[UInt8]]
    )
    func otherExtension(_ named: (field: String, code: String), _ head: [UInt8]) async throws {
        var talk = Self.upgraded(fieldBefore: named.field)
        talk.send(.client, head + [0x81, 0, 0, 0, 0, 0xC0])
        talk.close()
        #expect(try await frames(talk).first?.codes == [named.code])
        let checked = try await check(talk.segments)
        #expect(checked.findings.map(\.rule).contains("websocket-frame") == named.field.isEmpty)
        #expect(checked.report.omitted == (named.field.isEmpty ? 0 : 1))
    }

    @Test("what is found after a hole does not depend on how the bytes come", arguments: [1, 2, 7, 30])
    func chunks(_ size: Int) async throws {
        for messages in [Self.shared, Self.separate] {
            #expect(try await Self.behindHole(messages, size) == Self.behindHole(messages, 1400))
        }
    }

    /// The events of a talk whose client's stream lacks ten bytes, so that it goes on inside a message.
    private static func behindHole(_ messages: [String], _ size: Int) async throws -> [[String]] {
        var talk = upgraded()
        let start = talk.segments.count
        // What is left of the message looks like the beginning of others.
        let lure: [UInt8] = [0xC2, 0x85, 1, 2, 3, 4, 0x42, 0x82, 0x7E, 0xC1, 0xFE, 0, 200]
        let masked = Bytes.webSocket(lure + Array(repeating: 0xC2, count: 300), mask: [0, 0, 0, 0])
        talk.send(.client, Array(masked.prefix(10)))
        talk.segmentSize = size
        talk.send(.client, Array(masked.dropFirst(10)))
        for hex in messages { talk.send(.client, message(try Hex.decode(hex))[0]) }
        talk.close()
        var packets = talk.segments
        packets.remove(at: start)
        return try await Decoded(packets).events().map { [$0.type, $0.hex ?? ""] + $0.codes }
    }

    @Test("a message that inflates beyond the limit is refused, and costs no more than itself without a shared window")
    func bomb() async throws {
        for (parameters, messages) in [("", Self.shared), ("; client_no_context_takeover", Self.separate)] {
            var talk = Self.upgraded(parameters)
            talk.send(.client, Self.message(try Hex.decode(messages[0]))[0])
            talk.send(.client, Self.message(try Hex.decode(Self.zeros))[0])
            talk.send(.client, Self.message(try Hex.decode(messages[1]))[0])
            let events = try await frames(talk, limit: 99_999)
            try #require(events.count == 3)
            #expect(events[1].hasError)
            #expect(events[1].codes == ["deflate-limit"])
            #expect(events[1].json["undecodedBytes"]?.int64 == Int64(Self.zeros.utf8.count / 2))
            #expect(events[2].hasError == parameters.isEmpty)
            let allowed = try await frames(talk, limit: 100_000)
            #expect(!allowed[1].codes.contains("deflate-limit"))
            #expect(allowed[1].hex == String(repeating: "00", count: 100_000))
        }
    }

    @Test("bytes that are no deflate stream are an event with what they were")
    func garbage() async throws {
        var talk = Self.upgraded("; client_no_context_takeover")
        talk.send(.client, Self.message([0xFF, 0xFF, 0xFF, 0x00, 0x12])[0])
        talk.send(.client, Self.message(try Hex.decode(Self.separate[0]))[0])
        let events = try await frames(talk)
        try #require(events.count == 2)
        #expect(events[0].hasError)
        #expect(events[0].json["undecoded"] == "ffffff0012")
        #expect(events[1].hex == Hex.encode(Self.plain[0]))
    }
}
