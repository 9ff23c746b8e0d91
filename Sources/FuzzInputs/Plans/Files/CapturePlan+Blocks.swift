// The blocks of pcapng.
extension CapturePlan {
    private mutating func add(_ type: UInt32, _ body: [UInt8]) {
        last = file.count
        let padded = body + [UInt8](repeating: 0, count: -body.count & 3)
        let length = field(padded.count + 12, 4)
        file += field(UInt64(type), 4) + length + padded + length
    }

    private func option(_ code: Int, _ value: [UInt8]) -> [UInt8] {
        field(code, 2) + field(value.count, 2) + value + [UInt8](repeating: 0, count: -value.count & 3)
    }

    private func padded(_ bytes: [UInt8]) -> [UInt8] { bytes + [UInt8](repeating: 0, count: -bytes.count & 3) }

    /// Returns a text of `count` letters.
    private static func text(_ seed: Int, _ count: Int) -> String {
        String(decoding: planBytes(seed, count).map { 97 + $0 % 26 }, as: UTF8.self)
    }

    /// Returns options: one value each, between unknown options and comments of every length; with or without an end
    /// mark, after which no option counts.
    private mutating func options(
        _ choice: Int,
        about subject: String,
        _ values: [(code: Int, value: [UInt8])] = []
    ) -> [UInt8] {
        guard choice & 1 != 0 || !values.isEmpty else { return [] }
        var list: [UInt8] = []
        if choice & 2 != 0 { list += option(0x8001, planBytes(choice, choice >> 4)) }
        for one in values {
            list += option(one.code, one.value)
            guard choice & 4 != 0 else { continue }
            let text = Self.text(choice, choice >> 5)
            list += option(1, Array(text.utf8))
            facts.comment(subject, text)
        }
        if choice & 8 == 0 { list += option(0, []) + (choice & 16 == 0 ? [] : option(1, Array("unseen".utf8))) }
        // An option that exceeds the block ends the list, too.
        if choice & 24 == 24 { list += field(1, 2) + field(200, 2) }
        return list
    }

    mutating func section(_ choice: Int) {
        interfaces = []
        facts.sections += 1
        var values: [(code: Int, value: [UInt8])] = []
        for (bit, code) in [(1, 2), (2, 3), (32, 4)] where choice & bit != 0 {
            let text = Self.text(choice + code + facts.sections, 1 + choice >> 4)
            values.append((code, Array(text.utf8)))
            facts.name(code, text)
        }
        let length = choice & 64 == 0 ? UInt64.max : 12_345
        let list = options(choice, about: "section \(facts.sections)", values)
        add(0x0A0D_0D0A, field(0x1A2B_3C4D, 4) + field(1, 2) + field(choice & 1, 2) + field(length, 8) + list)
    }

    mutating func interface(link: Int, snapLength: Int, resolution: UInt8?, offset: Int64?, _ choice: Int) {
        var values: [(code: Int, value: [UInt8])] = []
        if let resolution { values.append((9, [resolution])) }
        if let offset { values.append((14, field(UInt64(bitPattern: offset), 8))) }
        // Options of an invalid length are ignored.
        if choice & 3 == 3 { values += [(9, [3, 3]), (14, [1, 2, 3, 4]), (13, [])] }
        var frame: Int?
        if choice & 0x41 == 0x41 {
            frame = choice >> 1 & 63
            values.append((13, [UInt8(choice >> 1 & 63)]))
        }
        let name = choice & 0x82 == 0x82 ? Self.text(choice, 4) : nil
        if let name { values += [(2, Array(name.utf8)), (3, Array((name + "-").utf8))] }
        if choice & 32 != 0 { values.reverse() }
        var interface = Interface(
            link: UInt16(link),
            snapLength: snapLength,
            resolution: resolution,
            offset: offset ?? 0
        )
        let list = options(choice, about: "interface", values)
        add(1, field(link, 2) + field(0, 2) + field(snapLength, 4) + list)
        interface.place = facts.begin(
            link: link,
            snapLength: snapLength,
            checkSequenceBits: frame,
            isFine: interface.isFine,
            name: name
        )
        interfaces.append(interface)
    }

    mutating func block(_ step: PlanReader) {
        var step = step
        let choice = step.byte()
        let length = step.byte()
        let extra = step.byte()
        let more = step.byte()
        let time = (0..<4).reduce(0 as UInt64) { value, _ in value << 8 | UInt64(step.byte()) }
        note(kind: choice & 15)
        switch choice & 15 {
        case 0..<7:
            // Ticks up to the highest bits of 64.
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
        case 12: secrets(choice, length, extra)
        case 13:
            // A custom block or a journal entry: it has a number but is not a packet.
            number += 1
            let type: UInt32 = [0xBAD, 0x4000_0BAD, 9, 0xBAD][choice >> 4 & 3]
            add(type, field(32473, 4) + planBytes(extra, length << (choice >> 6 & 1)))
            facts.otherRecords += 1
            if file.count - last > packetBytes { facts.oversized += 1 }
        case 14: statistics(choice, length, extra, more)
        default:
            names(choice, extra, more)
            add(0x0000_0BB0, planBytes(extra, length))
        }
    }

