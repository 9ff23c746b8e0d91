import Capture
import Testing
import WireFormat

/// Connections with the same ends: on several VLANs or virtual networks, and on ports that are used again.
@Suite struct FlowKinTests {
    /// A packet, and the VLAN that it is in.
    private typealias Tagged = (vlan: UInt16, packet: TCPPacket)

    private let one = Talk()
    private let far = Talk(clientStart: 3_000_000_000, serverStart: 2_000_000_000)
    private let near = Talk(clientStart: 900_000, serverStart: 70_000)

    /// A talk from its handshake to its end.
    private func whole(_ talk: Talk, _ text: String) -> [TCPPacket] {
        let end = TCPPacket.fin | TCPPacket.ack
        return talk.handshake + data(talk, text) + [
            talk.request(12, "", seen: 12, flags: end), talk.answer(12, "", seen: 13, flags: end),
            talk.request(13, "", seen: 13),
        ]
    }

    private func data(_ talk: Talk, _ text: String) -> [TCPPacket] {
        (0..<3).flatMap { (round: Int) -> [TCPPacket] in
            [
                talk.request(4 * round, "\(text)a\(round)", seen: 4 * round),
                talk.answer(4 * round, "\(text)b\(round)", seen: 4 * round + 4),
            ]
        }
    }

    private func capture(_ packets: [Tagged], wrap: (UInt16, TCPPacket) -> [UInt8] = tag) -> [UInt8] {
        var file = PcapFile()
        for (index, item) in packets.enumerated() {
            file.add(wrap(item.vlan, item.packet), seconds: UInt32(index / 1000), fraction: UInt32(index % 1000 * 1000))
        }
        return file.bytes
    }

    private static func tag(_ vlan: UInt16, _ packet: TCPPacket) -> [UInt8] {
        let tags: [(UInt16, UInt16)] = [(0x8100, vlan)]
        return LinkFrame.ethernet(0x0800, packet.internet, tags: vlan == 0 ? [] : tags)
    }

    private static func tunnel(_ network: UInt16, _ packet: TCPPacket) -> [UInt8] {
        LinkFrame.ethernet(
            0x0800,
            IPPacket.v4(
                [192, 0, 2, 1],
                [192, 0, 2, 2],
                TunnelBuilder.vxlan(packet.ethernet, network: UInt8(network)),
                number: 17
            )
        )
    }

    /// Both lists, a packet of each in turn.
    private func inTurn(_ left: [Tagged], _ right: [Tagged]) -> [Tagged] {
        (0..<max(left.count, right.count)).flatMap { index in
            [left, right].compactMap { index < $0.count ? $0[index] : nil }
        }
    }

    private func texts(_ result: Reassembly) -> [[String]] {
        result.connections.map { [$0.text(side: .first), $0.text(side: .second)] }
    }

    // MARK: Several networks

