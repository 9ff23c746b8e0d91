import WireFormat
import WireJSON

// Further members of layers' inputs.
extension AdapterInput {
    /// Returns a list.
    func list(_ name: String) throws(WireError) -> [JSONValue] {
        guard let elements = try value(name).elements else {
            throw WireError(.value, at: 0, path: [name], expected: "an array")
        }
        return elements
    }

    /// Returns a whole number, or `nil` if there is none.
    func optionalNumber(_ name: String) throws(WireError) -> Int64? {
        guard let value = object[name], !value.isNull else { return nil }
        guard let number = value.int64 else {
            throw WireError(.value, at: 0, path: [name], expected: "an integer of 64 bits")
        }
        return number
    }

    /// Returns a truth value, or `nil` if there is none.
    func optionalTruth(_ name: String) throws(WireError) -> Bool? {
        guard let value = object[name], !value.isNull else { return nil }
        guard let truth = value.bool else { throw WireError(.value, at: 0, path: [name], expected: "true or false") }
        return truth
    }

    /// Returns a time, given in milliseconds since 1970, in nanoseconds; `nil` if there is none.
    func time(_ name: String) throws(WireError) -> Int64? {
        guard let milliseconds = try optionalNumber(name) else { return nil }
        let (nanoseconds, overflow) = milliseconds.multipliedReportingOverflow(by: 1_000_000)
        guard milliseconds >= 0, !overflow else {
            throw WireError(.value, at: 0, path: [name], expected: "milliseconds since 1970")
        }
        return nanoseconds
    }
}
