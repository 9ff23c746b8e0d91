package import FuzzInputs
package import Fuzzer
import Inspection
import LayerFuzzing
import WireJSON

/// Filters for which the passing events are known.
package struct FilterPlanTarget: PlanTarget {
    /// `filter-plan`.
    package let name = "filter-plan"
    /// The purpose of the target, for lists of targets.
    package let summary = "filters made of a plan: strength, parentheses, lists, sets, held against the events' JSON"
    package static let headBytes = 1
    package static let stepBytes = 3

    /// Makes the target.
    package init() {}

    /// The number of each event in the capture, and its values for the plans' fields.
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

    /// Returns random plans, then comparisons with sizes, durations and times, and of texts of every kind.
    package func seeds(_ random: inout FuzzRandom) -> [[UInt8]] {
        var seeds = anySeeds(&random)
        for kind in 192...255 as ClosedRange<UInt8> {
            seeds.append([random.byte(), 7 | random.byte() << 3, random.byte(), kind])
        }
        // Equality, and a random other operator.
        for measure in 0..<UInt8(FilterPlan.measures.count) {
            seeds.append([random.byte(), 7, measure, 176])
            seeds.append([random.byte(), 7 | random.byte() << 3, measure, 176])
        }
        // Random expressions, then brackets of each range with some of the next ranges.
        for length in 1...32 { seeds.append([random.byte(), 7, 0, 240] + random.bytes(length % 16 * 2 + 1)) }
        // A group in which letter case counts, inside one in which it does not.
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
