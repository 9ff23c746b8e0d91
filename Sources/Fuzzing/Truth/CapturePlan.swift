/// A capture file (draft-ietf-opsawg-pcap, draft-ietf-opsawg-pcapng) and the packets in it.
///
/// A plan's first three bytes: the format and byte order; the version or other peculiarities; how the file is packed
/// with gzip. A step is eight bytes: a packet or a block, its length, its options, its time.
struct CapturePlan: Sendable {
    /// A packet as the file tells of it.
    struct Packet: Hashable, Sendable {
        var number: Int
        /// Nanoseconds since 1970.
        var time: Int64
        var bytes: [UInt8]
        var originalLength: Int
        var link: UInt16
    }

    private struct Interface {
        var link: UInt16
        var snapLength: Int
        var resolution: UInt8?
        var offset: Int64 = 0
    }

    /// What the reader should find.
    private(set) var packets: [Packet] = []
    /// The key logs.
    private(set) var keyLogs: [[UInt8]] = []
    /// The file.
    private(set) var file: [UInt8] = []
    /// What the plan does, for the fuzzer to tell plans apart.
    private(set) var kinds: [Int] = []
    private var bigEndian = false
    private var interfaces: [Interface] = []
    private var number = 0

    init(_ plan: [UInt8]) {
        var reader = PlanReader(plan)
        let format = reader.byte()
        let options = reader.byte()
        let packing = reader.byte()
        bigEndian = format & 1 != 0
        let steps = reader.steps(of: 8, atMost: 48)
        if format & 6 == 0 {
            pcap(steps, nanoseconds: format & 8 != 0, version: options)
        } else {
            section(options)
            interface(link: 1, snapLength: options >> 6 * 33, resolution: nil, offset: nil, options)
            for step in steps { block(step) }
        }
        if packing & 3 != 0 { file = PlannedGzip.pack(file, packing) }
    }

    private func field(_ value: UInt64, _ width: Int) -> [UInt8] {
        let bytes = (0..<width).map { UInt8(truncatingIfNeeded: value >> UInt64(8 * $0)) }
        return bigEndian ? bytes.reversed() : bytes
    }

    private func field(_ value: Int, _ width: Int) -> [UInt8] {
        field(UInt64(truncatingIfNeeded: value), width)
    }

    // MARK: pcap

    private mutating func pcap(_ steps: [PlanReader], nanoseconds: Bool, version: Int) {
        // Before 2.3 the length on the wire comes first; in 2.3 either did.
        let minor = version & 1 == 0 ? 4 : version >> 1 & 3
        let link = [1, 101, 113, 0][version >> 4 & 3]
        file = field(nanoseconds ? 0xA1B2_3C4D : 0xA1B2_C3D4, 4) + field(2, 2) + field(minor, 2) + field(0, 8)
        file += field(262_144, 4) + field(link, 4)
        for step in steps {
            var step = step
            let choice = step.byte()
            let length = step.byte()
            _ = step.byte()
            let missing = choice & 1 == 0 ? 0 : step.byte()
            let seconds = (choice >> 4) << 28 | step.byte() << 16 | step.byte()
            let fraction = (step.byte() << 12 | step.byte() << 4) % (nanoseconds ? 1_000_000_000 : 1_000_000)
            let bytes = planBytes(choice, length)
            let originalFirst = minor < 3 || minor == 3 && choice & 2 != 0
            let lengths = [bytes.count, bytes.count + missing]
            file += field(seconds, 4) + field(fraction, 4)
            file += field(lengths[originalFirst ? 1 : 0], 4) + field(lengths[originalFirst ? 0 : 1], 4) + bytes
            let time = Int64(seconds) * 1_000_000_000 + Int64(fraction) * (nanoseconds ? 1 : 1000)
            take(time, bytes, bytes.count + missing, UInt16(link))
        }
    }

    private mutating func take(_ time: Int64, _ bytes: [UInt8], _ originalLength: Int, _ link: UInt16) {
        number += 1
        packets.append(
            Packet(number: number, time: time, bytes: bytes, originalLength: originalLength, link: link)
        )
    }

    // MARK: pcapng

    private mutating func add(_ type: UInt32, _ body: [UInt8]) {
        let padded = body + [UInt8](repeating: 0, count: -body.count & 3)
        let length = field(padded.count + 12, 4)
        file += field(UInt64(type), 4) + length + padded + length
    }

    private func option(_ code: Int, _ value: [UInt8]) -> [UInt8] {
        field(code, 2) + field(value.count, 2) + value + [UInt8](repeating: 0, count: -value.count & 3)
    }

    /// Options that say nothing of packets, of every length, by a number; with or without their end.
    private func options(_ choice: Int, around known: [[UInt8]] = []) -> [UInt8] {
        guard choice & 1 != 0 || !known.isEmpty else { return [] }
        var list: [UInt8] = []
        if choice & 2 != 0 { list += option(2, planBytes(choice, choice >> 4)) }
        if choice & 4 != 0 { list += option(0x8001, planBytes(choice, choice >> 5)) }
        for one in known {
            list += one
            if choice & 4 != 0 { list += option(1, Array("comment".utf8.prefix(choice >> 5))) }
        }
        if choice & 8 == 0 { list += option(0, []) }
        return list
    }

    private mutating func section(_ choice: Int) {
        interfaces = []
        let length = choice & 16 == 0 ? UInt64.max : 0xFFFF_FFFF_FFFF_FFFF
        add(0x0A0D_0D0A, field(0x1A2B_3C4D, 4) + field(1, 2) + field(0, 2) + field(length, 8) + options(choice))
    }

