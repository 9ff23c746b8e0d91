/// A TCP connection in the headers of link layers, tags and tunnels, and the bytes that it carries.
///
/// The head of a plan says which headers there are, the same for all packets: four bytes for the link, one each for the inner
/// IP, for the tunnel and for the IP around it. A step is two bytes: which end sends, and how much.
struct LinkPlan: Sendable {
    /// The number of the link type.
    let link: UInt32
    /// The packets with all their headers.
    private(set) var packets: [[UInt8]] = []
    /// What each end sent.
    private(set) var streams: [[UInt8]] = [[], []]
    private let head: [Int]

    /// Ethernet, Linux cooked, raw, loopback in both orders, PPP, Cisco HDLC, 802.11 without and with radiotap.
    private static let links: [UInt32] = [1, 113, 276, 101, 0, 108, 9, 104, 105, 127]

    init(_ plan: [UInt8]) {
        var reader = PlanReader(plan)
        var head: [Int] = []
        for _ in 0..<LinkPlanTarget.headBytes { head.append(reader.byte()) }
        self.head = head
        link = Self.links[head[0] % Self.links.count]
        add(0, [], flags: 2)
        add(1, [], flags: 0x12)
        for (number, step) in reader.steps(of: 2, atMost: 24).enumerated() {
            var step = step
            let side = step.byte() & 1
            add(side, planBytes(number, step.byte()), flags: 0x18)
        }
    }

    private mutating func add(_ side: Int, _ payload: [UInt8], flags: UInt8) {
        // A SYN takes a number of its own.
        func place(_ side: Int) -> Int { 1000 + streams[side].count + (flags & 2 == 0 ? 1 : 0) }
        let ports = [Self.number(50001, 2), Self.number(80, 2)]
        let acknowledgment = flags == 2 ? 0 : 1001 + streams[1 - side].count
        let segment =
            ports[side] + ports[1 - side] + Self.number(place(side), 4) + Self.number(acknowledgment, 4)
            + [0x50, flags] + Self.number(0xFFFF, 2) + [0, 0, 0, 0] + payload
        streams[side] += payload
        let inner = Self.internet(segment, 6, head[4], side)
        let (isSixth, packet) = Self.tunnel(inner, head[5], head[6], side)
        packets.append(linked(packet, isSixth))
    }

    private static func number(_ value: Int, _ width: Int) -> [UInt8] {
        (0..<width).map { UInt8(truncatingIfNeeded: value >> (8 * (width - 1 - $0))) }
    }

    // MARK: IP

    private typealias Packet = (isSixth: Bool, bytes: [UInt8])

    /// IPv4 with and without options, IPv6 with headers between (RFC 8200 section 4, RFC 4302 section 2).
    private static func internet(_ payload: [UInt8], _ protocolNumber: UInt8, _ choice: Int, _ side: Int) -> Packet {
        guard choice & 1 != 0 else {
            let options = [UInt8](repeating: 1, count: (choice >> 1 & 3) * 4)
            let length = 20 + options.count
            let ends: [[UInt8]] = [[10, 0, 0, 1], [10, 0, 0, 2]]
            let head = [UInt8(0x40 | length / 4), 0] + number(length + payload.count, 2) + [0, 1, 0x40, 0, 64]
            return (false, head + [protocolNumber, 0, 0] + ends[side] + ends[1 - side] + options + payload)
        }
        var next = protocolNumber
        var rest = payload
        for shift in [1, 3, 5] {
            let size = 1 + shift / 2
            switch choice >> shift & 3 {
            case 1:
                rest = [next, UInt8(size)] + [UInt8](repeating: 0, count: 6 + 8 * size) + rest
                next = shift == 5 ? 0 : 60
            case 2:
                // Authentication counts four bytes at a time, and two less.
                rest = [next, UInt8(2 * size)] + [UInt8](repeating: 7, count: 6 + 8 * size) + rest
                next = 51
            default: break
            }
        }
        let ends = [1, 2].map { [0xFD] + [UInt8](repeating: 0, count: 14) + [UInt8($0)] }
        return (true, [0x60, 0, 0, 0] + number(rest.count, 2) + [next, 64] + ends[side] + ends[1 - side] + rest)
    }

    // MARK: Tunnels

    private static let addresses: [UInt8] = [2, 0, 0, 0, 0, 1, 2, 0, 0, 0, 0, 2]

    private static func type(_ packet: Packet) -> [UInt8] { packet.isSixth ? [0x86, 0xDD] : [8, 0] }
    private static func ethernet(_ packet: Packet) -> [UInt8] { addresses + type(packet) + packet.bytes }

