import WireFormat

/// An IP datagram that arrives in fragments.
///
/// Coverage is counted in units of 8 bytes, as fragments are: the first fragment with a unit counts.
struct FragmentedDatagram: Sendable {
    /// Adjacent units from one packet.
    struct Run: Sendable, BitwiseCopyable {
        /// The offset of the first byte in the datagram.
        var start: Int
        /// The offset after the last byte.
        var end: Int
        /// The number of the packet.
        var packet: Int
    }

    /// The identity of a received fragment, to recognise its repetition.
    private struct Seen: Hashable, Sendable, BitwiseCopyable {
        var offset: Int32
        var count: Int32
        var digest: UInt64
    }

    /// The effect of adding a fragment.
    struct Change: Sendable {
        /// The number of its bytes that were present before.
        var repeatedBytes = 0
        /// The number of its bytes that were new.
        var newBytes = 0
        /// Whether bytes that were present before differ.
        var isConflict = false

        /// Whether the fragment overlaps earlier ones without being a mere repetition.
        var isOverlap: Bool { repeatedBytes > 0 && (newBytes > 0 || isConflict) }
    }

    /// The time of the first fragment, in nanoseconds since 1970.
    let time: Int64
    /// A number that distinguishes this datagram from others with the same key.
    let serial: Int
    /// The headers before the data, from the fragment at offset 0.
    private var header: [UInt8] = []
    private var bytes: [UInt8] = []
    private var covered: [UInt64] = []
    private var coveredBytes = 0
    /// The length of the whole datagram, once the last fragment has arrived.
    private var total: Int?
    /// The offset of the first byte that the capture cut off.
    private var cut = Int.max
    private var runs: [Run] = []
    private var arrivals: [Seen] = []
    /// The numbers of all packets that carried a fragment.
    private var carriers: [Int] = []
    /// The fragments of a datagram that was completed and taken.
    private var seen: Set<Seen> = []
    /// Whether the datagram was taken; then only `seen` is left.
    private(set) var isDone = false

    init(time: Int64, serial: Int) {
        self.time = time
        self.serial = serial
    }

    /// The memory held, in bytes, approximately.
    var cost: Int {
        256 + header.count + bytes.count + covered.count * 8 + runs.count * 24 + arrivals.count * 16 + carriers.count
            * 8
            + seen.count * 32
    }

    /// Whether all bytes are present or known to be cut off.
    var isComplete: Bool { !isDone && !header.isEmpty && total.map { coveredBytes >= $0 } ?? false }

    /// Returns whether this exact fragment was part of the datagram that was taken.
    func hadPart(_ fragment: IPFragment, _ data: Span<UInt8>) -> Bool {
        seen.contains(Self.record(fragment, data))
    }

    private static func record(_ fragment: IPFragment, _ data: Span<UInt8>) -> Seen {
        var digest: UInt64 = 0x9E37_79B9_7F4A_7C15
        for index in data.indices { digest = (digest ^ UInt64(data[index])) &* 0x0000_0100_0000_01B3 }
        return Seen(
            offset: Int32(truncatingIfNeeded: fragment.offset),
            count: Int32(truncatingIfNeeded: fragment.dataEnd - fragment.dataStart),
            digest: digest
        )
    }

    /// Adds a fragment.
    ///
    /// - Parameters:
    ///   - block: the bytes that contain the packet.
    ///   - data: the captured bytes of the fragment's data.
    ///   - packet: the number of the packet that carried the fragment.
    ///   - carriers: `packet`, or all packets from which the fragment itself was reassembled.
    mutating func add(
        _ fragment: IPFragment,
        _ block: Span<UInt8>,
        _ data: Span<UInt8>,
        packet: Int,
        carriers: [Int]
    ) -> Change {
        var change = Change()
        self.carriers += carriers
        arrivals.append(Self.record(fragment, data))
        if fragment.offset == 0, header.isEmpty { keepHeader(fragment, block) }
        let end = fragment.offset + fragment.dataEnd - fragment.dataStart
        if fragment.isLast, total == nil { settle(total: end) }
        // Bytes beyond the end seen first do not belong to the datagram.
        let limit = min(end, total ?? end)
        guard limit > fragment.offset else { return change }
        reserve(limit)
        let held = fragment.offset + data.count
        var start = fragment.offset
        while start < limit {
            let stop = min(start + 8, limit)
            let captured = min(stop, held) - start
            if take(unit: start / 8) {
                for index in 0..<max(0, captured) { bytes[start + index] = data[start - fragment.offset + index] }
                coveredBytes += stop - start
                change.newBytes += stop - start
                // If an earlier fragment had this unit whole, the cut in this fragment does not matter.
                if captured < stop - start { cut = min(cut, start + max(0, captured)) }
                extendRun(start, stop, packet)
            } else {
                change.repeatedBytes += stop - start
                for index in 0..<max(0, captured)
                where start + index < cut && bytes[start + index] != data[start - fragment.offset + index] {
                    change.isConflict = true
                }
            }
            start = stop
        }
        return change
    }

