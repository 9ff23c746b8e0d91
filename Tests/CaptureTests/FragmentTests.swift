import Capture
import TestSupport
import Testing
import WireFormat

/// IP datagrams in pieces.
@Suite struct FragmentTests {
    let talk = Talk()

    /// IPv4 or IPv6.
    enum Version: CaseIterable {
        case four
        case six
    }

    private func ends(_ version: Version) -> Talk {
        version == .four ? talk : Talk(client: .client6, server: .server6)
    }

    /// Data that say where they are.
    private func text(_ count: Int) -> [UInt8] { (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ $0 >> 8) } }

    private func reassembled(
        _ packets: [[UInt8]],
        limits: CaptureLimits = CaptureLimits(),
        seconds: [UInt32] = []
    ) throws -> Reassembly {
        var file = PcapFile(link: 101)
        for (index, packet) in packets.enumerated() {
            file.add(packet, seconds: index < seconds.count ? seconds[index] : seconds.last ?? 0)
        }
        return try Reassembly(file.bytes, limits: limits)
    }

    @Test("a segment in fragments of any size gives its payload, in any order", arguments: Version.allCases)
    func sizes(_ version: Version) throws {
        let talk = ends(version)
        let payload = text(1000)
        for size in [8, 16, 24, 64, 504, 1016] {
            let fragments = IPPacket.fragments(talk.request(0, payload), size: size)
            #expect(fragments.count == (1020 + size - 1) / size)
            var random = SeededRandom(UInt64(size))
            let orders = [fragments, fragments.reversed()] + (0..<3).map { _ in random.shuffled(fragments) }
            for order in orders {
                let result = try reassembled(talk.handshake.map(\.internet) + order)
                let connection = try #require(result.only)
                #expect(connection.stream(side: .first) == payload)
                #expect(connection.gaps.isEmpty)
                #expect(result.counts.fragments == fragments.count)
                #expect(result.counts.reassembledDatagrams == 1)
                #expect(result.counts.incompleteDatagrams == 0)
                #expect(result.counts.overlappingFragments == 0)
                // Each packet that brought a part of the payload is named.
                let carriers = order.indices.filter { index in
                    order[index].count > 0 && !(size <= 16 && isHeaderOnly(order[index], size, version))
                }
                #expect(Set(connection.packets) == Set(carriers.map { $0 + 4 }))
            }
        }
    }

    /// Whether a fragment holds nothing but a part of the TCP header's 20 bytes.
    private func isHeaderOnly(_ packet: [UInt8], _ size: Int, _ version: Version) -> Bool {
        let field = version == .four ? 6 : 42
        let value = Int(packet[field]) << 8 | Int(packet[field + 1])
        let offset = version == .four ? (value & 0x1FFF) * 8 : value & 0xFFF8
        return offset + size <= 20
    }

    @Test("fragments among those of other datagrams and of other senders find their own", arguments: Version.allCases)
    func interleaved(_ version: Version) throws {
        var packets: [[UInt8]] = []
        var expected: [[UInt8]] = []
        var random = SeededRandom(3)
        var parts: [[[UInt8]]] = []
        for number in 0..<20 {
            var talk = ends(version)
            talk.client.address[3] = UInt8(number)
            packets += talk.handshake.map(\.internet)
            let payload = random.bytes(300 + number)
            expected.append(payload)
            // Two senders use the same numbers.
            parts.append(IPPacket.fragments(talk.request(0, payload), size: 64, number: UInt32(number / 2)))
        }
        for index in 0..<6 { for part in parts where index < part.count { packets.append(part[index]) } }
        let result = try reassembled(packets)
        #expect(result.connections.map { $0.stream(side: .first) } == expected)
        #expect(result.counts.reassembledDatagrams == 20)
    }

    @Test("repeated fragments are nothing new, before and after the datagram is whole", arguments: Version.allCases)
    func repeated(_ version: Version) throws {
        let talk = ends(version)
        let fragments = IPPacket.fragments(talk.request(0, text(200)), size: 64)
        let result = try reassembled(talk.handshake.map(\.internet) + fragments.flatMap { [$0, $0] } + fragments)
        #expect(result.only?.stream(side: .first) == text(200))
        #expect(result.counts.reassembledDatagrams == 1)
        #expect(result.counts.incompleteDatagrams == 0)
        #expect(result.counts.overlappingFragments == 0)
    }

    @Test("a number that is used again is another datagram", arguments: Version.allCases)
    func numberReuse(_ version: Version) throws {
        let talk = ends(version)
        var packets = talk.handshake.map(\.internet)
        for start in stride(from: 0, to: 500, by: 100) {
            let part = Array(text(500)[start..<start + 100])
            packets += IPPacket.fragments(talk.request(start, part), size: 48)
        }
        let result = try reassembled(packets)
        #expect(result.only?.stream(side: .first) == text(500))
        #expect(result.counts.reassembledDatagrams == 5)
    }

    @Test("where fragments overlap the first counts; other bytes are told", arguments: Version.allCases)
    func overlaps(_ version: Version) throws {
        let talk = ends(version)
        let payload = text(100)
        let segment = talk.request(0, payload).segment
        func part(_ range: Range<Int>, of bytes: [UInt8], isLast: Bool = false) -> [UInt8] {
            IPPacket.fragment(talk.request(0, []), Array(bytes[range]), offset: range.lowerBound, isLast: isLast)
        }
        var other = segment
        for index in 20..<other.count { other[index] ^= 0xFF }
        let handshake = talk.handshake.map(\.internet)
        let equal = try reassembled(
            handshake + [
                part(0..<64, of: segment), part(32..<96, of: segment), part(80..<120, of: segment, isLast: true),
            ]
        )
        #expect(equal.only?.stream(side: .first) == payload)
        #expect(equal.counts.overlappingFragments == 2)
        #expect(equal.counts.conflictingFragments == 0)
        let different = try reassembled(
            handshake + [
                part(0..<64, of: segment), part(32..<96, of: other), part(80..<120, of: segment, isLast: true),
            ]
        )
        let expected = (0..<100).map { $0 < 44 || $0 >= 76 ? payload[$0] : ~payload[$0] }
        #expect(different.only?.stream(side: .first) == expected)
        #expect(different.counts.conflictingFragments == 2)
        // A second end, and bytes behind the first one.
        let twoEnds = try reassembled(
            handshake + [
                part(64..<120, of: segment, isLast: true), part(64..<88, of: segment, isLast: true),
                part(0..<64, of: segment),
            ]
        )
        #expect(twoEnds.only?.stream(side: .first) == payload)
    }

    @Test(
        "what came behind the end before that was known does not make the datagram whole",
        arguments: Version.allCases
    )
    func behindTheEnd(_ version: Version) throws {
        let talk = ends(version)
        let handshake = talk.handshake.map(\.internet)
        for count in [100, 104] {
            let payload = text(count)
            let segment = talk.request(0, payload).segment
            func part(_ range: Range<Int>, _ bytes: [UInt8], isLast: Bool = false) -> [UInt8] {
                IPPacket.fragment(talk.request(0, []), bytes, offset: range.lowerBound, isLast: isLast)
            }
            let first = part(0..<40, Array(segment[0..<40]))
            let middle = part(40..<80, Array(segment[40..<80]))
            let last = part(80..<segment.count, Array(segment[80...]), isLast: true)
            // More than is missing, behind the end and across it.
            let across = part(112..<912, Array(segment[112...]) + text(912 - segment.count))
            for stray in [part(800..<1600, text(800)), across] {
                let result = try reassembled(handshake + [first, stray, last, middle])
                #expect(result.only?.stream(side: .first) == payload)
                #expect(result.counts.reassembledDatagrams == 1)
                let incomplete = try reassembled(handshake + [first, stray, last])
                #expect(incomplete.only?.stream(side: .first) == [])
                #expect(incomplete.counts.incompleteDatagrams == 1)
            }
        }
    }

    @Test("a datagram that lacks a fragment is told, and leaves a hole in the stream", arguments: Version.allCases)
    func incomplete(_ version: Version) throws {
        let talk = ends(version)
        let handshake = talk.handshake.map(\.internet)
        let fragments = IPPacket.fragments(talk.request(3, text(200)), size: 64)
        for index in fragments.indices {
            var rest = fragments
            rest.remove(at: index)
            let result = try reassembled(
                handshake + [talk.request(0, "abc").internet] + rest + [talk.request(203, "xyz").internet]
            )
            #expect(result.counts.incompleteDatagrams == 1)
            #expect(result.only?.gaps == [.gap(offset: 3, length: 200, side: .first)])
            #expect(result.only?.text(side: .first) == "abcxyz")
        }
    }

    @Test("fragments are waited for as long as the limit says", arguments: [(UInt32(30), true), (31, false)])
    func timeout(_ seconds: UInt32, _ isWhole: Bool) throws {
        let fragments = IPPacket.fragments(talk.request(0, text(100)), size: 64)
        let packets = talk.handshake.map(\.internet) + fragments
        let result = try reassembled(packets, seconds: [0, 0, 0, 0, seconds])
        #expect(result.only?.stream(side: .first).count == (isWhole ? 100 : 0))
        #expect(result.counts.incompleteDatagrams == (isWhole ? 0 : 2))
    }

    @Test("too many datagrams, or too large ones, make room for each other, and that is told")
    func limits() throws {
        var limits = CaptureLimits()
        limits.fragmentDatagrams = 10
        let begun = (0..<50).map { IPPacket.fragments(talk.request(0, text(100)), size: 64, number: $0)[0] }
        let whole = IPPacket.fragments(talk.request(0, text(100)), size: 64, number: 60)
        let handshake = talk.handshake.map(\.internet)
        let many = try reassembled(handshake + begun + whole, limits: limits)
        #expect(many.only?.stream(side: .first) == text(100))
        #expect(many.counts.datagramsOverLimit == 41)
        #expect(many.counts.incompleteDatagrams == 50)
        limits = CaptureLimits()
        limits.fragmentBytes = 500_000
        let far = (0..<50).map {
            IPPacket.fragment(talk.request(0, []), [1, 2, 3, 4, 5, 6, 7, 8], offset: 65_520, isLast: false, number: $0)
        }
        let large = try reassembled(handshake + far + whole, limits: limits)
        #expect(large.only?.stream(side: .first) == text(100))
        #expect((40...45).contains(large.counts.datagramsOverLimit))
    }

    @Test("one fragment again and again keeps to the limit, too")
    func repetition() throws {
        var limits = CaptureLimits()
        limits.fragmentBytes = 100_000
        let first = IPPacket.fragments(talk.request(0, text(100)), size: 64, number: 1)[0]
        let repeated = try reassembled(Array(repeating: first, count: 20_000), limits: limits)
        #expect(repeated.counts.datagramsOverLimit > 0)
    }

    @Test("fragments that no sender makes are malformed")
    func malformed() throws {
        func count(_ data: Int, offset: Int, isLast: Bool) throws -> Int {
            try Version.allCases.reduce(0) { sum, version in
                let packet = IPPacket.fragment(
                    ends(version).request(0, []),
                    text(data),
                    offset: offset,
                    isLast: isLast
                )
                return try sum + reassembled([packet]).counts.malformed
            }
        }
        #expect(try count(0, offset: 8, isLast: true) == 2)
        #expect(try count(0, offset: 0, isLast: false) == 2)
        #expect(try count(9, offset: 0, isLast: false) == 2)
        #expect(try count(9, offset: 65_528, isLast: true) == 2)
        #expect(try count(7, offset: 65_528, isLast: true) == 0)
        #expect(try count(8, offset: 65_528, isLast: false) == 2)
    }

    @Test("the largest datagram that there can be", arguments: Version.allCases)
    func largest(_ version: Version) throws {
        let talk = ends(version)
        let payload = text(65_535 - 20)
        let result = try reassembled(
            talk.handshake.map(\.internet) + IPPacket.fragments(talk.request(0, payload), size: 1480)
        )
        #expect(result.only?.stream(side: .first) == payload)
    }

    @Test("a snap length that cuts fragments leaves holes of the right lengths", arguments: Version.allCases)
    func snapLength(_ version: Version) throws {
        let talk = ends(version)
        var file = PcapFile(link: 101)
        for packet in talk.handshake { file.add(packet.internet) }
        let header = version == .four ? 20 : 48
        for packet in IPPacket.fragments(talk.request(0, text(300)), size: 128) {
            file.add(Array(packet.prefix(header + 100)), original: packet.count)
        }
        file.add(talk.request(300, "end").internet)
        let connection = try #require(try Reassembly(file.bytes).only)
        // 20 bytes of TCP header in the first: 80 of 108 bytes were captured.
        #expect(
            connection.items == [
                .bytes(Array(text(80)), side: .first), .gap(offset: 80, length: 220, side: .first),
                .bytes(Array("end".utf8), side: .first),
            ] || connection.stream(side: .first) == Array(text(80)) + Array("end".utf8)
        )
        #expect(
            connection.gaps.reduce(0) { sum, gap in if case .gap(_, let length, _) = gap { sum + length } else { sum } }
                == 220
        )
    }

    @Test("a fragment that comes again and is cut off takes nothing away", arguments: Version.allCases)
    func cutRepetition(_ version: Version) throws {
        let talk = ends(version)
        var file = PcapFile(link: 101)
        for packet in talk.handshake { file.add(packet.internet) }
        let packets = IPPacket.fragments(talk.request(0, text(300)), size: 128)
        file.add(packets[1])
        file.add(Array(packets[1].dropLast(60)), original: packets[1].count)
        for packet in [packets[0], packets[2]] { file.add(packet) }
        let connection = try #require(try Reassembly(file.bytes).only)
        #expect(connection.stream(side: .first) == text(300))
        #expect(connection.gaps.isEmpty)
    }

    @Test("SYN, FIN and RST of a fragmented segment count once")
    func flags() throws {
        let fin = talk.request(0, text(200), flags: TCPPacket.fin | TCPPacket.ack)
        let packets =
            talk.handshake.map(\.internet) + IPPacket.fragments(fin, size: 64)
            + [talk.answer(0, "bye", seen: 201).internet]
        #expect(
            try reassembled(packets).only?.items == [
                .bytes(text(200), side: .first), .end(side: .first), .bytes(Array("bye".utf8), side: .second),
            ]
        )
        var syn = talk.syn
        syn.payload = text(200)
        let opened = try reassembled(
            IPPacket.fragments(syn, size: 64) + [talk.synAck.internet, talk.request(200, "more").internet]
        )
        #expect(opened.only?.stream(side: .first) == text(200) + Array("more".utf8))
        #expect(opened.only?.flow.sawSYN == true)
    }

    @Test("fragments of other protocols are put together and are no segments")
    func others() throws {
        let data = text(100)
        let client = Host.client.address
        let packets = [
            IPPacket.v4(client, Host.server.address, Array(data[..<64]), number: 17, fragment: 0x2000),
            IPPacket.v4(client, Host.server.address, Array(data[64...]), number: 17, fragment: 8),
        ]
        let counts = try reassembled(packets).counts
        #expect(counts.fragments == 2)
        #expect(counts.reassembledDatagrams == 1)
        #expect(counts.flows == 0)
    }

    @Test("hostile fragments cost no more than their number and bytes", arguments: Version.allCases)
    func cost(_ version: Version) throws {
        let talk = ends(version)
        var random = SeededRandom(9)
        var file = PcapFile(link: 101)
        let tiny = IPPacket.fragments(talk.request(0, text(60_000)), size: 8)
        for packet in tiny.reversed() { file.add(packet) }
        for _ in 0..<20_000 {
            let offset = random.below(8000) * 8
            let count = offset > 65_000 ? 8 : 8 * (1 + random.below(20))
            file.add(
                IPPacket.fragment(
                    talk.request(0, []),
                    random.bytes(count),
                    offset: offset,
                    isLast: random.below(500) == 0,
                    number: UInt32(random.below(30))
                ),
                seconds: UInt32(random.below(100))
            )
        }
        let clock = ContinuousClock()
        let start = clock.now
        let counts = try Reassembly(file.bytes).counts
        #expect(counts.packets == tiny.count + 20_000)
        #expect(counts.conflictingFragments > 0)
        // A second or two; with a square in it, it would be minutes.
        #expect(clock.now - start < .seconds(90))
    }
}
