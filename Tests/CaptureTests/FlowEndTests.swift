import Capture
import Testing
import WireFormat

/// When a connection is over, and what comes after.
@Suite struct FlowEndTests {
    let talk = Talk()

    /// Packets with the seconds when they pass.
    private func result(_ packets: [(UInt32, TCPPacket)], limits: CaptureLimits = CaptureLimits()) throws -> Reassembly
    {
        var file = PcapFile()
        for (second, packet) in packets { file.add(packet.ethernet, seconds: second) }
        return try Reassembly(file.bytes, limits: limits)
    }

    private func closed(_ talk: Talk, at second: UInt32 = 0) -> [(UInt32, TCPPacket)] {
        let end = TCPPacket.fin | TCPPacket.ack
        let packets =
            talk.handshake + [
                talk.request(0, "ask"), talk.answer(0, "tell", seen: 3), talk.request(3, "", seen: 4, flags: end),
                talk.answer(4, "", seen: 4, flags: end), talk.request(4, "", seen: 5),
            ]
        return packets.map { (second, $0) }
    }

    private func other(_ number: Int) -> Talk {
        Talk(client: Host(address: [10, 2, UInt8(number >> 8), UInt8(number & 255)], port: 40000))
    }

    @Test(
        "a connection that both ends closed is over half a minute later",
        arguments: [(UInt32(29), false), (30, true)]
    )
    func afterEnds(_ second: UInt32, _ isOver: Bool) throws {
        let result = try result(closed(talk) + [(second, other(1).syn)])
        #expect(result.ended == (isOver ? [1] : []))
    }

    @Test("so is one that was reset, and one whose only captured end closed")
    func afterReset() throws {
        let open = talk.handshake.map { (UInt32(0), $0) }
        let late: [(UInt32, TCPPacket)] = [(60, other(1).syn)]
        #expect(try result(open + [(0, talk.request(0, "", flags: TCPPacket.rst))] + late).ended == [1])
        #expect(try result(open + [(0, talk.answer(0, "", flags: TCPPacket.rst | 16))] + late).ended == [1])
        let end = talk.request(2, "", flags: TCPPacket.fin | TCPPacket.ack)
        #expect(try result([(0, talk.syn), (0, talk.request(0, "ab")), (0, end)] + late).ended == [1])
        // One end that closed says nothing of the other.
        #expect(try result(open + [(0, end)] + late).ended == [])
        // A refused connection.
        let refusal = TCPPacket(
            from: talk.server,
            to: talk.client,
            sequence: 0,
            acknowledgment: talk.clientStart &+ 1,
            flags: TCPPacket.rst | TCPPacket.ack
        )
        #expect(try result([(0, talk.syn), (0, refusal)] + late).ended == [1])
    }

    @Test("what comes late but within the time still belongs to it")
    func withinTime() throws {
        let end = TCPPacket.fin | TCPPacket.ack
        let packets: [(UInt32, TCPPacket)] =
            talk.handshake.map { (0, $0) } + [
                (1, talk.request(6, "", flags: end)), (1, talk.answer(0, "", seen: 0, flags: end)),
                (20, talk.request(3, "two")), (40, talk.request(0, "one")), (100, other(1).syn),
            ]
        let result = try result(packets)
        #expect(result.ended == [1])
        #expect(result.connections[0].text(side: .first) == "onetwo")
    }

    @Test("late packets of a connection that is over begin no new one, and unread bytes in them are told")
    func late() throws {
        let end = TCPPacket.fin | TCPPacket.ack
        let late: [(UInt32, TCPPacket)] = [
            (100, talk.answer(4, "", seen: 4, flags: end)), (100, talk.request(0, "ask")),
            (100, talk.request(4, "", seen: 5)), (100, talk.request(1, "", flags: TCPPacket.rst)),
            (100, talk.answer(0, "tell more", seen: 3)),
        ]
        let result = try result(closed(talk) + late)
        #expect(result.counts.flows == 1)
        #expect(result.ended == [1])
        #expect(result.counts.latePackets == 5)
        #expect(result.counts.lateBytes == 5)
    }

    @Test("the answer to a connection's own SYN, once more after both ends have closed, begins no other connection")
    func repeatedAnswer() throws {
        let result = try result(closed(talk) + [(1, talk.synAck)])
        #expect(result.counts.flows == 1)
        #expect(result.only?.text(side: .second) == "tell")
    }

    @Test("an end of which nothing was captured does not keep a connection that the other one has closed")
    func unseenEnd() throws {
        let end = TCPPacket.fin | TCPPacket.ack
        for closing in [
            [talk.request(0, "ab"), talk.request(2, "", flags: end)],
            [talk.answer(0, "ab"), talk.answer(2, "", flags: end)],
        ] {
            let result = try result(closing.map { (0, $0) } + [(60, other(1).syn)])
            #expect(result.ended == [1])
        }
    }

