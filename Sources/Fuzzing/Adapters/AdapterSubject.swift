package import Conformance
package import Fuzzer
package import WireFormat
package import WireJSON

/// A target whose inputs can be put to an adapter of another SDK as well.
package protocol AdapterSubject: FuzzTarget {
    /// What an adapter is asked about an input; `nil` for an input that is no question.
    func question(of input: [UInt8]) -> AdapterQuestion?
    /// The values that may be answered where this library answers one; `nil` where anything may.
    ///
    /// - Parameter errors: errors that may be answered, too.
    func answers(
        _ value: JSONValue,
        to question: AdapterQuestion,
        orErrors errors: inout Set<WireError.Code>
    ) -> [JSONValue]?
}

extension AdapterSubject {
    /// The value itself.
    package func answers(
        _ value: JSONValue,
        to question: AdapterQuestion,
        orErrors errors: inout Set<WireError.Code>
    ) -> [JSONValue]? { [value] }
}

/// A decoding operation of the adapter protocol and its input.
package struct AdapterQuestion: Sendable {
    /// Such as `frame.decode`.
    package var operation: LibraryAdapter.Operation
    /// The member `input` of the request.
    package var input: JSONValue

    /// Makes a question.
    init(_ operation: LibraryAdapter.Operation, _ input: JSONValue) {
        self.operation = operation
        self.input = input
    }

    /// A question about bytes, which the input has as `hex`.
    init(_ operation: LibraryAdapter.Operation, _ bytes: [UInt8], _ members: JSONValue) {
        var input = members
        input["hex"] = JSONValue(Hex.encode(bytes))
        self.init(operation, input)
    }

    /// What encodes a decoded value again; `nil` where nothing does.
    ///
    /// What belongs to no documented field is taken away: the spelling that `raw` keeps and the bytes behind the last
    /// field are how this library keeps frames whole, and nobody else has to write them.
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
