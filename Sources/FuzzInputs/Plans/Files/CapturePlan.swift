/// A capture file (draft-ietf-opsawg-pcap, draft-ietf-opsawg-pcapng), its packets, and its other facts.
///
/// A plan's first five bytes: the format and byte order; the version or other options; the compression with gzip; the
/// limits, and the sizes of reads; the damage. A step is eight bytes: a packet or a block, its length, its options, its
/// time.
package struct CapturePlan: Sendable {
    /// A packet with the file's metadata.
    package struct Packet: Hashable, Sendable {
        package var number: Int
        /// Nanoseconds since 1970.
        package var time: Int64
        package var bytes: [UInt8]
        package var originalLength: Int
        package var link: UInt16
        /// Whether times are finer than a microsecond.
        package var isFine: Bool

        package init(number: Int, time: Int64, bytes: [UInt8], originalLength: Int, link: UInt16, isFine: Bool) {
            self.number = number
            self.time = time
            self.bytes = bytes
            self.originalLength = originalLength
            self.link = link
            self.isFine = isFine
        }
    }

    struct Interface {
        var link: UInt16
        var snapLength: Int
        var resolution: UInt8?
        var offset: Int64 = 0
        /// The index among all interfaces of the file.
        var place = 0

        /// Whether the clock is finer than a microsecond.
        var isFine: Bool {
            guard let resolution else { return false }
            return resolution & 0x80 == 0 ? resolution > 6 : resolution & 0x7F > 19
        }
    }

    /// The packets that the reader must find.
    package private(set) var packets: [Packet] = []
    /// The key logs.
    package internal(set) var keyLogs: [[UInt8]] = []
    /// The other facts of the file.
    package internal(set) var facts: CaptureFacts
    /// The place and the reason of the damage; a place below 0 is not compared.
    package internal(set) var damage: (offset: Int, reason: String)?
    /// The reason why the file cannot be read at all.
    package private(set) var refusal: String?
    /// The file.
    package internal(set) var file: [UInt8] = []
    /// The kinds of the steps, which tell plans apart for the fuzzer.
    package private(set) var kinds: [Int] = []
    /// The length of the longest packet that is accepted, in bytes.
    package let packetBytes: Int
    /// The number of facts of a kind that are kept.
    package let notes: Int
    /// The number of bytes in a read; 0 for all at once.
    package let pieces: Int
    /// Whether the file is pcapng.
    let isBlocks: Bool
    /// Whether the file is compressed with gzip.
    package private(set) var isPacked = false
    var bigEndian = false
    var interfaces: [Interface] = []
    var number = 0
    /// The offset of the last packet or block, and the facts before it.
    var last = 0
    private var known: CaptureFacts?

    package init(_ plan: [UInt8]) {
        var reader = PlanReader(plan)
        let format = reader.byte()
        let options = reader.byte()
        let packing = reader.byte()
        let limits = reader.byte()
        let harm = reader.byte()
        packetBytes = limits & 3 == 3 ? 300 : 16 << 20
        notes = limits & 12 == 12 ? limits >> 4 & 3 : 1024
        pieces = [0, 0, 1, 13][limits >> 6]
        isBlocks = format & 6 != 0
        facts = CaptureFacts(limit: notes)
        bigEndian = format & 1 != 0
        let steps = reader.steps(of: 8, atMost: 48)
        if format & 0xF0 == 0xF0 {
            let foreign = ForeignSample.all[options % ForeignSample.all.count]
            file = foreign.bytes + planBytes(options, 40)
            refusal = foreign.error
            return
        }
        if !isBlocks {
            pcap(steps, format >> 3, version: options, harm)
        } else {
            section(options)
            interface(link: 1, snapLength: options >> 6 * 33, resolution: nil, offset: nil, options)
            for step in steps {
                known = facts
                block(step)
            }
            if harm & 0x30 == 0x30 { spoil(harm) }
        }
        if harm & 0x30 == 0x10 { cut(harm) }
        isPacked = packing & 3 != 0
        guard isPacked else { return }
        file = PlannedGzip.pack(file, packing)
        if let known = damage, known.offset >= 0 { damage = (known.offset, known.reason + " (in the unpacked data)") }
        guard packing & 0x80 == 0 else { return }
        if harm & 0x30 == 0x20, damage == nil { spoilPacked(harm) }
        // In a file that was also cut before compression, the error in the gzip data is reported.
        if harm & 0x30 == 0x10, packing & 0x40 != 0 { spoilPacked(8 | harm & 7) }
    }

    func field(_ value: UInt64, _ width: Int) -> [UInt8] {
        let bytes = (0..<width).map { UInt8(truncatingIfNeeded: value >> UInt64(8 * $0)) }
        return bigEndian ? bytes.reversed() : bytes
    }

    func field(_ value: Int, _ width: Int) -> [UInt8] { field(UInt64(truncatingIfNeeded: value), width) }

    mutating func note(kind: Int) { kinds.append(kind) }

    // MARK: pcap

    private mutating func pcap(_ steps: [PlanReader], _ variant: Int, version: Int, _ harm: Int) {
        // Before version 2.3 the length on the wire comes first; in 2.3 either order occurs; one system wrote version
        // 543.
        let major = version & 15 == 15 ? 543 : 2
        let minor = major == 543 ? 0 : version & 1 == 0 ? 4 : version >> 1 & 3
        let link = [1, 101, 113, 0][version >> 4 & 3]
        // The usual form, nanoseconds, longer record headers, and longer file headers in two forms.
        let form = [0, 1, 0, 2, 3, 4, 0, 1][variant & 7]
        let isFine = form == 1
        let check = version >> 6 == 3 ? 0x0400_0000 | (variant & 3) << 28 : version >> 6 == 2 ? 0x0100_0000 : 0
        file = field([0xA1B2_C3D4, 0xA1B2_3C4D, 0xA1B2_CD34, 0x1C00_01AC, 0x1C00_01AB][form], 4)
        file += field(major, 2) + field(minor, 2) + field(0, 8) + field(262_144 - version, 4) + field(link | check, 4)
        if form >= 3 { file += field(777, 4) }
        let frame = check & 0x0400_0000 == 0 ? nil : (variant & 3) * 16
        facts.sections = 1
        facts.begin(link: link, snapLength: 262_144 - version, checkSequenceBits: frame, isFine: isFine)
        for step in steps {
            var step = step
            let choice = step.byte()
            let length = step.byte()
            let more = step.byte()
            let missing = choice & 1 == 0 ? 0 : step.byte()
            let seconds = (choice >> 4) << 28 | step.byte() << 16 | step.byte()
            let fraction = (step.byte() << 12 | step.byte() << 4) % (isFine ? 1_000_000_000 : 1_000_000)
            let bytes = planBytes(choice, length)
            let originalFirst = major == 543 || minor < 3 || minor == 3 && choice & 2 != 0
            // Some programs write a wire length that is too short.
            let isShort = minor == 4 && more & 0xF0 == 0xF0
            let lengths = [bytes.count, isShort ? bytes.count / 2 : bytes.count + missing]
            last = file.count
            file += field(seconds, 4) + field(fraction, 4)
            file += field(lengths[originalFirst ? 1 : 0], 4) + field(lengths[originalFirst ? 0 : 1], 4)
            if form == 2 { file += field(3, 4) + field(0x0800, 2) + [UInt8(more & 3), 0] }
            file += bytes
            let time = Int64(seconds) * 1_000_000_000 + Int64(fraction) * (isFine ? 1 : 1000)
            take(time, bytes, max(bytes.count, lengths[1]), UInt16(link), isFine: isFine)
        }
        if harm & 0x30 == 0x30 {
            // A record that is longer than any packet, or has the longest allowed length.
            let claim = packetBytes + (harm & 1)
            damage = (file.count, "a packet record says that it holds \(claim) bytes")
            let head = form == 2 ? 24 : 16
            if harm & 1 == 0 {
                damage?.reason = "cut off in the middle of a record: \(head + claim) bytes needed, \(head) left"
            }
            file += field(9, 8) + field(claim, 4) + field(claim, 4) + [UInt8](repeating: 0, count: head - 16)
        }
    }

    mutating func take(_ time: Int64, _ bytes: [UInt8], _ originalLength: Int, _ link: UInt16, isFine: Bool) {
        number += 1
        packets.append(
            Packet(
                number: number,
                time: time,
                bytes: bytes,
                originalLength: originalLength,
                link: link,
                isFine: isFine
            )
        )
    }

    // MARK: Damage

    /// Cuts the file in the middle of its last record or block.
    private mutating func cut(_ harm: Int) {
        let left = 1 + (harm >> 6) * 7 + (harm & 7) * 3
        guard last > 0, damage == nil, let packet = packets.last, packet.number == number, left < file.count - last,
            !isBlocks || isPacket(at: last)
        else { return }
        let whole = file.count - last
        packets.removeLast()
        file.removeLast(whole - left)
        let head = isBlocks ? 12 : whole - packet.bytes.count
        let needed = left < head ? head : whole
        damage = (last, "cut off in the middle of a record: \(needed) bytes needed, \(left) left")
        facts = known ?? facts
    }

    /// Damages the compressed file: other data after it, also after zeros; a trailer that is cut off; a wrong checksum.
    private mutating func spoilPacked(_ harm: Int) {
        switch harm & 12 {
        case 0, 4:
            damage = (file.count + (harm & 3), "something that is no gzip data follows them")
            file += [UInt8](repeating: 0, count: harm & 3) + [0x42, 0x1F, 0x8B]
        case 8:
            file.removeLast(1 + harm & 3)
            damage = (file.count, "the gzip data are cut off")
        default:
            file[file.count - 8] ^= 1
            damage = (-1, "the gzip data are damaged: incorrect data check")
        }
    }

    /// Returns whether a block is a packet block, which adds no facts before it is complete.
    private func isPacket(at place: Int) -> Bool {
        let type = bigEndian ? file[place + 3] : file[place]
        return type == 6 && file[place + 1] == 0
    }
}
