/// The headers around a payload, by the documents that define them: IP, tunnels, tags, link layers.
package enum LinkHeaders {
    /// An IP packet.
    typealias Packet = (isSixth: Bool, bytes: [UInt8])

    static func number(_ value: Int, _ width: Int) -> [UInt8] {
        (0..<width).map { UInt8(truncatingIfNeeded: value >> (8 * (width - 1 - $0))) }
    }

    static func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }

    // MARK: IP

    /// Returns a packet: IPv4 with options and an authentication header, or IPv6 with extension headers (RFC 8200
    /// section 4, RFC 4302 section 2).
    ///
    /// - Parameter isOpen: whether the header has length 0, as segmentation offload leaves it.
    static func internet(
        _ payload: [UInt8],
        _ protocolNumber: UInt8,
        _ choice: Int,
        _ ends: (from: [UInt8], to: [UInt8]),
        isOpen: Bool = false
    ) -> Packet {
        var next = protocolNumber
        var rest = payload
        guard ends.from.count == 16 else {
            if choice & 8 != 0 {
                rest = [next, 4, 0, 0] + zeros(20) + rest
                next = 51
            }
            let options = [UInt8](repeating: 1, count: (choice >> 1 & 3) * 4)
            let length = 20 + options.count
            let head = [UInt8(0x40 | length / 4), 0] + number(isOpen ? 0 : length + rest.count, 2)
            return (false, head + [0, 1, 0x40, 0, 64, next, 0, 0] + ends.from + ends.to + options + rest)
        }
        for slot in [choice >> 1, choice >> 4] {
            let size = slot >> 2 & 1
            switch slot & 7 {
            case 1, 2, 3, 6, 7:
                // Hop-by-hop options, destination options, routing, mobility, host identity and SHIM6.
                let kind: UInt8 = [0, 0, 60, 43, 0, 0, 135, choice & 128 == 0 ? 139 : 140][slot & 7]
                rest = [next, UInt8(size)] + zeros(6 + 8 * size) + rest
                next = kind
            case 4:
                // The authentication header counts in units of four bytes, minus two.
                rest = [next, UInt8(2 * size + 2)] + [UInt8](repeating: 7, count: 14 + 8 * size) + rest
                next = 51
            case 5:
                // A fragment that is the whole datagram (RFC 6946).
                rest = [next, 0, 0, 0, 1, 2, 3, 4] + rest
                next = 44
            default: break
            }
        }
        let head = [0x60, 0, 0, 0] + number(isOpen ? 0 : rest.count, 2) + [next, 64]
        return (true, head + ends.from + ends.to + rest)
    }

    // MARK: Tunnels

    static let addresses: [UInt8] = [2, 0, 0, 0, 0, 1, 2, 0, 0, 0, 0, 2]

    static func type(_ packet: Packet) -> [UInt8] { packet.isSixth ? [0x86, 0xDD] : [8, 0] }
    static func ethernet(_ packet: Packet) -> [UInt8] { addresses + type(packet) + packet.bytes }

    /// The number of tunnel kinds; the first two kinds mean no tunnel.
    package static let tunnels = 19

    /// Returns a packet in a tunnel.
    ///
    /// - Parameters:
    ///   - kind: the kind of tunnel, below ``tunnels``.
    ///   - around: wraps a payload with its protocol number in the outer IP packet.
    static func tunnel(
        _ inner: Packet,
        _ kind: Int,
        _ more: Int,
        network: Int,
        around outer: (_ payload: [UInt8], _ number: UInt8) -> Packet
    ) -> Packet {
        func datagram(_ port: Int, _ content: [UInt8]) -> Packet {
            outer(number(40000, 2) + number(port, 2) + number(8 + content.count, 2) + [0, 0] + content, 17)
        }
        func routed(_ flags: Int, _ type: [UInt8], _ content: [UInt8]) -> Packet {
            // Checksum, key and sequence number take four bytes each (RFC 2890).
            let fields = [UInt8](repeating: 9, count: (flags & 0xB000).nonzeroBitCount * 4)
            return outer(number(flags, 2) + type + fields + content, 47)
        }
        let flags = (more & 1) << 15 | (more >> 1 & 1) << 13 | (more >> 2 & 1) << 12
        switch kind {
        case 2: return outer(inner.bytes, inner.isSixth ? 41 : 4)
        case 3: return routed(flags, type(inner), inner.bytes)
        case 4: return routed(flags, [0x65, 0x58], ethernet(inner))
        case 5, 6:
            let id = number(network, 3)
            return datagram(kind == 5 ? 4789 : 8472, [8, 0, 0, 0] + id + [0] + ethernet(inner))
        case 7, 8:
            let options = [UInt8](repeating: 3, count: (more & 63) * 4)
            let head = [UInt8(options.count / 4), 0]
            let id = number(network, 3) + [0]
            return kind == 7
                ? datagram(6081, head + [0x65, 0x58] + id + options + ethernet(inner))
                : datagram(6081, head + type(inner) + id + options + inner.bytes)
        case 9: return datagram(2152, mobile(inner.bytes, more))
        case 10: return outer([0x30, 0] + ethernet(inner), 97)
        case 11: return outer(labels(more) + inner.bytes, 137)
        case 12: return datagram(6635, labels(more) + inner.bytes)
        // ERSPAN: with a sequence number it has a header of eight bytes.
        case 13: return routed(0, [0x88, 0xBE], ethernet(inner))
        case 14: return routed(0x1000, [0x88, 0xBE], [UInt8](repeating: 0x11, count: 8) + ethernet(inner))
        case 15:
            // PPP in the form of PPTP (RFC 2637): always a key, here always a sequence number, sometimes an
            // acknowledgment.
            let acknowledgment: [UInt8] = more & 1 == 0 ? [] : [0, 0, 0, 5]
            let framing: [UInt8] = more & 2 == 0 ? [] : [0xFF, 3]
            let content = framing + protocolOfPPP(inner, more >> 2) + inner.bytes
            return routed(more & 1 == 0 ? 0x3001 : 0x3081, [0x88, 0x0B], acknowledgment + content)
        // Ethernet after labels and a control word (RFC 4448).
        case 16: return outer(labels(more) + [0, 0, 0, 9] + ethernet(inner), 137)
        case 17: return routed(flags, [0x88, more & 8 == 0 ? 0x47 : 0x48], labels(more >> 4) + inner.bytes)
        case 18: return routed(flags, [0x81, 0], number(network & 0xFFF, 2) + type(inner) + inner.bytes)
        default: return inner
        }
    }

    /// Returns a GTP-U packet; an extension header has its length in units of four bytes, and the next type (TS 29.281
    /// section 5.2).
    private static func mobile(_ content: [UInt8], _ more: Int) -> [UInt8] {
        // Flags for extension headers, a sequence number and an N-PDU number; each flag adds all three fields.
        let flags = more & 7
        var fields: [UInt8] = []
        if flags != 0 { fields = [0x55, 1, 0x66, flags & 4 == 0 ? 0x77 : more & 8 == 0 ? 0 : 0x85] }
        if flags & 4 != 0, more & 8 != 0 { fields += [1, 4, 4, 0x40] + [2, 0, 0, 0, 0, 0, 0, 0] }
        return [0x30 | UInt8(flags), 0xFF] + number(fields.count + content.count, 2) + [0, 0, 0, 7] + fields + content
    }

    static func labels(_ more: Int) -> [UInt8] {
        (0...more & 3).flatMap { [0, 1, $0 == more & 3 ? 0x1F : 0x1E, 64] as [UInt8] }
    }

    static func protocolOfPPP(_ packet: Packet, _ more: Int) -> [UInt8] {
        (more & 1 == 0 ? [0] : []) + [packet.isSixth ? 0x57 : 0x21]
    }

    // MARK: Links

    /// Ethernet, Linux cooked in both forms, raw IP under each of its numbers, loopback in both byte orders, PPP under
    /// each of its numbers, PPPoE, Cisco HDLC, 802.11 without and with radiotap, Apple's PKTAP under both numbers.
    package static let links: [UInt32] = [
        1, 113, 276, 101, 12, 14, 228, 229, 0, 108, 9, 50, 204, 51, 104, 105, 127, 258, 149,
    ]

    /// Returns a packet with the headers of a link.
    ///
    /// - Parameter tags: the VLAN tags, the outermost first: the priority in the upper four bits, then an identifier.
    static func linked(_ packet: Packet, _ link: UInt32, _ more: Int, _ second: Int, tags: [Int]) -> [UInt8] {
        switch link {
        case 1: return addresses + tagged(packet, more, second, tags)
        case 113: return [0, 0, 0, 1, 0, 6, 1, 2, 3, 4, 5, 6, 0, 0] + tagged(packet, more, second, tags)
        case 276:
            let tagged = tagged(packet, more, second, tags)
            return tagged[..<2] + [0, 0, 0, 0, 0, 1, 0, 1, 4, 6, 2, 0, 0, 0, 0, 1, 0, 0] + tagged[2...]
        case 0, 108:
            // The number of IPv6 differs between systems.
            let family = packet.isSixth ? [10, 23, 24, 28, 30][more % 5] : 2
            let field = number(family, 4)
            return (link == 0 && second & 1 == 0 ? field.reversed() : field) + packet.bytes
        case 9, 50, 204:
            let direction: [UInt8] = link == 204 ? [UInt8(second & 1)] : []
            if more & 4 != 0 { return direction + [more & 8 == 0 ? 0x0F : 0x8F, 0] + type(packet) + packet.bytes }
            let framing: [UInt8] = more & 1 == 0 ? [0xFF, 3] : []
            if more & 16 != 0 {
                return direction + framing + [2, second & 2 == 0 ? 0x81 : 0x83] + labels(second) + packet.bytes
            }
            return direction + framing + protocolOfPPP(packet, more >> 1) + packet.bytes
        case 51:
            let content = protocolOfPPP(packet, more) + packet.bytes
            return [0x11, 0, 0, 9] + number(content.count, 2) + content
        case 104: return [more & 1 == 0 ? 0x0F : 0x8F, 0] + type(packet) + packet.bytes
        case 105: return wireless(packet, more, pads: false)
        case 127:
            let pads = second & 1 != 0
            // Further presence words, then a clock at a multiple of eight, then the flags.
            let words = second >> 2 & 3
            let hasClock = second & 2 != 0
            var present: [UInt8] = []
            for word in 0...words {
                present += [word > 0 ? 0 : hasClock ? 3 : 2, 0, 0, word < words ? 0x80 : 0]
            }
            var rest = present
            if hasClock { rest += zeros((8 - (4 + rest.count) % 8) % 8) + [UInt8](repeating: 0xDF, count: 8) }
            rest += [pads ? 0x20 : 0xDF, 0, 0, 0]
            return [0, 0] + number(4 + rest.count, 2).reversed() + rest + wireless(packet, more, pads: pads)
        case 258, 149:
            // Length, record type, and type of the content, all in the byte order opposite to network order.
            let length = 12 + more % 97
            let inner: UInt32 = [1, 101, 0, 9][second & 3]
            let head = number(length, 4).reversed() + [1, 0, 0, 0] + number(Int(inner), 4).reversed()
            return head + zeros(length - 12) + linked(packet, inner, 1, 0, tags: [])
        default: return packet.bytes
        }
    }

    /// Returns the bytes from the EtherType on: VLAN tags, labels, a PPPoE session, LLC.
    private static func tagged(_ packet: Packet, _ choice: Int, _ more: Int, _ tags: [Int]) -> [UInt8] {
        var content = type(packet) + packet.bytes
        switch choice & 7 {
        case 1: content = [0x88, more & 4 == 0 ? 0x47 : 0x48] + labels(more) + packet.bytes
        case 2:
            let inside = protocolOfPPP(packet, more)
            let length = number(inside.count + packet.bytes.count, 2)
            content = [0x88, 0x64, 0x11, 0, 0, 9] + length + inside + packet.bytes
        case 3:
            // A length, LLC and SNAP, with the zero organisation or that of 802.1H.
            content = [0xAA, 0xAA, 3, 0, 0, more & 1 == 0 ? 0 : 0xF8] + content
            content = number(content.count % 1501, 2) + content
        case 4: content = [0x65, 0x58] + ethernet(packet)
        default: break
        }
        for (place, tag) in tags.enumerated().reversed() {
            let kind: [UInt8] = [[0x81, 0], [0x88, 0xA8], [0x91, 0], [0x92, 0]][(choice >> 3 + place) & 3]
            content = kind + number(tag, 2) + content
        }
        return content
    }

    /// Returns an IEEE 802.11 data frame: four addresses, QoS, HT control, and aggregated packets.
    private static func wireless(_ packet: Packet, _ choice: Int, pads: Bool) -> [UInt8] {
        let hasQoS = choice & 1 != 0
        let isAggregate = isAggregate(choice)
        let hasHT = hasQoS && choice & 4 != 0
        let hasFour = choice & 8 != 0
        let logical: [UInt8] = [0xAA, 0xAA, 3, 0, 0, 0] + type(packet) + packet.bytes
        var head: [UInt8] = [hasQoS ? 0x88 : 8, (hasFour ? 3 : 1) | (hasHT ? 0x80 : 0) | 0x38, 0, 0]
        head += [UInt8](repeating: 2, count: 18) + [0x30, 0x12]
        if hasFour { head += [2, 2, 2, 2, 2, 2] }
        if hasQoS { head += [isAggregate ? 0x87 : 7, 0] }
        if hasHT { head += [0, 0, 0, 0] }
        if pads { head += zeros(-head.count & 3) }
        guard isAggregate else { return head + logical }
        // All packets but the last are padded to a multiple of four; the first is an ARP request.
        let other: [UInt8] = [0xAA, 0xAA, 3, 0, 0, 0, 8, 6] + zeros(28 + choice >> 4 & 3)
        var first = addresses + number(other.count, 2) + other
        first += zeros(-first.count & 3)
        return head + first + addresses + number(logical.count, 2) + logical
    }

    /// Whether an 802.11 frame aggregates several packets, one of them an ARP request.
    static func isAggregate(_ choice: Int) -> Bool { choice & 3 == 3 }
}
