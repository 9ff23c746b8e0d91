import Capture
import TestSupport
import Testing
import WireFormat

/// Tunnels and less usual link layers around one TCP segment.
@Suite struct EncapsulationTests {
    /// A packet, how it is wrapped, and in which link type.
    struct Wrapped: Sendable, CustomTestStringConvertible {
        var name: String
        var link: UInt32
        var frame: [UInt8]
        var testDescription: String { name }

        init(_ name: String, _ link: UInt32, _ frame: [UInt8]) {
            self.name = name
            self.link = link
            self.frame = frame
        }
    }

    private typealias Build = TunnelBuilder
    static let v4 = LinkAndInternetTests.v4
    static let v6 = LinkAndInternetTests.v6

    /// An IPv4 packet between two routers.
    static func outer(_ number: UInt8, _ payload: [UInt8]) -> [UInt8] {
        IPPacket.v4([192, 0, 2, 1], [192, 0, 2, 2], payload, number: number)
    }

    /// An IPv6 packet between two routers.
    static func outer6(_ number: UInt8, _ payload: [UInt8]) -> [UInt8] {
        IPPacket.v6(Host.client6.address, Host.server6.address, number, payload)
    }

    static let serial: [Wrapped] = [
        Wrapped("PPP with address and control", 9, [0xFF, 3] + Build.ppp(0x21, v4.internet)),
        Wrapped("PPP without them", 9, Build.ppp(0x57, v6.internet)),
        Wrapped("PPP with a compressed protocol", 9, [0xFF, 3, 0x21] + v4.internet),
        Wrapped("PPP with MPLS", 9, [0xFF, 3] + Build.ppp(0x281, Build.mpls([99], v4.internet))),
        Wrapped("PPP in HDLC framing", 50, [0xFF, 3] + Build.ppp(0x57, v6.internet)),
        Wrapped("Cisco's HDLC as serial PPP", 50, [0x0F, 0, 0x08, 0x00] + v4.internet),
        Wrapped("Cisco's HDLC", 104, [0x0F, 0, 0x08, 0x00] + v4.internet),
        Wrapped("Cisco's HDLC, broadcast", 104, [0x8F, 0, 0x86, 0xDD] + v6.internet),
        Wrapped("PPPoE alone", 51, Build.pppoe(Build.ppp(0x21, v4.internet))),
        Wrapped("PPP with its direction", 204, [0, 0xFF, 3] + Build.ppp(0x21, v4.internet)),
    ]

    static let wireless: [Wrapped] = [
        Wrapped("802.11", 105, Build.wireless(Build.snap(0x0800, v4.internet))),
        Wrapped("802.11 from the access point", 105, Build.wireless(Build.snap(0x86DD, v6.internet), flags: 2)),
        Wrapped(
            "802.11 with quality of service",
            105,
            Build.wireless(Build.snap(0x0800, v4.internet), control: 0x88, quality: [0, 0])
        ),
        Wrapped(
            "802.11 between access points",
            105,
            Build.wireless(Build.snap(0x0800, v4.internet), flags: 3, fourth: true)
        ),
        Wrapped(
            "802.11 with HT control",
            105,
            Build.wireless(Build.snap(0x0800, v4.internet), control: 0x88, flags: 0x81, quality: [0, 0, 0, 0, 0, 0])
        ),
        Wrapped("radiotap", 127, Build.radiotap([0], [], Build.wireless(Build.snap(0x0800, v4.internet)))),
        Wrapped(
            "radiotap with clock, flags and padding",
            127,
            Build.radiotap(
                [3],
                [1, 2, 3, 4, 5, 6, 7, 8, 0x20],
                Build.wireless(Build.snap(0x0800, v4.internet), control: 0x88, quality: [0, 0], padding: 2)
            )
        ),
    ]

