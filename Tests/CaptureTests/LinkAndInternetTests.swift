import Capture
import TestSupport
import Testing
import WireFormat

/// The way from a packet's first byte to its TCP segment.
@Suite struct LinkAndInternetTests {
    static let payload = Array("hello".utf8)
    static let v4 = TCPPacket(sequence: 77, payload: payload)
    static let v6 = TCPPacket(from: .client6, to: .server6, sequence: 77, payload: payload)

    /// A capture with this one packet.
    static func capture(_ packet: [UInt8], link: UInt32 = 1, original: Int? = nil) -> [UInt8] {
        var file = PcapFile(link: link)
        file.add(packet, original: original)
        return file.bytes
    }

    /// The one segment of a one-packet capture.
    static func segment(_ packet: [UInt8], link: UInt32 = 1, original: Int? = nil) throws -> Segment? {
        try Reassembly(capture(packet, link: link, original: original)).only?.segments.first
    }

    static func text(_ packet: [UInt8], link: UInt32 = 1) throws -> String? {
        try Reassembly(capture(packet, link: link)).only?.text(side: .first)
    }

    /// Link type, name, frame.
    static let frames: [(UInt32, [UInt8])] = [
        (1, v4.ethernet),
        (1, v6.ethernet),
        (1, LinkFrame.ethernet(0x0800, v4.internet, tags: [(0x8100, 5)])),
        (1, LinkFrame.ethernet(0x86DD, v6.internet, tags: [(0x88A8, 5), (0x8100, 6)])),
        (1, LinkFrame.ethernet(0x0800, v4.internet, tags: [(0x9100, 5), (0x8100, 6), (0x8100, 7)])),
        (0, LinkFrame.loopback(2, v4.internet, order: .little)),
        (0, LinkFrame.loopback(2, v4.internet, order: .big)),
        (0, LinkFrame.loopback(10, v6.internet, order: .little)),
        (0, LinkFrame.loopback(24, v6.internet, order: .little)),
        (0, LinkFrame.loopback(28, v6.internet, order: .little)),
        (0, LinkFrame.loopback(30, v6.internet, order: .big)),
        (108, LinkFrame.loopback(2, v4.internet, order: .big)),
        (12, v4.internet),
        (14, v6.internet),
        (101, v4.internet),
        (101, v6.internet),
        (228, v4.internet),
        (229, v6.internet),
        (113, LinkFrame.linuxSLL(0x0800, v4.internet)),
        (113, LinkFrame.linuxSLL(0x86DD, v6.internet)),
        (113, LinkFrame.linuxSLL(0x8100, [0, 5, 0x08, 0] + v4.internet)),
        (276, LinkFrame.linuxSLL2(0x0800, v4.internet)),
        (276, LinkFrame.linuxSLL2(0x86DD, v6.internet)),
        (276, LinkFrame.linuxSLL2(0x8100, [0, 5, 0x08, 0] + v4.internet)),
        (276, LinkFrame.linuxSLL2(0x9100, [0, 5, 0x86, 0xDD] + v6.internet)),
        // The upper half of pcap's link type holds the length of the frame check sequence.
        (0x4400_0001, v4.ethernet),
    ]

    @Test("every link layer leads to the same segment", arguments: frames)
    func link(_ type: UInt32, _ frame: [UInt8]) throws {
        #expect(try Self.text(frame, link: type) == "hello")
        #expect(try Self.segment(frame, link: type)?.sequence == 77)
    }

    @Test("a frame cut at any byte is counted and never read beyond its end", arguments: frames)
    func truncated(_ type: UInt32, _ frame: [UInt8]) throws {
        // The next packet's bytes are of the kind that would be taken if the end were overlooked.
        let header = frame.count - Self.payload.count
        for cut in 0..<frame.count {
            var file = PcapFile(link: type)
            file.add(Array(frame[..<cut]), original: frame.count)
            let result = try Reassembly(file.bytes, finishes: false)
            #expect(result.counts.packets == 1)
            #expect(result.counts.tcp == (cut >= header ? 1 : 0), "cut at \(cut)")
            #expect(result.counts.malformed == (cut >= header ? 0 : 1), "cut at \(cut)")
            if let segment = result.only?.segments.first {
                #expect(segment.payloadCount == cut - header)
                #expect(segment.missingCount == frame.count - cut)
            }
        }
    }

