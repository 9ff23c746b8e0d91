import Capture
import Inspection
import RongCloud
import Testing
import WireFormat
import WireJSON

@Suite("Holes, late beginnings and cut captures")
struct HoleTests {
    /// A chat of which each packet holds one frame.
    private static func chat() -> (segments: [TestSegment], firstFrame: Int) {
        var talk = Talk()
        let firstFrame = talk.segments.count
        talk.frame(.server, Bytes.connAck(user: "ann"))
        for id in UInt16(1)...12 {
            let text = Bytes.upStream("RC:TxtMsg", "{\"content\":\"number \(id)\"}")
            talk.frame(.client, Bytes.publish("ppMsgP", to: "bob", id: id, text))
            talk.frame(.server, Bytes.pubAck(id: id))
        }
        talk.close()
        return (talk.segments, firstFrame)
    }

    @Test("a missing packet is an event with its place and length, and only its own frame is lost")
    func missingPacket() async throws {
        let (segments, firstFrame) = Self.chat()
        let whole = try await Decoded(segments).events().compactMap(\.hex)
        for index in firstFrame..<(segments.count - 5) {
            let missing = segments[index]
            var rest = segments
            rest.remove(at: index)
            let events = try await Decoded(rest).events()
            let gaps = events.filter(\.isGap)
            try #require(gaps.count == 1, "packet \(index)")
            let before = segments[..<index].filter { $0.source == missing.source }.reduce(0) { $0 + $1.payload.count }
            #expect(gaps[0].frame["offset"]?.int64 == Int64(before))
            #expect(gaps[0].frame["length"]?.int64 == Int64(missing.payload.count))
            #expect(gaps[0].sender == (missing.destination.port == 80 ? "client" : "server"))
            var expected = whole
            expected.remove(at: index - firstFrame)
            #expect(events.compactMap(\.hex).sorted() == expected.sorted(), "packet \(index)")
            #expect(events.filter(\.hasError).isEmpty)
        }
    }