    static let ethernet: [Wrapped] = [
        Wrapped("802.3 with SNAP", 1, LinkFrame.ethernet(58, Build.snap(0x0800, v4.internet))),
        Wrapped("MPLS", 1, LinkFrame.ethernet(0x8847, Build.mpls([16], v4.internet))),
        Wrapped("stacked MPLS", 1, LinkFrame.ethernet(0x8847, Build.mpls([16, 17, 18], v6.internet))),
        Wrapped(
            "Ethernet over MPLS",
            1,
            LinkFrame.ethernet(0x8847, Build.mpls([16], [0, 0, 0, 0] + v4.ethernet))
        ),
        Wrapped("PPPoE", 1, LinkFrame.ethernet(0x8864, Build.pppoe(Build.ppp(0x21, v4.internet)))),
        Wrapped(
            "PPPoE in two VLANs",
            1,
            LinkFrame.ethernet(0x8864, Build.pppoe(Build.ppp(0x57, v6.internet)), tags: [(0x88A8, 5), (0x8100, 6)])
        ),
        Wrapped("PKTAP of Ethernet", 258, Build.pktap(1, v4.ethernet)),
        Wrapped("PKTAP of raw IP", 258, Build.pktap(12, v4.internet)),
        Wrapped("PKTAP of loopback", 258, Build.pktap(0, LinkFrame.loopback(30, v6.internet, order: .little))),
        Wrapped("VN-Tag", 1, LinkFrame.ethernet(0x8926, [0, 0, 0, 5, 0x08, 0] + v4.internet)),
        Wrapped(
            "VLAN in a VN-Tag",
            1,
            LinkFrame.ethernet(0x8926, [0x80, 7, 0, 5, 0x81, 0, 0, 9, 0x86, 0xDD] + v6.internet)
        ),
        Wrapped("PPI of Ethernet", 192, Build.perPacketInformation(1, v4.ethernet)),
        Wrapped(
            "PPI of raw IP with a field",
            192,
            Build.perPacketInformation(101, v6.internet, [9, 0, 4, 0, 1, 2, 3, 4])
        ),
        Wrapped(
            "PPI of 802.11",
            192,
            Build.perPacketInformation(105, Build.wireless(Build.snap(0x0800, v4.internet)))
        ),
        Wrapped("NFLOG", 239, Build.netfilterLog(2, v4.internet)),
        Wrapped("NFLOG of IPv6", 239, Build.netfilterLog(10, v6.internet)),
        Wrapped("NFLOG of a big-endian machine", 239, Build.netfilterLog(2, v4.internet, order: .big)),
        Wrapped("cooked with MPLS", 113, LinkFrame.linuxSLL(0x8847, Build.mpls([16], v4.internet))),
        Wrapped(
            "cooked, version 2, with PPPoE",
            276,
            LinkFrame.linuxSLL2(0x8864, Build.pppoe(Build.ppp(0x21, v4.internet)))
        ),
    ]

