package import WireFormat
package import WireJSON

/// A request of the adapter protocol.
package struct AdapterRequest: Sendable {
    /// The id by which the reply is matched.
    package var id: Int
    /// The operation, such as `frame.decode`.
    package var operation: String
    /// The input of the operation; `nil` for the handshake.
    package var input: JSONValue?

    /// Makes a request.
    package init(id: Int, operation: String, input: JSONValue?) {
        self.id = id
        self.operation = operation
        self.input = input
    }

    /// The version of the protocol.
    package static let protocolVersion = 1

    /// The first request of a conversation.
    package static let hello = AdapterRequest(id: 1, operation: "hello", input: nil)

    /// Reads a request's line.
    ///
    /// Throws `json`; `required` and `value` with the member's name as path.
    package init(parsing line: [UInt8]) throws(WireError) {
        let object = try JSONValue(parsing: line)
        guard object.members != nil else { throw WireError(.value, at: 0, expected: "an object") }
        guard let id = object["id"] else { throw WireError(.required, at: 0, path: ["id"]) }
        guard let number = id.int64 else { throw WireError(.value, at: 0, path: ["id"], expected: "an integer") }
        guard let operation = object["operation"] else { throw WireError(.required, at: 0, path: ["operation"]) }
        guard let name = operation.string else {
            throw WireError(.value, at: 0, path: ["operation"], expected: "a string")
        }
        self.init(id: Int(number), operation: name, input: object["input"])
    }

    /// The request as sent to the adapter, with its line feed.
    package var line: [UInt8] {
        var object: JSONValue = ["id": JSONValue(id), "operation": JSONValue(operation)]
        if operation == "hello", input == nil { object["protocol"] = JSONValue(Self.protocolVersion) }
        if let input { object["input"] = input }
        return object.minified + [UInt8(ascii: "\n")]
    }
}
