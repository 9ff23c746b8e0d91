package import FuzzInputs
package import Fuzzer
import LayerFuzzing
import WireJSON

/// Sessions over WebSocket whose capture begins in the middle, for which the readable frames are known.
package struct JoinedPlanTarget: PlanTarget {
    /// `joined-plan`.
    package let name = "joined-plan"
    /// The purpose of the target, for lists of targets.
    package let summary = "sessions made of a plan whose capture begins late, in the middle of frames"
    package static let headBytes = 3
    package static let stepBytes = 3

    /// Makes the target.
    package init() {}

    /// Runs one plan.
    package func run(_ input: [UInt8], _ features: inout Features) throws(Violation) {
        let plan = JoinedPlan(input)
        for place in plan.kinds.indices.dropFirst() {
            features.reach("joined-plan.pair", plan.kinds[place - 1], plan.kinds[place])
        }
        var found: [[String]] = [[], []]
        var latest: Int64 = 0
        for event in try PlanEvents.read(plan.capture) {
            guard event["transport"]?.string == "websocket", let text = HolesPlanTarget.text(event) else { continue }
            let isQuery = event["frame"]?["type"]?.string == "QUERY"
            let payload = isQuery ? " as \(event["payload"]?["message"]?.string ?? "-")" : ""
            found[event["sender"]?.string == "client" ? 0 : 1].append(text + payload)
            // A hole has no packets.
            guard let packet = event["packets"]?.elements?.last?.int64 else { continue }
            guard packet >= latest || !plan.isOrdered else {
                throw Violation(.meaning, "an event of packet \(packet) comes behind one of packet \(latest)")
            }
            latest = packet
        }
        if plan.generations.count < 5 {
            let generations = try PlanEvents.generations(plan.capture) ?? []
            guard generations == plan.generations.sorted() else {
                throw Violation(.meaning, "SDKs of generations \(generations), not of \(plan.generations.sorted())")
            }
        }
        for (side, end) in ["client", "server"].enumerated() {
            var expected = plan.lines[side]
            for (place, line) in expected.enumerated() where place < found[side].count && line.contains(" behind ?") {
                expected[place] = line.replacing(" behind ?", with: "")
                found[side][place] = found[side][place].replacing(/\ behind \d+/, with: "")
            }
            try PlanMeaning.compare(found[side], expected, list: "events of the \(end) of a session joined late")
        }
    }

    /// Returns random plans, and plans of each width, with and without compression, and with each step first.
    package func seeds(_ random: inout FuzzRandom) -> [[UInt8]] {
        var seeds = anySeeds(&random)
        for kind in 0..<8 as Range<UInt8> {
            for side in [0, 0x80] as [UInt8] {
                seeds.append([0x80 + kind, 0, 9] + [side | kind, 40, kind, side | 1, 7, 0] + random.bytes(9))
                seeds.append([kind, 33 * kind, kind] + random.bytes(18))
            }
        }
        // A packet of a compressed message is lost, and later messages refer back to its content.
        for width in [129, 130, 132] as [UInt8] {
            for side in [0, 0x80] as [UInt8] {
                let talk = (0..<14 as Range<UInt8>).flatMap { [$0 << 7 | 2, $0, 1] as [UInt8] }
                seeds.append([width, 0, 0] + talk + [side | 7, 90, 0] + talk.prefix(18))
            }
        }
        // Queries of each kind, alone and after another query.
        for query in 0..<10 as Range<UInt8> {
            for before in [0, 1, 2, 8] as [UInt8] { seeds.append([0, 0, 0, 0, 128, before, 0, 128, query, 0, 1, 0]) }
        }
        return seeds
    }
}
