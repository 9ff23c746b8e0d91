import Conformance
package import WireFormat
package import WireJSON

extension FramesTarget {
    /// Returns the frame in the spellings that a reader may choose.
    package func answers(
        _ value: JSONValue,
        to question: AdapterQuestion,
        orErrors errors: inout Set<WireError.Code>
    ) -> [JSONValue]? {
        question.operation == .decodeFrame ? RongCloudFreedoms.frames(value, question, &errors) : [value]
    }
}

extension PayloadsTarget {
    /// Returns the payload, and allows an error for invalid UTF-8 or a missing field.
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
    /// Returns the part of a content that the documented form spells as it was written.
    package func answers(
        _ value: JSONValue,
        to question: AdapterQuestion,
        orErrors errors: inout Set<WireError.Code>
    ) -> [JSONValue]? {
        guard question.operation == .decodeMessage else { return [value] }
        return RongCloudFreedoms.content(value, of: question.input, &errors).map { [$0] }
    }
}