    static let tunnels: [Wrapped] = [
        Wrapped("IPv4 in IPv4", 101, outer(4, v4.internet)),
        Wrapped("IPv6 in IPv4", 101, outer(41, v6.internet)),
        Wrapped("IPv4 in IPv6", 101, outer6(4, v4.internet)),
        Wrapped("IPv6 in IPv6", 101, outer6(41, v6.internet)),
        Wrapped("IPv4 in IPv6 behind options", 101, outer6(60, [4, 0, 1, 4, 0, 0, 0, 0] + v4.internet)),
        Wrapped("GRE", 101, outer(47, Build.gre(0x0800, v4.internet))),
        Wrapped("GRE in IPv6", 101, outer6(47, Build.gre(0x86DD, v6.internet))),
        Wrapped("GRE with a key", 101, outer(47, Build.gre(0x0800, v4.internet, flags: 0x2000))),
        Wrapped("GRE with all fields", 101, outer(47, Build.gre(0x0800, v4.internet, flags: 0xB000))),
        Wrapped("GRE with Ethernet", 101, outer(47, Build.gre(0x6558, v4.ethernet, flags: 0x2000))),
        Wrapped("GRE with MPLS", 101, outer(47, Build.gre(0x8847, Build.mpls([16], v4.internet)))),
        Wrapped("PPTP", 101, outer(47, Build.pptp([0xFF, 3] + Build.ppp(0x21, v4.internet)))),
        Wrapped(
            "PPTP with acknowledgment",
            101,
            outer(47, Build.pptp(Build.ppp(0x21, v4.internet), acknowledgment: true))
        ),
        Wrapped("ERSPAN", 101, outer(47, Build.gre(0x88BE, Build.erspan(v4.ethernet), flags: 0x1000))),
        Wrapped("ERSPAN III", 101, outer(47, Build.gre(0x22EB, Build.erspan3(v4.ethernet), flags: 0x1000))),
        Wrapped(
            "ERSPAN III with a subheader",
            101,
            outer(47, Build.gre(0x22EB, Build.erspan3(v6.ethernet, hasSubheader: true), flags: 0x1000))
        ),
        Wrapped("VXLAN", 101, outer(17, Build.vxlan(v4.ethernet))),
        Wrapped("VXLAN in IPv6", 101, outer6(17, Build.vxlan(v6.ethernet))),
        Wrapped(
            "VXLAN with a VLAN inside",
            1,
            LinkFrame.ethernet(
                0x0800,
                outer(17, Build.vxlan(LinkFrame.ethernet(0x0800, v4.internet, tags: [(0x8100, 5)])))
            )
        ),
        Wrapped("Geneve", 101, outer(17, Build.geneve(0x6558, v4.ethernet))),
        Wrapped("Geneve with options", 101, outer(17, Build.geneve(0x0800, v4.internet, options: [0, 1, 0x80, 0]))),
        Wrapped("VXLAN on the port of Linux", 101, outer(17, Build.vxlan(v4.ethernet, port: 8472))),
        Wrapped("GTP-U", 101, outer(17, Build.gtp(v4.internet))),
        Wrapped("GTP-U in IPv6 with IPv6", 101, outer6(17, Build.gtp(v6.internet))),
        Wrapped(
            "GTP-U with a sequence number",
            101,
            outer(17, Build.gtp(v4.internet, flags: 0x32, options: [0, 9, 0, 0]))
        ),
        Wrapped(
            "GTP-U with extension headers",
            101,
            outer(17, Build.gtp(v4.internet, flags: 0x34, options: [0, 0, 0, 0x85, 1, 0x10, 9, 0x85, 1, 0, 1, 0]))
        ),
        Wrapped("EtherIP", 101, outer(97, [0x30, 0] + v4.ethernet)),
        Wrapped("MPLS in UDP", 101, outer(17, Build.udp(6635, Build.mpls([16], v4.internet)))),
        Wrapped("MPLS in IP", 101, outer(137, Build.mpls([16, 17], v4.internet))),
        Wrapped(
            "VXLAN in GRE in IP",
            101,
            outer(4, outer(47, Build.gre(0x0800, outer(17, Build.vxlan(v6.ethernet)))))
        ),
    ]

    /// Headers of authentication are none of a tunnel.
    static let authenticated: [Wrapped] = [
        Wrapped("AH in IPv4", 101, authentic(v4)),
        Wrapped("AH in IPv6", 101, authentic(v6)),
        Wrapped("AH in IPv4 in a VLAN", 1, LinkFrame.ethernet(0x0800, authentic(v4), tags: [(0x8100, 5)])),
        Wrapped("AH in IPv4 over PPP", 9, Build.ppp(0x21, authentic(v4))),
    ]

    private static func authentic(_ packet: TCPPacket) -> [UInt8] {
        let payload = Build.authentication(6, packet.segment)
        let (source, destination) = (packet.from.address, packet.to.address)
        return source.count == 4
            ? IPPacket.v4(source, destination, payload, number: 51) : IPPacket.v6(source, destination, 51, payload)
    }

    static let all = serial + wireless + ethernet + tunnels + authenticated

    @Test("every wrapping leads to the same segment", arguments: all)
    func segment(_ wrapped: Wrapped) throws {
        let result = try Reassembly(LinkAndInternetTests.capture(wrapped.frame, link: wrapped.link))
        #expect(result.only?.text(side: .first) == "hello")
        #expect(result.only?.segments.first?.sequence == 77)
        #expect(result.only?.flow.first.port == 40000)
        #expect(result.counts.tunnelled == (Self.tunnels.contains { $0.name == wrapped.name } ? 1 : 0))
    }

