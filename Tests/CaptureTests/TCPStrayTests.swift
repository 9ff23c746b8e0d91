import Capture
import Testing
import WireFormat

/// Packets that do not belong where they say, and what only other packets tell of.
@Suite struct TCPStrayTests {
    let talk = Talk()

    /// A talk of a message a second, a stray packet early in it.
    private func capture(stray: TCPPacket, messages: Int = 120) -> PcapFile {
        var file = PcapFile()
        for packet in talk.handshake { file.add(packet.ethernet) }
        var said = 0
        for index in 0..<messages {
            file.add(talk.request(said, "ask\(index % 10)", seen: 4 * index).ethernet, seconds: UInt32(index))
            said += 4
            if index == 3 { file.add(stray.ethernet, seconds: UInt32(index), fraction: 500) }
            file.add(talk.answer(4 * index, "tell", seen: said).ethernet, seconds: UInt32(index), fraction: 1000)
        }
        return file
    }

    private func expected(_ messages: Int = 120) -> String { (0..<messages).map { "ask\($0 % 10)" }.joined() }

    @Test(
        "a segment far ahead of its stream is never believed while the stream goes on, and reported",
        arguments: [20 << 20, 1 << 28, 1 << 30, 1 << 30 + 5, 1 << 31 - 1, 3 << 30]
    )
    func farAhead(_ distance: Int) throws {
        let result = try Reassembly(capture(stray: talk.request(distance, "stray", seen: 12)).bytes)
        let connection = try #require(result.only)
        #expect(connection.text(side: .first) == expected())
        #expect(connection.gaps.isEmpty)
        // From 2^31 on the same number is behind the stream.
        if distance < 1 << 31 {
            #expect(
                connection.notices.contains { notice in
                    if case .stray(_, 5) = notice.notice { notice.side == .first } else { false }
                }
            )
        }
    }

    @Test("a segment somewhat ahead is not believed as long as the other end does not confirm it")
    func aheadABit() throws {
        let file = capture(stray: talk.request(5000, "stray", seen: 12))
        let connection = try #require(try Reassembly(file.bytes, finishes: false).only)
        #expect(connection.text(side: .first) == expected())
        #expect(connection.gaps.isEmpty)
    }

    @Test(
        "an acknowledgment of bytes that were never sent costs no bytes",
        arguments: [5000, 1 << 22, 1 << 29, 3 << 30]
    )
    func bogusAcknowledgment(_ distance: Int) throws {
        for stray in [talk.answer(12, "", seen: distance), talk.answer(12, "tell", seen: distance)] {
            let connection = try #require(try Reassembly(capture(stray: stray).bytes, finishes: false).only)
            #expect(connection.text(side: .first) == expected())
            #expect(connection.text(side: .second) == String(repeating: "tell", count: 120))
            #expect(connection.gaps.isEmpty)
        }
    }

    @Test("a stray packet first in a capture without SYN does not decide where the stream begins")
    func strayStart() throws {
        for distance in [-(1 << 30), 1 << 30, -(1 << 26), 1 << 26] {
            let stray = talk.request(distance, "stray")
            let packets = [stray] + (0..<20).map { talk.request($0 * 2, "ab") }
            let connection = try #require(try Reassembly(packets).only)
            #expect(connection.text(side: .first) == String(repeating: "ab", count: 20))
            #expect(connection.gaps.isEmpty)
            #expect(!connection.notices.isEmpty)
        }
    }

    @Test("a reset or an end far from its stream closes nothing")
    func strayEnds() throws {
        for flags in [TCPPacket.rst, TCPPacket.rst | TCPPacket.ack, TCPPacket.fin | TCPPacket.ack] {
            for stray in [talk.request(1 << 28, "", seen: 12, flags: flags), talk.answer(-9000, "", flags: flags)] {
                var file = capture(stray: stray)
                file.add(talk.request(480, "later", seen: 480).ethernet, seconds: 4000)
                let result = try Reassembly(file.bytes)
                #expect(result.ended.isEmpty && result.counts.flows == 1)
                #expect(result.only?.text(side: .first) == expected() + "later")
            }
        }
    }

    @Test(
        "an end ahead of its stream is not believed when the stream goes on at its place",
        arguments: [1, 3, 4, 6, 100, 462],
        [false, true]
    )
    func endAhead(_ distance: Int, _ ofBoth: Bool) throws {
        let end = TCPPacket.fin | TCPPacket.ack
        var file = PcapFile()
        for packet in talk.handshake { file.add(packet.ethernet) }
        for index in 0..<120 {
            let second = UInt32(40 * index)
            file.add(talk.request(4 * index, "ask\(index % 10)", seen: 4 * index).ethernet, seconds: second)
            if index == 3 {
                let stray = talk.request(16 + distance, "", seen: 12, flags: end)
                file.add(stray.ethernet, seconds: second, fraction: 500)
            }
            if index == 3, ofBoth {
                let stray = talk.answer(17 + distance, "", seen: 12, flags: end)
                file.add(stray.ethernet, seconds: second, fraction: 600)
            }
            let answer = talk.answer(4 * index, "tell", seen: 4 * index + 4)
            file.add(answer.ethernet, seconds: second, fraction: 1000)
        }
        let result = try Reassembly(file.bytes, finishes: false)
        let connection = try #require(result.only)
        #expect(result.ended.isEmpty && result.counts.latePackets == 0)
        #expect(connection.text(side: .first) == expected())
        #expect(connection.text(side: .second) == String(repeating: "tell", count: 120))
        #expect(connection.gaps.isEmpty && connection.ends.isEmpty && connection.notices.isEmpty)
    }

    @Test(
        "ends of both streams at their next bytes are not believed when either stream goes on",
        arguments: [true, false]
    )
    func endsOfBoth(_ clientGoesOn: Bool) throws {
        let end = TCPPacket.fin | TCPPacket.ack
        let packets =
            talk.handshake + [
                talk.request(0, "ask", seen: 0), talk.answer(0, "tell", seen: 3),
                talk.request(3, "", seen: 4, flags: end), talk.answer(4, "", seen: 3, flags: end),
                clientGoesOn ? talk.request(3, "more", seen: 4) : talk.answer(4, "more", seen: 3),
            ]
        let connection = try #require(try Reassembly(packets, finishes: false).only)
        let side = clientGoesOn ? FlowSide.first : .second
        #expect(connection.text(side: side) == (clientGoesOn ? "askmore" : "tellmore"))
        #expect(connection.ends.isEmpty && connection.notices.isEmpty)
    }

    @Test("ends that both send at the same time are believed when they are acknowledged")
    func crossingEnds() throws {
        let end = TCPPacket.fin | TCPPacket.ack
        let packets =
            talk.handshake + [
                talk.request(0, "ask", seen: 0), talk.request(3, "", seen: 0, flags: end),
                talk.answer(0, "", seen: 3, flags: end),
            ]
        let acknowledgment = talk.answer(1, "", seen: 4)
        #expect(try Reassembly(packets, finishes: false).only?.ends == [])
        let whole = try Reassembly(packets + [acknowledgment], finishes: false)
        #expect(whole.only?.ends == [.end(side: .first), .end(side: .second)])
        // At the end of the capture nothing can contradict them any more.
        #expect(try Reassembly(packets).only?.ends == [.end(side: .first), .end(side: .second)])
    }

    @Test("an end before which bytes are missing is believed when the other end has acknowledged it")
    func confirmedEndAhead() throws {
        let packets =
            talk.handshake + [
                talk.request(6, "", flags: TCPPacket.fin | TCPPacket.ack), talk.answer(0, "", seen: 7),
                talk.request(3, "defgh"), talk.request(0, "abc"),
            ]
        let connection = try #require(try Reassembly(packets).only)
        #expect(connection.text(side: .first) == "abcdef")
        #expect(connection.ends == [.end(side: .first)])
    }

    // MARK: What is missing at the end

    @Test("bytes that an acknowledgment alone tells of are a hole")
    func missingTail() throws {
        let packets = talk.handshake + [talk.request(0, "abc"), talk.answer(0, "", seen: 10)]
        #expect(
            try Reassembly(packets).only?.items == [
                .bytes(Array("abc".utf8), side: .first), .gap(offset: 3, length: 7, side: .first),
            ]
        )
    }

    @Test(
        "the hole is told while the capture goes on, after the limit",
        arguments: [(2_999_999, false), (3_000_000, true)]
    )
    func missingTailInTime(_ microseconds: Int, _ isTold: Bool) throws {
        var file = PcapFile()
        for packet in talk.handshake + [talk.request(0, "abc"), talk.answer(0, "", seen: 10)] {
            file.add(packet.ethernet)
        }
        file.pass(microseconds, talk.answer(0, "", seen: 10))
        let gaps = try Reassembly(file.bytes, finishes: false).only?.gaps
        #expect(gaps == (isTold ? [.gap(offset: 3, length: 7, side: .first)] : []))
    }

    @Test("the sender's own acknowledgment tells of it too, in a capture of one side")
    func missingTailOfOneSide() throws {
        let packets = talk.handshake + [talk.request(0, "abc"), talk.request(10, "", seen: 44)]
        let whole = try Reassembly([packets[0], packets[2]] + packets[3...])
        #expect(whole.only?.gaps == [.gap(offset: 3, length: 7, side: .first)])
    }

    @Test("a single number behind the last byte may be that of a FIN which was not captured, and is no hole")
    func missingEnd() throws {
        let packets =
            talk.handshake + [
                talk.request(0, "abc"), talk.answer(0, "bye", seen: 4), talk.request(4, "", seen: 3),
            ]
        let connection = try #require(try Reassembly(packets).only)
        #expect(connection.gaps.isEmpty)
        #expect(connection.text(side: .second) == "bye")
        // If the stream goes on behind it, it was a byte.
        let more = try #require(try Reassembly(packets + [talk.request(4, "efg", seen: 3)]).only)
        #expect(more.gaps == [.gap(offset: 3, length: 1, side: .first)])
        #expect(more.text(side: .first) == "abcefg")
    }

    @Test("when the byte or the FIN itself comes late, it is there", arguments: [true, false])
    func lateEnd(_ isByte: Bool) throws {
        var file = PcapFile()
        for packet in talk.handshake + [talk.request(0, "abc"), talk.answer(0, "bye", seen: 4)] {
            file.add(packet.ethernet)
        }
        file.pass(9_000_000, talk.answer(3, "", seen: 4))
        let late = isByte ? talk.request(3, "d") : talk.request(3, "", flags: TCPPacket.fin | TCPPacket.ack)
        file.add(late.ethernet, seconds: 9)
        let connection = try #require(try Reassembly(file.bytes).only)
        #expect(connection.text(side: .first) == (isByte ? "abcd" : "abc"))
        #expect(connection.ends.contains(.end(side: .first)) == !isByte)
        #expect(connection.gaps.isEmpty)
    }

    @Test("what comes behind a number that was taken for the end's shows that it was a byte's, which is lost")
    func behindAssumedEnd() throws {
        var file = PcapFile()
        for packet in talk.handshake + [talk.request(0, "abc"), talk.answer(0, "bye", seen: 4)] {
            file.add(packet.ethernet)
        }
        file.pass(9_000_000, talk.answer(3, "", seen: 4))
        for offset in [4, 7] { file.add(talk.request(offset, "efg", seen: 3).ethernet, seconds: 9) }
        let connection = try #require(try Reassembly(file.bytes).only)
        #expect(connection.text(side: .first) == "abcefgefg")
        #expect(connection.gaps == [.gap(offset: 3, length: 1, side: .first)])
    }

    @Test("bytes that come after their place was given up are told, as are those behind the end")
    func late() throws {
        var limits = CaptureLimits()
        limits.outOfOrderSegments = 0
        let packets =
            talk.handshake + [
                talk.request(5, "fgh"), talk.request(0, "abcde"), talk.request(3, "defghij"),
                talk.request(10, "", flags: TCPPacket.fin | TCPPacket.ack), talk.answer(0, "", seen: 11),
                talk.request(10, "kl"),
            ]
        let connection = try #require(try Reassembly(packets, limits: limits).only)
        #expect(
            connection.notices.map(\.notice) == [
                .limit(.segments), .late(offset: 0, length: 5), .late(offset: 3, length: 2),
                .late(offset: 10, length: 1),
            ]
        )
    }

    // MARK: One side

    @Test("a capture of the server alone, from its SYN on, comes out without long waiting and without holes")
    func serverAlone() throws {
        let packets = [talk.synAck] + (0..<40).map { talk.answer($0 * 4, "tell", seen: 100 + $0 * 9) }
        let connection = try #require(try Reassembly(packets, finishes: false).only)
        #expect(connection.text(side: .first) == String(repeating: "tell", count: 40))
        #expect(connection.gaps.isEmpty)
        #expect(try Reassembly(packets).only?.gaps.isEmpty == true)
    }

    @Test("a request that comes after the server's answer to it is still first, if it comes soon")
    func swappedStart() throws {
        let packets = [
            talk.synAck, talk.answer(0, "tell", seen: 3), talk.syn, talk.request(0, "ask"),
        ]
        #expect(
            try Reassembly(packets).only?.items == [
                .bytes(Array("ask".utf8), side: .second), .bytes(Array("tell".utf8), side: .first),
            ]
        )
    }

    @Test("the other side may appear later, however much it has sent by then")
    func laterSide() throws {
        for sent in [100, 3 << 30] {
            let packets =
                [talk.synAck] + (0..<20).map { talk.answer($0 * 4, "tell", seen: 100) }
                + (0..<20).map { talk.request(sent + $0 * 3, "ask", seen: 80) }
            let connection = try #require(try Reassembly(packets).only)
            #expect(connection.text(side: .first) == String(repeating: "tell", count: 20))
            #expect(connection.text(side: .second) == String(repeating: "ask", count: 20))
        }
    }

    @Test("a zero-window probe's byte is a byte, and what follows it is not lost")
    func windowProbe() throws {
        let packets =
            talk.handshake + [
                talk.request(0, "abc"), talk.answer(0, "", seen: 3), talk.request(3, "d"), talk.answer(0, "", seen: 3),
                talk.request(3, "d"), talk.answer(0, "", seen: 4), talk.request(3, "defg"), talk.answer(0, "", seen: 7),
            ]
        #expect(try Reassembly(packets).only?.items == [.bytes(Array("abcdefg".utf8), side: .first)])
    }

    @Test("a keep-alive's byte before the first one of a stream joined in the middle is none of it")
    func keepAliveFirst() throws {
        let packets =
            [talk.answer(0, "", seen: 4), talk.request(3, [0], seen: 0), talk.answer(0, "", seen: 4)]
            + (0..<10).map { talk.request(4 + $0, "x") }
        let connection = try #require(try Reassembly(packets).only)
        #expect(connection.text(side: .second) == String(repeating: "x", count: 10))
    }
}
