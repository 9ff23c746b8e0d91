import Conformance
package import WireFormat
package import WireJSON

extension FramesTarget {
    /// A frame in the spellings that readers choose themselves.
    package func answers(
        _ value: JSONValue,
        to question: AdapterQuestion,
        orErrors errors: inout Set<WireError.Code>
    ) -> [JSONValue]? {
        question.operation == .decodeFrame ? RongCloudFreedoms.frames(value, question, &errors) : [value]
    }
}

extension PayloadsTarget {
    /// A payload, which may be refused for its texts.
    package func answers(
        _ value: JSONValue,
        to question: AdapterQuestion,
        orErrors errors: inout Set<WireError.Code>
    ) -> [JSONValue]? {
        if question.operation == .decodePayload,
            RongCloudFreedoms.isDoubtful(question.input["message"], question.input["hex"])
        {
            errors.insert(.string)
        }
        return [value]
    }
}

extension MessagesTarget {
    /// What of a content the documented form says as it was written.
    package func answers(
        _ value: JSONValue,
        to question: AdapterQuestion,
        orErrors errors: inout Set<WireError.Code>
    ) -> [JSONValue]? {
        guard question.operation == .decodeMessage else { return [value] }
        return RongCloudFreedoms.content(value, of: question.input, &errors).map { [$0] }
    }
}