    @Test("a frame cut at any byte is counted and never read beyond its end", arguments: all)
    func truncated(_ wrapped: Wrapped) throws {
        let frame = wrapped.frame
        let header = frame.count - LinkAndInternetTests.payload.count
        for cut in 0..<frame.count {
            var file = PcapFile(link: wrapped.link)
            file.add(Array(frame[..<cut]), original: frame.count)
            // What lies behind the cut in memory would complete the packet.
            file.add(Array(frame[cut...]))
            var reader = try CaptureInput.file(file.bytes)
            var segments = SegmentReader()
            let block = try #require(try reader.next())
            var payloads: [Int] = []
            segments.read(block.packets[0], in: block.bytes.span) { event, _ in
                if case .segment(let segment) = event { payloads.append(segment.payloadCount) }
            }
            #expect(payloads == (cut >= header ? [cut - header] : []), "cut at \(cut)")
            #expect(segments.counts.malformed == (cut >= header ? 0 : 1), "cut at \(cut)")
            // What has no whole TCP header is no segment in a tunnel either.
            let isTunnelled = cut >= header && Self.tunnels.contains { $0.name == wrapped.name }
            #expect(segments.counts.tunnelled == (isTunnelled ? 1 : 0), "cut at \(cut)")
        }
    }

    @Test("no change of any two bytes of a frame traps", arguments: all)
    func mutations(_ wrapped: Wrapped) throws {
        let frame = wrapped.frame
        var random = SeededRandom(UInt64(wrapped.link) &+ UInt64(frame.count))
        var file = PcapFile(link: wrapped.link)
        for round in 0..<4 * frame.count {
            var broken = frame
            broken[round % frame.count] = UInt8(random.below(256))
            broken[random.below(frame.count)] = UInt8(random.below(256))
            if random.below(4) == 0 { broken.removeLast(random.below(frame.count)) }
            file.add(broken)
        }
        let counts = try Reassembly(file.bytes).counts
        let unread = counts.unknownLinks.values.reduce(0, +) + counts.unread.total
        let sum = counts.tcp + counts.fragments + counts.malformed + unread
        // An aggregate of 802.11 may hold several packets.
        #expect(wrapped.link == 105 || wrapped.link == 127 ? sum >= counts.packets : sum == counts.packets)
        #expect(counts.packets == 4 * frame.count)
    }

    @Test("padding behind the carrying packet is no payload of the carried one")
    func padding() throws {
        var inner = Self.v4.internet
        // The inner packet says that it is longer than the outer one.
        inner[3] += 4
        let frame = LinkFrame.ethernet(0x0800, Self.outer(4, inner)) + [1, 2, 3, 4]
        let segment = try LinkAndInternetTests.segment(frame)
        #expect(segment?.payloadCount == 5)
        #expect(segment?.missingCount == 4)
    }

    /// IP in IP, `count` times around the segment.
    static func nested(_ count: Int) -> [UInt8] {
        (0..<count).reduce(v4.internet) { packet, _ in outer(4, packet) }
    }

    @Test("headers are followed as deep as the limits say, and counted beyond", arguments: [0, 1, 3, 8])
    func depth(_ depth: Int) throws {
        var limits = CaptureLimits()
        limits.encapsulations = depth
        for count in 0...10 {
            let file = LinkAndInternetTests.capture(Self.nested(count), link: 101)
            let counts = try Reassembly(file, limits: limits).counts
            #expect(counts.tcp == (count <= depth ? 1 : 0))
            #expect(counts.unread[.tooDeep] == (count <= depth ? 0 : 1))
        }
    }

    @Test("as many headers as a packet can hold take no longer than its length", .timeLimit(.minutes(15)))
    func longChains() throws {
        let length = 60_000
        let chains: [(UInt32, [UInt8])] = [
            (1, LinkFrame.ethernet(0x8100, (0..<length).map { $0 % 4 == 2 ? 0x81 : 0 })),
            (1, LinkFrame.ethernet(0x8847, Array(repeating: 0, count: length))),
            (1, LinkFrame.ethernet(0x6558, (0..<length).map { $0 % 14 == 12 ? 0x65 : $0 % 14 == 13 ? 0x58 : 0 })),
            (101, Self.nested(length / 20 / 2)),
        ]
        for (link, frame) in chains {
            var file = PcapFile(link: link)
            for _ in 0..<20 { file.add(frame) }
            #expect(try Reassembly(file.bytes).counts.tcp == 0)
        }
    }