    @Test("protocols other than TCP are counted, and unknown links by their number")
    func others() throws {
        let udp = IPPacket.v4(Host.client.address, Host.server.address, [0, 53, 0, 53, 0, 8, 0, 0], number: 17)
        let udp6 = IPPacket.v6(Host.client6.address, Host.server6.address, 17, [0, 53, 0, 53, 0, 8, 0, 0])
        for packet in [
            LinkFrame.ethernet(0x0800, udp), LinkFrame.ethernet(0x86DD, udp6), LinkFrame.ethernet(0x0806, [0, 1]),
            LinkFrame.ethernet(0x0600, udp, tags: [(0x8100, 1)]), LinkFrame.ethernet(46, udp),
        ] { #expect(try Reassembly(Self.capture(packet)).counts.other == 1) }
        #expect(try Reassembly(Self.capture(LinkFrame.loopback(7, udp, order: .little), link: 0)).counts.other == 1)
        #expect(try Reassembly(Self.capture(LinkFrame.linuxSLL(4, udp), link: 113)).counts.other == 1)
        #expect(try Reassembly(Self.capture(LinkFrame.linuxSLL2(4, udp), link: 276)).counts.other == 1)
        let unknown = try Reassembly(Self.capture(Self.v4.ethernet, link: 187)).counts
        #expect(unknown.unknownLinks == [LinkType(rawValue: 187): 1])
        #expect(LinkType(rawValue: 187).name == "Bluetooth HCI")
        #expect(unknown.tcp == 0)
    }

    @Test("bytes that pad an Ethernet frame are no payload")
    func padding() throws {
        let packet = TCPPacket(payload: Array("ab".utf8))
        #expect(try Self.text(packet.ethernet + [0, 0, 0, 0]) == "ab")
        let six = TCPPacket(from: .client6, to: .server6, payload: Array("ab".utf8))
        #expect(try Self.text(six.ethernet + [1, 2, 3]) == "ab")
        let empty = TCPPacket()
        #expect(try Self.segment(empty.ethernet + Array(repeating: 0, count: 6))?.payloadCount == 0)
    }

    @Test("a length of 0, as segmentation offload leaves it, means all there is")
    func offload() throws {
        let four = IPPacket.v4(Host.client.address, Host.server.address, Self.v4.segment, totalLength: 0)
        #expect(try Self.text(four, link: 101) == "hello")
        let six = IPPacket.v6(Host.client6.address, Host.server6.address, 6, Self.v6.segment, payloadLength: 0)
        #expect(try Self.text(six, link: 101) == "hello")
    }

    @Test("IPv4 options are passed over", arguments: [4, 8, 40])
    func options(_ count: Int) throws {
        let options = [UInt8](repeating: 1, count: count)
        let packet = IPPacket.v4(Host.client.address, Host.server.address, Self.v4.segment, options: options)
        #expect(try Self.text(packet, link: 101) == "hello")
    }

    @Test("TCP options are passed over", arguments: [4, 12, 40])
    func segmentOptions(_ count: Int) throws {
        var packet = Self.v4
        packet.options = [UInt8](repeating: 1, count: count)
        #expect(try Self.text(packet.ethernet) == "hello")
    }

    /// An IPv6 packet with extension headers (number, bytes without the first) before its TCP segment.
    static func chain(_ headers: [(UInt8, [UInt8])], last: UInt8 = 6) -> [UInt8] {
        var payload = v6.segment
        var next = last
        for (number, rest) in headers.reversed() {
            payload = [next] + rest + payload
            next = number
        }
        return IPPacket.v6(Host.client6.address, Host.server6.address, next, payload)
    }

    /// RFC 8200 section 4, RFC 4302 section 2, RFC 6275 section 6.1: `rest` follows the next header's number.
    static let extensions: [(UInt8, [UInt8])] = [
        (0, [0, 5, 2, 0, 0, 1, 0]),
        (0, [1] + Array(repeating: 0, count: 14)),
        (43, [2] + Array(repeating: 0, count: 22)),
        (60, [0, 1, 4, 0, 0, 0, 0]),
        (51, [4] + Array(repeating: 9, count: 22)),
        (44, [0, 0, 0, 1, 2, 3, 4]),
        (135, [0, 0, 0, 0, 0, 0, 0]),
        (139, [0, 0, 0, 0, 0, 0, 0]),
        (140, [0, 0, 0, 0, 0, 0, 0]),
    ]

    @Test("IPv6 extension headers are passed over, each and all in a row")
    func extensionHeaders() throws {
        for header in Self.extensions { #expect(try Self.text(Self.chain([header]), link: 101) == "hello") }
        #expect(try Self.text(Self.chain(Self.extensions), link: 101) == "hello")
        #expect(try Self.text(Self.chain(Self.extensions + Self.extensions), link: 101) == "hello")
    }

    @Test("a chain cut at any byte is malformed, not a trap")
    func chainTruncation() throws {
        let packet = Self.chain(Self.extensions)
        let header = packet.count - Self.payload.count
        for cut in 0..<header {
            let counts = try Reassembly(Self.capture(Array(packet[..<cut]), link: 101, original: packet.count)).counts
            #expect(counts.malformed == 1, "cut at \(cut)")
        }
    }

    @Test("chains that lead nowhere end", arguments: [UInt8(50), 59, 17, 253])
    func deadEnds(_ last: UInt8) throws {
        let packet = Self.chain(Self.extensions, last: last)
        #expect(try Reassembly(Self.capture(packet, link: 101)).counts.other == 1)
    }

    @Test("lengths that contradict the headers are malformed")
    func contradictions() throws {
        func count(_ packet: [UInt8]) throws -> Int { try Reassembly(Self.capture(packet, link: 101)).counts.malformed }
        let (client, server) = (Host.client.address, Host.server.address)
        for length: UInt16 in [1, 19, 20, 39] {
            #expect(try count(IPPacket.v4(client, server, Self.v4.segment, totalLength: length)) == 1)
        }
        for words: UInt8 in 0..<5 {
            var packet = Self.v4.internet
            packet[0] = 0x40 | words
            #expect(try count(packet) == 1)
            packet = Self.v4.internet
            packet[32] = words << 4
            #expect(try count(packet) == 1)
        }
        var long = Self.v4.internet
        long[32] = 0xF0
        #expect(try count(long) == 1)
        for length: UInt16 in [1, 19] {
            let packet = IPPacket.v6(
                Host.client6.address,
                Host.server6.address,
                6,
                Self.v6.segment,
                payloadLength: length
            )
            #expect(try count(packet) == 1)
        }
        for version: UInt8 in [0, 0x50, 0xF0] {
            var packet = Self.v4.internet
            packet[0] = version | 5
            #expect(try count(packet) == 1)
        }
    }

    @Test("no change of any two bytes of a frame traps", arguments: frames)
    func mutations(_ type: UInt32, _ frame: [UInt8]) throws {
        var random = SeededRandom(UInt64(type) &+ UInt64(frame.count))
        var file = PcapFile(link: type)
        for offset in frame.indices {
            var broken = frame
            broken[offset] = UInt8(random.below(256))
            broken[random.below(frame.count)] = UInt8(random.below(256))
            file.add(broken, original: random.below(3) == 0 ? frame.count + 40 : nil)
        }
        let counts = try Reassembly(file.bytes).counts
        #expect(counts.packets == frame.count)
        #expect(counts.tcp + counts.other + counts.fragments + counts.malformed == counts.packets)
    }

    /// RFC 5952 section 4 and 5.
    static let addresses: [([UInt16], String)] = [
        ([0x2001, 0xDB8, 0, 0, 0, 0, 2, 1], "2001:db8::2:1"),
        ([0x2001, 0xDB8, 0, 1, 1, 1, 1, 1], "2001:db8:0:1:1:1:1:1"),
        ([0x2001, 0, 0, 1, 0, 0, 0, 1], "2001:0:0:1::1"),
        ([0x2001, 0xDB8, 0, 0, 1, 0, 0, 1], "2001:db8::1:0:0:1"),
        ([0, 0, 0, 0, 0, 0, 0, 1], "::1"),
        ([0, 0, 0, 0, 0, 0, 0, 0], "::"),
        ([0xFE80, 0, 0, 0, 0, 0, 0, 0], "fe80::"),
        ([0xABCD, 0xEF01, 2, 3, 4, 5, 6, 7], "abcd:ef01:2:3:4:5:6:7"),
        ([0, 0, 0, 0, 0, 0xFFFF, 0xC000, 0x0201], "::ffff:192.0.2.1"),
    ]

    @Test("IPv6 addresses are written as RFC 5952 says", arguments: addresses)
    func addressText(_ groups: [UInt16], _ text: String) throws {
        let host = Host(address: groups.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }, port: 443)
        let flow = try Reassembly([TCPPacket(from: host, to: .server6)]).only?.flow
        #expect(flow?.first.address.description == text)
        #expect(flow?.first.description == "[\(text)]:443")
    }

    @Test("IPv4 ends are written with dots and a colon")
    func endpointText() throws {
        let flow = try Reassembly([Self.v4]).only?.flow
        #expect(flow?.first.description == "10.0.0.1:40000")
        #expect(flow?.second.description == "10.0.0.2:80")
    }
}
