import Capture
import Testing
import WireJSON

@testable import FuzzInputs
@testable import Redaction

@Suite("Packets in tunnels, and of link layers that are not rewritten", .serialized)
struct WrappedPacketTests {
    private static let ethernet = 14
    private static let text = "Tomorrow at nine, \(Planter.marker)"

    /// A connection of RongCloud with one message.
    private static func packets(port: UInt16, isSix: Bool) throws -> [TestNetwork.Packet] {
        var network = TestNetwork()
        var talk = TestConnection(&network, port: port, isSix: isSix)
        talk.upgrade("/websocket?appId=a&token=b&sdkVer=2.5.10&apiVer=normal", subprotocol: nil, .none, [], &network)
        try talk.publish("RC:TxtMsg", text: text, &network)
        talk.close(&network)
        return network.packets
    }

    /// The IP packet in a frame of Ethernet.
    private static func internet(_ packet: TestNetwork.Packet) -> LinkHeaders.Packet {
        (packet.bytes[12] == 0x86, Array(packet.bytes.dropFirst(ethernet)))
    }

    private static func wrapped(
        _ packets: [TestNetwork.Packet],
        in wrap: (LinkHeaders.Packet) -> [UInt8]
    ) -> [TestNetwork.Packet] {
        packets.map { TestNetwork.Packet(time: $0.time, bytes: wrap(internet($0)), hasPayload: $0.hasPayload) }
    }

    /// Puts a packet in a tunnel between two other hosts.
    private static func tunnelled(_ packet: LinkHeaders.Packet, _ kind: Int, network: Int) -> [UInt8] {
        let hosts: (from: [UInt8], to: [UInt8]) = ([10, 99, 0, 1], [10, 99, 0, 2])
        return LinkHeaders.ethernet(
            LinkHeaders.tunnel(packet, kind, 0, network: network) { payload, number in
                LinkHeaders.internet(payload, number, 0, hosts)
            }
        )
    }

