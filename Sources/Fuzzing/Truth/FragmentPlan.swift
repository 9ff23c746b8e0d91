/// IP datagrams in fragments (RFC 791 section 3.2, RFC 8200 section 4.5), and the stream that they carry.
///
/// A plan's byte before the steps: bit 0 IPv6, bit 1 whether headers have options. A step is four bytes: which of the
/// open datagrams a fragment is of, where it begins, how long it is, in which version its bytes are. Where fragments of
/// one datagram hold the same unit of 8 bytes, the one that was captured first counts. A datagram that is whole makes
/// place for the next one, which may use its number again; those that are not get what they lack at the end.
struct FragmentPlan: Sendable {
    private struct Datagram {
        /// Which of all it is, by its beginning.
        var serial: Int
        /// The number that its fragments have in common.
        var identification: Int
        /// What is sent in it: a TCP header and bytes of the stream.
        var bytes: [UInt8]
        /// For each unit the bytes that came first.
        var units: [[UInt8]?]

        var missing: Int? { units.firstIndex { $0 == nil } }
    }

    private static let start = 0xFFFF_FF80

    /// The packets in the order in which they are captured.
    private(set) var packets: [WirePacket] = []
    /// The bytes of the client's stream by what came first.
    var stream: [UInt8] { payloads.flatMap { $0 } }
    /// How many fragments came.
    private(set) var count = 0
    private let isIPv6: Bool
    private let hasOptions: Bool
    /// Whether one datagram is so long that offsets need all their bits.
    private let hasLong: Bool
    /// Whether the first datagram is the SYN, with data (RFC 9293 section 3.4).
    private let hasEarlyData: Bool
    private var open: [Datagram] = []
    private var payloads: [[UInt8]] = []
    private var sent = 0

    init(_ plan: [UInt8]) {
        var reader = PlanReader(plan)
        let options = reader.byte()
        isIPv6 = options & 1 != 0
        hasOptions = options & 2 != 0
        hasLong = options & 4 != 0
        hasEarlyData = options & 8 != 0
        if !hasEarlyData {
            packet(Self.segment(at: -1, [], flags: 2, serial: 0), 0, at: nil, isLast: true)
        }
        for slot in 0..<3 { begin(slot) }
        for step in reader.steps(of: 4, atMost: 120) {
            var step = step
            // A stream that goes on for long without its SYN begins without it.
            let choice = step.below(3)
            let slot = hasEarlyData && open[0].serial == 0 ? 0 : choice
            let units = open[slot].units.count
            let first = step.below(units)
            // What holds all is no fragment.
            let length = min(1 + step.below(units - first), units - 1)
            let version = step.byte()
            add(slot, first..<first + length, version: version & 3, isLying: version & 4 != 0)
            if open[slot].missing == nil {
                finish(slot)
                begin(slot)
            }
        }
        for slot in 0..<3 {
            while let missing = open[slot].missing {
                let units = open[slot].units
                let end = units[missing...].firstIndex { $0 != nil } ?? units.count
                // Never all at once: what holds all is no fragment.
                add(slot, missing..<min(end, missing + max(1, min(150, units.count / 2))), version: 0)
            }
            finish(slot)
        }
        for index in packets.indices { packets[index].time = 1_795_000_000_000_000 + UInt64(index) }
    }

    // MARK: Datagrams

    private mutating func begin(_ slot: Int) {
        let serial = payloads.count
        let payload = planBytes(serial, hasLong && serial == 1 ? 34_000 : 40 + serial * 37 % 300)
        let isEarly = hasEarlyData && serial == 0
        let bytes = Self.segment(at: isEarly ? -1 : sent, payload, flags: isEarly ? 2 : 0x18, serial: serial)
        sent += payload.count
        // Numbers that are equal in their low byte, and that come again, but not while a datagram has them.
        var choice = serial
        while open.contains(where: { $0.identification == choice % 5 * 256 + 7 }) { choice += 1 }
        let units = [[UInt8]?](repeating: nil, count: (bytes.count + 7) / 8)
        let datagram = Datagram(
            serial: serial,
            identification: choice % 5 * 256 + 7,
            bytes: bytes,
            units: units
        )
        if slot < open.count { open[slot] = datagram } else { open.append(datagram) }
        payloads.append([])
    }