    /// Sets the length of the datagram, and discards units received beyond it.
    private mutating func settle(total end: Int) {
        total = end
        let units = (end + 7) / 8
        coveredBytes = 0
        for (place, word) in covered.enumerated() {
            let kept = word & Self.bits(upTo: units - place * 64)
            covered[place] = kept
            coveredBytes += kept.nonzeroBitCount * 8
        }
        // The last unit may reach beyond the end of the datagram.
        if coveredBytes > 0, end % 8 > 0, units <= covered.count * 64 {
            let last = units - 1
            if covered[last / 64] >> UInt64(last % 64) & 1 == 1 { coveredBytes -= 8 - end % 8 }
        }
        runs = runs.compactMap { run in
            run.start < end ? Run(start: run.start, end: min(run.end, end), packet: run.packet) : nil
        }
    }

    private static func bits(upTo count: Int) -> UInt64 {
        count >= 64 ? .max : count <= 0 ? 0 : (1 << UInt64(count)) - 1
    }

    /// Marks a unit as present; `false` when it was present before.
    private mutating func take(unit: Int) -> Bool {
        let bit: UInt64 = 1 << UInt64(unit % 64)
        guard covered[unit / 64] & bit == 0 else { return false }
        covered[unit / 64] |= bit
        return true
    }

    private mutating func extendRun(_ start: Int, _ end: Int, _ packet: Int) {
        if let last = runs.last, last.end == start, last.packet == packet {
            runs[runs.count - 1].end = end
        } else {
            runs.append(Run(start: start, end: end, packet: packet))
        }
    }

    private mutating func reserve(_ count: Int) {
        let units = (count + 7) / 8
        if units * 8 > bytes.count { bytes += Array(repeating: 0, count: units * 8 - bytes.count) }
        let words = (units + 63) / 64
        if words > covered.count { covered += Array(repeating: 0, count: words - covered.count) }
    }

    /// Keeps the headers for the whole datagram: without fragment offset, and without a length, since the longest
    /// datagram with its headers is longer than the field can hold.
    private mutating func keepHeader(_ fragment: IPFragment, _ block: Span<UInt8>) {
        header = Array(copying: block.extracting(fragment.headerStart..<fragment.dataStart))
        header[fragment.fieldOffset] = 0
        header[fragment.fieldOffset + 1] = 0
        let length = header[0] >> 4 == 4 ? 2 : 4
        header[length] = 0
        header[length + 1] = 0
    }

    /// Takes the whole datagram out: an IP packet, and the origin of its bytes by offset in the IP packet.
    mutating func take() -> ReassembledDatagram {
        let count = total ?? bytes.count
        let start = header.count
        var packet = header
        packet += bytes[..<min(cut, count)]
        let origin = runs.sorted { $0.start < $1.start }
            .map { Run(start: start + $0.start, end: start + min($0.end, count), packet: $0.packet) }
        let datagram = ReassembledDatagram(bytes: packet, wireLength: start + count, runs: origin, carriers: carriers)
        header = []
        bytes = []
        covered = []
        runs = []
        carriers = []
        seen = Set(arrivals)
        arrivals = []
        isDone = true
        return datagram
    }
}

/// An IP packet reassembled from fragments.
struct ReassembledDatagram: Sendable {
    /// The packet, up to the first byte that the capture cut off.
    var bytes: [UInt8]
    /// The length of the packet on the wire.
    var wireLength: Int
    /// The packets that the bytes after the header came from, in order.
    var runs: [FragmentedDatagram.Run]
    /// The numbers of all packets that carried a fragment.
    var carriers: [Int]
}
