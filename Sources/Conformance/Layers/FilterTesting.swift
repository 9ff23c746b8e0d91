import Inspection
import WireFormat
import WireJSON

/// A filter and the line of an event: whether the event passes, or the position of an error in the filter.
enum FilterTesting: ConformingLayer {
    static let operation = LibraryAdapter.Operation(named: "filter.test")

    static func value(_ input: AdapterInput) throws(WireError) -> JSONValue {
        let text = try input.text("filter")
        let event = try input.value("event")
        guard event.members != nil else { throw WireError(.value, at: 0, path: ["event"], expected: "an object") }
        let filter: EventFilter
        do throws(FilterError) {
            filter = try EventFilter(text)
        } catch {
            return ["error": ["position": JSONValue(error.position), "length": JSONValue(error.length)]]
        }
        return ["passes": .bool(try filter.passes(line: event.minified))]
    }
}
