import WireFormat
import WireJSON

/// Counts of the values of one field, named by its path in the JSON line of an event.
struct FieldTally: Sendable {
    /// The path as it was given.
    let field: String
    private let path: [Substring]
    private(set) var values = NameCounter()
    /// Events that do not have the field.
    private(set) var absent = 0

    init(_ field: String) {
        self.field = field
        let parts = field.split(separator: ".", omittingEmptySubsequences: false)
        switch parts.first {
        case "message": path = ["messages"] + parts.dropFirst()
        case "content": path = ["messages"] + parts
        case "latency" where parts.count == 1: path = ["inReplyTo", "latency"]
        default: path = parts
        }
    }

    /// Counts the values in an event.
    mutating func add(_ event: JSONValue) {
        var found: [JSONValue] = []
        Self.collect(event, path[...], into: &found)
        if found.isEmpty { absent += 1 }
        for value in found {
            let text = Array((value.string ?? value.minifiedText).utf8)
            values.add(text.span, bytes: 0)
        }
    }

    private static func collect(_ value: JSONValue, _ path: ArraySlice<Substring>, into found: inout [JSONValue]) {
        if let elements = value.elements {
            for element in elements { collect(element, path, into: &found) }
        } else if let first = path.first {
            if let next = value[String(first)] { collect(next, path.dropFirst(), into: &found) }
        } else {
            found.append(value)
        }
    }

    /// Takes in what another one has.
    mutating func merge(_ other: FieldTally) {
        values.merge(other.values)
        absent += other.absent
    }
}

extension JSONValue {
    fileprivate var minifiedText: String { String(decoding: minified, as: UTF8.self) }
}
