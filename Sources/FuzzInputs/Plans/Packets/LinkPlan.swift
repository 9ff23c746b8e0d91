/// TCP connections in the headers of link layers, tags and tunnels, the bytes that they carry, and packets without TCP.
///
/// The head of a plan chooses the headers, the same for all packets: three bytes for the link, two for the inner IP and
/// its addresses, two for the tunnel, one for the outer IP, one for tags, one for other options. A step is three bytes:
/// the kind of packet, its length, and an option.
package struct LinkPlan: Sendable {
    /// One connection.
    package struct Connection: Sendable {
        /// The initial sequence number of both streams.
        let start: Int
        /// The VLAN identifiers, the outermost first, and the identifier of a virtual network.
        let tags: [Int]
        let network: Int
        /// The sent bytes of each direction; `nil` for bytes that were not captured.
        package var streams: [[UInt8?]] = [[], []]
    }

    /// The number of the link type.
    package let link: UInt32
    /// The kind of tunnel.
    package let tunnel: Int
    package private(set) var connections: [Connection] = []
    /// Both endpoints as texts, the client first.
    package let ends: [String]
    /// The expected counters.
    package private(set) var counts: [String: Int] = [:]
    /// The file.
    package var file: [UInt8] { writer.file }

    private var writer = PlannedCapture()
    private let head: [Int]
    private let addresses: [[UInt8]]
    private let outer: [[UInt8]]
    private let ports: [Int]
    /// The number of bytes after the IP packet.
    private let trailer: Int
    private var open: (inner: Bool, outer: Bool) = (false, false)
    /// The priority of a frame, and whether it may be dropped: four bits that do not distinguish connections.
    private var urgency = 14

    /// The number of bytes before the first step.
    package static let headBytes = 10

    package init(_ plan: [UInt8]) {
        var reader = PlanReader(plan)
        var head: [Int] = []
        for _ in 0..<Self.headBytes { head.append(reader.byte()) }
        self.head = head
        link = LinkHeaders.links[head[0] % LinkHeaders.links.count]
        tunnel = head[5] % LinkHeaders.tunnels
        let isSixth = head[4] & 1 != 0
        addresses = (0..<2).map { PlanAddress.bytes(isSixth: isSixth, head[9] &* 2 &+ $0) }
        outer = (0..<2).map { PlanAddress.bytes(isSixth: head[6] & 1 != 0, 6 + $0) }
        // The client has the higher port, or the lower one.
        ports = head[9] & 64 == 0 ? [50001, 80] : [443, 65535]
        ends = zip(addresses, ports).map { PlanAddress.text($0, port: $1) }
        trailer = link == 1 ? head[3] & 15 : 0
        let tagged = [UInt32(1), 113, 276].contains(link) ? head[7] & 3 : 0
        let tags = [head[7] >> 2 & 15, 9, 4095].prefix(tagged).map { $0 }
        let network = head[8] | head[3] << 8 | head[2] << 16
        connections = [Connection(start: 1000, tags: tags, network: network)]
        // Another connection of the same endpoints in another network; the networks' numbers differ in one bit.
        let bit = head[2] + head[9]
        var other = tags
        if let first = tags.first { other[0] = first ^ 1 << (bit % 12) }
        let otherTags = head[9] & 16 == 0 ? other : tags.reversed()
        // A tag of 0 gives only the priority of a frame.
        let differs = otherTags.filter { $0 != 0 } != tags.filter { $0 != 0 }
        let hasNetwork = [5, 6, 7, 8, 18].contains(tunnel)
        if head[9] & 32 != 0, differs || hasNetwork {
            connections.append(
                Connection(
                    start: 0x4000_0000,
                    tags: otherTags,
                    network: network ^ 1 << (bit % (tunnel == 18 ? 12 : 24))
                )
            )
        }
        for index in connections.indices {
            send(index, 0, [], flags: 2)
            send(index, 1, [], flags: 0x12)
        }
        for (number, step) in reader.steps(of: 3, atMost: 24).enumerated() { take(step, number) }
        counts["flows"] = connections.count
    }

    private mutating func take(_ step: PlanReader, _ number: Int) {
        var step = step
        let choice = step.byte()
        let length = step.byte()
        let extra = step.byte()
        let side = choice & 1
        let index = choice >> 7 % connections.count
        let payload = planBytes(number, length)
        open = (false, false)
        urgency = [14, 0, 5, 11][choice >> 5 & 3]
        switch choice >> 1 & 15 {
        case 0: noise(length << 8 | extra)
        case 1: noise(length * 7 + extra)
        case 2: send(index, side, payload, flags: 0x18, missing: min(length, extra & 63))
        case 3: cutHeader(index, side, extra)
        case 4 where trailer == 0 && !isAggregate:
            // Offload leaves no length; if nothing follows the packet, the capture record's length counts.
            open = (extra & 1 != 0, extra & 2 != 0)
            // The capture may have cut the packet as well; the record gives only the outermost packet's length.
            let isCut = extra & 4 != 0 && tunnel <= 1
            send(index, side, payload, flags: 0x18, missing: isCut ? min(length, extra >> 3) : 0)
        default: send(index, side, payload, flags: 0x18)
        }
        open = (false, false)
    }

    private var isAggregate: Bool { [105, 127].contains(link) && LinkHeaders.isAggregate(head[1]) }

    private mutating func count(_ name: String) { counts[name, default: 0] += 1 }

    /// Adds a packet without a segment.
    private mutating func noise(_ choice: Int) {
        let noise = LinkNoise.all[choice % LinkNoise.all.count]
        writer.add(noise.bytes, link: noise.link, length: noise.bytes.count)
        count("packets")
        count(noise.reason)
    }

    // MARK: Segments

    private func segment(_ index: Int, _ side: Int, _ payload: [UInt8], flags: UInt8) -> [UInt8] {
        let connection = connections[index]
        // A SYN takes one sequence number.
        func place(_ side: Int) -> Int {
            connection.start + connection.streams[side].count + (flags & 2 == 0 ? 1 : 0)
        }
        let acknowledgment = flags == 2 ? 0 : connection.start + 1 + connection.streams[1 - side].count
        return LinkHeaders.number(ports[side], 2) + LinkHeaders.number(ports[1 - side], 2)
            + LinkHeaders.number(place(side), 4) + LinkHeaders.number(acknowledgment, 4) + [0x50, flags]
            + LinkHeaders.number(0xFFFF, 2) + [0, 0, 0, 0] + payload
    }

    /// Returns a packet with all its headers.
    private func packet(_ index: Int, _ side: Int, _ segment: [UInt8]) -> [UInt8] {
        let connection = connections[index]
        let ends = (addresses[side], addresses[1 - side])
        let inner = LinkHeaders.internet(segment, 6, head[4], ends, isOpen: open.inner)
        let outside = (outer[side], outer[1 - side])
        let (choice, isOpen) = (head[6], open.outer)
        let packet = LinkHeaders.tunnel(inner, tunnel, head[8], network: connection.network) { payload, number in
            LinkHeaders.internet(payload, number, choice, outside, isOpen: isOpen)
        }
        let tags = connection.tags.map { urgency << 12 | $0 }
        return LinkHeaders.linked(packet, link, head[1], head[2], tags: tags)
    }

    private mutating func send(
        _ index: Int,
        _ side: Int,
        _ payload: [UInt8],
        flags: UInt8,
        missing: Int = 0
    ) {
        let bytes = packet(index, side, segment(index, side, payload, flags: flags))
        let cut = missing > 0 ? missing + trailer : 0
        let whole = bytes + LinkHeaders.zeros(trailer)
        writer.add(Array(whole.dropLast(cut)), link: link, length: whole.count)
        let captured = payload.dropLast(missing)
        connections[index].streams[side] += captured.map { $0 }
        connections[index].streams[side] += [UInt8?](repeating: nil, count: missing)
        count("packets")
        count("tcp")
        if tunnel > 1 { count("tunnelled") }
        if isAggregate { count("arp") }
    }

    /// Adds an acknowledgment that the capture cuts off inside the headers.
    private mutating func cutHeader(_ index: Int, _ side: Int, _ extra: Int) {
        let bytes = packet(index, side, segment(index, side, [], flags: 0x10))
        // An aggregate may hold other whole packets; with PKTAP under the private number, too few bytes identify
        // nothing.
        let least = link == 149 ? 12 : 1
        guard !isAggregate, bytes.count > least else { return }
        writer.add(Array(bytes.prefix(least + extra % (bytes.count - least))), link: link, length: bytes.count)
        count("packets")
        count("malformed")
    }
}

