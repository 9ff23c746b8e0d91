/// IP datagrams in fragments (RFC 791 section 3.2, RFC 8200 section 4.5), and the stream that they carry.
///
/// A plan's bytes before the steps: what is unusual of all, then how many datagrams may wait. A step is four bytes: which of
/// the open datagrams a fragment is of, or what else comes, where it begins, how long it is, in which version its bytes are.
/// Where fragments of one datagram hold the same unit of 8 bytes, the one that was captured first counts. A datagram that is
/// whole makes place for the next one, which may use its number again; those that are not get what they lack at the end.
package struct FragmentPlan: Sendable {
    private struct Unit: Sendable {
        /// The bytes that were captured.
        var bytes: [UInt8]
        var packet: Int
    }

    private struct Datagram: Sendable {
        /// Which of all it is, by its beginning.
        var serial: Int
        /// The number that its fragments have in common.
        var identification: Int
        /// What is sent in it: a TCP header and bytes of the stream.
        var bytes: [UInt8]
        /// For each unit what came first.
        var units: [Unit?]
        /// The first byte that the capture cut off.
        var cut = Int.max
        /// The fragments as they came.
        var fragments: [(data: [UInt8], unit: Int, isLast: Bool)] = []

        var missing: Int? { units.firstIndex { $0 == nil } }
    }

    /// A byte of the stream and who brought it.
    package struct Byte: Hashable, Sendable {
        /// The byte; `nil` when it was cut off.
        package var value: UInt8?
        package var packet = 0
        package var time: Int64 = 0
    }

    static let start = 0xFFFF_FF80
    /// Nanoseconds that a datagram waits for its fragments.
    private static let patience: Int64 = 30_000_000_000

    /// The file.
    package var file: [UInt8] { writer.file }
    /// The bytes of the client's stream by what came first.
    package var stream: [Byte] { payloads.flatMap { $0 } }
    /// What is counted.
    package internal(set) var counts: [String: Int] = [:]
    /// Datagrams that may wait at the same time.
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
    /// Whether the last datagram ends the stream, or is a reset whose text is no part of it (RFC 9293 section 3.5.3).
    package let hasEnd: Bool
    package let hasReset: Bool
    private var open: [Datagram] = []
    private var payloads: [[Byte]] = []
    private var sent = 0
    var time = PlannedCapture.time(of: 0)
    private var pauses = 0
    /// What is known of datagrams, in the order of their beginnings: number, whether it is of another connection, when it
    /// began, whether it is whole, whether a part of it has come.
    private var known: [(identification: Int, isOther: Bool, time: Int64, isDone: Bool, hasPart: Bool)] = []
    /// Whole ones by number.
    private var done: [Int: Datagram] = [:]

    package init(_ plan: [UInt8]) {
        var reader = PlanReader(plan)
        let options = reader.byte()
        let count = reader.byte()
        isIPv6 = options & 1 != 0
        hasOptions = options & 2 != 0
        // Long ones are costly.
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
        // A stream that goes on for long without its SYN begins without it.
        let slot = hasEarlyData && open[0].serial == 0 ? 0 : choice % 3
        let units = open[slot].units.count
        let first = step.below(units)
        // What holds all is no fragment.
        let length = min(1 + step.below(units - first), units - 1)
        let version = step.byte()
        switch choice >> 5 {
        case 6 where choice & 16 == 0: return other(open[slot].identification, version)
        case 6: return again(first)
        case 7 where pauses < 8:
            // Half of the time that a datagram waits, or a little more than all of it, or exactly all.
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

    /// The datagram gets what it lacks.
    private mutating func fill(_ slot: Int) {
        while let missing = open[slot].missing {
            let units = open[slot].units
            let end = units[missing...].firstIndex { $0 != nil } ?? units.count
            // Never all at once: what holds all is no fragment.
            let length = max(1, min(150, units.count / 2))
            add(slot, missing..<min(end, missing + length), version: 0)
        }
        finish(slot)
    }

    /// The stream ends with data in fragments, of which the second one may come first, or the connection with a text.
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
        // Numbers that are equal in their low byte, and that come again, but not while a datagram has them.
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
    ///   - isLying: whether it says that it is the last one where that one has come already, which counts.
    ///   - cut: bytes at its end that are not captured.
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
            // Of the TCP header, which takes the first units, there is one version.
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
                // What the capture cuts off ends the datagram for who reads it.
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
        // A lie at the beginning would be no fragment, but a whole datagram.
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

    // MARK: What waits

    /// A fragment of a datagram comes: what has waited for too long is given up, and the oldest, when there are too many.
    private mutating func expect(_ identification: Int, isOther: Bool) {
        time += 1_000_000
        while let oldest = known.first, time - oldest.time > Self.patience { drop(oldest.isDone ? nil : "timedOut") }
        if let place = known.firstIndex(where: { $0.identification == identification && $0.isOther == isOther }) {
            guard known[place].isDone else { return }
            // The number is used again.
            known.remove(at: place)
        }
        while known.count >= limit, let oldest = known.first { drop(oldest.isDone ? nil : "overLimit") }
        known.append((identification, isOther, time, false, false))
    }

    /// Forgets the oldest datagram; what it had has to come again.
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

    /// A datagram of others with the same number: its end, then its beginning, or that only with the next one.
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

    /// A fragment of a whole datagram once more, which changes nothing while that one is remembered.
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
