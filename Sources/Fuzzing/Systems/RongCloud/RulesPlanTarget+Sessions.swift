import FuzzInputs
import Fuzzer
import LayerFuzzing

extension RulesPlanTarget {
    /// Compares the findings of the plan's rules.
    static func compare(_ plan: any RuledPlan, _ features: inout Features) throws(Violation) {
        for place in plan.kinds.indices.dropFirst() {
            features.reach("rules-plan.step", plan.kinds[place - 1], plan.kinds[place])
        }
        let rules = type(of: plan).rules
        for finding in plan.findings {
            features.reach("rules-plan.finding", String(finding.line.filter { !$0.isNumber }.suffix(40)))
        }
        let found = try PlanEvents.check(plan.capture)
            .filter { line in rules.contains { line.hasSuffix("[\($0)]") } }
            .map { line in line.firstRange(of: "flow ").map { String(line[$0.lowerBound...]) } ?? line }
        // Findings on the same event have no order.
        try PlanMeaning.compare(
            found.map { (Self.event(of: $0), $0) }.sorted { $0 < $1 }.map(\.1),
            plan.findings.sorted { $0 < $1 }.map(\.line),
            list: "findings of a capture"
        )
    }

    /// Returns the number of the decisive event.
    private static func event(of line: String) -> Int {
        let words = line.firstRange(of: ", event").map { line[$0.upperBound...].drop { !$0.isNumber } } ?? ""
        return Int(words.prefix { $0.isNumber }) ?? -1
    }

    /// Returns each kind of plan with each choice of its own, short and long, and plans at the time limits of CONNACK
    /// and DISCONNECT.
    static func sessionSeeds(_ random: inout FuzzRandom) -> [[UInt8]] {
        var seeds: [[UInt8]] = []
        for kind in RuledPlans.all.indices {
            for number in 0..<12 as Range<UInt8> {
                seeds.append([0x30 | UInt8(kind) | (number & 3) << 6] + random.bytes(number < 8 ? 80 : 24))
            }
        }
        guard let openings = RuledPlans.all.firstIndex(where: { $0 == OpeningsPlan.self }) else { return seeds }
        for wait in 0..<10 as Range<UInt8> {
            let head = 0x30 | UInt8(openings) | (wait & 1) << 7
            // A late CONNACK, then a PUBLISH of either side after a DISCONNECT of either side.
            seeds.append([head, 0, wait])
            for ends in [[0x03, 0x1C], [0x13, 0x0C]] as [[UInt8]] {
                seeds.append([head, 0, 0, ends[0], 0, ends[1], wait])
            }
        }
        return seeds
    }
}
