/// IP datagrams in fragments (RFC 791 section 3.2, RFC 8200 section 4.5), and the stream that they carry.
///
/// A plan's bytes before the steps: the options of the whole plan, then the number of datagrams that may wait. A step
/// is four bytes: the open datagram of a fragment, or another event; the fragment's start; its length; the version of
/// its bytes. If several fragments of a datagram hold the same unit of 8 bytes, the first captured one counts. After a
/// complete datagram the next one begins, which may reuse its identification; incomplete ones get their missing units
/// at the end.
package struct FragmentPlan: Sendable {
    private struct Unit: Sendable {
        /// The bytes that were captured.
        var bytes: [UInt8]
        var packet: Int
    }

    private struct Datagram: Sendable {
        /// The index of the datagram, in the order of beginnings.
        var serial: Int
        /// The identification that its fragments share.
        var identification: Int
        /// The content: a TCP header and bytes of the stream.
        var bytes: [UInt8]
        /// The first captured bytes of each unit.
        var units: [Unit?]
        /// The index of the first byte that the capture cut off.
        var cut = Int.max
        /// The fragments in the order of arrival.
        var fragments: [(data: [UInt8], unit: Int, isLast: Bool)] = []

        var missing: Int? { units.firstIndex { $0 == nil } }
    }

    /// A byte of the stream, and the packet that brought it.
    package struct Byte: Hashable, Sendable {
        /// The byte; `nil` if the capture cut it off.
        package var value: UInt8?
        package var packet = 0
        package var time: Int64 = 0
    }

    static let start = 0xFFFF_FF80
    /// The time that a datagram waits for its fragments, in nanoseconds.
    private static let patience: Int64 = 30_000_000_000

    /// The file.
    package var file: [UInt8] { writer.file }
    /// The bytes of the client's stream, each from the first fragment that holds it.
    package var stream: [Byte] { payloads.flatMap { $0 } }
    /// The expected counters.
    package internal(set) var counts: [String: Int] = [:]
    /// The number of datagrams that may wait at the same time.
    package let limit: Int
    var writer = PlannedCapture()
    let isIPv6: Bool
    let hasOptions: Bool
    /// Whether one datagram is so long that offsets need all their bits.
    private let hasLong: Bool
    /// Whether the first datagram is the SYN, with data (RFC 9293 section 3.4).
    private let hasEarlyData: Bool
    /// Whether the capture cuts fragments off.
    private let cuts: Bool
    /// Whether the last datagram ends the stream, or is a reset whose text does not belong to the stream (RFC 9293
    /// section 3.5.3).
    package let hasEnd: Bool
    package let hasReset: Bool
    private var open: [Datagram] = []
    private var payloads: [[Byte]] = []
    private var sent = 0
    var time = PlannedCapture.time(of: 0)
    private var pauses = 0
    /// The state of the reassembly, in the order of beginnings: identification, whether the datagram belongs to another
    /// connection, its beginning, whether it is complete, whether a fragment of it has arrived.
    private var known: [(identification: Int, isOther: Bool, time: Int64, isDone: Bool, hasPart: Bool)] = []
    /// The complete datagrams, by identification.
    private var done: [Int: Datagram] = [:]

    package init(_ plan: [UInt8]) {
        var reader = PlanReader(plan)
        let options = reader.byte()
        let count = reader.byte()
        isIPv6 = options & 1 != 0
        hasOptions = options & 2 != 0
        // Long datagrams are costly.
        hasLong = options & 0xE4 == 4
        hasEarlyData = options & 8 != 0
        cuts = options & 16 != 0
        hasEnd = options & 0xC0 == 0x40
        hasReset = options & 0xC0 == 0xC0
        limit = count & 1 == 0 ? 4096 : 1 + count >> 1 & 7
        counts["flows"] = 1
        if !hasEarlyData {
            packet(Self.segment(at: -1, [], flags: 2, serial: 0), 0, at: nil, isLast: true)
            counts["tcp"] = 1
        }
        for slot in 0..<3 { begin(slot) }
        for step in reader.steps(of: 4, atMost: 120) { take(step) }
        for slot in 0..<3 { fill(slot) }
        if hasEnd || hasReset { end(count) }
        counts["incomplete"] =
            known.count { !$0.isDone } + counts["timedOut", default: 0]
            + counts["overLimit", default: 0]
        counts["timedOut"] = nil
        counts = counts.filter { $0.value > 0 }
    }

    private mutating func take(_ step: PlanReader) {
        var step = step
        let choice = step.byte()
        // Without its SYN a stream would begin at other data, so the first datagram stays until it is complete.
        let slot = hasEarlyData && open[0].serial == 0 ? 0 : choice % 3
        let units = open[slot].units.count
        let first = step.below(units)
        // A fragment never holds the whole datagram.
        let length = min(1 + step.below(units - first), units - 1)
        let version = step.byte()
        switch choice >> 5 {
        case 6 where choice & 16 == 0: return other(open[slot].identification, version)
        case 6: return again(first)
        case 7 where pauses < 8:
            // Half of a datagram's waiting time, or a little more than all of it, or, with the next fragment, exactly
            // all of it.
            pauses += 1
            time += [Self.patience / 2, Self.patience + 1000, Self.patience - 1_000_000][version % 3]
            return
        default: break
        }
        add(slot, first..<first + length, version: version & 3, isLying: version & 4 != 0, cut: version >> 3)
        if open[slot].missing == nil {
            finish(slot)
            begin(slot)
        }
    }

    // MARK: Datagrams

    /// Adds the missing units of a datagram.
    private mutating func fill(_ slot: Int) {
        while let missing = open[slot].missing {
            let units = open[slot].units
            let end = units[missing...].firstIndex { $0 != nil } ?? units.count
            // Never all units at once: a fragment never holds the whole datagram.
            let length = max(1, min(150, units.count / 2))
            add(slot, missing..<min(end, missing + length), version: 0)
        }
        finish(slot)
    }

    /// Ends the stream with data in two fragments, in either order, or resets the connection with a text.
    private mutating func end(_ choice: Int) {
        begin(0, flags: hasReset ? 0x14 : 0x19)
        let units = open[0].units.count
        let parts = [0..<units / 2, units / 2..<units]
        for part in choice & 128 == 0 ? parts : parts.reversed() { add(0, part, version: 0, cut: choice >> 4) }
        fill(0)
        if hasReset { payloads[payloads.count - 1] = [] }
    }

    private mutating func begin(_ slot: Int, flags: UInt8 = 0x18) {
        let serial = payloads.count
        let payload = planBytes(serial, hasLong && serial == 1 ? 34_000 : 40 + serial * 37 % 300)
        let isEarly = hasEarlyData && serial == 0
        let bytes = Self.segment(at: isEarly ? -1 : sent, payload, flags: isEarly ? 2 : flags, serial: serial)
        sent += payload.count
        // Identifications are equal in their low byte, and are reused, but never by two open datagrams.
        var choice = serial
        while open.contains(where: { $0.identification == choice % 5 * 256 + 7 }) { choice += 1 }
        let datagram = Datagram(
            serial: serial,
            identification: choice % 5 * 256 + 7,
            bytes: bytes,
            units: [Unit?](repeating: nil, count: (bytes.count + 7) / 8)
        )
        if slot < open.count { open[slot] = datagram } else { open.append(datagram) }
        payloads.append([])
    }

    /// Adds a fragment.
    ///
    /// - Parameters:
    ///   - isLying: whether the fragment claims to be the last one although the last one has arrived, which counts.
    ///   - cut: the number of bytes at its end that are not captured.
    private mutating func add(
        _ slot: Int,
        _ units: Range<Int>,
        version: Int,
        isLying: Bool = false,
        cut: Int = 0
    ) {
        expect(open[slot].identification, isOther: false)
        let datagram = open[slot]
        var data: [UInt8] = []
        for unit in units {
            var bytes = Array(datagram.bytes[unit * 8..<min(datagram.bytes.count, unit * 8 + 8)])
            // All versions have the same TCP header, which takes the first units.
            if unit >= 3 { bytes = bytes.map { $0 ^ UInt8(version * 0x33) } }
            data += bytes
        }
        let held = cuts && units.lowerBound >= 3 ? max(0, data.count - cut) : data.count
        var change = (isNew: false, isOld: false, isConflict: false)
        for unit in units {
            let place = (unit - units.lowerBound) * 8
            let end = min(place + 8, data.count)
            let bytes = Array(data[min(place, held)..<min(end, held)])
            guard let old = open[slot].units[unit] else {
                change.isNew = true
                open[slot].units[unit] = Unit(bytes: bytes, packet: writer.count + 1)
                // For the reader, the datagram ends at the first byte that the capture cut off.
                if bytes.count < end - place { open[slot].cut = min(open[slot].cut, unit * 8 + bytes.count) }
                continue
            }
            change.isOld = true
            for (index, pair) in zip(bytes, old.bytes).enumerated()
            where pair.0 != pair.1 && unit * 8 + index < open[slot].cut {
                change.isConflict = true
            }
        }
        if change.isOld, change.isNew || change.isConflict { counts["overlaps", default: 0] += 1 }
        if change.isConflict { counts["fragmentConflicts", default: 0] += 1 }
        // With offset 0 the claim would make it a whole datagram instead of a fragment.
        let isBelieved = isLying && units.lowerBound > 0 && datagram.units[datagram.units.count - 1] != nil
        let isLast = isBelieved || units.upperBound == datagram.units.count
        open[slot].fragments.append((data, units.lowerBound, isLast))
        packet(data, datagram.identification, at: units.lowerBound, isLast: isLast, missing: data.count - held)
        if open[slot].missing == nil {
            counts["datagrams", default: 0] += 1
            mark(datagram.identification, isOther: false, isDone: true)
        }
    }

    private mutating func finish(_ slot: Int) {
        let datagram = open[slot]
        payloads[datagram.serial] = (20..<datagram.bytes.count).map { place in
            guard place < datagram.cut, let unit = datagram.units[place / 8], place % 8 < unit.bytes.count else {
                return Byte(value: nil)
            }
            return Byte(value: unit.bytes[place % 8], packet: unit.packet, time: time)
        }
        done[datagram.identification] = cuts ? nil : datagram
    }

    // MARK: Waiting datagrams

    /// Notes the arrival of a fragment: drops datagrams that waited too long, and the oldest ones if too many wait.
    private mutating func expect(_ identification: Int, isOther: Bool) {
        time += 1_000_000
        while let oldest = known.first, time - oldest.time > Self.patience { drop(oldest.isDone ? nil : "timedOut") }
        if let place = known.firstIndex(where: { $0.identification == identification && $0.isOther == isOther }) {
            guard known[place].isDone else { return }
            // The identification is reused.
            known.remove(at: place)
        }
        while known.count >= limit, let oldest = known.first { drop(oldest.isDone ? nil : "overLimit") }
        known.append((identification, isOther, time, false, false))
    }

    /// Drops the oldest datagram; its units have to be sent again.
    private mutating func drop(_ reason: String?) {
        let oldest = known.removeFirst()
        if !oldest.isOther { done[oldest.identification] = oldest.isDone ? nil : done[oldest.identification] }
        guard let reason else { return }
        counts[reason, default: 0] += 1
        for slot in open.indices where !oldest.isOther && open[slot].identification == oldest.identification {
            open[slot].units = open[slot].units.map { _ in nil }
            open[slot].cut = .max
            open[slot].fragments = []
        }
    }

    /// Adds a datagram of another connection with the same identification: its end, then its beginning, now or in a
    /// later step.
    private mutating func other(_ identification: Int, _ choice: Int) {
        let begun = known.first { $0.identification == identification && $0.isOther && !$0.isDone } != nil
        expect(identification, isOther: true)
        let isBegun = begun && known.contains { $0.identification == identification && $0.isOther && $0.hasPart }
        if !isBegun {
            packet(planBytes(choice, 16), identification, at: 2, isLast: true, isOther: true)
            mark(identification, isOther: true, isDone: false)
            guard choice & 1 == 0 else { return }
            expect(identification, isOther: true)
        }
        packet(planBytes(choice, 16), identification, at: 0, isLast: false, isOther: true)
        counts["datagrams", default: 0] += 1
        counts["unreadDatagrams", default: 0] += 1
        mark(identification, isOther: true, isDone: true)
    }

    private mutating func mark(_ identification: Int, isOther: Bool, isDone: Bool) {
        let place = known.lastIndex { $0.identification == identification && $0.isOther == isOther }
        guard let place else { return }
        known[place].isDone = isDone
        known[place].hasPart = true
    }

    /// Repeats a fragment of a complete datagram, which changes nothing as long as that datagram is remembered.
    private mutating func again(_ choice: Int) {
        guard let identification = done.keys.sorted().first(where: { $0 / 256 >= choice % 5 }),
            let datagram = done[identification], let fragment = datagram.fragments.last,
            known.contains(where: {
                $0.identification == identification && !$0.isOther && $0.isDone
                    && time + 1_000_000 - $0.time <= Self.patience
            })
        else { return }
        time += 1_000_000
        while let oldest = known.first, time - oldest.time > Self.patience { drop(oldest.isDone ? nil : "timedOut") }
        packet(fragment.data, identification, at: fragment.unit, isLast: fragment.isLast)
    }
}
