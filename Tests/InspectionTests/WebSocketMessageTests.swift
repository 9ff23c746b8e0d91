import RongCloud
import Testing
import Transport
import WireFormat
import WireJSON

@testable import Inspection

@Suite("WebSocket messages that are not one plain frame")
struct WebSocketMessageTests {
    private static let mask: [UInt8] = [9, 8, 7, 6]

    private func events(_ talk: Talk, frameBytes: Int = 1 << 20) async throws -> [TestEvent] {
        try await Decoded(talk.segments) {
            $0.showsRaw = true
            $0.options.limits.transport.frameBytes = frameBytes
        }.events().filter { $0.transport != "http" }
    }

    @Test("a message in fragments beyond the limit is one event with a limit, and the next message is whole")
    func tooLongInFragments() async throws {
        var talk = Talk()
        let long = MadeCapture.frame(length: 1000, id: 1)
        talk.fragments(.client, long, size: 300)
        talk.frame(.client, Bytes.pingRequest)
        let decoded = try await Decoded(talk.segments) {
            $0.showsRaw = true
            $0.options.limits.transport.frameBytes = 700
        }
        let found = try decoded.events().filter { $0.transport != "http" }
        try #require(found.count == 2)
        #expect(found[0].codes == ["websocket-limit"])
        #expect(found[0].hex == Hex.encode(Array(long[..<900])))
        #expect(found[0].json["undecodedBytes"] == 900)
        #expect(found[1].type == "PINGREQ")
        #expect(decoded.outcome.capture.summary.undecodedBytes == 1000)
        #expect(try await events(talk, frameBytes: 1000).first?.hex == Hex.encode(long))
    }

    @Test("fragments behind one that is too long by itself are passed over with it")
    func tooLongFragment() async throws {
        var talk = Talk()
        talk.send(.client, Bytes.webSocket([1, 2, 3], isFinal: false, mask: Self.mask))
        talk.send(.client, Bytes.webSocket(Array(repeating: 0, count: 800), opcode: 0, isFinal: false, mask: Self.mask))
        talk.send(.client, Bytes.webSocket([4], opcode: 0, mask: Self.mask))
        talk.frame(.client, Bytes.pingRequest)
        let found = try await events(talk, frameBytes: 700)
        #expect(found.map(\.codes) == [["frame-cut"], ["websocket-limit"], ["stream-rest"]])
        let text = found[2].diagnostics[0]["text"]?.string
        #expect(text == "801 bytes were passed over: the rest of what was given up")
        #expect(found[0].hex == "010203")
        #expect(found[2].type == "PINGREQ")
    }

    @Test("a message in more frames than may be is one event with a limit")
    func tooManyFrames() async throws {
        var talk = Talk()
        talk.fragments(.client, Array(repeating: 0, count: 50), size: 10)
        talk.frame(.client, Bytes.pingRequest)
        let found = try await Decoded(talk.segments) { $0.options.limits.transport.messageFrames = 3 }.events()
            .filter { $0.transport != "http" }
        #expect(found.map(\.codes) == [["websocket-limit"], ["stream-rest"]])
        #expect(found.last?.type == "PINGREQ")
        let fitting = try await Decoded(talk.segments) { $0.options.limits.transport.messageFrames = 5 }.events()
        #expect(fitting.allSatisfy { !$0.codes.contains("websocket-limit") })
    }

    @Test("a message that another one interrupts is shown as far as it came")
    func interrupted() async throws {
        var talk = Talk()
        talk.send(.client, Bytes.webSocket([1, 2, 3], isFinal: false, mask: Self.mask))
        talk.send(.client, Bytes.webSocket(Bytes.pingRequest, mask: Self.mask))
        let found = try await events(talk)
        #expect(found.map(\.codes) == [["websocket-interrupted"], []])
        #expect(found[0].hex == "010203")
        #expect(found[1].type == "PINGREQ")
    }

    @Test("a message that the end of the stream interrupts is shown as far as it came")
    func unfinished() async throws {
        var talk = Talk()
        talk.send(.client, Bytes.webSocket([1, 2, 3], isFinal: false, mask: Self.mask))
        talk.send(.client, Bytes.webSocket([4], opcode: 0, isFinal: false, mask: Self.mask))
        let found = try await events(talk)
        #expect(found.map(\.codes) == [["frame-cut"]])
        #expect(found.first?.hex == "01020304")
    }

    @Test("a hole in one fragment costs its message and nothing else", arguments: 0..<4)
    func holeInFragment(_ lost: Int) async throws {
        var talk = Talk()
        let start = talk.segments.count
        let frame = MadeCapture.frame(length: 1000, id: 1)
        for index in 0..<4 {
            let part = Array(frame[index * 250..<(index + 1) * 250])
            let opcode: UInt8 = index == 0 ? 2 : 0
            let bytes = Bytes.webSocket(part, opcode: opcode, isFinal: index == 3, mask: Self.mask)
            talk.send(.client, Array(bytes.prefix(20)))
            talk.send(.client, Array(bytes.dropFirst(20)))
        }
        talk.frame(.client, Bytes.pingRequest)
        talk.close()
        var packets = talk.segments
        packets.remove(at: start + 2 * lost + 1)
        let found = try await Decoded(packets).events().filter { $0.transport != "http" }
        #expect(found.last?.type == "PINGREQ")
        // The parts of the message after the hole are counted.
        #expect(found.last?.codes == (lost == 3 ? [] : ["stream-rest"]))
        #expect(found.filter(\.isGap).count == 1)
        let cuts = found.filter { $0.codes == ["frame-cut"] }
        #expect(cuts.count == (lost == 0 ? 1 : 2))
        #expect(found.count == cuts.count + 2)
    }

