import Capture
import Testing
import WireFormat

/// Connections: their numbers, their ends, and when one begins or goes.
@Suite struct FlowTests {
    private func host(_ number: Int, port: UInt16 = 40000) -> Host {
        Host(address: [10, UInt8(number >> 16), UInt8(number >> 8 & 255), UInt8(number & 255)], port: port)
    }

    @Test("connections have numbers from 1 in the order of their first packets")
    func numbers() throws {
        let packets = [3, 1, 2, 1, 3].map { TCPPacket(from: host($0), payload: [UInt8($0)]) }
        let result = try Reassembly(packets)
        #expect(result.connections.map(\.flow.number) == [1, 2, 3])
        #expect(result.connections.map { $0.stream(side: .first).first } == [3, 1, 2])
        #expect(result.counts.flows == 3)
    }

    @Test("both directions are one connection, whichever end has the lower address or port")
    func directions() throws {
        let ends: [(Host, Host)] = [
            (.client, .server), (.server, .client), (.client6, .server6), (.server6, .client6),
            (Host(address: [127, 0, 0, 1], port: 9), Host(address: [127, 0, 0, 1], port: 10)),
            (Host(address: [127, 0, 0, 1], port: 10), Host(address: [127, 0, 0, 1], port: 9)),
        ]
        for (client, server) in ends {
            let talk = Talk(client: client, server: server)
            let packets = talk.handshake + [talk.request(0, "ask"), talk.answer(0, "tell", seen: 3)]
            let connection = try Reassembly(packets).only
            if let flow = connection?.flow { #expect(flow[.first] == flow.first && flow[.second] == flow.second) }
            #expect(connection?.text(side: .first) == "ask")
            #expect(connection?.text(side: .second) == "tell")
            #expect(connection?.flow.client == .first)
            #expect(connection?.flow.sawSYN == true)
        }
    }

    @Test("ports and families tell connections apart")
    func keys() throws {
        var packets: [TCPPacket] = []
        for port: UInt16 in 1...40 { packets.append(TCPPacket(from: host(1, port: port))) }
        packets.append(TCPPacket(from: host(1, port: 1), to: Host(address: Host.server.address, port: 81)))
        // ::10.0.0.1 and ::10.0.0.2 have the same low bits as 10.0.0.1 and 10.0.0.2.
        packets.append(
            TCPPacket(
                from: Host(address: Array(repeating: 0, count: 12) + host(1).address, port: 1),
                to: Host(address: Array(repeating: 0, count: 12) + Host.server.address, port: 80)
            )
        )
        #expect(try Reassembly(packets).counts.flows == 42)
    }

    @Test("the sender of the SYN is the client; of a SYN with ACK, the server; else the higher port asks")
    func client() throws {
        let talk = Talk()
        #expect(try Reassembly([talk.syn]).only?.flow.client == .first)
        #expect(try Reassembly([talk.synAck]).only?.flow.client == .second)
        #expect(try Reassembly([talk.request(0, "x")]).only?.flow.client == .first)
        #expect(try Reassembly([talk.answer(0, "x")]).only?.flow.client == .second)
        #expect(try Reassembly([talk.answer(0, "x")]).only?.flow.sawSYN == false)
    }

    @Test("a repeated SYN is no new connection; one with another number is")
    func portReuse() throws {
        var again = Talk()
        again.clientStart = 900_000
        again.serverStart = 80
        let first = Talk()
        let packets =
            [first.syn, first.syn, first.synAck, first.synAck, first.request(0, "one"), first.syn]
            + again.handshake + [again.request(0, "two"), again.answer(0, "2", seen: 3)]
        let result = try Reassembly(packets)
        #expect(result.connections.map { $0.text(side: .first) } == ["one", "two"])
        #expect(result.connections.map { $0.text(side: .second) } == ["", "2"])
        #expect(result.connections.map(\.flow.number) == [1, 2])
        #expect(result.ended == [1])
    }

    @Test("after an end or a reset, a SYN begins a new connection even where no SYN was seen before")
    func reuseAfterEnd() throws {
        for flag in [TCPPacket.fin, TCPPacket.rst] {
            let old = Talk()
            let packets = [old.request(0, "old"), old.request(3, "", flags: flag | TCPPacket.ack)]
            // The same sequence numbers: only the end tells them apart.
            let result = try Reassembly(packets + old.handshake + [old.request(0, "new")])
            #expect(result.connections.map { $0.text(side: .first) } == ["old", "new"])
        }
    }

    @Test("after a reset, or after both ends, a SYN begins a new connection even with the number of the earlier one")
    func sameNumberAfterEnd() throws {
        let old = Talk()
        let end = TCPPacket.fin | TCPPacket.ack
        let opened = old.handshake + [old.request(0, "old"), old.answer(0, "then", seen: 3)]
        let ends = [old.request(3, "", seen: 4, flags: end), old.answer(4, "", seen: 4, flags: end)]
        let resets = [old.request(3, "", seen: 4, flags: TCPPacket.rst | TCPPacket.ack)]
        let again = old.handshake + [old.request(0, "new"), old.answer(0, "now!", seen: 3)]
        for ending in [ends, resets, ends + resets] {
            let result = try Reassembly(opened + ending + again)
            #expect(result.connections.map { $0.text(side: .first) } == ["old", "new"])
            #expect(result.connections.map { $0.text(side: .second) } == ["then", "now!"])
            #expect(result.counts.conflictingSegments == 0)
        }
        // Until then it is a repetition: while all is open, with one end closed, after a reset with a stray number.
        let stray = old.request(9_000_000, "", flags: TCPPacket.rst)
        for ending in [[], Array(ends.prefix(1)), [stray]] {
            let result = try Reassembly(opened + ending + [old.syn])
            #expect(result.only?.text(side: .first) == "old")
        }
    }

    @Test("a second copy of a connection's packets, with the times of the first, is no new connection")
    func copyAfterEnd() throws {
        let talk = Talk()
        let reset = talk.request(4, "", flags: TCPPacket.rst | TCPPacket.ack)
        let packets = [talk.syn] + talk.handshake + [talk.request(0, "once"), reset]
        var file = PcapFile()
        for _ in 0..<2 {
            for (index, packet) in packets.enumerated() { file.add(packet.ethernet, seconds: UInt32(index)) }
        }
        #expect(try Reassembly(file.bytes).only?.text(side: .first) == "once")
    }

    @Test("a SYN far from the bytes seen begins a new connection even without an end; one right before them is late")
    func lateSYN() throws {
        let talk = Talk()
        var far = talk
        far.clientStart = 3_000_000_000
        let reused = try Reassembly([talk.request(0, "old"), far.syn, far.synAck, far.request(0, "new")])
        #expect(reused.connections.map { $0.text(side: .first) } == ["old", "new"])
        #expect(try Reassembly([talk.request(0, "data"), talk.syn]).only?.text(side: .first) == "data")
        #expect(
            try Reassembly([talk.request(4, "two"), talk.syn, talk.request(0, "one,")]).only?
                .text(side: .first) == "one,two"
        )
        let crossed = try Reassembly([talk.synAck, talk.syn, talk.request(0, "ask"), talk.answer(0, "tell", seen: 3)])
        #expect(crossed.only?.text(side: .first) == "tell")
        #expect(crossed.only?.text(side: .second) == "ask")
    }

