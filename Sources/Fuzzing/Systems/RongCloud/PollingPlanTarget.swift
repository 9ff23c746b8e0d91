package import FuzzInputs
package import Fuzzer
import Inspection
import LayerFuzzing
import WireJSON

/// RongCloud sessions over long polling, for which the events and their packets are known.
package struct PollingPlanTarget: PlanTarget {
    /// `polling-plan`.
    package let name = "polling-plan"
    /// The purpose of the target, for lists of targets.
    package let summary = "RongCloud's long polling made of a plan: navigation, headers, units, codings, packets"
    package static let headBytes = 1
    package static let stepBytes = 5

    /// Makes the target.
    package init() {}

    /// Runs one plan.
    package func run(_ input: [UInt8], _ features: inout Features) throws(Violation) {
        let plan = PollingPlan(input)
        for place in plan.kinds.indices.dropFirst() {
            features.reach("polling-plan.pair", plan.kinds[place - 1], plan.kinds[place])
        }
        let capture = plan.session.capture()
        let events = try PlanEvents.read(capture)
        try PlanEvents.compare(events.map(Self.text), plan.events.map(\.text), "a unit of long polling")
        for (event, planned) in zip(events, plan.events) {
            let found = (event["packets"]?.elements ?? []).map { Int($0.int64 ?? 0) }
            features.reach("polling-plan.packets", Features.bucket(found.count), planned.around.isEmpty ? 0 : 1)
            guard planned.around.isEmpty else {
                // For a compressed unit, the plan knows which packets must be named and which ones may be named.
                let isIn = Set(planned.packets).isSubset(of: found) && Set(found).isSubset(of: planned.around)
                guard isIn, !found.isEmpty, found == found.sorted() else {
                    throw Violation(
                        .meaning,
                        "packets of a compressed unit are \(found), made was \(planned.packets) in \(planned.around)",
                        kind: "meaning: packets of a compressed unit"
                    )
                }
                continue
            }
            try PlanMeaning.compare(found, planned.packets, list: "packets of a unit")
        }
        // These outputs take time, so they are compared for small plans only.
        guard let navigation = plan.navigation, plan.kinds.count < 4 else { return }
        try PlanEvents.compare([try PlanEvents.whoIsThere(capture)], [plan.who], "who is there")
        var probe = CaptureProbe()
        probe.output = .lines(.text)
        let lines = String(decoding: try CaptureBytes.probe(probe, capture).output, as: UTF8.self).split(
            separator: "\n"
        )
        guard lines.contains(where: { $0.hasSuffix(navigation) }) else {
            throw Violation(.meaning, "no line says \(navigation)", kind: "meaning: the line of a navigation")
        }
    }

    /// Returns an event in the plan's words.
    private static func text(_ event: JSONValue) -> String {
        let frame = event["frame"]
        let isRefused =
            event["diagnostics"]?.elements?.contains { $0["code"]?.string == "polling-header" } ?? false
        let type = isRefused ? "polling-header" : frame?["type"]?.string ?? "-"
        if type == "HTTP" {
            let status = frame?["status"]?.description ?? "-"
            let words = ["method", "path", "query"].map { key in frame?[key].map { $0.string ?? $0.description } ?? "-"
            }
            let reply = frame?["reply"]?.description ?? "-"
            return "\(event["sender"]?.string ?? "-") \(words.joined(separator: " ")) \(status) \(reply)"
        }
        if type == "UNDECODED", let undecoded = event["undecoded"]?.string {
            return "\(event["sender"]?.string ?? "-") UNDECODED \(undecoded)"
        }
        let number = frame?["messageId"]?.int64.map { Int($0) }
        let head = "\(event["sender"]?.string ?? "-") \(PollingPlan.text(type, number))"
        guard type == "PUBLISH" else { return head }
        let said = (event["messages"]?.elements ?? []).map { " " + message($0) }.joined()
        // Diagnostics about members that are unknown or do not fit.
        let notes = (event["diagnostics"]?.elements ?? []).filter { $0["code"]?.string == "payload-unknown-field" }
        let paths = notes.map { $0["path"]?.string ?? "-" }.joined(separator: " ")
        let odd = paths.isEmpty ? "" : " {\(paths)}"
        return head + said + odd
    }

    /// Returns a message in the plan's words.
    private static func message(_ message: JSONValue) -> String {
        let words = ["conversation", "target", "sender", "sentTime"].map { message[$0]?.string ?? "-" }
        let flags = message["flags"]?.elements?.compactMap(\.string).joined(separator: " ") ?? "-"
        return ([message["content"]?["t"]?.string ?? "-"] + words + [flags]).joined(separator: " ")
    }

    /// Returns random plans, and plans with each header, each beginning, and each coding of responses with many units,
    /// in each width.
    package func seeds(_ random: inout FuzzRandom) -> [[UInt8]] {
        var seeds = anySeeds(&random)
        for header in 0..<15 as Range<UInt8> { seeds.append([0, 1, header, header, 0, 0, 2, 0, header, 1, 0]) }
        // Each beginning, before a few steps.
        for options in stride(from: 6, to: 252, by: 6) as StrideTo<UInt8> {
            seeds.append([options + options % 5] + random.bytes(5 * 2))
        }
        for width in 0..<6 as Range<UInt8> {
            for form in 0..<5 as Range<UInt8> {
                seeds.append([width, 0, 0, 0, 230, form, 1, 5, 0, 104, form + 35])
                // Messages in both directions.
                seeds.append([
                    width, 2, form, 0, form * 5 + width, 8 + form * 48, 0, width, 0, 14 * form + 2, 13 + 32 * width,
                ])
            }
        }
        return seeds
    }
}