    private mutating func secrets(_ choice: Int, _ length: Int, _ extra: Int) {
        let log = Array("CLIENT_RANDOM 00 \(length)\n".utf8.prefix(max(1, length)))
        // TLS three times, and secrets that are no key logs of TLS whatever they hold: WireGuard, an unknown type, SSH,
        // ZigBee, OPC UA.
        let kinds: [UInt64] = [
            0x544C_534B, 0x544C_534B, 0x5747_4B4C, 0x544C_534C, 0x544C_534B, 0x5353_484B, 0x5A4E_574B, 0x5541_4B4C,
        ]
        let kind = kinds[choice >> 4 & 3 | choice >> 5 & 4]
        // A length beyond the block is cut to the block.
        let claim = choice & 64 == 0 ? log.count : 5000
        let known = facts
        let list = options(extra, about: "other", [(0x8002, [1])])
        let body = field(kind, 4) + field(claim, 4) + padded(log) + (choice & 64 == 0 ? list : [])
        add(10, body)
        if file.count - last > packetBytes {
            facts = known
            facts.oversized += 1
            return
        }
        if choice & 64 != 0 { facts = known }
        facts.secretBlocks += 1
        guard kind == kinds[0] else { return }
        keyLogs.append(choice & 64 == 0 ? log : padded(log))
    }

    private mutating func statistics(_ choice: Int, _ length: Int, _ extra: Int, _ more: Int) {
        let index = more % (interfaces.count + 1)
        let known = facts
        // Received, dropped by the interface, accepted by a filter, dropped by the system, delivered.
        let codes = [4, 5, 6, 7, 8].filter { choice >> ($0 - 1) & 1 != 0 || $0 == 4 }
        let values = codes.map { (code: $0, value: field(UInt64(more * 1000 + $0) << UInt64(length & 31), 8)) }
        let list = options(extra, about: "other", values + (extra & 32 == 0 ? [] : [(5, [1, 2, 3, 4])]))
        add(5, field(index, 4) + field(0, 8) + list)
        guard file.count - last <= packetBytes else {
            facts = known
            facts.oversized += 1
            return
        }
        guard index < interfaces.count else {
            // Statistics of an unknown interface are ignored.
            facts = known
            return
        }
        for code in codes {
            facts.count(code, UInt64(more * 1000 + code) << UInt64(length & 31), interfaces[index].place)
        }
    }

    private mutating func names(_ choice: Int, _ extra: Int, _ more: Int) {
        let known = facts
        var body: [UInt8] = []
        for place in 0...choice >> 4 & 3 {
            let isSixth = (more + place) & 1 != 0
            let address = PlanAddress.bytes(isSixth: isSixth, more + place)
            let list = (0...place).map { Self.text(more + place + $0, 1 + extra >> 5) }
            let record = address + list.flatMap { Array($0.utf8) + [0] }
            body += field(isSixth ? 2 : 1, 2) + field(record.count, 2) + padded(record)
            facts.names(PlanAddress.text(address, port: 0), list)
            // An unknown kind of record, and an address without a name.
            if choice & 64 != 0 { body += field(77, 2) + field(5, 2) + [1, 2, 3, 4, 5, 0, 0, 0] }
            if choice & 128 != 0 { body += field(1, 2) + field(4, 2) + [10, 0, 0, 9] }
        }
        body += field(0, 4)
        let list = options(extra, about: "other", [(0x8002, [1])])
        add(4, body + list)
        guard file.count - last > packetBytes else { return }
        facts = known
        facts.oversized += 1
    }

    private mutating func packet(_ ticks: UInt64, _ length: Int, _ extra: Int, missing: Int, isObsolete: Bool) {
        let place = extra >> 4 % interfaces.count
        let index = place < interfaces.count ? place : 0
        let interface = interfaces[index]
        let bytes = planBytes(length, length)
        let drops = isObsolete && extra & 64 != 0 ? 0xFFFF : extra
        let head = isObsolete ? field(index, 2) + field(drops, 2) : field(index, 4)
        if isObsolete, drops != 0xFFFF { facts.drop(UInt64(extra), interface.place) }
        // Only the newer block has an option for the number of drops.
        let known: [(code: Int, value: [UInt8])] = [(4, field(UInt64(missing), 8)), (2, field(3, 4))]
        let list = options(extra, about: "packet \(number + 1)", extra & 1 == 0 ? [] : known)
        if extra & 1 != 0, !isObsolete { facts.drop(UInt64(missing), interface.place) }
        add(
            isObsolete ? 2 : 6,
            head + field(ticks >> 32, 4) + field(ticks & 0xFFFF_FFFF, 4) + field(length, 4)
                + field(length + missing, 4) + padded(bytes) + list
        )
        let time = Self.time(ticks, interface)
        if Int128(time) != Self.moment(ticks, interface) { facts.clampedTimes += 1 }
        take(time, bytes, length + missing, interface.link, isFine: interface.isFine)
    }