    @Test("a frame that lost its middle packet says so, and the next one is whole", arguments: 1...6)
    func missingMiddle(index: Int) async throws {
        var talk = Talk()
        talk.segmentSize = 300
        talk.frame(.server, Bytes.connAck(user: "ann"))
        talk.frame(.client, Bytes.pingRequest)
        let start = talk.segments.count
        let stream = talk.offset(.client)
        let long = MadeCapture.frame(length: 2500, id: 1)
        talk.frame(.client, long)
        talk.frame(.server, Bytes.pubAck(id: 1))
        let next = Bytes.publish("ppMsgP", to: "bob", id: 2, Bytes.upStream("RC:TxtMsg", #"{"content":"next"}"#))
        talk.frame(.client, next)
        talk.frame(.server, Bytes.pubAck(id: 2))
        talk.close()
        var segments = talk.segments
        segments.remove(at: start + index)
        let events = try await Decoded(segments).events()
        let cut = try #require(events.first { $0.hasError })
        #expect(events.filter(\.hasError).count == 1)
        #expect(cut.type == "PUBLISH")
        #expect(cut.frame["topic"] == "ppMsgP")
        #expect(cut.codes == ["frame-cut"])
        #expect(cut.hex == hex(Array(long[..<(300 * index - 8)])))
        #expect(cut.packets == (0..<index).map { Int64(start + $0 + 1) })
        let gap = try #require(events.first { $0.isGap })
        #expect(gap.frame["offset"]?.int64 == Int64(stream + 300 * index))
        #expect(gap.frame["length"]?.int64 == 300)
        let last = try #require(events.first { $0.hex == hex(next) })
        #expect(last.messages.first?["content"]?["content"] == "next")
        #expect(last.codes == ["stream-rest"])
        let rest = long.count + 8 - 300 * (index + 1)
        #expect(last.diagnostics.first?["text"]?.string?.hasPrefix("\(rest) bytes were passed over") == true)
    }

    @Test(
        "bytes that begin no frame are told with their number, by the frame after them or at the end",
        arguments: [false, true]
    )
    func skippedBytes(isLast: Bool) async throws {
        var talk = Talk()
        talk.frame(.server, Bytes.connAck(user: "ann"))
        talk.frame(.client, Bytes.pingRequest)
        let lost = talk.segments.count
        talk.send(.client, [0x82, 0xFF, 0, 0])
        talk.send(.client, [UInt8](repeating: 0, count: 700))
        let message = Bytes.upStream("RC:TxtMsg", #"{"content":"after"}"#)
        if !isLast { talk.frame(.client, Bytes.publish("ppMsgP", to: "bob", id: 2, message)) }
        talk.end()
        var segments = talk.segments
        segments.remove(at: lost)
        let decoded = try await Decoded(segments)
        let told = decoded.outcome.capture.notices.lines
        #expect(decoded.outcome.capture.summary.undecodedBytes == 700)
        if isLast {
            #expect(told == ["flow 1: 700 bytes were passed over in search of the next message"])
        } else {
            let last = try #require(try decoded.events().last)
            #expect(last.codes == ["stream-resync"] && told == [])
            #expect(last.diagnostics[0]["text"] == "700 bytes were passed over to find this frame")
        }
    }

    @Test("what is cut of a control frame, or of a later part of a message, is not taken for the beginning of a frame")
    func cutBesideBeginnings() async throws {
        let message = Bytes.publish("ppMsgP", to: "bob", id: 1, Bytes.upStream("RC:TxtMsg", #"{"content":"parts"}"#))
        // The first bytes of both would be a PUBLISH.
        let ping = Bytes.webSocket([UInt8](repeating: 0x32, count: 40), opcode: 9, mask: [7, 1, 9, 3])
        let first = Bytes.webSocket(Array(message.prefix(9)), isFinal: false, mask: [7, 1, 9, 3])
        let rest = Bytes.webSocket([UInt8](repeating: 0x32, count: 40), opcode: 0, mask: [7, 1, 9, 3])
        for (before, cut) in [([], ping), (first, rest)] {
            var talk = Talk()
            talk.frame(.server, Bytes.connAck(user: "ann"))
            talk.frame(.client, Bytes.pingRequest)
            talk.send(.client, before)
            talk.send(.client, Array(cut.prefix(20)))
            let place = talk.segments.count
            talk.send(.client, Array(cut.dropFirst(20)))
            talk.frame(.client, Bytes.publish("ppMsgP", to: "bob", id: 2, Bytes.upStream("RC:TxtMsg", "{}")))
            talk.close()
            var segments = talk.segments
            segments.remove(at: place)
            let events = try await Decoded(segments).events().filter { $0.sender == "client" }
            let wrong = events.filter(\.hasError)
            #expect(wrong.map(\.type) == (before.isEmpty ? ["UNDECODED"] : ["UNDECODED", "UNDECODED"]))
            #expect(wrong.allSatisfy { $0.codes == ["frame-cut"] })
            #expect(events.last?.type == "PUBLISH")
        }
    }

    @Test("a hole anywhere in a recorded capture costs only the frames that it touches", arguments: Bundled.allCases)
    func recordedHoles(_ capture: Bundled) async throws {
        let segments = try capture.segments()
        let whole = try await Decoded(segments).events()
        let packets = segments.indices.filter { !segments[$0].payload.isEmpty }
        for index in packets {
            var rest = segments
            rest.remove(at: index)
            let decoded = try await Decoded(rest)
            let events = try decoded.events()
            // A hole before the connection is recognised is said with its first event, or at the end.
            let early = events.flatMap(\.codes).count { $0 == "stream-hole" }
            let told = decoded.outcome.capture.notices.lines.count { $0.contains("before this") }
            #expect(events.filter(\.isGap).count + early + told == 1, "packet \(index + 1)")
            let kept = whole.filter { !$0.packets.contains(Int64(index + 1)) && $0.hex != nil }.compactMap(\.hex)
            let found = events.filter { !$0.hasError }.compactMap(\.hex)
            #expect(found.sorted() == kept.sorted(), "packet \(index + 1)")
        }
    }

    @Test("a capture that begins late has every frame from there on", arguments: Bundled.allCases)
    func lateBeginning(_ capture: Bundled) async throws {
        let segments = try capture.segments()
        let whole = try await Decoded(segments).events()
        for dropped in 1..<segments.count {
            let events = try await Decoded(Array(segments[dropped...])).events()
            let kept = whole.filter { event in
                event.hex != nil && event.packets.allSatisfy { $0 > Int64(dropped) }
            }
            for sender in ["client", "server"] {
                let expected = kept.filter { $0.sender == sender }.compactMap(\.hex)
                let found = events.filter { $0.sender == sender && !$0.hasError }.compactMap(\.hex)
                // One frame without a topic that is all there is of an end proves nothing.
                if found.isEmpty, expected.count == 1, kept.allSatisfy({ $0.frame["topic"] == nil }) { continue }
                #expect(found == expected, "\(dropped) packets dropped, \(sender)")
            }
        }
    }

    @Test("a ping before its end's last packet waits for the other end to tell what it is", arguments: [2, 20])
    func lonePing(packets: Int) async throws {
        var talk = Talk(sdkVersion: nil)
        let opening = talk.segments.count
        // What is left of a frame whose beginning was not captured.
        for _ in 0..<packets { talk.send(.client, Array("abc".utf8)) }
        talk.frame(.client, Bytes.pingRequest)
        talk.frame(.server, Bytes.push("s_msg", to: "ann", id: 1, Bytes.field(1, 1)))
        talk.end()
        let events = try await Decoded(Array(talk.segments[opening...])).events()
        #expect(Set(events.compactMap(\.type)) == ["PINGREQ", "PUBLISH"])
        let silent = try await Decoded(talk.segments[opening...].filter { $0.source.port == 50001 })
        #expect(try silent.events().isEmpty)
        #expect(silent.outcome.capture.summary.otherBytes == packets * 3 + 7)
    }

    @Test("where the capture begins inside a connection, a frame behind what might be one is found before a hole")
    func frameBeforeHole() async throws {
        var talk = Talk(sdkVersion: nil)
        let opening = talk.segments.count
        // The head of a compressed frame of 4096 bytes, of which nothing more comes.
        talk.send(.client, [0xC2, 0xFE, 0x10, 0, 1, 2, 3, 4])
        for id in 1...3 as ClosedRange<UInt16> {
            talk.frame(.client, Bytes.publish("ppMsgP", to: "bob", id: id, Bytes.upStream("RC:TxtMsg", "{}")))
        }
        talk.end()
        var segments = talk.segments[opening...]
        segments.remove(at: opening + 2)
        let events = try await Decoded(Array(segments)).events()
        #expect(events.compactMap { $0.frame["messageId"]?.int64 } == [1, 3])
        #expect(events.count(where: \.isGap) == 1)
    }

    @Test("a capture that begins inside the answer to an upgrade holds all frames", arguments: [1, 12, 60, 90])
    func insideAnswer(missing: Int) async throws {
        let (segments, firstFrame) = Self.chat()
        let whole = try await Decoded(segments).events().compactMap(\.hex)
        // The request is the first packet left.
        var rest = Array(segments.dropFirst(firstFrame - 2))
        rest[1].payload.removeFirst(missing)
        rest[1].sequence &+= UInt32(missing)
        let events = try await Decoded(rest).events()
        #expect(events.compactMap(\.hex).sorted() == whole.sorted())
        #expect(events.first?.type == "HTTP" && events.first?.codes.contains("http-unanswered") == true)
        #expect(events.filter(\.hasError).isEmpty)
    }

    @Test("a capture that begins inside an answer of long polling holds the answers behind it")
    func insidePolledAnswer() async throws {
        var talk = PollingTalk()
        talk.connect(on: 50001)
        for id in 1...3 {
            talk.request("/pullmsg.js?sessionid=s1&timestrap=\(id)&pid=1", on: 50001)
            talk.answer(#"{"headerCode":64,"messageId":\#(id),"date":1,"status":0,"millisecond":0}"#, on: 50001)
        }
        var segments = Array(talk.segments.dropFirst(3))
        segments[1].payload.removeFirst(40)
        segments[1].sequence &+= 40
        let types = try await Decoded(segments).events().map(\.type)
        #expect(types.first == "CONNECT" && types.suffix(4) == ["POLL", "PUBACK", "POLL", "PUBACK"])
    }

    @Test("of a connection of headers alone it is told what is missing and why it is not followed", arguments: 1...3)
    func headersAlone(workers: Int) async throws {
        var talk = Talk()
        talk.frame(.server, Bytes.connAck(user: "ann"))
        let capture = CaptureFile.write(talk.segments, snapLength: 54)
        let told = try await Decoded(capture) { $0.options.workers = workers }.outcome.capture.notices.lines
        #expect(told.count { $0.contains("are not in the capture") } == 3)
        #expect(told.contains("flow 1: not followed: unknown: the capture holds none of its bytes"))
    }

    @Test("bytes that only an acknowledgment shows are missing", arguments: 1...3)
    func acknowledgmentAlone(workers: Int) async throws {
        var talk = Talk(sdkVersion: nil)
        let start = talk.segments.count
        talk.send(.server, Array(repeating: 0, count: 1000))
        talk.acknowledge(.client)
        var segments = talk.segments
        segments.remove(at: start)
        let notices = try await Decoded(segments) { $0.options.workers = workers }.outcome.capture.notices.lines
        #expect(notices == ["flow 1: before this, 1000 bytes of the stream are not in the capture, from offset 0"])
        // The end of a connection on which nothing was sent.
        talk = Talk(sdkVersion: nil)
        talk.end()
        #expect(try await Decoded(talk.segments) { $0.options.workers = workers }.outcome.capture.notices.lines == [])
    }

    @Test(
        "a short snap length shows holes, and frames that were captured whole",
        arguments: [60, 70, 96, 128, 200, 500]
    )
    func snapLength(_ length: Int) async throws {
        for capture in Bundled.allCases {
            let segments = try capture.segments()
            let decoded = try await Decoded(CaptureFile.write(segments, snapLength: length))
            #expect(decoded.outcome.capture.damage == nil)
            let events = try decoded.events()
            let isCut = segments.contains { $0.packet.count + 14 > length && !$0.payload.isEmpty }
            let holes = events.count { $0.isGap || $0.codes.contains("stream-hole") }
            let told = decoded.outcome.capture.notices.lines.count { $0.contains("before this") }
            #expect((holes + told == 0) != isCut)
            let whole = try await Decoded(segments).events()
            let expected = whole.filter { event in
                event.hex != nil && event.packets.allSatisfy { segments[Int($0) - 1].packet.count + 14 <= length }
            }
            let found = events.filter { !$0.hasError }.compactMap(\.hex)
            // Where not even the path of the request for the switch is left, frames must speak for themselves.
            if length < 96 {
                #expect(Set(found).isSubset(of: expected.compactMap(\.hex)), "\(capture)")
            } else {
                #expect(found == expected.compactMap(\.hex), "\(capture)")
            }
        }
    }

    @Test("a file cut off anywhere gives what its whole packets give", arguments: Bundled.allCases)
    func cutFile(_ capture: Bundled) async throws {
        let file = try capture.capture()
        let offsets = CaptureFile.read(file).offsets
        // Every sixth packet: cut off before it, within its record header, behind that, and before its last byte.
        for (packet, boundary) in offsets.enumerated() where packet % 6 == 0 {
            let next = packet + 1 < offsets.count ? offsets[packet + 1] : file.count
            let whole = try await Decoded(Array(file[..<boundary]))
            #expect(whole.outcome.capture.damage == nil, "cut at \(boundary)")
            for end in [boundary + 1, boundary + 16, next - 1] {
                let cut = try await Decoded(Array(file[..<end]))
                #expect(cut.output == whole.output, "cut at \(end)")
                #expect(cut.outcome.capture.damage?.offset == boundary, "cut at \(end)")
            }
        }
    }

    private func hex(_ bytes: [UInt8]) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
