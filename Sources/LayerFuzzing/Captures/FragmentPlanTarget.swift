import Capture
package import FuzzInputs
package import Fuzzer

/// IP datagrams in fragments with a known stream.
package struct FragmentPlanTarget: PlanTarget {
    package let name = "fragment-plan"
    package let summary =
        "IP fragments made of a plan: any order, overlaps, conflicts, numbers used again, late, too many"
    package static let headBytes = 2
    package static let stepBytes = 4

    package init() {}

    /// Runs one plan.
    package func run(_ input: [UInt8], _ features: inout Features) throws(Violation) {
        let plan = FragmentPlan(input)
        let made = plan.stream
        for (name, count) in plan.counts { features.reach("fragment-plan.count", name, Features.bucket(count)) }
        var limits = CaptureLimits()
        limits.fragmentDatagrams = plan.limit
        let read = try ReadConnections(plan.file, limits: limits)
        guard read.connections.count == 1, let connection = read.connections.first else {
            throw Violation(.meaning, "one connection became \(read.connections.count)")
        }
        try PlanMeaning.compare(connection.stream(.first), made.map(\.value), stream: "a stream in fragments")
        try PlanMeaning.compare(connection.ends(.first), plan.hasEnd ? 1 : 0, "ends of a stream in fragments")
        let sources = connection.sources(.first)
        try PlanMeaning.compare(sources.packets, made.map(\.packet), list: "packets of bytes in fragments")
        try PlanMeaning.compare(sources.times, made.map(\.time), list: "times of bytes in fragments")
        try PlanMeaning.compare(connection.stream(.second).count, 0, "bytes of who sent none")
        try PlanMeaning.compare(read.counts, plan.counts, "what was counted of fragments")
    }

    /// Plans with random steps; some with few waiting fragments, some not captured completely, some with an end.
    package func seeds(_ random: inout FuzzRandom) -> [[UInt8]] {
        var seeds = anySeeds(&random)
        for options in 0..<16 as Range<UInt8> {
            // Long datagrams are costly, and one plan already has them.
            seeds.append([options << 1 & 0x1A | options & 1, options | 1] + random.bytes(4 * 30))
            seeds.append([options << 1 & 0x1A | options & 1 | 0x40, options << 4] + random.bytes(4 * 6))
            seeds.append([options << 1 & 0x1A | options & 1 | 0xC0, options << 4] + random.bytes(4 * 2))
        }
        return seeds
    }
}
