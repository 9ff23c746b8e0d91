import Capture
import Testing
import WireFormat

/// Bytes that the capture does not hold.
@Suite struct TCPHoleTests {
    let talk = Talk()

    private func items(_ file: PcapFile, limits: CaptureLimits = CaptureLimits()) throws -> [Reassembly.Item] {
        try #require(try Reassembly(file.bytes, limits: limits, finishes: false).only).items
    }

    private func started() -> PcapFile {
        var file = PcapFile()
        for packet in talk.handshake { file.add(packet.ethernet) }
        return file
    }

    @Test("a hole is given up at the end, with its place and length")
    func end() throws {
        let packets = talk.handshake + [talk.request(0, "abc"), talk.request(10, "klm"), talk.request(20, "u")]
        #expect(
            try Reassembly(packets).only?.items == [
                .bytes(Array("abc".utf8), side: .first), .gap(offset: 3, length: 7, side: .first),
                .bytes(Array("klm".utf8), side: .first), .gap(offset: 13, length: 7, side: .first),
                .bytes(Array("u".utf8), side: .first),
            ]
        )
        #expect(try Reassembly(packets, finishes: false).only?.text(side: .first) == "abc")
    }

    @Test("more segments than the limit are not held back", arguments: [(8, false), (9, true)])
    func segments(_ count: Int, _ isGivenUp: Bool) throws {
        var limits = CaptureLimits()
        limits.outOfOrderSegments = 8
        var file = started()
        for index in 0..<count { file.add(talk.request(5 + index, "x").ethernet) }
        let gap: [Reassembly.Item] = [
            .gap(offset: 0, length: 5, side: .first), .bytes(Array(repeating: 120, count: count), side: .first),
        ]
        #expect(try items(file, limits: limits) == (isGivenUp ? gap : []))
    }

    @Test("more bytes than the limit are not held back", arguments: [(100, false), (101, true)])
    func bytes(_ count: Int, _ isGivenUp: Bool) throws {
        var limits = CaptureLimits()
        limits.outOfOrderBytes = 100
        var file = started()
        let payload = [UInt8](repeating: 1, count: count)
        file.add(talk.request(7, payload).ethernet)
        let gap: [Reassembly.Item] = [.gap(offset: 0, length: 7, side: .first), .bytes(payload, side: .first)]
        #expect(try items(file, limits: limits) == (isGivenUp ? gap : []))
    }

    @Test(
        "a hole that the other end has acknowledged is given up after the limit, one of which it says nothing after ten times that",
        arguments: [
            (2_999_999, true, false), (3_000_000, true, true), (29_999_999, false, false), (30_000_000, false, true),
        ]
    )
    func time(_ microseconds: Int, _ isAcknowledged: Bool, _ isGivenUp: Bool) throws {
        var file = started()
        file.add(talk.request(7, "la").ethernet)
        file.add(talk.request(9, "te").ethernet)
        if isAcknowledged { file.add(talk.answer(0, "", seen: 11).ethernet) }
        file.pass(microseconds, talk.request(11, ""))
        let gap: [Reassembly.Item] = [
            .gap(offset: 0, length: 7, side: .first), .bytes(Array("late".utf8), side: .first),
        ]
        #expect(try items(file) == (isGivenUp ? gap : []))
    }

    @Test("a pause counts half a second: packets that changed places may have one between them")
    func pauses() throws {
        var file = started()
        file.add(talk.request(7, "late").ethernet)
        for hour: UInt32 in 1...5 { file.add(talk.answer(0, "", seen: 11).ethernet, seconds: hour * 3600) }
        #expect(try items(file) == [])
        file.add(talk.answer(0, "", seen: 11).ethernet, seconds: 6 * 3600)
        #expect(try items(file).count == 2)
    }

    @Test("a hole is waited for as long as the other end asks for what is in it")
    func askedFor() throws {
        var file = started()
        file.add(talk.request(7, "la").ethernet)
        file.add(talk.request(9, "te").ethernet)
        for second: UInt32 in 1...300 { file.add(talk.answer(0, "").ethernet, seconds: second) }
        #expect(try items(file) == [])
        file.add(talk.request(0, "not so ").ethernet, seconds: 301)
        #expect(try items(file) == [.bytes(Array("not so late".utf8), side: .first)])
    }

    @Test(
        "an answer waits so long for a request that was never captured",
        arguments: [(2_999_999, false), (3_000_000, true)]
    )
    func unseenRequest(_ microseconds: Int, _ isGivenUp: Bool) throws {
        var file = started()
        file.add(talk.answer(0, "tell", seen: 9).ethernet)
        file.pass(microseconds, talk.answer(4, "", seen: 9))
        let gap: [Reassembly.Item] = [
            .gap(offset: 0, length: 9, side: .first), .bytes(Array("tell".utf8), side: .second),
        ]
        #expect(try items(file) == (isGivenUp ? gap : []))
    }

    @Test("what comes after a hole was given up does not come out of turn")
    func tooLate() throws {
        var limits = CaptureLimits()
        limits.outOfOrderSegments = 0
        var file = started()
        file.add(talk.request(5, "fgh").ethernet)
        file.add(talk.request(0, "abcde").ethernet)
        file.add(talk.request(3, "defghij").ethernet)
        #expect(
            try items(file, limits: limits) == [
                .gap(offset: 0, length: 5, side: .first), .bytes(Array("fghij".utf8), side: .first),
            ]
        )
    }

    @Test("answers that wait for a hole of the requests are held back within the limits too")
    func waitingAnswers() throws {
        var limits = CaptureLimits()
        limits.outOfOrderSegments = 50
        var file = started()
        // Bytes 0…4 of the request are missing; all answers acknowledge more. Time stands still.
        file.add(talk.request(5, "fgh").ethernet)
        for index in 0..<50 { file.add(talk.answer(index, "x", seen: 8).ethernet) }
        #expect(try items(file, limits: limits).isEmpty)
        file.add(talk.answer(50, "x", seen: 8).ethernet)
        #expect(
            try items(file, limits: limits) == [
                .gap(offset: 0, length: 5, side: .first), .bytes(Array("fgh".utf8), side: .first),
                .bytes(Array(repeating: 120, count: 51), side: .second),
            ]
        )
        limits.outOfOrderSegments = 1000
        limits.outOfOrderBytes = 50
        #expect(try items(file, limits: limits).first == .gap(offset: 0, length: 5, side: .first))
    }

    @Test("a hole of one direction does not hold the other one up when nothing depends on it")
    func independence() throws {
        var file = started()
        file.add(talk.request(5, "fgh").ethernet)
        file.add(talk.answer(0, "news").ethernet)
        #expect(try items(file) == [.bytes(Array("news".utf8), side: .second)])
    }

    /// A packet of which only `kept` bytes of payload were captured.
    private func cut(_ packet: TCPPacket, to kept: Int) -> (bytes: [UInt8], original: Int) {
        let whole = packet.ethernet
        return (Array(whole.dropLast(packet.payload.count - kept)), whole.count)
    }

    private func captured(_ packets: [(TCPPacket, Int?)]) throws -> [Reassembly.Item]? {
        var file = started()
        for (packet, kept) in packets {
            let part = cut(packet, to: kept ?? packet.payload.count)
            file.add(part.bytes, original: part.original)
        }
        return try Reassembly(file.bytes).only?.items
    }

    @Test("bytes that a short snap length cut off are a hole, and the stream goes on behind it")
    func snapLength() throws {
        let items = try captured([(talk.request(0, "abcdefghij"), 4), (talk.request(10, "klm"), nil)])
        #expect(
            items == [
                .bytes(Array("abcd".utf8), side: .first), .gap(offset: 4, length: 6, side: .first),
                .bytes(Array("klm".utf8), side: .first),
            ]
        )
    }

    @Test("what was cut off a segment that came too early is a hole as soon as the segment comes up")
    func cutAndEarly() throws {
        var file = started()
        let part = cut(talk.request(3, "defgh"), to: 2)
        file.add(part.bytes, original: part.original)
        file.add(talk.request(0, "abc").ethernet)
        #expect(
            try items(file) == [.bytes(Array("abcde".utf8), side: .first), .gap(offset: 5, length: 3, side: .first)]
        )
    }

    @Test("a cut segment whose headers alone were captured is all hole")
    func headersOnly() throws {
        let items = try captured([(talk.request(0, "abcdefghij"), 0), (talk.request(10, "klm"), nil)])
        #expect(
            items == [.gap(offset: 0, length: 10, side: .first), .bytes(Array("klm".utf8), side: .first)]
        )
    }

    @Test("a repetition of a cut segment in part moves the stream by no more than it brings")
    func overlappingCuts() throws {
        // Stream 0…9, then a repetition from 5 to 14 of which 2 bytes were captured: 10…14 are new and missing.
        for kept in 0...5 {
            let items = try captured([
                (talk.request(0, "abcdefghij"), nil), (talk.request(5, "fghijKLMNO"), kept),
                (talk.request(15, "pq"), nil),
            ])
            #expect(
                items == [
                    .bytes(Array("abcdefghij".utf8), side: .first), .gap(offset: 10, length: 5, side: .first),
                    .bytes(Array("pq".utf8), side: .first),
                ],
                "\(kept) bytes kept"
            )
        }
    }

    @Test("the end behind bytes that were cut off is an end")
    func endAfterCut() throws {
        let last = talk.request(0, "abcdef", flags: TCPPacket.fin | TCPPacket.ack)
        let items = try captured([(last, 2)])
        #expect(
            items == [
                .bytes(Array("ab".utf8), side: .first), .gap(offset: 2, length: 4, side: .first),
                .end(side: .first),
            ]
        )
    }

    @Test("a repetition that came before the hole was reached fills it")
    func filledCut() throws {
        let whole = talk.request(3, "defgh")
        let items = try captured([(whole, 1), (whole, nil), (talk.request(0, "abc"), nil)])
        #expect(items == [.bytes(Array("abcdefgh".utf8), side: .first)])
    }
}
