import Capture
import Testing
import WireFormat

/// Byte streams in order, however their segments come.
@Suite struct TCPOrderTests {
    let talk = Talk()

    private func connection(_ packets: [TCPPacket], limits: CaptureLimits = CaptureLimits()) throws
        -> Reassembly.Connection
    {
        try #require(try Reassembly(packets, limits: limits).only)
    }

    private func permutations<Element>(_ items: [Element]) -> [[Element]] {
        guard items.count > 1 else { return [items] }
        return items.indices.flatMap { index -> [[Element]] in
            var rest = items
            let first = rest.remove(at: index)
            return permutations(rest).map { [first] + $0 }
        }
    }

    @Test("segments in order come out at once, and nothing waits")
    func inOrder() throws {
        let packets =
            talk.handshake + [
                talk.request(0, "ask"), talk.answer(0, "tell", seen: 3), talk.request(3, "more", seen: 4),
            ]
        let result = try connection(packets)
        #expect(
            result.items == [
                .bytes(Array("ask".utf8), side: .first), .bytes(Array("tell".utf8), side: .second),
                .bytes(Array("more".utf8), side: .first),
            ]
        )
        #expect(result.steps == 0)
    }

    @Test("all orders of five segments and an end give the same stream")
    func reordered() throws {
        let pieces = ["alpha,", "bravo,", "charlie,", "delta,", "echo"]
        var offset = 0
        var segments: [TCPPacket] = []
        for piece in pieces {
            segments.append(talk.request(offset, piece))
            offset += piece.utf8.count
        }
        let expected: [Reassembly.Item] = [.bytes(Array(pieces.joined().utf8), side: .first)]
        for order in permutations(segments) {
            #expect(try connection(talk.handshake + order).items == expected)
            // Without the SYN too: the stream starts where its first byte is.
            #expect(try connection(order).items == expected)
        }
        segments[4].flags |= TCPPacket.fin
        for order in permutations(segments) {
            let items = try connection(talk.handshake + order).items
            #expect(items == expected + [.end(side: .first)])
        }
    }

    @Test("without the server's SYN, what the client says after an answer still comes after it")
    func missingAnswerToSYN() throws {
        let ask = talk.request(0, "ask")
        let tell = talk.answer(0, "tell", seen: 3)
        let more = talk.request(3, "more", seen: 4)
        let expected: [Reassembly.Item] = [
            .bytes(Array("ask".utf8), side: .first), .bytes(Array("tell".utf8), side: .second),
            .bytes(Array("more".utf8), side: .first),
        ]
        for order in [[ask, tell, more], [ask, more, tell]] {
            #expect(try connection([talk.syn, talk.request(0, "")] + order).items == expected)
            #expect(try connection([talk.syn] + order).items == expected)
        }
    }

    @Test("without the server's SYN, what it says first is there, however the acknowledgment of that comes")
    func greetingWithoutSYN() throws {
        let greeting = talk.answer(0, "hello")
        let acknowledgment = talk.request(0, "", seen: 5)
        let ask = talk.request(0, "ask", seen: 5)
        for order in permutations([greeting, acknowledgment, ask]) {
            let result = try connection([talk.syn] + order)
            #expect(result.text(side: .second) == "hello")
            #expect(result.text(side: .first) == "ask")
            #expect(result.gaps.isEmpty)
        }
    }

    @Test("of a client alone, from its SYN on, all comes out")
    func clientAlone() throws {
        let parts = (0..<30).map { talk.request($0, "x", seen: 100 * $0) }
        let result = try connection([talk.syn, talk.request(0, "")] + parts)
        #expect(result.text(side: .first) == String(repeating: "x", count: 30))
    }

    @Test("all orders of the handshake and the first data give the same streams")
    func handshakes() throws {
        let packets = [talk.syn, talk.synAck, talk.request(0, "ask"), talk.answer(0, "tell", seen: 3)]
        for order in permutations(packets) {
            let result = try connection(order)
            let client = result.flow.first.port == Host.client.port ? FlowSide.first : .second
            #expect(result.text(side: client) == "ask")
            #expect(result.text(side: client.other) == "tell")
            #expect(result.gaps.isEmpty)
        }
    }

    @Test("repeated and overlapping segments add nothing twice")
    func repeated() throws {
        let text = "abcdefghij"
        let bytes = Array(text.utf8)
        for start in 0..<10 {
            for end in start + 1...10 {
                let part = talk.request(start, Array(bytes[start..<end]))
                let whole = talk.request(0, bytes)
                for packets in [[whole, part], [part, whole], [part, part, whole, whole]] {
                    let result = try connection(talk.handshake + packets)
                    #expect(result.text(side: .first) == text)
                    #expect(result.gaps.isEmpty)
                }
            }
        }
    }

    @Test("of different bytes for one place those that came up first count")
    func conflicting() throws {
        let result = try connection(talk.handshake + [talk.request(0, "abcd"), talk.request(2, "XXef")])
        #expect(result.text(side: .first) == "abcdef")
        let late = try connection(
            talk.handshake + [talk.request(4, "EF"), talk.request(4, "XX"), talk.request(0, "abcd")]
        )
        #expect(late.text(side: .first) == "abcdEF")
    }

    @Test(
        "sequence numbers wrap",
        arguments: [UInt32(0xFFFF_FFFF), 0xFFFF_FFFE, 0xFFFF_FFF9, 0xFFFF_FFF0, 0x7FFF_FFFA]
    )
    func wrap(_ start: UInt32) throws {
        let talk = Talk(clientStart: start, serverStart: start &+ 3)
        let segments = (0..<5).map { talk.request($0 * 3, "ab\($0)") }
        for order in permutations(segments) {
            #expect(try connection(talk.handshake + order).text(side: .first) == "ab0ab1ab2ab3ab4")
            #expect(try connection(order).text(side: .first) == "ab0ab1ab2ab3ab4")
        }
        let both =
            talk.handshake + [
                talk.request(0, "0123456789"), talk.answer(0, "9876543210", seen: 10), talk.request(10, "x", seen: 10),
            ]
        #expect(try connection(both).items.count == 3)
    }

    @Test("keep-alives bring no bytes, empty or with the byte before the next one")
    func keepAlives() throws {
        let packets =
            talk.handshake + [
                talk.request(0, "data"), talk.request(3, ""), talk.request(3, [0]), talk.answer(-1, [0], seen: 4),
                talk.request(3, [0]), talk.request(4, "more"),
            ]
        let result = try connection(packets)
        #expect(result.items == [.bytes(Array("datamore".utf8), side: .first)])
    }

    @Test("a connection without a SYN starts after eight segments with data, or after a second")
    func settling() throws {
        var capture = PcapFile()
        for index in 0..<7 { capture.add(talk.request(index, "x").ethernet, fraction: UInt32(index)) }
        #expect(try Reassembly(capture.bytes, finishes: false).only?.items == [])
        var eight = capture
        eight.add(talk.request(7, "x").ethernet, fraction: 8)
        #expect(try Reassembly(eight.bytes, finishes: false).only?.text(side: .first) == "xxxxxxxx")
        for (time, text) in [(999_999, ""), (1_000_000, "xxxxxxx")] {
            var later = capture
            later.pass(time, talk.request(7, ""))
            #expect(try Reassembly(later.bytes, finishes: false).only?.text(side: .first) == text)
        }
        #expect(try Reassembly(capture.bytes).only?.text(side: .first) == "xxxxxxx")
    }

    @Test("a connection without a SYN starts at once where acknowledgments show its beginning")
    func knownBeginning() throws {
        let ask = talk.request(0, "ask")
        let both: [Reassembly.Item] = [
            .bytes(Array("ask".utf8), side: .first), .bytes(Array("tell".utf8), side: .second),
        ]
        for (packets, expected) in [
            // The answer acknowledges the request, and begins where the request says.
            ([ask, talk.answer(0, "tell", seen: 3)], both),
            ([ask, talk.answer(0, "", seen: 3)], [both[0]]),
            ([ask, talk.answer(0, "", seen: 1)], [both[0]]),
            ([talk.request(1, "sk"), talk.request(0, "a"), talk.answer(0, "", seen: 3)], [both[0]]),
            // What precedes the request was acknowledged before.
            ([talk.request(0, ""), talk.answer(0, "", seen: 0), ask], [both[0]]),
        ] {
            #expect(try Reassembly(packets, finishes: false).only?.items == expected)
        }
    }

    @Test("it waits while they show that bytes are missing, or say nothing of the other direction")
    func unknownBeginning() throws {
        for packets in [
            [talk.request(3, "more"), talk.answer(0, "", seen: 2)],
            [talk.request(0, "ask"), talk.answer(0, "", seen: 4)],
            [talk.request(0, "ask"), talk.request(4, "ab"), talk.answer(0, "", seen: 6)],
            [talk.request(0, "ask", seen: 2), talk.answer(4, "tell", seen: 3)],
        ] {
            #expect(try Reassembly(packets, finishes: false).only?.items == [])
        }
    }

    @Test("data in the SYN is the beginning of the stream")
    func fastOpen() throws {
        var syn = talk.syn
        syn.payload = Array("early ".utf8)
        let result = try connection([syn, talk.synAck, talk.request(6, "late")])
        #expect(result.text(side: .first) == "early late")
    }

    @Test("the end comes once, after all bytes, however often and early FIN is sent")
    func ends() throws {
        let fin = talk.request(5, "", flags: TCPPacket.fin | TCPPacket.ack)
        let data = talk.request(0, "hello")
        let expected: [Reassembly.Item] = [.bytes(Array("hello".utf8), side: .first), .end(side: .first)]
        for order in permutations([data, fin, fin, data]) {
            #expect(try connection(talk.handshake + order).items == expected)
        }
        let both = try connection(
            talk.handshake + [data, fin, talk.answer(0, "bye", seen: 6, flags: TCPPacket.fin | TCPPacket.ack)]
        )
        #expect(both.items == expected + [.bytes(Array("bye".utf8), side: .second), .end(side: .second)])
    }

    @Test("bytes with the number of a FIN that nobody has confirmed go on with the stream", arguments: [true, false])
    func deniedEnd(_ hasData: Bool) throws {
        let end = TCPPacket.fin | TCPPacket.ack
        let first =
            hasData ? [talk.request(0, "one", flags: end)] : [talk.request(0, "one"), talk.request(3, "", flags: end)]
        let rest = [
            talk.answer(0, "two", seen: 3), talk.request(3, "three", seen: 3), talk.answer(3, "", seen: 8),
            talk.request(8, "", seen: 3, flags: end), talk.answer(3, "four", seen: 9),
        ]
        let found = try connection(talk.handshake + first + rest)
        #expect(
            found.items == [
                .bytes(Array("one".utf8), side: .first), .bytes(Array("two".utf8), side: .second),
                .bytes(Array("three".utf8), side: .first), .end(side: .first),
                .bytes(Array("four".utf8), side: .second),
            ]
        )
        #expect(found.notices.isEmpty)
        // Confirmed, it is the end.
        let confirmed = try connection(talk.handshake + first + [talk.answer(0, "two", seen: 4)] + rest.dropFirst())
        #expect(confirmed.text(side: .first) == "one")
        #expect(confirmed.notices.map(\.notice) == [.late(offset: 3, length: 4)])
    }

    @Test("a repetition after the end of both streams is nothing to tell")
    func repetitionAfterEnd() throws {
        let end = TCPPacket.fin | TCPPacket.ack
        let packets =
            talk.handshake + [
                talk.request(0, "a"), talk.request(1, "ask"), talk.answer(0, "tell", seen: 4),
                talk.answer(4, "", seen: 4, flags: end), talk.request(4, "", seen: 5, flags: end),
                talk.answer(5, "", seen: 5), talk.request(0, "a", seen: 5), talk.request(0, "aask", seen: 5),
                talk.answer(0, "tell", seen: 4),
            ]
        #expect(try connection(packets).notices.isEmpty)
    }

    @Test("nothing follows the end of a stream")
    func afterEnd() throws {
        let packets =
            talk.handshake + [
                talk.request(0, "a", flags: TCPPacket.fin | TCPPacket.ack), talk.request(2, "later"),
                talk.request(9, "on", flags: TCPPacket.fin | TCPPacket.ack),
            ]
        #expect(try connection(packets).items == [.bytes([97], side: .first), .end(side: .first)])
        // The same when what follows came first.
        let early = talk.handshake + [packets[4], packets[5], packets[3]]
        #expect(try connection(early).items == [.bytes([97], side: .first), .end(side: .first)])
    }

    @Test("a reset's own text is no part of the stream")
    func reset() throws {
        let packets =
            talk.handshake + [
                talk.request(0, "data"), talk.answer(0, "go away", seen: 4, flags: TCPPacket.rst | TCPPacket.ack),
            ]
        let result = try connection(packets)
        #expect(result.items == [.bytes(Array("data".utf8), side: .first)])
    }

    @Test("an answer never comes before the request that it acknowledges")
    func causality() throws {
        let ask = talk.request(0, "ask")
        let tell = talk.answer(0, "tell", seen: 3)
        let next = talk.request(3, "next", seen: 4)
        let last = talk.answer(4, "last", seen: 7)
        let expected: [Reassembly.Item] = [
            .bytes(Array("ask".utf8), side: .first), .bytes(Array("tell".utf8), side: .second),
            .bytes(Array("next".utf8), side: .first), .bytes(Array("last".utf8), side: .second),
        ]
        for order in permutations([ask, tell, next, last]) {
            #expect(try connection(talk.handshake + order).items == expected)
        }
    }

    @Test("a capture of one side gives its stream without waiting", arguments: [true, false])
    func oneSided(_ ofClient: Bool) throws {
        let packets: [TCPPacket] = (0..<20).map { index in
            ofClient
                ? talk.request(index * 2, "ab", seen: index * 100) : talk.answer(index * 2, "ab", seen: index * 100)
        }
        let result = try Reassembly(packets, finishes: false).only
        #expect(result?.items == [.bytes(Array(String(repeating: "ab", count: 20).utf8), side: .first)])
    }
}