/// A pcapng file of packets, each with its own link type.
struct PlannedCapture: Sendable {
    private var links: [UInt32] = []
    private var blocks: [UInt8] = []
    private(set) var count = 0

    private static func number(_ value: Int, _ width: Int) -> [UInt8] { LinkHeaders.number(value, width).reversed() }

    private static func block(_ type: Int, _ body: [UInt8]) -> [UInt8] {
        let padded = body + LinkHeaders.zeros(-body.count & 3)
        let length = number(padded.count + 12, 4)
        return number(type, 4) + length + padded + length
    }

    /// Returns the time of a packet, in nanoseconds since 1970.
    static func time(of packet: Int) -> Int64 { 1_795_000_000_000_000_000 + Int64(packet) * 1_000_000 }

    /// Adds a packet; `length` is its length on the wire.
    mutating func add(_ bytes: [UInt8], link: UInt32, length: Int, time: Int64? = nil) {
        count += 1
        var interface = links.count
        if let known = links.firstIndex(of: link) {
            interface = known
        } else {
            links.append(link)
        }
        let ticks = Int((time ?? Self.time(of: count)) / 1000)
        let head = Self.number(interface, 4) + Self.number(ticks >> 32, 4) + Self.number(ticks, 4)
        blocks += Self.block(6, head + Self.number(bytes.count, 4) + Self.number(length, 4) + bytes)
    }

