/// One end of a connection: four or sixteen address bytes and a port.
struct Host: Sendable {
    var address: [UInt8]
    var port: UInt16

    static let client = Host(address: [10, 0, 0, 1], port: 40000)
    static let server = Host(address: [10, 0, 0, 2], port: 80)
    static let client6 = Host(address: [0x20, 1, 0xD, 0xB8] + Array(repeating: 0, count: 11) + [1], port: 40000)
    static let server6 = Host(address: [0x20, 1, 0xD, 0xB8] + Array(repeating: 0, count: 11) + [2], port: 80)
}

/// A TCP segment from one end to the other, before it is put in packets.
struct TCPPacket: Sendable {
    static let fin: UInt8 = 1
    static let syn: UInt8 = 2
    static let rst: UInt8 = 4
    static let psh: UInt8 = 8
    static let ack: UInt8 = 16

    var from = Host.client
    var to = Host.server
    var sequence: UInt32 = 0
    var acknowledgment: UInt32 = 0
    var flags: UInt8 = TCPPacket.ack
    var options: [UInt8] = []
    var window: UInt16 = 0xFFFF
    var payload: [UInt8] = []

    /// RFC 9293 section 3.1.
    var segment: [UInt8] {
        var writer = WireBytes()
        writer.u16(from.port)
        writer.u16(to.port)
        writer.u32(sequence)
        writer.u32(acknowledgment)
        writer.u8(UInt8(5 + options.count / 4) << 4)
        writer.u8(flags)
        writer.u16(window)
        writer.u16(0)
        writer.u16(0)
        writer.raw(options + payload)
        return writer.bytes
    }

    /// The IP packet, of the version that the addresses have.
    var internet: [UInt8] {
        from.address.count == 4
            ? IPPacket.v4(from.address, to.address, segment) : IPPacket.v6(from.address, to.address, 6, segment)
    }

    /// The Ethernet frame.
    var ethernet: [UInt8] {
        LinkFrame.ethernet(from.address.count == 4 ? 0x0800 : 0x86DD, internet)
    }
}

/// IP headers.
enum IPPacket {
    /// RFC 791 section 3.1.
    static func v4(
        _ source: [UInt8],
        _ destination: [UInt8],
        _ payload: [UInt8],
        number: UInt8 = 6,
        options: [UInt8] = [],
        fragment: UInt16 = 0x4000,
        totalLength: UInt16? = nil
    ) -> [UInt8] {
        var writer = WireBytes()
        writer.u8(0x40 | UInt8(5 + options.count / 4))
        writer.u8(0)
        writer.u16(totalLength ?? UInt16(20 + options.count + payload.count))
        writer.u16(7)
        writer.u16(fragment)
        writer.u8(64)
        writer.u8(number)
        writer.u16(0)
        writer.raw(source + destination + options + payload)
        return writer.bytes
    }

    /// RFC 8200 section 3.
    static func v6(
        _ source: [UInt8],
        _ destination: [UInt8],
        _ next: UInt8,
        _ payload: [UInt8],
        payloadLength: UInt16? = nil
    ) -> [UInt8] {
        var writer = WireBytes()
        writer.u32(0x6000_0000)
        writer.u16(payloadLength ?? UInt16(payload.count))
        writer.u8(next)
        writer.u8(64)
        writer.raw(source + destination + payload)
        return writer.bytes
    }
}

extension IPPacket {
    /// A fragment of the IP packet around a segment: these data at this place.
    static func fragment(
        _ packet: TCPPacket,
        _ data: [UInt8],
        offset: Int,
        isLast: Bool,
        number: UInt32 = 77
    ) -> [UInt8] {
        if packet.from.address.count == 4 {
            var bytes = v4(
                packet.from.address,
                packet.to.address,
                data,
                fragment: UInt16(offset / 8) | (isLast ? 0 : 0x2000),
                // The last fragment of the longest datagrams makes the packet longer than the field can say.
                totalLength: UInt16(truncatingIfNeeded: 20 + data.count)
            )
            bytes[4] = UInt8(truncatingIfNeeded: number >> 8)
            bytes[5] = UInt8(truncatingIfNeeded: number)
            return bytes
        }
        var header = WireBytes()
        header.u8(6)
        header.u8(0)
        header.u16(UInt16(offset) | (isLast ? 0 : 1))
        header.u32(number)
        return v6(packet.from.address, packet.to.address, 44, header.bytes + data)
    }

    /// The IP packet around a segment in fragments of so many bytes, a multiple of 8.
    static func fragments(_ packet: TCPPacket, size: Int, number: UInt32 = 77) -> [[UInt8]] {
        let segment = packet.segment
        return stride(from: 0, to: segment.count, by: size).map { start in
            let end = min(segment.count, start + size)
            return fragment(
                packet,
                Array(segment[start..<end]),
                offset: start,
                isLast: end == segment.count,
                number: number
            )
        }
    }
}

/// Link-layer headers.
enum LinkFrame {
    /// IEEE 802.3, with VLAN tags (TPID and identifier) of IEEE 802.1Q.
    static func ethernet(_ type: UInt16, _ payload: [UInt8], tags: [(UInt16, UInt16)] = []) -> [UInt8] {
        var writer = WireBytes()
        writer.raw([2, 0, 0, 0, 0, 1, 2, 0, 0, 0, 0, 2])
        for (protocolNumber, tag) in tags {
            writer.u16(protocolNumber)
            writer.u16(tag)
        }
        writer.u16(type)
        writer.raw(payload)
        return writer.bytes
    }

    /// LINKTYPE_LINUX_SLL: packet type, ARPHRD, address length, address, protocol.
    static func linuxSLL(_ type: UInt16, _ payload: [UInt8]) -> [UInt8] {
        var writer = WireBytes()
        writer.u16(4)
        writer.u16(1)
        writer.u16(6)
        writer.raw([2, 0, 0, 0, 0, 1, 0, 0])
        writer.u16(type)
        writer.raw(payload)
        return writer.bytes
    }

    /// LINKTYPE_LINUX_SLL2: protocol, reserved, interface, ARPHRD, packet type, address length, address.
    static func linuxSLL2(_ type: UInt16, _ payload: [UInt8]) -> [UInt8] {
        var writer = WireBytes()
        writer.u16(type)
        writer.u16(0)
        writer.u32(3)
        writer.u16(1)
        writer.u8(4)
        writer.u8(6)
        writer.raw([2, 0, 0, 0, 0, 1, 0, 0])
        writer.raw(payload)
        return writer.bytes
    }

    /// LINKTYPE_NULL and LINKTYPE_LOOP: the address family in some byte order.
    static func loopback(_ family: UInt32, _ payload: [UInt8], order: ByteOrder) -> [UInt8] {
        var writer = WireBytes(order: order)
        writer.u32(family)
        writer.raw(payload)
        return writer.bytes
    }
}
