import Inspection
import Reporting
import WireJSON

extension CaptureComparison {
    /// The differences as JSON (schema `imwire-diff/1`).
    package var json: String {
        func text(_ key: JSONString, _ value: String?) -> JSONMember? {
            value.map { JSONMember(key, .string(JSONString($0))) }
        }
        func number(_ key: JSONString, _ value: Int?) -> JSONMember? { value.map { JSONMember(key, JSONValue($0)) } }
        let rows = differences.map { difference in
            JSONValue.object(
                [
                    text("kind", difference.kind), text("meaning", difference.meaning),
                    number("flowA", difference.flowA), number("a", difference.a), number("flowB", difference.flowB),
                    number("b", difference.b), text("field", difference.field), text("valueA", difference.valueA),
                    text("valueB", difference.valueB),
                ].compactMap { $0 }
            )
        }
        let times = latencies.map { latency in
            JSONValue.object(
                [
                    text("meaning", latency.meaning),
                    JSONNumber(latency.a).map { JSONMember("a", .number($0)) },
                    JSONNumber(latency.b).map { JSONMember("b", .number($0)) },
                ].compactMap { $0 }
            )
        }
        return JSONValue.object([
            JSONMember("schema", .string("imwire-diff/1")), JSONMember("differences", .array(rows)),
            JSONMember("latencies", .array(times)),
        ]).safeLine
    }
}