    /// The file.
    var file: [UInt8] {
        let section = Self.number(0x1A2B_3C4D, 4) + [1, 0, 0, 0] + [UInt8](repeating: 0xFF, count: 8)
        let interfaces = links.flatMap { Self.block(1, Self.number(Int($0), 2) + LinkHeaders.zeros(6)) }
        return Self.block(0x0A0D_0D0A, section) + interfaces + blocks
    }
}

/// Addresses and their text form.
enum PlanAddress {
    /// Returns the address with a number; those of IPv6 have runs of zeros at every place.
    static func bytes(isSixth: Bool, _ number: Int) -> [UInt8] {
        guard isSixth else { return [10, UInt8(number >> 1 & 3), 0, UInt8(1 + number & 127)] }
        let groups: [[Int]] = [
            [0xFD00, 0, 0, 0, 0, 0, 0, 1], [0x2001, 0xDB8, 0, 0, 1, 0, 0, 2], [0x2001, 0xDB8, 0, 1, 1, 1, 1, 3],
            [0, 0, 0, 0, 0, 0, 0, 1], [0xFE80, 0, 0, 0, 0x1234, 0, 0, 0], [0, 0, 1, 0, 0, 0, 0, 4],
            [0xFD00, 0, 0, 0, 0, 0, 0, 2], [1, 2, 3, 4, 5, 6, 7, 8], [0, 0, 0, 0, 0, 0xFFFF, 0xA00, 5],
            [0, 0, 0, 0, 0, 0, 0xA00, 5], [0xABCD, 0, 0, 0xEF01, 0, 0, 0, 6], [0x10, 0, 0x200, 0, 0, 0, 0, 0],
        ]
        return groups[number % groups.count].flatMap { LinkHeaders.number($0, 2) }
    }

    /// Returns `10.0.0.1:80`, or `[fd00::1]:80` as in RFC 5952.
    static func text(_ bytes: [UInt8], port: Int) -> String {
        guard bytes.count == 16 else { return bytes.map { "\($0)" }.joined(separator: ".") + ":\(port)" }
        let groups = (0..<8).map { group in
            let value = Int(bytes[2 * group]) << 8 | Int(bytes[2 * group + 1])
            return String(value, radix: 16)
        }
        if groups.prefix(6).joined(separator: ":") == "0:0:0:0:0:ffff" {
            return "[::ffff:" + bytes.suffix(4).map { "\($0)" }.joined(separator: ".") + "]:\(port)"
        }
        // The longest run of zeros is left out, the first among equal ones, but not a single zero (section 4.2).
        for length in stride(from: 8, to: 1, by: -1) {
            for start in 0...8 - length where groups[start..<start + length].allSatisfy({ $0 == "0" }) {
                let before = groups[..<start].joined(separator: ":")
                return "[\(before)::\(groups[(start + length)...].joined(separator: ":"))]:\(port)"
            }
        }
        return "[\(groups.joined(separator: ":"))]:\(port)"
    }
}
