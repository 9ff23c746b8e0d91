import Reporting
import WireFormat
import WireJSON

/// The counts and settings of a redaction, without the values (schema `imwire-redaction/1`).
package struct RedactionReport: Sendable {
    /// The schema's name and version.
    package static let schema = "imwire-redaction/1"

    package var packets = 0
    package var rewrittenPackets = 0
    package var cutPackets = 0
    package var events = 0
    /// The number of different values of 6 bytes or more that were replaced and searched for.
    package var values = 0
    /// The number of bytes that were searched; a pass for some of the values counts all bytes again.
    package var searchedBytes = 0
    package var replaced: [LeafClass: [String: Int]] = [:]
    /// The connections of known systems that were cut, with the reason for each.
    package var cutFlows: [(flow: Int, reason: String)] = []
    /// The connections whose fragmented segments were put into one packet each, so that events have other packets.
    package var joinedFlows: Set<Int> = []
    package var keptFields: [String] = []
    package var alsoFields: [String] = []
    /// The names in `keptFields` and `alsoFields` that match no value.
    package var unmatchedFields: [String] = []
    package var hasGivenKey = false
    /// The key of the TCP form in the output, for its readers; `nil` unless the key of the capture was given.
    package var obfuscationKey: [UInt8]?

    /// Whether the capture has events of a known system, but no packet of them is left.
    package var hasNothingLeft: Bool { events > 0 && rewrittenPackets == 0 }

    /// The report as JSON.
    package var json: String {
        let classes = LeafClass.allCases.compactMap { leaf -> JSONMember? in
            guard let fields = replaced[leaf] else { return nil }
            let members = fields.sorted { $0.key < $1.key }.map { JSONMember(JSONString($0.key), JSONValue($0.value)) }
            let total = fields.values.reduce(0, +)
            return JSONMember(
                JSONString(leaf.rawValue),
                .object([JSONMember("leaves", JSONValue(total)), JSONMember("fields", .object(members))])
            )
        }
        var members = [
            JSONMember("schema", .string(JSONString(Self.schema))),
            JSONMember("key", .string(hasGivenKey ? "given" : "random")),
        ]
        if let obfuscationKey {
            members.append(JSONMember("obfuscationKey", .string(JSONString(Hex.encode(obfuscationKey)))))
        }
        members += [
            JSONMember(
                "packets",
                .object([
                    JSONMember("total", JSONValue(packets)),
                    JSONMember("rewritten", JSONValue(rewrittenPackets)),
                    JSONMember("cut", JSONValue(cutPackets)),
                ])
            ),
            JSONMember("events", JSONValue(events)),
            JSONMember("replaced", .object(classes)),
            JSONMember("kept", .array(keptFields.map { .string(JSONString($0)) })),
            JSONMember("also", .array(alsoFields.map { .string(JSONString($0)) })),
            JSONMember("unmatched", .array(unmatchedFields.map { .string(JSONString($0)) })),
            JSONMember(
                "cutFlows",
                .array(
                    cutFlows.map {
                        .object([
                            JSONMember("flow", JSONValue($0.flow)),
                            JSONMember("reason", .string(JSONString($0.reason))),
                        ])
                    }
                )
            ),
            JSONMember(
                "proof",
                .object([
                    JSONMember("values", JSONValue(values)),
                    JSONMember("searchedBytes", JSONValue(searchedBytes)),
                    // There is no report if a value was found, so the count is always 0.
                    JSONMember("found", JSONValue(0)),
                ])
            ),
        ]
        return JSONValue.object(members).safeLine
    }
}
