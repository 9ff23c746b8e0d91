import Capture
import Testing
import WireFormat

/// Bytes that do not come while live input is waited for.
@Suite struct TCPWaitingTests {
    private let talk = Talk()

    /// A connection that is fed segment by segment, with the time that was spent waiting for them.
    private struct Follower {
        var connection = TCPConnection()
        var context = ReassemblyContext()
        var items: [Reassembly.Item] = []
        private var segments = SegmentReader()
        private var packet = 0
        private let limits = CaptureLimits()

        mutating func take(_ packet: TCPPacket, milliseconds: Int = 0) throws {
            context.waitingTime = Int64(milliseconds) * 1_000_000
            self.packet += 1
            var reader = try CaptureInput.file(Reassembly.capture([packet]))
            while let block = try reader.next() {
                var found: Segment?
                _ = segments.read(block) { event, _ in if case .segment(let segment) = event { found = segment } }
                guard var segment = found else { continue }
                segment.packet = self.packet
                let direct = connection.receive(segment, packet.payload.span, &context)
                if !direct.isEmpty { items.append(.bytes(Array(packet.payload[direct]), side: segment.side)) }
            }
            drain()
        }

        mutating func wait(until milliseconds: Int) {
            context.waitingTime = Int64(milliseconds) * 1_000_000
            drain()
        }

        private mutating func drain() {
            while connection.mayDeliver, let delivery = connection.next(.normal, limits: limits, &context) {
                switch delivery {
                case .bytes(let bytes, _, _, let side): items.append(.bytes(bytes, side: side))
                case .gap(let offset, let length, let side):
                    items.append(.gap(offset: offset, length: length, side: side))
                case .end(let side): items.append(.end(side: side))
                case .notice: break
                }
            }
        }
    }

    private func started(_ packets: [TCPPacket] = []) throws -> Follower {
        var follower = Follower()
        for packet in talk.handshake + packets { try follower.take(packet, milliseconds: 10_000) }
        return follower
    }

    private let hole: [Reassembly.Item] = [
        .gap(offset: 0, length: 4, side: .first), .bytes(Array("rest".utf8), side: .first),
    ]

    @Test("a hole is given up soon after the other end has acknowledged its bytes", arguments: [499, 500])
    func confirmed(_ milliseconds: Int) throws {
        var follower = try started([talk.request(4, "rest")])
        try follower.take(talk.answer(0, "", seen: 8), milliseconds: 11_000)
        follower.wait(until: 11_000 + milliseconds)
        #expect(follower.items == (milliseconds < 500 ? [] : hole))
    }

    @Test("an answer to bytes that were never captured comes up as soon", arguments: [499, 500])
    func answer(_ milliseconds: Int) throws {
        var follower = try started([talk.answer(0, "tell", seen: 4)])
        follower.wait(until: 10_000 + milliseconds)
        let expected: [Reassembly.Item] = [
            .gap(offset: 0, length: 4, side: .first), .bytes(Array("tell".utf8), side: .second),
        ]
        #expect(follower.items == (milliseconds < 500 ? [] : expected))
    }

    @Test(
        "a hole of which the other end says nothing, or for whose bytes it asks, is given up later",
        arguments: [1999, 2000]
    )
    func unconfirmed(_ milliseconds: Int) throws {
        for asks in [false, true] {
            var follower = try started([talk.request(4, "rest")])
            if asks { try follower.take(talk.answer(0, ""), milliseconds: 10_100) }
            follower.wait(until: 10_000 + milliseconds)
            #expect(follower.items == (milliseconds < 2000 ? [] : hole))
        }
    }

    @Test("bytes that come while they are waited for fill the hole")
    func filled() throws {
        var follower = try started([talk.request(4, "rest"), talk.answer(0, "", seen: 8)])
        follower.wait(until: 10_400)
        try follower.take(talk.request(0, "the "), milliseconds: 10_450)
        follower.wait(until: 20_000)
        #expect(follower.items.count == 2)
        #expect(follower.items.contains(.bytes(Array("the ".utf8), side: .first)))
    }

    @Test("a stream that is joined in the middle begins after a second", arguments: [999, 1000])
    func joined(_ milliseconds: Int) throws {
        var follower = Follower()
        try follower.take(talk.request(100, "on"), milliseconds: 10_000)
        follower.wait(until: 10_000 + milliseconds)
        #expect(follower.items.isEmpty == (milliseconds < 1000))
    }

    @Test("a file never lets wait: without waiting time nothing is given up by it")
    func file() throws {
        var reader = try CaptureInput.file(Reassembly.capture(talk.handshake + [talk.request(4, "rest")]))
        while try reader.next() != nil { #expect(reader.waitingTime == 0) }
        #expect(reader.waitingTime == 0)
    }

    @Test("a pipe that is open and silent answers with nothing, and the time is counted", .timeLimit(.minutes(15)))
    func silentPipe() throws {
        let file = Reassembly.capture(talk.handshake)
        let ends = try CaptureInput.pipe()
        // A record that is not whole waits for its rest.
        #expect(CaptureInput.send(file[..<(file.count - 5)], to: ends.write))
        var reader = try CaptureReader(descriptor: ends.read, closesDescriptor: true)
        #expect(try reader.next()?.packets.count == 2)
        for _ in 0..<3 {
            let before = reader.waitingTime
            let block = try #require(try reader.next())
            #expect(block.packets.isEmpty && block.bytes.isEmpty)
            #expect(reader.waitingTime - before >= 50_000_000)
        }
        #expect(CaptureInput.send(file[(file.count - 5)...], to: ends.write))
        #expect(try reader.next()?.packets.map(\.number) == [3])
        CaptureInput.closeEnd(ends.write)
        while let block = try reader.next() { #expect(block.packets.isEmpty) }
        #expect(reader.damage == nil)
    }
}