    private static func tunnel(_ inner: Packet, _ choice: Int, _ outer: Int, _ side: Int) -> Packet {
        let more = choice >> 4
        func datagram(_ port: Int, _ content: [UInt8]) -> Packet {
            let ports = number(40000, 2) + number(port, 2)
            return internet(ports + number(8 + content.count, 2) + [0, 0] + content, 17, outer, side)
        }
        switch choice & 15 {
        case 0, 1: return inner
        case 2: return internet(inner.bytes, inner.isSixth ? 41 : 4, outer, side)
        case 3, 4:
            // Checksum, key and sequence number take four bytes each (RFC 2890).
            let flags = (more & 1) << 15 | (more >> 1 & 1) << 13 | (more >> 2 & 1) << 12
            let fields = [UInt8](repeating: 9, count: flags.nonzeroBitCount * 4)
            let isBridged = choice & 15 == 4
            let content = isBridged ? [0x65, 0x58] + fields + ethernet(inner) : type(inner) + fields + inner.bytes
            return internet(number(flags, 2) + content, 47, outer, side)
        case 5: return datagram(4789, [8, 0, 0, 0, 0, 0, UInt8(more), 0] + ethernet(inner))
        case 6:
            let options = [UInt8](repeating: 3, count: more * 8)
            let head = [UInt8(options.count / 4), 0, 0x65, 0x58, 0, 0, 5, 0]
            return datagram(6081, head + options + ethernet(inner))
        case 7:
            // Extension headers tell their length in fours, and what follows (TS 29.281 section 5.2).
            var fields: [UInt8] = []
            if more & 3 != 0 { fields = [0, 1, 0, more & 1 == 0 ? 0 : 0x85] }
            if more & 1 != 0 { fields += [1, 4, 4, 0x40] + [2, 0, 0, 0, 0, 0, 0, 0] }
            let flags = 0x30 | (more & 1 == 0 ? 0 : 4) | UInt8(more & 2)
            let length = number(fields.count + inner.bytes.count, 2)
            return datagram(2152, [flags, 0xFF] + length + [0, 0, 0, 7] + fields + inner.bytes)
        case 8: return internet([0x30, 0] + ethernet(inner), 97, outer, side)
        case 9: return internet(labels(more) + inner.bytes, 137, outer, side)
        default: return inner
        }
    }

    private static func labels(_ more: Int) -> [UInt8] {
        (0...more & 3).flatMap { [0, 1, $0 == more & 3 ? 1 : 0, 64] as [UInt8] }
    }

    // MARK: Links

    private func linked(_ bytes: [UInt8], _ isSixth: Bool) -> [UInt8] {
        let packet: Packet = (isSixth, bytes)
        let more = head[1]
        switch link {
        case 1: return Self.addresses + Self.tagged(packet, more, head[2]) + [UInt8](repeating: 0, count: head[3] & 15)
        case 113: return [0, 0, 0, 1, 0, 6, 1, 2, 3, 4, 5, 6, 0, 0] + Self.tagged(packet, more, head[2])
        case 276:
            let tagged = Self.tagged(packet, more, head[2])
            return tagged[..<2] + [0, 0, 0, 0, 0, 1, 0, 1, 4, 6, 2, 0, 0, 0, 0, 1, 0, 0] + tagged[2...]
        case 101: return bytes
        case 0, 108:
            // IPv6 has another number on each system.
            let family = isSixth ? [10, 23, 24, 28, 30][more % 5] : 2
            let field = Self.number(family, 4)
            return (link == 0 && head[2] & 1 == 0 ? field.reversed() : field) + bytes
        case 9:
            return (more & 1 == 0 ? [0xFF, 3] : []) + (more & 2 == 0 ? [0] : []) + [isSixth ? 0x57 : 0x21] + bytes
        case 104: return [more & 1 == 0 ? 0x0F : 0x8F, 0] + Self.type(packet) + bytes
        case 105: return Self.wireless(packet, more, pads: false)
        default:
            let pads = head[2] & 1 != 0
            let fields = head[2] & 2 == 0 ? [] : [UInt8](repeating: 1, count: 8)
            let present: UInt8 = 2 | (fields.isEmpty ? 0 : 1)
            let rest = fields + [pads ? 0x20 : 0, 0, 0, 0]
            return [0, 0, UInt8(8 + rest.count), 0, present, 0, 0, 0] + rest + Self.wireless(packet, more, pads: pads)
        }
    }

    /// From the EtherType on: VLAN tags, labels, a session of PPPoE.
    private static func tagged(_ packet: Packet, _ choice: Int, _ more: Int) -> [UInt8] {
        var content = type(packet) + packet.bytes
        switch choice & 3 {
        case 1: content = [0x88, 0x47] + labels(more) + packet.bytes
        case 2:
            let inside: [UInt8] = (more & 1 == 0 ? [0] : []) + [packet.isSixth ? 0x57 : 0x21]
            let length = number(inside.count + packet.bytes.count, 2)
            content = [0x88, 0x64, 0x11, 0, 0, 9] + length + inside + packet.bytes
        default: break
        }
        for tag in 0..<choice >> 2 & 3 { content = [tag == 0 ? 0x81 : 0x88, tag == 0 ? 0 : 0xA8, 0xE0, 7] + content }
        return content
    }

    /// Data of IEEE 802.11: four addresses, QoS, HT control, and packets that go together in one.
    private static func wireless(_ packet: Packet, _ choice: Int, pads: Bool) -> [UInt8] {
        let hasQoS = choice & 1 != 0
        let isAggregate = hasQoS && choice & 2 != 0
        let hasHT = hasQoS && choice & 4 != 0
        let hasFour = choice & 8 != 0
        let logical: [UInt8] = [0xAA, 0xAA, 3, 0, 0, 0] + type(packet) + packet.bytes
        var head: [UInt8] = [hasQoS ? 0x88 : 8, (hasFour ? 3 : 1) | (hasHT ? 0x80 : 0), 0, 0]
        head += [UInt8](repeating: 2, count: 18) + [0, 0]
        if hasFour { head += [2, 2, 2, 2, 2, 2] }
        if hasQoS { head += [isAggregate ? 0x80 : 0, 0] }
        if hasHT { head += [0, 0, 0, 0] }
        if pads { head += [UInt8](repeating: 0, count: -head.count & 3) }
        guard isAggregate else { return head + logical }
        // All but the last end at a multiple of four; the first is a question of ARP.
        let other: [UInt8] = [0xAA, 0xAA, 3, 0, 0, 0, 8, 6] + [UInt8](repeating: 0, count: 28 + choice >> 4 & 3)
        var first = addresses + number(other.count, 2) + other
        first += [UInt8](repeating: 0, count: -first.count & 3)
        return head + first + addresses + number(logical.count, 2) + logical
    }
}
