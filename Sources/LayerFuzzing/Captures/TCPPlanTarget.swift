import Capture
package import FuzzInputs
package import Fuzzer

/// TCP connections with known streams.
package struct TCPPlanTarget: PlanTarget {
    package let name = "tcp-plan"
    package let summary = "TCP segments made of a plan: any order, overlaps, conflicts, repetitions, numbers that wrap"
    package static let headBytes = 3
    package static let stepBytes = 4

    package init() {}

    /// Runs one plan.
    package func run(_ input: [UInt8], _ features: inout Features) throws(Violation) {
        let plan = TCPPlan(input)
        let read = try ReadConnections(WireCapture(plan.packets).bytes)
        guard read.connections.count == 1, let connection = read.connections.first else {
            throw Violation(.meaning, "one connection became \(read.connections.count)")
        }
        let flow = connection.flow
        try PlanMeaning.compare(
            "\(flow.first) \(flow.second) \(flow.sawSYN) \(flow.client == .first) \(flow.number)",
            "\(plan.ends[0]) \(plan.ends[1]) true true 1",
            "the ends of the connection"
        )
        var differing = 0
        for (number, side) in [FlowSide.first, .second].enumerated() {
            let end = number == 0 ? "client" : "server"
            let made = plan.sides[number]
            let found = connection.stream(side)
            try PlanMeaning.compare(found, made.places.map(\.byte), stream: "the \(end)'s stream")
            let sources = connection.sources(side)
            let packets = made.places.map { $0.byte == nil ? 0 : $0.packet }
            try PlanMeaning.compare(sources.packets, packets, list: "packets of the \(end)'s bytes")
            let times = packets.map { $0 == 0 ? 0 : Int64(TCPPlan.time(of: $0)) * 1000 }
            try PlanMeaning.compare(sources.times, times, list: "times of the \(end)'s bytes")
            try PlanMeaning.compare(connection.ends(side), made.hasEnd ? 1 : 0, "ends of the \(end)'s stream")
            let late = made.late.map { TCPNotice.late(offset: $0.offset, length: $0.length) }
            try PlanMeaning.compare(connection.notices(side), late, list: "what is said of the \(end)'s stream")
            // With more records, the oldest bytes are no longer compared.
            if made.records < 200 {
                let conflicts = connection.conflicts(side)
                try PlanMeaning.compare(conflicts, made.conflicts, list: "conflicts of the \(end)'s stream")
            }
            differing += connection.conflicts(side).count
            features.reach("tcp-plan.stream", Features.bucket(found.count), Features.bucket(made.late.count))
            features.reach("tcp-plan.conflicts", Features.bucket(made.conflicts.count), made.hasEnd ? 1 : 0)
        }
        var counts = ["packets": plan.packets.count, "tcp": plan.packets.count, "flows": 1, "conflicts": differing]
        counts = counts.filter { $0.value > 0 }
        try PlanMeaning.compare(read.counts, counts, "what was counted")
        try compareOrder(connection, plan)
        features.reach("tcp-plan", plan.acknowledgesAhead ? 1 : 0, Features.bucket(plan.packets.count))
    }

    /// Checks that bytes are delivered after the bytes that they acknowledge.
    ///
    /// If no direction waits for the other, bytes must be delivered with the packet that was missing.
    private func compareOrder(_ connection: ReadConnections.Connection, _ plan: TCPPlan) throws(Violation) {
        var passed = [0, 0]
        var turns: [(side: Int, count: Int)] = []
        for (end, item) in connection.items {
            let side = end == .first ? 0 : 1
            let count: Int
            switch item {
            case .bytes(let bytes, let packet, _):
                count = bytes.count
                let places = plan.sides[side].places[passed[side]..<passed[side] + count]
                let acknowledged = places.reduce(0) { max($0, $1.acknowledged) }
                guard passed[1 - side] >= acknowledged || plan.keepsHoles else {
                    throw Violation(
                        .meaning,
                        "bytes of packet \(packet) come before what it acknowledges: \(passed[1 - side]) bytes of"
                            + " \(acknowledged)"
                    )
                }
            case .gap(let offset, let length):
                count = length
                try PlanMeaning.compare(offset, passed[side], "the place of a hole")
            case .end, .notice, .conflict: continue
            }
            passed[side] += count
            if let last = turns.indices.last, turns[last].side == side {
                turns[last].count += count
            } else {
                turns.append((side, count))
            }
        }
        guard !plan.acknowledgesAhead, !plan.keepsHoles else { return }
        let found = turns.map { "\($0.count) of \($0.side)" }
        try PlanMeaning.compare(found, plan.turns.map { "\($0.count) of \($0.side)" }, list: "turns of both ends")
    }

    /// Plans with random steps; one with so many holes that lists of waiting bytes are divided; some of each unusual
    /// kind; some with the end before other bytes, and not captured completely.
    package func seeds(_ random: inout FuzzRandom) -> [[UInt8]] {
        var seeds = anySeeds(&random)
        var holes: [UInt8] = [10, 0, 0]
        for _ in 0..<120 { holes += [8, 150, 9, 0] }
        seeds.append(holes)
        // Bytes that fill many holes at once, from the end on.
        for place in 0..<20 as Range<UInt8> { holes += [10, place * 6, 250, 0] }
        seeds.append(holes)
        for more in 0..<8 as Range<UInt8> {
            for _ in 0..<2 { seeds.append([random.byte(), random.byte() & 0xF5, more] + random.bytes(4 * 14)) }
            seeds.append([random.byte(), random.byte() & 0xF1, 6 | more << 3] + random.bytes(4 * 8))
            seeds.append([random.byte(), random.byte(), 0x80 | more] + random.bytes(4 * 6))
        }
        return seeds
    }
}
