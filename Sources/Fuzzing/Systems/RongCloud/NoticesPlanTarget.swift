import Capture
package import FuzzInputs
package import Fuzzer
import Inspection
import LayerFuzzing
import WireJSON

/// Sessions for which the diagnostics about unread packets are known, and captures for which all notices are known.
package struct NoticesPlanTarget: PlanTarget {
    /// `notices-plan`.
    package let name = "notices-plan"
    /// The purpose of the target, for lists of targets.
    package let summary =
        "what events say of packets made of a plan that come again with other bytes, too late or far ahead"
    package static let headBytes = 1
    package static let stepBytes = 4

    /// Makes the target.
    package init() {}

    /// Runs one plan.
    package func run(_ input: [UInt8], _ features: inout Features) throws(Violation) {
        if let options = input.first, PacketNotices.isMeant(by: options) {
            return try Self.compare(PacketNotices(input), &features)
        }
        let plan = NoticesPlan(input)
        for place in plan.kinds.indices.dropFirst() {
            features.reach("notices-plan.pair", plan.kinds[place - 1], plan.kinds[place])
        }
        let outcome = try CaptureBytes.probe(CaptureProbe(), plan.capture)
        var found: [String] = []
        for line in outcome.output.split(separator: 10) {
            guard let event = try? JSONValue(parsing: Array(line)) else {
                throw Violation(.json, "an event is not JSON")
            }
            guard event["transport"]?.string == "websocket" else { continue }
            let name = event["frame"]?["type"]?.string ?? "-"
            let notes = (event["diagnostics"]?.elements ?? []).map { note in
                "\(note["code"]?.string ?? "-"): \(note["text"]?.string ?? "-")"
            }
            let words = ["\(name) \(event["frame"]?["messageId"]?.int64 ?? -1)"] + notes
            found.append(words.joined(separator: "; "))
        }
        try PlanMeaning.compare(found, plan.lines, list: "events beside packets that are not read")
        let rest = plan.rest.map { $0.split(separator: ": ", maxSplits: 1).last.map(String.init) ?? "" }
        try PlanMeaning.compare(outcome.capture.notices.notes.map(\.text), rest, list: "notices of a connection")
    }

    /// Compares the notices about packets at the end of a capture.
    private static func compare(_ plan: PacketNotices, _ features: inout Features) throws(Violation) {
        for sentence in plan.sentences {
            features.reach("notices-plan.sentence", String(sentence.filter { !$0.isNumber }.suffix(40)))
        }
        var probe = CaptureProbe()
        if let most = plan.limits.datagrams { probe.options.limits.capture.fragmentDatagrams = most }
        if let most = plan.limits.flows { probe.options.limits.capture.flows = most }
        let outcome = try CaptureBytes.probe(probe, plan.file)
        // The names of link types, EtherTypes and ports come from tables and are left out.
        let found = outcome.capture.counts.notices.map { sentence in
            sentence.replacing(/^(link type \d+) \(.*?\)/) { $0.output.1 }.replacing(
                /\s\((ports?|EtherTypes?) .*?\)/,
                with: ""
            )
        }
        try PlanMeaning.compare(found, plan.sentences, list: "sentences about packets")
    }

    /// Returns random plans; plans of links with every kind of packet that is not TCP, of fragments, and of many
    /// connections.
    package func seeds(_ random: inout FuzzRandom) -> [[UInt8]] {
        var seeds = anySeeds(&random)
        for end in [2, 6, 10, 14, 0x52] as [UInt8] { seeds.append([end] + random.bytes(4 * 4)) }
        for start in stride(from: 0, to: LinkNoise.all.count, by: 24) {
            let steps = (start..<start + 24).flatMap { [0, UInt8($0 >> 8), UInt8($0 & 255)] as [UInt8] }
            seeds.append([0x81] + [UInt8](repeating: 0, count: LinkPlan.headBytes) + steps)
        }
        for options in 0..<8 as Range<UInt8> {
            seeds.append([0x82, options << 1 & 0x1A | options & 1, options | 1] + random.bytes(4 * 30))
            seeds.append([0x83] + random.bytes(160))
        }
        return seeds
    }
}