    /// Headers that hold each other without end, as many as fit into the length.
    static let endless: [(String, UInt32, head: [UInt8], unit: [UInt8])] = [
        (
            "LLC with bridged Ethernet", 1, head: Array(repeating: 0, count: 12) + [0, 5],
            unit: [0xAA, 0xAA, 3, 0, 0, 0, 0x65, 0x58] + Array(repeating: 0, count: 12) + [0, 5]
        ),
        (
            "PPPoE in Ethernet in MPLS in PPP", 1, head: Array(repeating: 0, count: 12),
            unit: [0x88, 0x64, 0x11, 0, 0, 1, 0, 0, 0x02, 0x81, 0, 0, 1, 0x40] + Array(repeating: 0, count: 16)
        ),
        ("VLAN tags", 1, head: Array(repeating: 0, count: 12), unit: [0x81, 0, 0, 7]),
        (
            "bridged Ethernet", 1, head: Array(repeating: 0, count: 12),
            unit: [0x65, 0x58] + Array(repeating: 0, count: 12)
        ),
    ]

    @Test("headers that hold each other without end take no stack, and are counted", arguments: endless.indices)
    func endlessNesting(_ index: Int) throws {
        let (name, link, head, unit) = Self.endless[index]
        let frame = head + Array(repeatElement(unit, count: 6 << 20 / unit.count).joined())
        let counts = try Reassembly(LinkAndInternetTests.capture(frame, link: link)).counts
        #expect(counts.unread[.tooDeep] == 1, "\(name)")
        #expect(counts.unread.total == 1)
    }

    @Test("fragments inside fragments count as headers too")
    func nestedFragments() throws {
        var limits = CaptureLimits()
        limits.encapsulations = 3
        // Each packet is the second half of the one around it, whose first half came before.
        var packet = Self.v4.internet
        var frames: [[UInt8]] = []
        for number: UInt8 in 1...6 {
            let half = packet.count / 16 * 8
            for (offset, data) in [(half, packet[half...]), (0, packet[..<half])] {
                var carrier = IPPacket.v4(
                    [192, 0, 2, 1],
                    [192, 0, 2, 2],
                    Array(data),
                    number: 4,
                    fragment: UInt16(offset / 8) | (offset == 0 ? 0x2000 : 0)
                )
                carrier[5] = number
                if offset > 0 { frames.append(carrier) } else { packet = carrier }
            }
        }
        var file = PcapFile(link: 101)
        for frame in frames + [packet] { file.add(frame) }
        let counts = try Reassembly(file.bytes, limits: limits).counts
        #expect(counts.tcp == 0)
        #expect(counts.unread[.tooDeep] == 1)
        #expect(try Reassembly(file.bytes).only?.text(side: .first) == "hello")
    }

    /// What is not read, and the reason that is counted.
    static let unreadPackets: [([UInt8], UnreadPacket)] = [
        (outer(17, Build.udp(53, [1, 2, 3, 4])), .udp),
        (outer(17, Build.gtp([0, 1, 0, 2], type: 1)), .udp),
        (outer(17, Build.gtp([0x12, 0, 0, 0])), .gtp),
        (outer(17, Build.gtp(v4.internet, flags: 0x34, options: [0, 0, 0, 0x85, 0, 0, 0, 0])), .gtp),
        (outer(1, [8, 0, 0, 0]), .icmp),
        (outer6(58, [128, 0, 0, 0]), .icmp),
        (outer(132, [0, 1, 0, 2]), .otherTransport),
        (outer(50, v4.internet), .ipsec),
        (outer6(50, v4.internet), .ipsec),
        (outer(51, Build.authentication(50, v4.internet)), .ipsec),
        (outer(17, Build.udp(4500, [1, 2, 3, 4, 0, 0, 0, 1])), .ipsec),
        (outer(17, Build.udp(4500, [0, 0, 0, 0, 1, 2, 3, 4])), .udp),
        (outer(17, Build.udp(4500, [0xFF])), .udp),
        (outer(115, v4.internet), .l2tp),
        (outer(17, Build.udp(1701, v4.internet)), .l2tp),
        (outer(17, Build.udp(3544, v6.internet)), .teredo),
        (outer(17, Build.udp(51820, [4, 0, 0, 0])), .wireGuard),
        (outer(47, Build.gre(0x0800, v4.internet, flags: 0x4000)), .gre),
        (outer(47, Build.gre(0x0806, [0, 1])), .arp),
        (outer(97, [0x20, 0] + v4.ethernet), .otherTransport),
    ]

