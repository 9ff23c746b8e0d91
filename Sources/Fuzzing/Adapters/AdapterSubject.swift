package import Conformance
package import Fuzzer
package import WireFormat
package import WireJSON

/// A target whose inputs can also be sent to an adapter of another SDK.
package protocol AdapterSubject: FuzzTarget {
    /// Returns the question for an adapter about an input; `nil` if the input makes no question.
    func question(of input: [UInt8]) -> AdapterQuestion?
    /// Returns the values that an adapter may reply when this library replies `value`; `nil` if any value is allowed.
    ///
    /// - Parameter errors: gets the errors that are allowed as well.
    func answers(
        _ value: JSONValue,
        to question: AdapterQuestion,
        orErrors errors: inout Set<WireError.Code>
    ) -> [JSONValue]?
}

extension AdapterSubject {
    /// Returns only the value itself.
    package func answers(
        _ value: JSONValue,
        to question: AdapterQuestion,
        orErrors errors: inout Set<WireError.Code>
    ) -> [JSONValue]? { [value] }
}

/// A decoding operation of the adapter protocol and its input.
package struct AdapterQuestion: Sendable {
    /// The operation, such as `frame.decode`.
    package var operation: LibraryAdapter.Operation
    /// The member `input` of the request.
    package var input: JSONValue

    /// Makes a question.
    init(_ operation: LibraryAdapter.Operation, _ input: JSONValue) {
        self.operation = operation
        self.input = input
    }

    /// Creates a question about bytes, which are the member `hex` of the input.
    init(_ operation: LibraryAdapter.Operation, _ bytes: [UInt8], _ members: JSONValue) {
        var input = members
        input["hex"] = JSONValue(Hex.encode(bytes))
        self.init(operation, input)
    }

    /// Returns the question that encodes a decoded value again; `nil` if the operation has no counterpart.
    ///
    /// Members without a documented field are removed: `raw`, which keeps the spelling, and the bytes after the last
    /// field keep frames whole in this library only; no other SDK has to write them.
    func encoding(_ value: JSONValue) -> AdapterQuestion? {
        var members = input
        members["hex"] = nil
        switch operation {
        case .decodeFrame:
            var frame = value
            frame["raw"] = nil
            frame["trailing"] = nil
            members["frame"] = frame
            return AdapterQuestion(.encodeFrame, members)
        case .decodePayload:
            members["value"] = value
            return AdapterQuestion(.encodePayload, members)
        case .decodeMessage:
            members["content"] = value
            return AdapterQuestion(.encodeMessage, members)
        default: return operation.encoding.map { AdapterQuestion($0, value) }
        }
    }
}
