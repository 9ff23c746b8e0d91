package import WireFormat
package import WireJSON

/// The allowed answers of a codec to a case.
package enum VectorExpectation: Hashable, Sendable {
    /// This value; members that it does not name are free.
    case accept(JSONValue)
    /// An error of one of these classes; of any class if the list is empty.
    case reject([String])
    /// One of these values, or an error of one of these classes.
    case either([JSONValue], errors: [String])

    /// Reads the member `expect` of a case.
    ///
    /// Throws `required` and `value` with the member's name as path.
    package init(_ object: JSONValue) throws(WireError) {
        let members = VectorMembers(object)
        let errors = try Self.errors(object["error"])
        switch try members.string("outcome") {
        case "accept": self = .accept(try members.value("value"))
        case "reject": self = .reject(errors)
        case "either":
            guard let values = try members.value("values").elements, !(values.isEmpty && errors.isEmpty) else {
                throw WireError(.value, at: 0, path: ["values"], expected: "an array of what may be accepted")
            }
            self = .either(values, errors: errors)
        default: throw WireError(.value, at: 0, path: ["outcome"], expected: "accept, reject or either")
        }
    }

    private static func errors(_ value: JSONValue?) throws(WireError) -> [String] {
        guard let value else { return [] }
        var classes: [String] = []
        for element in value.elements ?? [value] {
            guard let name = element.string, WireError.Code(rawValue: name) != nil else {
                throw WireError(.value, at: 0, path: ["error"], expected: "an error class, or an array of them")
            }
            classes.append(name)
        }
        return classes
    }

    /// The expectation as in a vector file.
    package var json: JSONValue {
        func error(_ classes: [String]) -> JSONValue {
            classes.count == 1 ? JSONValue(classes[0]) : .array(classes.map { JSONValue($0) })
        }
        switch self {
        case .accept(let value): return ["outcome": "accept", "value": value]
        case .reject(let classes):
            return classes.isEmpty ? ["outcome": "reject"] : ["outcome": "reject", "error": error(classes)]
        case .either(let values, let classes):
            var object: JSONValue = ["outcome": "either", "values": .array(values)]
            if !classes.isEmpty { object["error"] = .array(classes.map { JSONValue($0) }) }
            return object
        }
    }

    /// The values that may be accepted.
    package var values: [JSONValue] {
        switch self {
        case .accept(let value): [value]
        case .reject: []
        case .either(let values, _): values
        }
    }
}