    @Test("what is passed over is counted by the reason", arguments: unreadPackets)
    func reasons(_ packet: [UInt8], _ reason: UnreadPacket) throws {
        let counts = try Reassembly(LinkAndInternetTests.capture(packet, link: 101)).counts
        #expect(counts.unread[reason] == 1)
        #expect(counts.unread.total == 1)
        #expect(counts.tcp == 0)
    }

    @Test("so is what is passed over on the link layer, and in datagrams that came in fragments")
    func otherReasons() throws {
        for (type, reason) in [(0x0806, UnreadPacket.arp), (0x88CC, .otherNetwork)] as [(UInt16, UnreadPacket)] {
            let frame = LinkFrame.ethernet(type, [1, 2, 3, 4])
            #expect(try Reassembly(LinkAndInternetTests.capture(frame)).counts.unread[reason] == 1)
        }
        var file = PcapFile(link: 101)
        for (offset, more) in [(0, 0x2000), (1, 0)] as [(UInt16, UInt16)] {
            file.add(
                IPPacket.v4(
                    [1, 1, 1, 1],
                    [2, 2, 2, 2],
                    [0, 53, 0, 53, 0, 16, 0, 0],
                    number: 17,
                    fragment: offset | more
                )
            )
        }
        let counts = try Reassembly(file.bytes).counts
        #expect((counts.fragments, counts.unreadDatagrams, counts.tcp) == (2, 1, 0))
    }

    @Test("a datagram in fragments whose TCP header is none is counted")
    func brokenHeaderInFragments() throws {
        var file = PcapFile(link: 101)
        for (offset, more) in [(0, 0x2000), (1, 0x2000), (2, 0)] as [(UInt16, UInt16)] {
            let zeros: [UInt8] = [0, 80, 0, 80, 0, 0, 0, 0]
            file.add(IPPacket.v4([1, 1, 1, 1], [2, 2, 2, 2], zeros, number: 6, fragment: offset | more))
        }
        let counts = try Reassembly(file.bytes).counts
        #expect((counts.fragments, counts.unreadDatagrams) == (3, 1))
    }

