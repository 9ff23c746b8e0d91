import Capture
package import FuzzInputs
package import Fuzzer

/// Capture files with known packets.
package struct CapturePlanTarget: PlanTarget {
    package let name = "capture-plan"
    package let summary = "capture files made of a plan: pcap, pcapng with its options, clocks, notes and damages, gzip"
    package static let headBytes = 5
    package static let stepBytes = 8

    package init() {}

    /// The content read from a file.
    private struct Found {
        var packets: [CapturePlan.Packet] = []
        var keyLogs: [[UInt8]] = []
        /// The key logs found before the packets; `nil` if there are none or the file cannot be read twice.
        var foundAhead: [[UInt8]]?
        var facts: [String] = []
        var damage: CaptureDamage?

        init(_ reader: consuming CaptureReader) throws(CaptureError) {
            while let block = try reader.next() {
                for packet in block.packets where !packet.isOtherRecord {
                    packets.append(
                        CapturePlan.Packet(
                            number: packet.number,
                            time: packet.time,
                            bytes: Array(block.bytes[packet.start..<packet.start + packet.capturedLength]),
                            originalLength: packet.originalLength,
                            link: packet.link.rawValue,
                            isFine: packet.hasNanoseconds
                        )
                    )
                }
                keyLogs += block.keyLogs
            }
            if !keyLogs.isEmpty, let search = reader.keyLogSearch {
                var ahead: [[UInt8]] = []
                try search.forEach { keyLog in
                    var copy: [UInt8] = []
                    for index in keyLog.indices { copy.append(keyLog[index]) }
                    ahead.append(copy)
                }
                foundAhead = ahead
            }
            facts = CaptureFacts.lines(reader.notes)
            damage = reader.damage
        }
    }

    /// Runs one plan.
    package func run(_ input: [UInt8], _ features: inout Features) throws(Violation) {
        let plan = CapturePlan(input)
        for (place, kind) in plan.kinds.enumerated() {
            features.reach("capture-plan.kind", kind)
            if place > 0 { features.reach("capture-plan.pair", plan.kinds[place - 1], kind) }
        }
        features.reach("capture-plan.damage", plan.damage?.reason ?? plan.refusal ?? "")
        let found: Found
        do throws(CaptureError) {
            found = try Found(try Self.reader(plan))
        } catch {
            return try PlanMeaning.compare("\(error)", plan.refusal ?? "no error", "why a file is refused")
        }
        if let refusal = plan.refusal { throw Violation(.meaning, "what is no capture is read: \(refusal)") }
        for (packet, expected) in zip(found.packets, plan.packets) where packet != expected {
            throw Violation(.meaning, "a packet is not what was written: \(Self.differences(packet, expected))")
        }
        guard found.packets.count == plan.packets.count else {
            let counts = "\(found.packets.count) of \(plan.packets.count)"
            throw Violation(.meaning, "packets are lost or made up: \(counts)")
        }
        try PlanMeaning.compare(found.keyLogs, plan.keyLogs, list: "key logs of a file")
        if let ahead = found.foundAhead { try PlanMeaning.compare(ahead, plan.keyLogs, list: "key logs found ahead") }
        try PlanMeaning.compare(found.facts, plan.facts.lines, list: "what a file says of itself")
        try Self.compare(found.damage, plan.damage)
        features.reach("capture-plan.packets", Features.bucket(found.packets.count), found.keyLogs.count)
        if plan.damage == nil, input.count & 1 == 0 { try copy(plan) }
    }

    /// Compares the place and reason of a damage; for some damages only the beginning of the reason is known.
    private static func compare(
        _ found: CaptureDamage?,
        _ made: (offset: Int, reason: String)?
    ) throws(Violation) {
        let reason = found?.reason ?? "whole"
        if let made, made.offset < 0, reason.hasPrefix(made.reason) { return }
        try PlanMeaning.compare(reason, made?.reason ?? "whole", "how a file is damaged")
        try PlanMeaning.compare(found?.offset ?? 0, made?.offset ?? 0, "where it is damaged")
    }

    /// Opens the file as a whole or in pieces.
    private static func reader(_ plan: CapturePlan) throws(CaptureError) -> CaptureReader {
        var limits = CaptureLimits()
        limits.packetBytes = plan.packetBytes
        limits.notes = plan.notes
        guard plan.pieces > 0 else {
            return try CaptureBytes.open(plan.file, limits: limits, isFile: !plan.keyLogs.isEmpty)
        }
        var rest = plan.file[...]
        var turn = 0
        let count = plan.pieces
        return try CaptureReader(isLive: count > 1, limits: limits) { () throws(CaptureError) in
            turn += 1
            // Live input may have no bytes for a while; packed input is never live.
            if count > 1, !plan.isPacked, turn % 5 == 0 { return nil }
            let piece = rest.prefix(count)
            rest = rest.dropFirst(piece.count)
            return Array(piece)
        }
    }

    /// Checks that a copy holds exactly the chosen packets.
    private func copy(_ plan: CapturePlan) throws(Violation) {
        var limits = CaptureLimits()
        limits.packetBytes = plan.packetBytes
        var copied: [UInt8] = []
        var count = 0
        let found: Found
        do {
            var copier = try CaptureBytes.copier(plan.file, limits: limits)
            try copier.copy(application: "copy") { packet, _ in
                packet.number % 3 != 1
            } to: { bytes in
                for index in bytes.indices { copied.append(bytes[index]) }
            }
            count = copier.copied
            found = try Found(try CaptureReader(bytes: copied))
        } catch {
            throw Violation(.meaning, "a file cannot be copied: \(error)")
        }
        let chosen = plan.packets.filter { $0.number % 3 != 1 }
        try PlanMeaning.compare(count, chosen.count, "packets of a copy")
        func withoutNumber(_ packets: [CapturePlan.Packet]) -> [CapturePlan.Packet] {
            packets.map { packet in
                var packet = packet
                packet.number = 0
                return packet
            }
        }
        try PlanMeaning.compare(withoutNumber(found.packets), withoutNumber(chosen), list: "packets of a copy")
        if let damage = found.damage { throw Violation(.meaning, "a copy is damaged: \(damage)") }
        try PlanMeaning.compare(found.keyLogs, plan.keyLogs, list: "key logs of a copy")
    }

    private static func differences(_ packet: CapturePlan.Packet, _ expected: CapturePlan.Packet) -> String {
        var parts: [String] = []
        func compare(_ name: String, _ found: some Equatable, _ written: some Equatable, _ same: Bool) {
            if !same { parts.append("\(name) \(found), written \(written)") }
        }
        compare("number", packet.number, expected.number, packet.number == expected.number)
        compare("time", packet.time, expected.time, packet.time == expected.time)
        compare(
            "length",
            packet.originalLength,
            expected.originalLength,
            packet.originalLength == expected.originalLength
        )
        compare("link", packet.link, expected.link, packet.link == expected.link)
        compare("bytes", packet.bytes.count, expected.bytes.count, packet.bytes == expected.bytes)
        compare("fineness", packet.isFine, expected.isFine, packet.isFine == expected.isFine)
        return parts.joined(separator: ", ")
    }

    /// Plans with random steps, and one for each kind of damage and each kind of file that is refused.
    package func seeds(_ random: inout FuzzRandom) -> [[UInt8]] {
        var seeds = anySeeds(&random)
        for harm in 0..<16 as Range<UInt8> {
            for format in [0, 2, 3] as [UInt8] {
                seeds.append([format, 0x40, 0, harm << 4 & 0xF0 | 3, 0x30 | harm] + random.bytes(24))
            }
            seeds.append([harm & 3, 4, 1 + harm % 3, 0, 0x10 | harm & 7 | harm << 4 & 0xC0] + random.bytes(32))
            seeds.append([2, 4, 1 + harm % 3, harm << 6, 0x20 | harm] + random.bytes(32))
        }
        // Several key logs and other secrets, one after another and with packets between them.
        for kind in 0..<8 as Range<UInt8> {
            let choice: UInt8 = (kind & 4) << 5 | (kind & 3) << 4 | 12
            let secrets = [choice, 40, kind, 0, 0, 0, 0, 0] as [UInt8]
            seeds.append([2 | kind & 1, 0, kind >> 1, 0, 0] + secrets + secrets + [0, 20, 0, 0, 0, 0, 0, 9] + secrets)
        }
        for place in ForeignSample.all.indices { seeds.append([0xF0, UInt8(place), 0, 0, 0]) }
        return seeds
    }
}
