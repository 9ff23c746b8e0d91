import Capture
package import FuzzInputs
package import Fuzzer

/// Link layers, tags and tunnels around the connections of a plan: the streams must be found in them, and each other
/// packet must be counted with the reason why it is not read.
package struct LinkPlanTarget: PlanTarget {
    package let name = "link-plan"
    package let summary =
        "link layers made of a plan: tags, PPP, 802.11, IPv6 headers and tunnels; what holds no segment"
    package static let headBytes = LinkPlan.headBytes
    package static let stepBytes = 3

    package init() {}

    package func run(_ input: [UInt8], _ features: inout Features) throws(Violation) {
        let plan = LinkPlan(input)
        features.reach("link-plan.link", Int(plan.link), plan.tunnel)
        if input.count > 1 { features.reach("link-plan.more", Int(plan.link), Int(input[1] & 31)) }
        let read = try ReadConnections(plan.file)
        for (name, count) in plan.counts { features.reach("link-plan.count", name, min(count, 3)) }
        guard read.connections.count == plan.connections.count else {
            throw Violation(
                .meaning,
                "of connections in their headers \(plan.connections.count) became \(read.connections.count)"
            )
        }
        for (connection, made) in zip(read.connections, plan.connections) {
            let flow = connection.flow
            try PlanMeaning.compare(
                ["\(flow.first)", "\(flow.second)", "\(flow.client)", "\(flow.sawSYN)"],
                plan.ends + ["first", "true"],
                list: "ends of a connection in its headers"
            )
            for (number, side) in [FlowSide.first, .second].enumerated() {
                try PlanMeaning.compare(
                    connection.stream(side),
                    made.streams[number],
                    stream: "a stream in its headers"
                )
                try PlanMeaning.compare(connection.conflicts(side), [], list: "conflicts in headers")
            }
        }
        try PlanMeaning.compare(read.counts, plan.counts, "what was counted of packets with headers")
        let others = LinkNoise.others.reduce(0) { $0 + plan.counts[$1, default: 0] }
        try PlanMeaning.compare(read.others, others, "packets of other protocols")
    }

    /// Plans with random headers: each link and each tunnel in each of its forms, and each packet beside them.
    package func seeds(_ random: inout FuzzRandom) -> [[UInt8]] {
        var seeds = anySeeds(&random)
        func some(_ random: inout FuzzRandom) -> [UInt8] {
            (0..<4).flatMap { _ in [UInt8(16) | random.byte() & 1, 9, 9] }
        }
        for link in LinkHeaders.links.indices {
            for more in 0..<8 as Range<UInt8> {
                var head = random.bytes(Self.headBytes)
                head[0] = UInt8(link)
                head[1] = more | random.byte() & 0x18
                head[5] = 0
                seeds.append(head + some(&random))
            }
        }
        for tunnel in 0..<UInt8(LinkHeaders.tunnels) {
            for more in 0..<6 as Range<UInt8> {
                var head = random.bytes(Self.headBytes)
                head[0] = more < 3 ? 3 : 0
                head[5] = tunnel
                head[8] = more | random.byte() & 0x18
                seeds.append(head + some(&random) + random.bytes(12))
            }
        }
        // Networks whose numbers differ in each bit: VLAN tags and tunnel identifiers.
        for bit in 0..<24 as Range<UInt8> {
            seeds.append([0, 0, bit, 0, 0, 0, 0, 21, 0, 32] + some(&random))
            seeds.append([3, 0, bit, 0, 0, 5 + bit % 4, 0, 0, 0, 32] + some(&random))
        }
        for start in stride(from: 0, to: LinkNoise.all.count, by: 20) {
            let steps = (start..<start + 20).flatMap { [0, UInt8($0 >> 8), UInt8($0 & 255)] as [UInt8] }
            seeds.append([UInt8](repeating: 0, count: Self.headBytes) + steps)
        }
        return seeds
    }
}
