import Reporting
import WireJSON

extension CaptureComparison {
    /// Writes the differences as JSON (schema `imwire-diff/1`) in parts, so that they need not be in memory at once.
    package func writeJSON(_ write: (String) throws -> Void) throws {
        try write(#"{"schema":"imwire-diff/1","differences":["#)
        var isFirst = true
        for difference in differences {
            try write((isFirst ? "" : ",") + difference.json.safeLine)
            isFirst = false
        }
        let times = latencies.map { latency in
            JSONValue.object(
                [
                    JSONMember("meaning", JSONValue(latency.meaning)),
                    JSONNumber(latency.a).map { JSONMember("a", .number($0)) },
                    JSONNumber(latency.b).map { JSONMember("b", .number($0)) },
                ].compactMap { $0 }
            )
        }
        try write(#"],"latencies":"# + JSONValue.array(times).safeLine)
        if uncompared.a != nil || uncompared.b != nil {
            let one = uncompared.a.map { JSONMember("a", $0.json) }
            let other = uncompared.b.map { JSONMember("b", $0.json) }
            try write(#","uncompared":"# + JSONValue.object([one, other].compactMap { $0 }).safeLine)
        }
        try write("}")
    }
}

extension CaptureComparison.Uncompared {
    fileprivate var json: JSONValue { ["events": JSONValue(count), "first": JSONValue(first)] }
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