    @Test("a connection that is over leaves its place in the table to a later one")
    func places() throws {
        var file = PcapFile()
        for number in 0..<500 {
            for (second, packet) in closed(other(number), at: UInt32(number)) {
                file.add(packet.ethernet, seconds: second)
            }
        }
        var limits = CaptureLimits()
        limits.flows = 64
        var segments = SegmentReader(limits: limits)
        var input = try CaptureInput.file(file.bytes)
        var places: Set<Int> = []
        while let block = try input.next() {
            _ = segments.read(block) { event, _ in
                if case .begin(let place, _) = event { places.insert(place) }
            }
        }
        #expect(segments.counts.flows == 500)
        // As many as may be followed at the same time.
        #expect(places.count <= 64)
    }

    @Test("the ports may be used again at any time, with a SYN, its answer alone, or data from elsewhere")
    func reuse() throws {
        var again = talk
        again.clientStart = 3_000_000_000
        again.serverStart = 2_000_000_000
        for second: UInt32 in [0, 10, 100] {
            for dropped in 0...2 {
                // Data alone are only told from the old connection's once that is over.
                if dropped == 2, second < 100 { continue }
                let new = (again.handshake + [again.request(0, "new")]).dropFirst(dropped)
                let result = try result(closed(talk) + new.map { (second, $0) })
                let texts = result.connections.map { $0.text(side: .first) + $0.text(side: .second) }
                #expect(texts == ["asktell", "new"], "\(second) s, \(dropped) packets dropped")
                #expect(result.connections.map(\.flow.number) == [1, 2])
            }
        }
        // The same numbers again, after the old connection is over.
        let same = try result(closed(talk) + closed(talk, at: 100))
        #expect(same.connections.map { $0.text(side: .first) } == ["ask", "ask"])
        #expect(same.counts.conflictingSegments == 0)
    }

    @Test("data right after the end of a connection that is over begin another one", arguments: [3, 4, 5000, 1 << 24])
    func nearEnd(_ distance: Int) throws {
        let late: [(UInt32, TCPPacket)] = [
            (100, talk.request(distance, "new", seen: 4)), (100, talk.request(distance + 3, "er", seen: 4)),
        ]
        let result = try result(closed(talk) + late)
        #expect(result.connections.map { $0.text(side: .first) } == ["ask", "newer"])
        #expect(result.counts.latePackets == 0)
    }

    @Test("a connection that goes on after a reset is not over")
    func goesOn() throws {
        var packets = talk.handshake.map { (UInt32(0), $0) }
        packets.append((1, talk.request(0, "", flags: TCPPacket.rst)))
        for second: UInt32 in 1...10 {
            packets.append((second * 100, talk.request(Int(second - 1) * 3, "ask", seen: Int(second - 1) * 4)))
            packets.append((second * 100, talk.answer(Int(second - 1) * 4, "tell", seen: Int(second) * 3)))
        }
        // The first message comes soon enough.
        packets[4].0 = 2
        packets[5].0 = 2
        let result = try result(packets)
        #expect(result.counts.flows == 1)
        #expect(result.only?.text(side: .first) == String(repeating: "ask", count: 10))
    }

    @Test("the table holds the connections that are open, however many there have been")
    func memory() throws {
        var limits = CaptureLimits()
        limits.flows = 64
        var packets: [(UInt32, TCPPacket)] = []
        for number in 0..<2000 { packets += closed(other(number), at: UInt32(number)) }
        let result = try result(packets, limits: limits)
        #expect(result.counts.flows == 2000)
        // Those that are over make room, and no open one ever has to.
        #expect(result.counts.evictedFlows == 0)
        #expect(result.ended == Array(1...1970))
        for connection in result.connections {
            #expect(connection.text(side: .first) == "ask")
            #expect(connection.text(side: .second) == "tell")
        }
    }

    @Test("connections that close leave before those that are idle for longer")
    func order() throws {
        var limits = CaptureLimits()
        limits.flows = 16
        var packets: [(UInt32, TCPPacket)] = other(0).handshake.map { (0, $0) }
        for number in 1..<16 { packets += closed(other(number), at: 1) }
        for number in 16..<40 { packets += closed(other(number), at: 2) }
        packets.append((3, other(0).request(0, "still here")))
        let result = try result(packets, limits: limits)
        #expect(result.connections[0].text(side: .first) == "still here")
        #expect(result.counts.evictedFlows == 0)
        #expect(result.counts.flows == 40)
    }
}
