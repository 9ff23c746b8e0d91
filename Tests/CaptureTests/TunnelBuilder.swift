/// Headers of tunnels and of less usual link layers, laid out as the documents named beside them say.
enum TunnelBuilder {
    private static func bytes(_ build: (inout WireBytes) -> Void) -> [UInt8] {
        var writer = WireBytes()
        build(&writer)
        return writer.bytes
    }

    /// MPLS labels (RFC 3032 section 2.1): label, traffic class, bottom of the stack, time to live.
    static func mpls(_ labels: [UInt32], _ payload: [UInt8]) -> [UInt8] {
        bytes { writer in
            for (index, label) in labels.enumerated() {
                writer.u32(label << 12 | (index == labels.count - 1 ? 0x100 : 0) | 64)
            }
            writer.raw(payload)
        }
    }

    /// PPPoE, session stage (RFC 2516 section 4): version and type, code, session, length; then PPP.
    static func pppoe(_ payload: [UInt8], code: UInt8 = 0) -> [UInt8] {
        bytes { writer in
            writer.raw([0x11, code])
            writer.u16(7)
            writer.u16(UInt16(payload.count))
            writer.raw(payload)
        }
    }

    /// PPP from its protocol number on (RFC 1661 section 2).
    static func ppp(_ number: UInt16, _ payload: [UInt8]) -> [UInt8] {
        bytes { writer in
            writer.u16(number)
            writer.raw(payload)
        }
    }

    /// LLC and SNAP (RFC 1042).
    static func snap(_ type: UInt16, _ payload: [UInt8], organisation: [UInt8] = [0, 0, 0]) -> [UInt8] {
        bytes { writer in
            writer.raw([0xAA, 0xAA, 3] + organisation)
            writer.u16(type)
            writer.raw(payload)
        }
    }

    /// GRE (RFC 2784, RFC 2890): the optional fields are there where their flags are.
    static func gre(_ type: UInt16, _ payload: [UInt8], flags: UInt16 = 0) -> [UInt8] {
        bytes { writer in
            writer.u16(flags)
            writer.u16(type)
            if flags & 0x8000 != 0 { writer.u32(0) }
            if flags & 0x2000 != 0 { writer.u32(0x0102_0304) }
            if flags & 0x1000 != 0 { writer.u32(9) }
            writer.raw(payload)
        }
    }

    /// GRE version 1 (RFC 2637 section 4.1): key present, then sequence and acknowledgment as the flags say.
    static func pptp(_ payload: [UInt8], sequence: Bool = true, acknowledgment: Bool = false) -> [UInt8] {
        bytes { writer in
            writer.u16(0x2001 | (sequence ? 0x1000 : 0) | (acknowledgment ? 0x0080 : 0))
            writer.u16(0x880B)
            writer.u16(UInt16(payload.count))
            writer.u16(3)
            if sequence { writer.u32(1) }
            if acknowledgment { writer.u32(0) }
            writer.raw(payload)
        }
    }

    /// UDP (RFC 768).
    static func udp(_ port: UInt16, _ payload: [UInt8]) -> [UInt8] {
        bytes { writer in
            writer.u16(50_000)
            writer.u16(port)
            writer.u16(UInt16(8 + payload.count))
            writer.u16(0)
            writer.raw(payload)
        }
    }

    /// VXLAN (RFC 7348 section 5): flags, reserved, network, reserved.
    static func vxlan(_ frame: [UInt8], flags: UInt8 = 8, network: UInt8 = 42, port: UInt16 = 4789) -> [UInt8] {
        udp(port, [flags, 0, 0, 0, 0, 0, network, 0] + frame)
    }

    /// Geneve (RFC 8926 section 3.4): version and length of the options, flags, protocol, network, reserved.
    static func geneve(_ type: UInt16, _ payload: [UInt8], options: [UInt8] = []) -> [UInt8] {
        let header = bytes { writer in
            writer.u8(UInt8(options.count / 4))
            writer.u8(0)
            writer.u16(type)
            writer.raw([0, 0, 42, 0])
        }
        return udp(6081, header + options + payload)
    }

    /// GTP-U with a packet (3GPP TS 29.281 section 5): flags, type, length, tunnel, then what the flags announce.
    static func gtp(_ packet: [UInt8], flags: UInt8 = 0x30, type: UInt8 = 0xFF, options: [UInt8] = []) -> [UInt8] {
        let header = bytes { writer in
            writer.raw([flags, type])
            writer.u16(UInt16(options.count + packet.count))
            writer.u32(0x0A0B_0C0D)
        }
        return udp(2152, header + options + packet)
    }