    private mutating func interface(link: Int, snapLength: Int, resolution: UInt8?, offset: Int64?, _ choice: Int) {
        var known: [[UInt8]] = []
        if let resolution { known.append(option(9, [resolution])) }
        if let offset { known.append(option(14, field(UInt64(bitPattern: offset), 8))) }
        if choice & 32 != 0 { known.reverse() }
        let body = field(link, 2) + field(0, 2) + field(snapLength, 4) + options(choice, around: known)
        add(1, body)
        interfaces.append(
            Interface(link: UInt16(link), snapLength: snapLength, resolution: resolution, offset: offset ?? 0)
        )
    }

    private mutating func block(_ step: PlanReader) {
        var step = step
        let choice = step.byte()
        let length = step.byte()
        let extra = step.byte()
        let more = step.byte()
        let time = (0..<4).reduce(0 as UInt64) { value, _ in value << 8 | UInt64(step.byte()) }
        kinds.append(choice & 15)
        switch choice & 15 {
        case 0..<7:
            // Ticks as high as 64 bits hold.
            let ticks = choice & 16 == 0 ? time << 20 : time << 32 | UInt64(more) << 24
            packet(ticks, length, extra, missing: choice & 32 == 0 ? 0 : more, isObsolete: choice & 15 == 6)
        case 7: simplePacket(length, missing: choice & 32 == 0 ? 0 : more)
        case 8, 9, 10:
            let resolutions: [UInt8] = [0, 3, 6, 7, 9, 10, 12, 15, 19, 20, 26, 27, 28, 29]
            let binary = 0x80 | UInt8(more & 63)
            let resolution = choice & 16 == 0 ? resolutions[more % resolutions.count] : binary
            let offset = Int64(Int8(truncatingIfNeeded: length)) * (choice & 64 == 0 ? 1 : 8_000_000)
            interface(
                link: [1, 101, 113, 276, 0][length % 5],
                snapLength: choice & 32 == 0 ? 0 : 20 + length,
                resolution: choice & 128 == 0 ? resolution : nil,
                offset: choice & 32 == 0 ? offset : nil,
                extra
            )
        case 11:
            bigEndian = choice & 16 != 0
            section(extra)
            interface(link: 1, snapLength: more >> 2, resolution: more & 1 == 0 ? nil : 9, offset: nil, extra)
        case 12:
            let log = Array("CLIENT_RANDOM 00 \(length)\n".utf8.prefix(max(1, length)))
            add(10, field(0x544C_534B, 4) + field(log.count, 4) + padded(log) + options(extra))
            keyLogs.append(log)
        case 13:
            // A custom block: numbered, no packet.
            number += 1
            add(choice & 16 == 0 ? 0xBAD : 0x4000_0BAD, field(32473, 4) + planBytes(extra, length))
        case 14:
            add(5, field(0, 4) + field(0, 8) + options(extra, around: [option(4, field(UInt64(more), 8))]))
        default:
            // Names, then a block that nobody knows.
            let record = [10, 0, 0, UInt8(more)] + Array("host".utf8) + [0]
            add(4, field(1, 2) + field(record.count, 2) + padded(record) + field(0, 4) + options(extra))
            add(0x0000_0BB0, planBytes(extra, length))
        }
    }

    private func padded(_ bytes: [UInt8]) -> [UInt8] { bytes + [UInt8](repeating: 0, count: -bytes.count & 3) }

    private mutating func packet(_ ticks: UInt64, _ length: Int, _ extra: Int, missing: Int, isObsolete: Bool) {
        let place = extra >> 4 % interfaces.count
        let index = place < interfaces.count ? place : 0
        let interface = interfaces[index]
        let bytes = planBytes(length, length)
        let head = isObsolete ? field(index, 2) + field(UInt64(extra), 2) : field(index, 4)
        let known = isObsolete ? [] : [option(4, field(0, 8))]
        add(
            isObsolete ? 2 : 6,
            head + field(ticks >> 32, 4) + field(ticks & 0xFFFF_FFFF, 4) + field(length, 4)
                + field(length + missing, 4) + padded(bytes) + options(extra, around: extra & 1 == 0 ? [] : known)
        )
        take(Self.time(ticks, interface), bytes, length + missing, interface.link)
    }

    private mutating func simplePacket(_ length: Int, missing: Int) {
        let interface = interfaces[0]
        // Only what the snap length leaves is there, if there is such a length (section 4.4).
        let original = interface.snapLength == 0 ? length : length + missing
        let captured = interface.snapLength == 0 ? original : min(original, interface.snapLength)
        let bytes = planBytes(length, captured)
        add(3, field(original, 4) + bytes)
        take(0, bytes, original, interface.link)
    }

    /// The time of a tick: 10^-6 s when nothing is said, else 10^-n or 2^-n, counted from 1970 and the offset, and kept
    /// from 1970 to 2262 in whole nanoseconds.
    private static func time(_ ticks: UInt64, _ interface: Interface) -> Int64 {
        let resolution = interface.resolution ?? 6
        var denominator: UInt128 = 1
        for _ in 0..<Int(resolution & 0x7F) { denominator *= resolution & 0x80 == 0 ? 10 : 2 }
        let nanoseconds =
            Int128(UInt128(ticks) * 1_000_000_000 / denominator) + Int128(interface.offset) * 1_000_000_000
        return Int64(clamping: max(0, nanoseconds))
    }
}
