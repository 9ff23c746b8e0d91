import Capture

/// Capture files whose packets are known.
package struct CapturePlanTarget: PlanTarget {
    /// `capture-plan`.
    package let name = "capture-plan"
    /// What is attacked.
    package let summary = "capture files made of a plan: pcap, pcapng with its options, clocks and sections, gzip"
    static let headBytes = 3
    static let stepBytes = 8

    /// Makes the target.
    package init() {}

    /// Runs one plan.
    package func run(_ input: [UInt8], _ features: inout Features) throws(Violation) {
        let plan = CapturePlan(input)
        for (place, kind) in plan.kinds.enumerated() {
            features.reach("capture-plan.kind", kind)
            if place > 0 { features.reach("capture-plan.pair", plan.kinds[place - 1], kind) }
        }
        var packets: [CapturePlan.Packet] = []
        var keyLogs: [[UInt8]] = []
        var damage: CaptureDamage?
        do throws(CaptureError) {
            var reader = try CaptureBytes.open(plan.file)
            while let block = try reader.next() {
                for packet in block.packets where !packet.isOtherRecord {
                    packets.append(
                        CapturePlan.Packet(
                            number: packet.number,
                            time: packet.time,
                            bytes: Array(block.bytes[packet.start..<packet.start + packet.capturedLength]),
                            originalLength: packet.originalLength,
                            link: packet.link.rawValue
                        )
                    )
                }
                keyLogs += block.keyLogs
            }
            damage = reader.damage
        } catch {
            throw Violation("meaning", "a whole file is refused: \(error)")
        }
        if let damage { throw Violation("meaning", "a whole file is taken for damaged: \(damage.reason)") }
        for (packet, expected) in zip(packets, plan.packets) where packet != expected {
            throw Violation("meaning", "a packet is not what was written: \(Self.differences(packet, expected))")
        }
        guard packets.count == plan.packets.count else {
            throw Violation("meaning", "packets are lost or made up: \(packets.count) of \(plan.packets.count)")
        }
        // Key logs that no packet follows go with the last block or with none.
        guard plan.keyLogs.starts(with: keyLogs) else {
            throw Violation("meaning", "a key log is not what was written")
        }
        features.reach("capture-plan.packets", Features.bucket(packets.count), keyLogs.count)
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
        return parts.joined(separator: ", ")
    }
}
