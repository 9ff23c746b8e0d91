import Inspection
import Reporting
import WireJSON

extension CaptureComparison {
    /// The differences as JSON (schema `imwire-diff/1`).
    package var json: String {
        let rows = differences.map(\.json)
        let times = latencies.map { latency in
            JSONValue.object(
                [
                    JSONMember("meaning", JSONValue(latency.meaning)),
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

extension CaptureComparison.Difference {
    fileprivate var json: JSONValue {
        func text(_ key: JSONString, _ value: String?) -> JSONMember? {
            value.map { JSONMember(key, .string(JSONString($0))) }
        }
        func number(_ key: JSONString, _ value: Int?) -> JSONMember? { value.map { JSONMember(key, JSONValue($0)) } }
        let (one, other) = events
        let (kind, field, valueA, valueB): (String, String?, String?, String?) =
            switch self {
            case .onlyInA: ("onlyInA", nil, nil, nil)
            case .onlyInB: ("onlyInB", nil, nil, nil)
            case .changed(let one, let other): ("changed", nil, one.meaning, other.meaning)
            case .moved: ("moved", nil, nil, nil)
            case .field(let field, _, _): ("field", field.path, field.a, field.b)
            }
        return .object(
            [
                text("kind", kind), text("meaning", one?.meaning ?? other?.meaning),
                number("flowA", one?.flow), number("a", one?.number), number("flowB", other?.flow),
                number("b", other?.number), text("field", field), text("valueA", valueA), text("valueB", valueB),
            ].compactMap { $0 }
        )
    }
}