    /// An authentication header (RFC 4302 section 2): next header, length in units of four bytes less two, reserved, security
    /// parameters, sequence number, check value.
    static func authentication(_ next: UInt8, _ payload: [UInt8], checkBytes: Int = 12) -> [UInt8] {
        bytes { writer in
            writer.raw([next, UInt8(1 + checkBytes / 4), 0, 0])
            writer.u32(0x0102_0304)
            writer.u32(1)
            writer.raw(Array(repeating: 0xAB, count: checkBytes) + payload)
        }
    }

    /// ERSPAN type II: version, VLAN, session, index in eight bytes.
    static func erspan(_ frame: [UInt8]) -> [UInt8] { [0x10, 0, 0, 1, 0, 0, 0, 0] + frame }

    /// ERSPAN type III: twelve bytes, of which the eleventh tells what is mirrored, and eight more.
    static func erspan3(
        _ frame: [UInt8],
        version: UInt8 = 2,
        kind: UInt8 = 0,
        hasSubheader: Bool = false
    ) -> [UInt8] {
        let head = [version << 4, 0, 0, 1, 0, 0, 0, 9, 0, 0, kind << 2, hasSubheader ? 1 : 0]
        return head + Array(repeating: 0, count: hasSubheader ? 8 : 0) + frame
    }

    /// A PPI header: version, flags, length, link type, fields.
    static func perPacketInformation(_ link: UInt32, _ packet: [UInt8], _ fields: [UInt8] = []) -> [UInt8] {
        var writer = WireBytes(order: .little)
        writer.raw([0, 0])
        writer.u16(UInt16(8 + fields.count))
        writer.u32(link)
        writer.raw(fields + packet)
        return writer.bytes
    }

    /// An NFLOG header: address family, version, group; fields of length, type and value, of which the last, the packet, is not padded.
    static func netfilterLog(_ family: UInt8, _ packet: [UInt8], order: ByteOrder = .little) -> [UInt8] {
        var writer = WireBytes(order: order)
        writer.raw([family, 0, 0, 5])
        // A packet header of four bytes, a prefix of two, which is padded, and the packet.
        for (type, value) in [(1, [8, 0, 3, 0]), (10, [65, 0]), (9, packet)] as [(UInt16, [UInt8])] {
            writer.u16(UInt16(4 + value.count))
            writer.u16(type)
            writer.raw(value + Array(repeating: 0, count: type == 9 ? 0 : -value.count & 3))
        }
        return writer.bytes
    }

    /// An IEEE 802.11 data frame (section 9.3.2) around LLC.
    static func wireless(
        _ payload: [UInt8],
        control: UInt8 = 0x08,
        flags: UInt8 = 1,
        fourth: Bool = false,
        quality: [UInt8] = [],
        sequence: [UInt8] = [0x10, 0],
        padding: Int = 0
    ) -> [UInt8] {
        var frame: [UInt8] = [control, flags, 0, 0]
        for last: UInt8 in 1...3 { frame += [2, 0, 0, 0, 0, last] }
        frame += sequence
        if fourth { frame += [2, 0, 0, 0, 0, 4] }
        return frame + quality + Array(repeating: 0, count: padding) + payload
    }

    /// A radiotap header (radiotap.org): version, padding, length, present fields, fields.
    static func radiotap(_ present: [UInt32], _ fields: [UInt8], _ frame: [UInt8]) -> [UInt8] {
        var writer = WireBytes(order: .little)
        writer.u16(0)
        writer.u16(UInt16(4 + 4 * present.count + fields.count))
        for word in present { writer.u32(word) }
        writer.raw(fields + frame)
        return writer.bytes
    }

    /// Apple's PKTAP header: length, kind of record, link type, then interface, process and more.
    static func pktap(_ link: UInt32, _ packet: [UInt8], kind: UInt32 = 1, length: UInt32 = 108) -> [UInt8] {
        var writer = WireBytes(order: .little)
        for value in [length, kind, link] { writer.u32(value) }
        writer.raw(Array("en0".utf8) + Array(repeating: 0, count: Int(length) - 15) + packet)
        return writer.bytes
    }
}