    private mutating func simplePacket(_ length: Int, missing: Int) {
        let interface = interfaces[0]
        // The packet is cut to the snap length, if that is not 0 (section 4.4).
        let original = interface.snapLength == 0 ? length : length + missing
        let captured = interface.snapLength == 0 ? original : min(original, interface.snapLength)
        let bytes = planBytes(length, captured)
        add(3, field(original, 4) + bytes)
        take(0, bytes, original, interface.link, isFine: interface.isFine)
    }

    /// Returns the time of a tick: units of 10^-6 s by default, otherwise of 10^-n or 2^-n s, counted from 1970 plus
    /// the offset.
    private static func moment(_ ticks: UInt64, _ interface: Interface) -> Int128 {
        let resolution = interface.resolution ?? 6
        var denominator: UInt128 = 1
        for _ in 0..<Int(resolution & 0x7F) { denominator *= resolution & 0x80 == 0 ? 10 : 2 }
        return Int128(UInt128(ticks) * 1_000_000_000 / denominator) + Int128(interface.offset) * 1_000_000_000
    }

    /// Returns the same time, clamped to 1970 to 2262, in whole nanoseconds.
    private static func time(_ ticks: UInt64, _ interface: Interface) -> Int64 {
        Int64(clamping: max(0, moment(ticks, interface)))
    }

    // MARK: Damage

    /// Ends the file with an invalid block.
    mutating func spoil(_ harm: Int) {
        let place = file.count
        func tell(_ reason: String) { damage = (place, reason) }
        let enhanced = field(0, 4) + field(0, 8)
        switch harm & 15 {
        case 0: raw(6, length: 34, 40, "a block says that it is 34 bytes long")
        case 1: raw(0xBB1, length: 8, 40, "a block says that it is 8 bytes long")
        case 2:
            raw(0xBB1, length: 44, 40, "a block whose two lengths differ")
            file += [0, 0, 0, 0]
        case 3:
            let index = interfaces.count
            add(6, field(index, 4) + field(0, 8) + field(4, 4) + field(4, 4) + [1, 2, 3, 4])
            tell("a packet of an interface that is not described")
        case 4:
            add(6, enhanced + field(5, 4) + field(5, 4) + [1, 2, 3, 4])
            tell("a packet block says that it holds 5 bytes")
        case 5:
            add(6, enhanced + field(0, 4))
            tell("a packet block that is too short")
        case 6:
            add(3, [])
            tell("a packet block that is too short")
        case 7:
            add(0x0A0D_0D0A, [0x1A, 0x2B, 0x3C, 0x4E] + field(1, 4) + field(UInt64.max, 8))
            tell("a section header without a byte-order magic")
        case 8:
            add(0x0A0D_0D0A, field(0x1A2B_3C4D, 4) + field(2, 2) + field(0, 2) + field(UInt64.max, 8))
            tell("an unknown pcapng version")
        case 9:
            add(0x0A0D_0D0A, field(0x1A2B_3C4D, 4) + field(1, 2) + field(0, 2) + field(0, 4))
            tell("a section header that is too short")
        case 10:
            add(1, field(1, 2) + field(0, 2))
            tell("an interface description that is too short")
        case 11:
            add(0x0A0D_0D0A, field(0x1A2B_3C4D, 4) + field(1, 2) + field(0, 2) + field(UInt64.max, 8))
            facts.sections += 1
            let second = file.count
            add(3, field(4, 4) + [1, 2, 3, 4])
            damage = (second, "a packet of an interface that is not described")
        case 12:
            let length = packetBytes + 1 << 18 + (harm >> 6) * 4
            let reason = harm >> 6 == 0 ? nil : "a block says that it is \(length) bytes long"
            let cut = "cut off in the middle of a record: \(length) bytes needed, 40 left"
            raw(6, length: length, 40, reason ?? cut)
        case 13:
            let length = packetBytes + 4
            // The place and the missing count depend on the bytes that were read before the end.
            raw(4, length: length, 40, "cut off in the middle of a ")
            damage?.offset = -1
            facts.oversized += 1
        case 14:
            add(2, field(interfaces.count, 2) + field(0, 2) + field(0, 8) + field(0, 8))
            tell("a packet of an interface that is not described")
        default:
            add(1, field(1, 2) + field(0, 2) + field(0, 3))
            // The padding makes it complete.
            _ = facts.begin(link: 1, snapLength: 0, checkSequenceBits: nil, isFine: false)
        }
    }

    /// Adds a block of `count` bytes that claims any length at its beginning, and 40 at its end.
    private mutating func raw(_ type: Int, length: Int, _ count: Int, _ reason: String) {
        damage = (file.count, reason)
        file += field(type, 4) + field(length, 4) + [UInt8](repeating: 0, count: count - 12) + field(40, 4)
    }
}