    /// Redacts a capture, and expects that nothing is cut, that its events have the same shape, and that other programs
    /// find neither the text nor anything wrong.
    ///
    /// - Parameter parts: the number of fragments that do not complete their packets; what they carry is elsewhere.
    private static func redact(
        _ packets: [TestNetwork.Packet],
        link: UInt32 = 1,
        parts: Int = 0
    ) async throws -> [[UInt8]] {
        let capture = TestNetwork.pcap(packets, link: link)
        let run = try await RedactionTests.Run(capture)
        #expect(run.report.cutFlows.map(\.reason) == [] && run.report.cutPackets == parts)
        let (before, after) = try await (RedactionTests.events(capture), RedactionTests.events(run.bytes))
        let shapes = [before, after].map { PlantedCaptureTests.shape($0, hasPackets: parts == 0) }
        #expect(before.count > 1 && shapes[0] == shapes[1])
        if Tool.python { #expect(try Tool.find([Planter.marker], in: run.bytes) == "") }
        if Tool.tshark { #expect(try Tool.complaints(run.bytes) == []) }
        return try PacketHeaderTests.read(run.bytes)
    }

    @Test("are rewritten as Ethernet, whatever the link", arguments: LinkHeaders.links)
    func links(_ link: UInt32) async throws {
        // Tags and labels of Ethernet, PPP with labels, 802.11 with several packets in one, PKTAP around raw IP.
        let choices = link == 1 ? [1, 2, 3, 4] : [19]
        var packets: [TestNetwork.Packet] = []
        // 228 and 229 are the links of one version of IP each.
        for isSix in [false, true] where link != (isSix ? 228 : 229) {
            for choice in choices {
                let connection = try Self.packets(port: 50030 + UInt16(choice), isSix: isSix)
                packets += Self.wrapped(connection) { LinkHeaders.linked($0, link, choice, 1, tags: [5]) }
            }
        }
        _ = try await Self.redact(packets, link: link)
    }

    @Test("are rewritten outside of their tunnel, whatever it is")
    func tunnels() async throws {
        var packets: [TestNetwork.Packet] = []
        for kind in 2..<LinkHeaders.tunnels {
            for (isSix, base) in [(false, UInt16(50100)), (true, 50200)] {
                let connection = try Self.packets(port: base + UInt16(kind), isSix: isSix)
                packets += Self.wrapped(connection) { Self.tunnelled($0, kind, network: 70_000) }
            }
        }
        _ = try await Self.redact(packets)
    }

    @Test("are rewritten without the other headers of IP", arguments: [0x0A, 0x02, 0x04, 0x06, 0x08, 0x5E, 0x20, 0x34])
    func headers(_ choice: Int) async throws {
        var packets: [TestNetwork.Packet] = []
        var countOfSix = 0
        for isSix in [false, true] {
            let connection = try Self.packets(port: 50031, isSix: isSix)
            if isSix { countOfSix = connection.count }
            packets += Self.wrapped(connection) { packet in
                let size = isSix ? 16 : 4
                let ends = packet.bytes[(isSix ? 8 : 12)...]
                let payload = Array(packet.bytes.dropFirst(isSix ? 40 : 20))
                let hosts = (from: Array(ends.prefix(size)), to: Array(ends.dropFirst(size).prefix(size)))
                return LinkHeaders.ethernet(LinkHeaders.internet(payload, 6, choice, hosts))
            }
        }
        let heads = try await Self.redact(packets).map { $0[Self.ethernet] }
        #expect(heads.count(where: { $0 == 0x60 }) == countOfSix)
        // Only options of IPv4 stay, without their content.
        let hasOptions = choice & 8 == 0
        #expect(heads.allSatisfy { $0 == 0x60 || hasOptions || $0 == 0x45 })
    }

    @Test("keep their networks apart: the number of a VLAN stays, other numbers become that of a VLAN")
    func networks() async throws {
        var packets: [TestNetwork.Packet] = []
        for (port, network) in [(UInt16(50040), 70_000), (50041, 70_001), (50042, 5), (50043, 70_000)] {
            packets += Self.wrapped(try Self.packets(port: port, isSix: false)) {
                Self.tunnelled($0, 5, network: network)
            }
        }
        let tags = try await Self.redact(packets).map { UInt16($0[14]) << 8 | UInt16($0[15]) }
        let count = packets.count / 4
        #expect(tags == [4094, 4093, 5, 4094].flatMap { [UInt16](repeating: $0, count: count) })
    }

    @Test("share the last network where there are more networks than numbers of VLANs")
    func mostNetworks() throws {
        let packet = try Self.packets(port: 50050, isSix: false)[0]
        let packets = (0..<4096).flatMap { number in
            Self.wrapped([packet]) { Self.tunnelled($0, 5, network: 70_000 + number) }
        }
        var reader = try RedactionTests.Run.reader(over: TestNetwork.pcap(packets))
        var unwrapper = PacketUnwrapper()
        var tags: [UInt16] = []
        while let block = try reader.next() {
            for packet in block.packets {
                InnerPacket.forEach(in: packet, of: block.bytes.span, CaptureLimits()) { inner in
                    _ = unwrapper.unwrap(inner, in: block.bytes.span)
                    tags.append(UInt16(unwrapper.frame[14]) << 8 | UInt16(unwrapper.frame[15]))
                }
            }
        }
        #expect(tags == (1...4094).reversed() + [1, 1])
    }

    @Test("are found behind a packet in the same frame whose headers lead beyond it")
    func aggregate() async throws {
        // 802.11 without several packets has a head of 26 bytes; the options of IPv6 claim 2048 bytes.
        let options: [UInt8] = [6, 255, 0, 0, 0, 0, 0, 0]
        let head: [UInt8] = [0x60, 0, 0, 0, 8, 8, 0, 64] + [UInt8](repeating: 0xFD, count: 32)
        let content: [UInt8] = [0xAA, 0xAA, 3, 0, 0, 0, 0x86, 0xDD] + head + options
        let first = LinkHeaders.addresses + [0, UInt8(content.count)] + content
        let padding = LinkHeaders.zeros(-first.count & 3)
        let packets = try Self.packets(port: 50060, isSix: false)
        _ = try await Self.redact(
            Self.wrapped(packets) { packet in
                let frame = LinkHeaders.linked(packet, 105, 19, 1, tags: [])
                return Array(frame[..<26]) + first + padding + Array(frame[26...])
            },
            link: 105
        )
    }

    // MARK: Fragments, and frames with several packets

    /// The fragments of the IP packet in a frame of Ethernet, each with `size` bytes of its data (RFC 791 section 3.2,
    /// RFC 8200 section 4.5).
    private static func fragments(of frame: TestNetwork.Packet, size: Int, number: Int) -> [TestNetwork.Packet] {
        let packet = internet(frame)
        let head = Array(packet.bytes.prefix(packet.isSixth ? 40 : 20))
        let data = Array(packet.bytes.dropFirst(head.count))
        return stride(from: 0, to: data.count, by: size).map { start in
            let part = Array(data[start..<min(start + size, data.count)])
            let goesOn = start + size < data.count ? 1 : 0
            var bytes = head
            if packet.isSixth {
                bytes.replaceSubrange(4..<7, with: LinkHeaders.number(8 + part.count, 2) + [44])
                bytes += [head[6], 0] + LinkHeaders.number(start | goesOn, 2) + LinkHeaders.number(number, 4)
            } else {
                let fields = [20 + part.count, number, start / 8 | goesOn << 13]
                bytes.replaceSubrange(2..<8, with: fields.flatMap { LinkHeaders.number($0, 2) })
            }
            bytes += part
            // The last packet arrives when the whole one did, the others before it.
            let time = frame.time - Int64((data.count - start) / size)
            let fragment = LinkHeaders.ethernet((packet.isSixth, bytes))
            return TestNetwork.Packet(time: time, bytes: fragment, hasPayload: true)
        }
    }

    @Test(
        "are put together from fragments",
        arguments: [(false, 16), (false, 64), (true, 16), (true, 64)] as [(Bool, Int)],
        [false, true]
    )
    func fragments(_ choice: (isSix: Bool, size: Int), isReversed: Bool) async throws {
        var parts = 0
        let packets = try Self.packets(port: 50070, isSix: choice.isSix).enumerated().flatMap { number, packet in
            let fragments = Self.fragments(of: packet, size: choice.size, number: number)
            parts += fragments.count - 1
            let bytes = isReversed ? fragments.map(\.bytes).reversed() : fragments.map(\.bytes)
            return zip(fragments, bytes).map {
                TestNetwork.Packet(time: $0.time, bytes: $1, hasPayload: $0.hasPayload)
            }
        }
        #expect(parts > 4)
        _ = try await Self.redact(packets, parts: parts)
    }

    @Test("are put together from the fragments of tunnels")
    func fragmentsOfTunnels() async throws {
        var packets: [TestNetwork.Packet] = []
        var parts = 0
        for kind in 2..<LinkHeaders.tunnels {
            let connection = try Self.packets(port: 50300 + UInt16(kind), isSix: false)
            for packet in Self.wrapped(connection, in: { Self.tunnelled($0, kind, network: 70_000) }) {
                let fragments = Self.fragments(of: packet, size: 48, number: packets.count)
                parts += fragments.count - 1
                packets += fragments
            }
        }
        _ = try await Self.redact(packets, parts: parts)
    }

    @Test("of a fragmented connection that is cut have no payload, and do not change the numbers of others")
    func fragmentsThatAreCut() async throws {
        var network = TestNetwork()
        var shell = TestConnection(&network, port: 50080, to: 22)
        shell.send(.client, Array("SSH-2.0-\(Planter.marker)\r\n".utf8), &network)
        // The capture begins with the fragments.
        let fragments = Self.fragments(of: try #require(network.packets.last), size: 24, number: 9)
        let capture = TestNetwork.pcap(fragments + (try Self.packets(port: 50081, isSix: false)))
        let run = try await RedactionTests.Run(capture)
        #expect(run.report.cutFlows.map(\.reason) == [] && run.report.cutPackets == fragments.count)
        let (before, after) = try await (RedactionTests.events(capture), RedactionTests.events(run.bytes))
        #expect(before.first?["flow"] == 2 && PlantedCaptureTests.shape(before) == PlantedCaptureTests.shape(after))
        #expect(run.bytes.firstRange(of: Array(Planter.marker.utf8)) == nil)
    }

    @Test("stay several in a frame of 802.11, of one connection or of many", arguments: [2, 5])
    func aggregates(count: Int) async throws {
        let connections = try [
            Self.packets(port: 50090, isSix: false), Self.packets(port: 50091, isSix: true),
        ]
        let packets = zip(connections[0], connections[1]).flatMap { [$0, $1] }
        let frames = stride(from: 0, to: packets.count, by: count).map { start in
            var frame: [UInt8] = []
            for packet in packets[start..<min(start + count, packets.count)] {
                // A head of 26 bytes, an ARP request, and the packet.
                let own = LinkHeaders.linked(Self.internet(packet), 105, 19, 1, tags: [])
                if !frame.isEmpty { frame += LinkHeaders.zeros((26 - frame.count) & 3) }
                frame += frame.isEmpty ? own : Array(own[26...])
            }
            return TestNetwork.Packet(time: packets[start].time, bytes: frame, hasPayload: true)
        }
        #expect(try await Self.redact(frames, link: 105).count == frames.count)
    }

    @Test("of a connection without events do not change the numbers of others")
    func numbers() async throws {
        var network = TestNetwork()
        var shell = TestConnection(&network, port: 50050, to: 22)
        shell.send(.client, Array("SSH-2.0-\(Planter.marker)\r\n".utf8), &network)
        shell.end(&network)
        let others = Self.wrapped(network.packets) { Self.tunnelled($0, 3, network: 0) }
        let capture = TestNetwork.pcap(others + (try Self.packets(port: 50051, isSix: false)))
        let run = try await RedactionTests.Run(capture)
        #expect(run.report.cutFlows.map(\.reason) == [] && run.report.cutPackets == others.count)
        let (before, after) = try await (RedactionTests.events(capture), RedactionTests.events(run.bytes))
        #expect(before.first?["flow"] == 2 && PlantedCaptureTests.shape(before) == PlantedCaptureTests.shape(after))
        #expect(run.bytes.firstRange(of: Array(Planter.marker.utf8)) == nil)
    }
}