    @Test("over the limit, the connections idle for longest make room")
    func eviction() throws {
        var limits = CaptureLimits()
        limits.flows = 32
        var packets = (0..<32).map { TCPPacket(from: host($0), payload: [1]) }
        // The first four are used again, so that the fifth and sixth are the oldest.
        packets += (0..<4).map { TCPPacket(from: host($0), sequence: 1, payload: [2]) }
        let full = try Reassembly(packets, limits: limits)
        #expect(full.counts.evictedFlows == 0)
        #expect(full.ended.isEmpty)
        packets.append(TCPPacket(from: host(100), payload: [3]))
        packets.append(TCPPacket(from: host(0), sequence: 2, payload: [4]))
        packets.append(TCPPacket(from: host(4), sequence: 1, payload: [5]))
        let result = try Reassembly(packets, limits: limits)
        #expect(result.ended.prefix(2) == [5, 6])
        #expect(result.counts.evictedFlows == 2)
        #expect(result.connections[0].stream(side: .first) == [1, 2, 4])
        // What comes of one that went is a new connection.
        #expect(result.connections.last?.flow.number == 34)
        #expect(result.connections.last?.stream(side: .first) == [5])
    }

    @Test("many connections, far more than the limit, are all found and all numbered")
    func turnover() throws {
        var limits = CaptureLimits()
        limits.flows = 100
        let packets = (0..<3000).flatMap { number in
            [
                TCPPacket(from: host(number), payload: [UInt8(number & 255)]),
                TCPPacket(from: host(number), sequence: 1, payload: [UInt8(number >> 8)]),
            ]
        }
        let result = try Reassembly(packets, limits: limits)
        #expect(result.counts.flows == 3000)
        #expect(result.connections.map(\.flow.number) == Array(1...3000))
        #expect(result.counts.evictedFlows >= 2900 && result.counts.evictedFlows < 3000)
        for (number, connection) in result.connections.enumerated() {
            #expect(connection.stream(side: .first) == [UInt8(number & 255), UInt8(number >> 8)])
        }
    }

    @Test("a connection from a port to itself does not trap")
    func selfConnection() throws {
        let host = Host(address: [127, 0, 0, 1], port: 5000)
        let talk = Talk(client: host, server: host)
        #expect(try Reassembly(talk.handshake + [talk.request(0, "x")]).counts.tcp == 4)
    }
}