    @Test("the same ends on two VLANs are two connections, however near their numbers are", arguments: [true, false])
    func twoVLANs(_ isFar: Bool) throws {
        let other = isFar ? far : near
        let left = whole(one, "1.").map { Tagged(10, $0) }
        let right = whole(other, "2.").map { Tagged(20, $0) }
        for packets in [inTurn(left, right), left + right, inTurn(right, left)] {
            let result = try Reassembly(capture(packets))
            #expect(
                texts(result).sorted { $0[0] < $1[0] } == [
                    ["1.a01.a11.a2", "1.b01.b11.b2"], ["2.a02.a12.a2", "2.b02.b12.b2"],
                ]
            )
            #expect(result.connections.allSatisfy { $0.gaps.isEmpty && $0.notices.isEmpty && $0.conflicts.isEmpty })
            #expect(result.connections.map(\.ends.count) == [2, 2])
        }
    }

    @Test("so are they in two virtual networks, and with and without a tag")
    func otherNetworks() throws {
        let left = whole(one, "1.")
        let right = whole(far, "2.")
        let tunnels = inTurn(left.map { Tagged(7, $0) }, right.map { Tagged(8, $0) })
        #expect(try Reassembly(capture(tunnels, wrap: Self.tunnel)).connections.count == 2)
        let plain = inTurn(left.map { Tagged(0, $0) }, right.map { Tagged(8, $0) })
        #expect(try Reassembly(capture(plain)).connections.count == 2)
    }

    @Test("without handshakes they are told apart by their numbers")
    func joined() throws {
        let packets = inTurn(data(one, "1.").map { Tagged(10, $0) }, data(far, "2.").map { Tagged(20, $0) })
        #expect(
            texts(try Reassembly(capture(packets))) == [
                ["1.a01.a11.a2", "1.b01.b11.b2"], ["2.a02.a12.a2", "2.b02.b12.b2"],
            ]
        )
    }

    @Test("where each VLAN carries one direction, it is one connection, also of two at the same time")
    func mirrored() throws {
        func split(_ packets: [TCPPacket], _ asks: UInt16, _ answers: UInt16) -> [Tagged] {
            packets.map { Tagged($0.from.port == one.client.port ? asks : answers, $0) }
        }
        let result = try Reassembly(capture(split(whole(one, "1."), 10, 20)))
        #expect(texts(result) == [["1.a01.a11.a2", "1.b01.b11.b2"]])
        #expect(result.only?.flow.sawSYN == true)
        let joined = try Reassembly(capture(split(data(one, "1."), 10, 20)))
        #expect(texts(joined) == [["1.a01.a11.a2", "1.b01.b11.b2"]])
        let both = inTurn(split(whole(one, "1."), 10, 20), split(whole(far, "2."), 30, 40))
        #expect(
            texts(try Reassembly(capture(both))) == [
                ["1.a01.a11.a2", "1.b01.b11.b2"], ["2.a02.a12.a2", "2.b02.b12.b2"],
            ]
        )
        // Ports used again begin anew as they do elsewhere.
        let again = split(whole(one, "1."), 10, 20) + split(whole(far, "2."), 10, 20)
        #expect(
            texts(try Reassembly(capture(again))) == [
                ["1.a01.a11.a2", "1.b01.b11.b2"], ["2.a02.a12.a2", "2.b02.b12.b2"],
            ]
        )
    }

    @Test("packets that were captured on two VLANs on their way are one connection")
    func routed() throws {
        for packets in [whole(one, "1."), data(one, "1.")] {
            let twice = packets.flatMap { [Tagged(10, $0), Tagged(20, $0)] }
            let result = try Reassembly(capture(twice))
            #expect(texts(result) == [["1.a01.a11.a2", "1.b01.b11.b2"]])
            #expect(result.counts.conflictingSegments == 0)
        }
    }

    @Test("a tag with the number 0 is no VLAN, and urgency is no part of the number")
    func priority() throws {
        let packets = whole(one, "1.").enumerated().map { Tagged([0, 0x6000, 0xE000][$0 % 3] as UInt16, $1) }
        #expect(try Reassembly(capture(packets)).connections.count == 1)
        let tagged = whole(one, "1.").enumerated().map { Tagged([5, 0x6005][$0 % 2] as UInt16, $1) }
        #expect(try Reassembly(capture(tagged)).connections.count == 1)
    }

    @Test("a reset from another network needs no numbers")
    func reset() throws {
        let reset = TCPPacket(from: one.server, to: one.client, sequence: 4_000_000_000, flags: TCPPacket.rst)
        let result = try Reassembly(capture(data(one, "1.").map { Tagged(10, $0) } + [Tagged(20, reset)]))
        #expect(result.counts.flows == 1)
    }

    @Test("any number of networks and of numbers makes at most sixteen connections with the same ends")
    func bounds() throws {
        var packets: [Tagged] = []
        for vlan: UInt16 in 1...200 {
            var talk = one
            talk.clientStart = UInt32(vlan) &* 0x1234_5678
            talk.serverStart = UInt32(vlan) &* 0x2345_6789
            packets += data(talk, "1.").map { Tagged(vlan, $0) }
        }
        #expect(try Reassembly(capture(packets)).counts.flows == 16)
        let same = packets.map { Tagged(1, $0.packet) }
        #expect(try Reassembly(capture(same)).counts.flows == 16)
    }

    // MARK: Ports used again

    @Test("ports used again without a captured handshake are a connection of their own", arguments: [0, 1, 3])
    func reuse(_ dropped: Int) throws {
        // The old one is left open.
        let old = one.handshake + data(one, "1.")
        let packets = (old + whole(far, "2.").dropFirst(dropped)).map { Tagged(0, $0) }
        let result = try Reassembly(capture(packets))
        #expect(texts(result).map(Set.init) == [["1.a01.a11.a2", "1.b01.b11.b2"], ["2.a02.a12.a2", "2.b02.b12.b2"]])
        #expect(result.connections.allSatisfy { $0.notices.isEmpty && $0.gaps.isEmpty })
        #expect(result.connections.map(\.flow.sawSYN) == [true, dropped < 3])
    }

    @Test("a connection that jumps in one direction, or whose packets jump without data, stays one")
    func jumps() throws {
        let packets =
            one.handshake + data(one, "1.") + [
                one.request(1 << 28, "far", seen: 12), far.request(0, ""), far.answer(0, ""),
            ]
            + [one.request(12, "on", seen: 12)]
        let result = try Reassembly(capture(packets.map { Tagged(0, $0) }))
        #expect(result.counts.flows == 1)
        #expect(result.only?.text(side: .first) == "1.a01.a11.a2on")
    }

    @Test("one segment with numbers of its own ends nothing")
    func forged() throws {
        let packets = one.handshake + [far.request(0, "forged")] + data(one, "1.")
        let result = try Reassembly(capture(packets.map { Tagged(0, $0) }))
        #expect(texts(result) == [["1.a01.a11.a2", "1.b01.b11.b2"], ["forged", ""]])
    }

    // MARK: Handshakes

    @Test("both ends may ask at the same time, and one may ask instead of answering")
    func simultaneous() throws {
        var ask = one.syn
        ask.from = one.server
        ask.to = one.client
        ask.sequence = one.serverStart
        var answer = one.synAck
        answer.from = one.client
        answer.to = one.server
        answer.sequence = one.clientStart
        answer.acknowledgment = one.serverStart + 1
        var bare = ask
        bare.flags = TCPPacket.ack
        bare.acknowledgment = one.clientStart + 1
        let openings: [[TCPPacket]] = [
            [one.syn, ask, answer, one.synAck], [one.syn, ask, one.synAck, answer],
            [one.syn, one.syn, ask, ask, answer],
            [one.syn, ask, answer, one.request(0, "")], [one.syn, bare, ask, answer, one.answer(0, "")],
        ]
        for opening in openings {
            let result = try Reassembly(opening + data(one, "1."))
            #expect(texts(result) == [["1.a01.a11.a2", "1.b01.b11.b2"]])
            #expect(result.only?.gaps.isEmpty == true)
            // A SYN with another number still begins a new connection.
            let again = try Reassembly(opening + data(one, "1.") + whole(far, "2."))
            #expect(again.counts.flows == 2)
        }
    }
}