    /// Adds a fragment.
    ///
    /// - Parameter isLying: whether it says that it is the last one where that one has come already, which counts.
    private mutating func add(_ slot: Int, _ units: Range<Int>, version: Int, isLying: Bool = false) {
        let datagram = open[slot]
        var data: [UInt8] = []
        for unit in units {
            var bytes = Array(datagram.bytes[unit * 8..<min(datagram.bytes.count, unit * 8 + 8)])
            // Of the TCP header, which takes the first units, there is one version.
            if unit >= 3 { bytes = bytes.map { $0 ^ UInt8(version * 0x33) } }
            data += bytes
            if open[slot].units[unit] == nil { open[slot].units[unit] = bytes }
        }
        // A lie at the beginning would be no fragment, but a whole datagram.
        let isBelieved = isLying && units.lowerBound > 0 && datagram.units[datagram.units.count - 1] != nil
        let isLast = isBelieved || units.upperBound == datagram.units.count
        packet(data, datagram.identification, at: units.lowerBound, isLast: isLast)
        count += 1
    }

    private mutating func finish(_ slot: Int) {
        payloads[open[slot].serial] = Array(open[slot].units.flatMap { $0 ?? [] }.dropFirst(20))
    }

    // MARK: Headers

    /// A TCP segment; window and checksum, which nobody heeds here, are others in each.
    private static func segment(at offset: Int, _ payload: [UInt8], flags: UInt8, serial: Int) -> [UInt8] {
        [0xC3, 0x51, 0, 80] + number(start + offset & 0xFFFF_FFFF, 4) + number(0, 4) + [0x50, flags]
            + number(serial + 9, 2) + number(serial + 9, 2) + number(0, 2) + payload
    }

    private static func number(_ value: Int, _ width: Int) -> [UInt8] {
        (0..<width).map { UInt8(truncatingIfNeeded: value >> (8 * (width - 1 - $0))) }
    }

    /// Adds a packet: a fragment that begins at a unit, or a whole datagram.
    private mutating func packet(_ data: [UInt8], _ identification: Int, at unit: Int?, isLast: Bool) {
        let link: [UInt8] = [2, 0, 0, 0, 0, 1, 2, 0, 0, 0, 0, 2]
        packets.append(
            WirePacket(
                time: 0,
                whole: link
                    + (isIPv6
                        ? sixth(data, identification, unit, isLast)
                        : fourth(data, identification, unit, isLast)),
                missing: 0
            )
        )
    }

    private func fourth(_ data: [UInt8], _ identification: Int, _ unit: Int?, _ isLast: Bool) -> [UInt8] {
        let options: [UInt8] = hasOptions ? [1, 1, 1, 0] : []
        let length = 20 + options.count
        let field = (unit ?? 0) | (isLast ? 0 : 0x2000)
        return [8, 0, UInt8(0x40 | length / 4), 0] + Self.number(length + data.count, 2)
            + Self.number(identification, 2) + Self.number(field, 2) + [64, 6, 0, 0, 10, 0, 0, 1, 10, 0, 0, 2]
            + options + data
    }

    private func sixth(_ data: [UInt8], _ identification: Int, _ unit: Int?, _ isLast: Bool) -> [UInt8] {
        var rest: [UInt8] = []
        if hasOptions { rest += [unit == nil ? 6 : 44, 0, 1, 4, 0, 0, 0, 0] }
        if let unit {
            rest += [6, 0] + Self.number(unit * 8 | (isLast ? 0 : 1), 2) + Self.number(identification << 8, 4)
        }
        rest += data
        let next: UInt8 = hasOptions ? 0 : unit == nil ? 6 : 44
        return [0x86, 0xDD, 0x60, 0, 0, 0] + Self.number(rest.count, 2) + [next, 64]
            + [UInt8](repeating: 0xFD, count: 15) + [1] + [UInt8](repeating: 0xFD, count: 15) + [2] + rest
    }
}