    @Test(
        "text that is not UTF-8 is an error with the place",
        arguments: [
            ([0x31, 0xFF], 1), ([0x31, 0x2C, 0xC3], 2), ([0xED, 0xA0, 0x80], 0), ([0xC0, 0xAF], 0),
        ]
    )
    func invalidText(_ text: [UInt8], _ place: Int) async throws {
        var talk = Talk()
        talk.send(.client, Bytes.webSocket(text, opcode: 1, mask: Self.mask))
        talk.send(.client, Bytes.webSocket(Array("192".utf8), opcode: 1, mask: Self.mask))
        let found = try await events(talk)
        try #require(found.count == 2)
        #expect(found[0].codes == ["websocket-utf8"])
        #expect(found[0].diagnostics[0]["offset"]?.int64 == Int64(place))
        #expect(found[0].hex == Hex.encode(text))
        #expect(found[1].type == "PINGREQ")
    }

    @Test("a talk whose SYN-ACK is missing has the same frames as a whole one", arguments: [10, 700, 9000, 60000])
    func missingSYNAck(_ length: Int) async throws {
        var talk = Talk()
        talk.frame(.server, Bytes.connAck(user: "ann"))
        talk.frame(.client, MadeCapture.frame(length: max(length, 60), id: 1))
        talk.frame(.server, Bytes.pubAck(id: 1))
        talk.frame(.client, Bytes.pingRequest)
        talk.frame(.server, Bytes.pingResponse)
        talk.close()
        let whole = try await Decoded(talk.segments).events()
        var packets = talk.segments
        packets.remove(at: 1)
        let events = try await Decoded(packets).events()
        for sender in ["client", "server"] {
            let frames = events.filter { $0.sender == sender }.map(\.hex)
            #expect(frames == whole.filter { $0.sender == sender }.map(\.hex))
        }
        #expect(events.filter(\.hasError).isEmpty)
    }

    @Test("of a capture with the client's packets only, the frames behind the unanswered upgrade are decoded")
    func clientOnly() async throws {
        var talk = Talk()
        let frames = [
            MadeCapture.frame(length: 9000, id: 1), Bytes.pingRequest, MadeCapture.frame(length: 40000, id: 2),
        ]
        for frame in frames { talk.frame(.client, frame) }
        talk.close()
        let events = try await Decoded(talk.segments.filter { $0.source.port == 50001 }).events()
        #expect(
            events.filter { $0.transport == "websocket" && !$0.isGap }.compactMap(\.hex)
                == frames.map { Hex.encode($0) }
        )
        #expect(events.first?.codes == ["http-unanswered"])
        #expect(events.allSatisfy { $0.sender == "client" || $0.isGap })
    }

    @Test("behind an upgrade without its answer the first frames of both ends are decoded, whoever goes first")
    func serverFirst() async throws {
        let request =
            "GET /websocket?appId=a&token=t&sdkVer=2.5.3&apiVer=1 HTTP/1.1\r\nHost: im\r\nUpgrade: websocket\r\n"
        for order in [["client", "server"], ["server", "client"]] {
            var talk = Talk(sdkVersion: nil)
            talk.send(.client, Array("\(request)Connection: Upgrade\r\nSec-WebSocket-Key: a\r\n\r\n".utf8))
            for sender in order {
                talk.frame(sender == "client" ? .client : .server, MadeCapture.frame(length: 400, id: 1))
            }
            talk.close()
            let events = try await Decoded(talk.segments).events()
            #expect(events.filter { $0.transport == "websocket" }.map(\.sender) == order)
        }
    }
}

@Suite("Packets of a message in fragments")
struct FragmentPacketTests {
    /// Which packets brought each of the fragments, and the message as a whole.
    private static let cases: [(fragments: [[Int]], message: [Int])] = [
        ([[1], [2], [3]], [1, 2, 3]),
        ([[1, 2], [2], [2, 3]], [1, 2, 3]),
        // Fragments in one TLS record have all packets of the record each.
        ([[10, 11], [10, 11], [10, 11]], [10, 11]),
        ([[10, 11, 12], [12, 13], [12, 13], [14]], [10, 11, 12, 13, 14]),
        // Packets that came in another order.
        ([[5, 4], [4, 6], [7]], [5, 4, 6, 7]),
        ([[], [3], []], [3]),
    ]

    @Test("are named once each", arguments: cases)
    func once(_ fragments: [[Int]], _ message: [Int]) {
        var made = WebSocketMessage(isText: true, isCompressed: false)
        let payload = [UInt8](repeating: 7, count: 3)
        for packets in fragments { made.append(payload.span, mask: 0, .unmasked, packets: packets) }
        #expect(made.packets == message)
        #expect(made.bytes.count == fragments.count * 3)
    }
}
