package import FuzzInputs
package import Fuzzer
import Inspection
import LayerFuzzing
import WireJSON

/// Filters of which it is known which events pass.
package struct FilterPlanTarget: PlanTarget {
    /// `filter-plan`.
    package let name = "filter-plan"
    /// What is attacked.
    package let summary = "filters made of a plan: strength, parentheses, lists, sets, held against the events' JSON"
    package static let headBytes = 1
    package static let stepBytes = 3

    /// Makes the target.
    package init() {}

    /// The numbers of the capture's events, and what plans know of each.
    private static let events: [(number: Int64, values: [String: FilterPlan.Value])] = {
        var events: [(number: Int64, values: [String: FilterPlan.Value])] = []
        let outcome = try? CaptureBytes.probe(CaptureProbe(), FilterPlan.capture)
        for line in outcome?.output.split(separator: 10) ?? [] {
            guard let event = try? JSONValue(parsing: Array(line)), let number = event["n"]?.int64 else { continue }
            var values: [String: FilterPlan.Value] = [:]
            for field in FilterPlan.fields {
                let found = field.split(separator: ".").reduce(event as JSONValue?) { value, name in
                    (value?.elements?.first ?? value)?[String(name)]
                }
                values[field] = found.map(value)
            }
            events.append((number, values))
        }
        return events
    }()

    private static func value(_ json: JSONValue) -> FilterPlan.Value {
        if let text = json.string { return .text(text) }
        if let elements = json.elements { return .numbers(elements.map { $0.int64.map { Int($0) } }) }
        if json.isNull { return .numbers([nil]) }
        return json.int64.map { .numbers([Int($0)]) } ?? .other
    }

    /// Plans of any steps; comparisons with sizes, durations and moments, and of texts of every kind.
    package func seeds(_ random: inout FuzzRandom) -> [[UInt8]] {
        var seeds = anySeeds(&random)
        for kind in 192...255 as ClosedRange<UInt8> {
            seeds.append([random.byte(), 7 | random.byte() << 3, random.byte(), kind])
        }
        // Equal, and one of the others.
        for measure in 0..<UInt8(FilterPlan.measures.count) {
            seeds.append([random.byte(), 7, measure, 176])
            seeds.append([random.byte(), 7 | random.byte() << 3, measure, 176])
        }
        // Expressions of any parts; brackets of each range with some of the next ones.
        for length in 1...32 { seeds.append([random.byte(), 7, 0, 240] + random.bytes(length % 16 * 2 + 1)) }
        // Letter case that counts again within what it does not count in.
        for letter in 0..<4 as Range<UInt8> { seeds.append([random.byte(), 7, 0, 240, 0x0E, 0x3E, letter << 4]) }
        for range in 0..<64 as Range<UInt8> {
            seeds.append([random.byte(), 7, 0, 240, 4 | (range % 4 * 2 + random.byte() % 2) << 4, range << 2 | 2])
        }
        return seeds
    }

    /// Runs one plan.
    package func run(_ input: [UInt8], _ features: inout Features) throws(Violation) {
        let plan = FilterPlan(input)
        var probe = CaptureProbe()
        do throws(FilterError) {
            probe.filter = try EventFilter(plan.text)
        } catch {
            throw Violation(.meaning, "a filter is refused: \(plan.text): \(error.reason)")
        }
        let outcome = try CaptureBytes.probe(probe, FilterPlan.capture)
        var found: [Int64] = []
        for line in outcome.output.split(separator: 10) {
            if let event = try? JSONValue(parsing: Array(line)), let number = event["n"]?.int64 { found.append(number) }
        }
        let expected = Self.events.filter { plan.passes($0.values) }.map(\.number)
        features.reach("filter-plan.text", Features.bucket(plan.text.utf8.count), Features.bucket(expected.count))
        for word in plan.text.split(separator: " ") where word.utf8.count < 9 {
            features.reach("filter-plan.word", String(word.filter { !$0.isNumber }))
        }
        guard found == expected else {
            throw Violation(.meaning, "other events pass a filter: \(plan.text) lets \(found) pass, not \(expected)")
        }
    }
}
