/// A classic pcap file, laid out as draft-ietf-opsawg-pcap says: a header of 24 bytes, records with a head of 16.
struct PcapFile {
    private var writer: WireBytes
    var bytes: [UInt8] { writer.bytes }

    init(_ order: ByteOrder = .little, nanoseconds: Bool = false, snapLength: UInt32 = 65535, link: UInt32 = 1) {
        writer = WireBytes(order: order)
        writer.u32(nanoseconds ? 0xA1B2_3C4D : 0xA1B2_C3D4)
        writer.u16(2)
        writer.u16(4)
        writer.u32(0)
        writer.u32(0)
        writer.u32(snapLength)
        writer.u32(link)
    }

    /// - Parameters:
    ///   - fraction: micro- or nanoseconds, as the file counts.
    ///   - original: length on the wire; that of `packet` when `nil`.
    ///   - captured: what the record says that it holds; the truth when `nil`.
    mutating func add(
        _ packet: [UInt8],
        seconds: UInt32 = 0,
        fraction: UInt32 = 0,
        original: Int? = nil,
        captured: UInt32? = nil
    ) {
        writer.u32(seconds)
        writer.u32(fraction)
        writer.u32(captured ?? UInt32(packet.count))
        writer.u32(UInt32(original ?? packet.count))
        writer.raw(packet)
    }
}

extension PcapFile {
    /// Adds a packet every quarter of a second, the last of them after so many microseconds: time passes on a connection
    /// only while there are packets.
    mutating func pass(_ microseconds: Int, from start: Int = 0, _ packet: TCPPacket) {
        var time = start
        while time < microseconds {
            time = min(microseconds, time + 250_000)
            add(packet.ethernet, seconds: UInt32(time / 1_000_000), fraction: UInt32(time % 1_000_000))
        }
    }
}

/// A pcapng file, laid out as draft-ietf-opsawg-pcapng says: blocks of type, length, body, length.
struct PcapngFile {
    var writer: WireBytes
    var bytes: [UInt8] { writer.bytes }

    init(_ order: ByteOrder = .little) { writer = WireBytes(order: order) }

    /// A block around a body that is padded to four bytes.
    mutating func block(_ type: UInt32, _ body: [UInt8]) {
        let padding = (4 - body.count % 4) % 4
        let length = UInt32(12 + body.count + padding)
        writer.u32(type)
        writer.u32(length)
        writer.raw(body + Array(repeating: 0, count: padding))
        writer.u32(length)
    }

    /// Section header block, section 4.1.
    mutating func section(_ order: ByteOrder? = nil, major: UInt16 = 1) {
        if let order { writer.order = order }
        var body = WireBytes(order: writer.order)
        body.u32(0x1A2B_3C4D)
        body.u16(major)
        body.u16(0)
        body.u64(.max)
        block(0x0A0D_0D0A, body.bytes)
    }

    /// An option: code, length, value, padding.
    func option(_ code: UInt16, _ value: [UInt8]) -> [UInt8] {
        var option = WireBytes(order: writer.order)
        option.u16(code)
        option.u16(UInt16(value.count))
        option.raw(value + Array(repeating: 0, count: (4 - value.count % 4) % 4))
        return option.bytes
    }

    /// Interface description block, section 4.2.
    mutating func interface(
        link: UInt16 = 1,
        snapLength: UInt32 = 0,
        resolution: UInt8? = nil,
        offset: Int64? = nil
    ) {
        var body = WireBytes(order: writer.order)
        body.u16(link)
        body.u16(0)
        body.u32(snapLength)
        body.raw(option(2, Array("eth0x".utf8)))
        if let resolution { body.raw(option(9, [resolution])) }
        if let offset {
            var value = WireBytes(order: writer.order)
            value.u64(UInt64(bitPattern: offset))
            body.raw(option(14, value.bytes))
        }
        body.raw(option(0, []))
        block(1, body.bytes)
    }

    /// Enhanced packet block, section 4.3.
    mutating func packet(_ packet: [UInt8], interface: UInt32 = 0, ticks: UInt64 = 0, original: Int? = nil) {
        var body = WireBytes(order: writer.order)
        body.u32(interface)
        body.u32(UInt32(truncatingIfNeeded: ticks >> 32))
        body.u32(UInt32(truncatingIfNeeded: ticks))
        body.u32(UInt32(packet.count))
        body.u32(UInt32(original ?? packet.count))
        body.raw(packet + Array(repeating: 0, count: (4 - packet.count % 4) % 4))
        body.raw(option(1, Array("a comment".utf8)))
        body.raw(option(0, []))
        block(6, body.bytes)
    }

    /// Simple packet block, section 4.4.
    mutating func simplePacket(_ packet: [UInt8], original: Int? = nil) {
        var body = WireBytes(order: writer.order)
        body.u32(UInt32(original ?? packet.count))
        body.raw(packet)
        block(3, body.bytes)
    }

    /// The obsolete packet block, appendix A.
    mutating func oldPacket(_ packet: [UInt8], interface: UInt16 = 0, ticks: UInt64 = 0) {
        var body = WireBytes(order: writer.order)
        body.u16(interface)
        body.u16(0)
        body.u32(UInt32(truncatingIfNeeded: ticks >> 32))
        body.u32(UInt32(truncatingIfNeeded: ticks))
        body.u32(UInt32(packet.count))
        body.u32(UInt32(packet.count))
        body.raw(packet)
        block(2, body.bytes)
    }
}