    @Test("what looks like a tunnel and is none counts as another protocol")
    func others() throws {
        let packets: [[UInt8]] = [
            Self.outer(17, Build.vxlan(Self.v4.ethernet, flags: 0)),
            Self.outer(17, Build.udp(53, Self.v4.ethernet)),
            Self.outer(47, Build.gre(0x0806, [0, 1])),
            Self.outer(47, Build.gre(0x0800, Self.v4.internet, flags: 0x4000)),
            Self.outer(47, Build.gre(0x0800, Self.v4.internet, flags: 2)),
            Self.outer(47, Build.pptp([], sequence: false)),
            Self.outer(4, IPPacket.v4([1, 1, 1, 1], [2, 2, 2, 2], [0, 53, 0, 53, 0, 8, 0, 0], number: 17)),
            Self.outer(50, Self.v4.internet),
        ]
        for packet in packets {
            #expect(try Reassembly(LinkAndInternetTests.capture(packet, link: 101)).counts.other == 1)
        }
        let frames: [[UInt8]] = [
            LinkFrame.ethernet(0x8863, Build.pppoe(Build.ppp(0x21, Self.v4.internet), code: 9)),
            LinkFrame.ethernet(0x8864, Build.pppoe(Build.ppp(0x21, Self.v4.internet), code: 9)),
            LinkFrame.ethernet(0x8864, Build.pppoe(Build.ppp(0xC021, [1, 1, 0, 4]))),
            LinkFrame.ethernet(0x8847, Build.mpls([16], [0x10, 0, 0, 0])),
            LinkFrame.ethernet(40, [0x42, 0x42, 3] + Array(repeating: 0, count: 37)),
            LinkFrame.ethernet(58, Build.snap(0x0800, Self.v4.internet, organisation: [0, 0, 0xC])),
        ]
        for frame in frames { #expect(try Reassembly(LinkAndInternetTests.capture(frame)).counts.other == 1) }
    }

    @Test("802.11 frames without readable data count as another protocol")
    func wirelessOthers() throws {
        let payload = Build.snap(0x0800, Self.v4.internet)
        let frames: [[UInt8]] = [
            Build.wireless(payload, control: 0x80),
            Build.wireless(payload, control: 0xD4),
            Build.wireless(payload, control: 0x48),
        ]
        for frame in frames {
            #expect(try Reassembly(LinkAndInternetTests.capture(frame, link: 105)).counts.other == 1)
        }
    }

    @Test(
        "802.11 frames that cannot be read alone are counted by the reason",
        arguments: [
            (Build.wireless(Build.snap(0x0800, v4.internet), flags: 0x41), UnreadPacket.encryptedWireless),
            (Build.wireless(Build.snap(0x0800, v4.internet), flags: 0x05), .wirelessFragment),
            (Build.wireless(Build.snap(0x0800, v4.internet), sequence: [0x11, 0]), .wirelessFragment),
        ]
    )
    func unreadWireless(_ frame: [UInt8], _ reason: UnreadPacket) throws {
        let counts = try Reassembly(LinkAndInternetTests.capture(frame, link: 105)).counts
        #expect(counts.unread[reason] == 1)
        #expect(counts.unread.total == 1)
        #expect(counts.other == 0)
    }

    /// Packets of one frame, each behind two addresses and its length, all but the last padded.
    private static func aggregate(_ packets: [[UInt8]]) -> [UInt8] {
        var body: [UInt8] = []
        for packet in packets {
            body += Array(repeating: 0, count: -body.count & 3)
            body += [2, 0, 0, 0, 0, 1, 2, 0, 0, 0, 0, 2]
            body += [UInt8(packet.count >> 8), UInt8(packet.count & 0xFF)] + packet
        }
        return Build.wireless(body, control: 0x88, quality: [0x80, 0])
    }

    @Test("all packets of an 802.11 aggregate are read, with or without a check sequence behind them")
    func aggregated() throws {
        let talk = Talk()
        let packets = [talk.syn, talk.synAck, talk.request(0, "one"), talk.request(3, "seven7"), talk.request(9, ".")]
        var parts = packets.map { Build.snap(0x0800, $0.internet) }
        parts.insert(Build.snap(0x0806, [0, 1, 8, 0]), at: 3)
        for tail in [[], [1, 2, 3, 4]] as [[UInt8]] {
            let file = LinkAndInternetTests.capture(Self.aggregate(parts) + tail, link: 105)
            let result = try Reassembly(file)
            #expect(result.only?.text(side: .first) == "oneseven7.")
            #expect((result.counts.packets, result.counts.tcp, result.counts.other) == (1, 5, 1))
            #expect(result.counts.malformed == 0)
        }
    }

    @Test("an 802.11 aggregate that was cut or says nonsense ends where it ends")
    func cutAggregate() throws {
        let talk = Talk()
        let parts = [talk.syn, talk.request(0, "one")].map { Build.snap(0x0800, $0.internet) }
        let frame = Self.aggregate(parts)
        for cut in 0...frame.count {
            let counts = try Reassembly(LinkAndInternetTests.capture(Array(frame[..<cut]), link: 105)).counts
            #expect(counts.packets == 1)
            #expect((1...2).contains(counts.tcp + counts.malformed + counts.other))
        }
        for length in [[0, 0], [0xFF, 0xFF], [0, 1]] as [[UInt8]] {
            var other = frame
            other.replaceSubrange(26 + 12..<26 + 14, with: length)
            #expect(try Reassembly(LinkAndInternetTests.capture(other, link: 105)).counts.packets == 1)
        }
    }

    @Test("the number for private use is read where PKTAP is under it, and named where it is not")
    func privateUse() throws {
        #expect(try LinkAndInternetTests.text(Build.pktap(1, Self.v4.ethernet), link: 149) == "hello")
        for frame in [Self.v4.ethernet, [1, 2, 3], Build.pktap(149, Self.v4.ethernet)] {
            let counts = try Reassembly(LinkAndInternetTests.capture(frame, link: 149)).counts
            #expect(counts.unknownLinks == [.user2: 1])
        }
        #expect(LinkType.user2.name == "private use")
        let note = Build.pktap(1, Self.v4.ethernet, kind: 0)
        #expect(try Reassembly(LinkAndInternetTests.capture(note, link: 258)).counts.other == 1)
    }

    @Test(
        "what PPI, NFLOG and ERSPAN III may hold that is not read is no damage",
        arguments: [
            (192, [1, 0, 8, 0, 1, 0, 0, 0] + v4.ethernet), (192, [0, 0, 7, 0, 1, 0, 0, 0] + v4.ethernet),
            (192, [0, 0, 8, 0, 0, 0, 1, 0] + v4.ethernet), (239, Build.netfilterLog(1, v4.internet)),
            (239, [2, 1, 0, 0] + v4.internet), (239, [2, 0, 0, 0, 3, 0, 1, 0]),
            (101, outer(47, Build.gre(0x22EB, Build.erspan3(v4.ethernet, version: 1)))),
            (101, outer(47, Build.gre(0x22EB, Build.erspan3(v4.ethernet, kind: 5)))),
        ] as [(UInt32, [UInt8])]
    )
    func otherContents(_ link: UInt32, _ frame: [UInt8]) throws {
        let counts = try Reassembly(LinkAndInternetTests.capture(frame, link: link)).counts
        #expect(counts.other == 1)
        #expect(counts.malformed == 0 && counts.tcp == 0)
    }

    @Test("PPI around a type that is not read is named by its own")
    func unknownInside() throws {
        for inner in [192, 147, 258] as [UInt32] {
            let frame = Build.perPacketInformation(inner, Self.v4.ethernet)
            let counts = try Reassembly(LinkAndInternetTests.capture(frame, link: 192)).counts
            #expect(counts.unknownLinks == [.perPacketInformation: 1])
        }
    }

    @Test("ports and EtherTypes that are passed over are counted apart, so many of each")
    func passedOver() throws {
        var file = PcapFile(link: 1)
        for number in 0..<40 as Range<UInt16> {
            for _ in 0...(number % 3) {
                file.add(LinkFrame.ethernet(0x4000 + number, [1, 2, 3]))
                file.add(LinkFrame.ethernet(0x0800, Self.outer(17, Build.udp(1000 + number, [1]))))
            }
        }
        let counts = try Reassembly(file.bytes).counts
        #expect(counts.unread[.udp] == 79 && counts.unread[.otherNetwork] == 79)
        for (found, first) in [(counts.unreadPorts, 1000), (counts.unreadEtherTypes, 0x4000)]
            as [(NumberCounts, UInt16)]
        {
            let entries = found.byFrequency
            #expect(entries.count == 32)
            #expect(entries.first?.number == first + 2)
            #expect(entries.first?.count == 3)
            #expect(entries.reduce(0) { $0 + $1.count } + found.others == 79)
        }
    }

    @Test(
        "tshark finds the same segment in each",
        .enabled(if: Tshark.path != nil, "tshark is not installed")
    )
    func tshark() throws {
        // tshark must be told that a label stands for a pseudowire, of Linux' port and of another byte order, and does not
        // know Linux' number for IPv6 there.
        let plain = LinkAndInternetTests.frames.filter { $0.0 < 300 && $0.1.first != 10 }
        let wrapped =
            Self.all.filter { wrapped in
                !["Ethernet over MPLS", "VXLAN on the port of Linux", "NFLOG of a big-endian machine"].contains(
                    wrapped.name
                )
            }
            + plain.map { Wrapped("plain", $0.0, $0.1) }
        var file = PcapngFile()
        file.section()
        for item in wrapped { file.interface(link: UInt16(item.link)) }
        for (index, item) in wrapped.enumerated() { file.packet(item.frame, interface: UInt32(index)) }
        let fields = ["-T", "fields", "-e", "tcp.srcport", "-e", "tcp.seq_raw", "-e", "tcp.payload"]
        let lines = try Tshark.run(fields, on: file.bytes).split(separator: "\n", omittingEmptySubsequences: false)
        for (item, line) in zip(wrapped, lines) {
            #expect(line == "40000\t77\t68656c6c6f", "\(item.name), link type \(item.link)")
        }
        #expect(lines.count == wrapped.count + 1)
    }
}
