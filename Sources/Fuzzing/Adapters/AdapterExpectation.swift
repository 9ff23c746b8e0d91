import Conformance
import WireFormat
import WireJSON

/// What another SDK may answer where this library answers something.
///
/// Freedoms are those of the golden vectors, whose notes give the reasons: how much is refused is each reader's own
/// choice in some places, and so is what stands for bytes that are no text.
enum AdapterExpectation {
    /// What may be answered; `nil` where anything may.
    ///
    /// - Parameter isNamed: whether a refusal says of which class it is. One that does not may be any that this input
    ///   gives a reason for, but none that any input may have: else every refusal would be free.
    static func of(
        _ ours: AdapterReply,
        to question: AdapterQuestion,
        about subject: any AdapterSubject,
        isNamed: Bool
    ) -> VectorExpectation? {
        switch ours {
        case .unsupported: return nil
        case .error(let name, _):
            let free: [WireError.Code] =
                question.operation == .decodePayload ? [.limit, .unsupported, .required] : [.limit, .unsupported]
            return free.contains { $0.rawValue == name } ? nil : .reject([])
        // What repeated keys say is each parser's choice.
        case .value where question.input.repeatsKeys: return nil
        case .value(let value):
            var errors: Set<WireError.Code> = [.limit]
            // Nothing at all is a message for some, and no text for others.
            if question.input["hex"]?.string == "" { errors.formUnion([.json, .truncated, .required]) }
            guard var values = subject.answers(value, to: question, orErrors: &errors) else { return nil }
            if values.contains(where: { $0.settled != $0 }) {
                errors.formUnion([.string, .json, .value])
                values = values.map { $0.settled ?? .null }
            }
            if !isNamed {
                errors.remove(.limit)
                if isWholeContent(value, question) { errors.remove(.required) }
            }
            return .either(values, errors: errors.map(\.rawValue).sorted())
        }
    }

    /// Whether all that is read of a content stands in it, so that nothing is there that a reader may miss.
    private static func isWholeContent(_ value: JSONValue, _ question: AdapterQuestion) -> Bool {
        guard question.operation == .decodeMessage, let hex = question.input["hex"]?.string,
            let bytes = try? Hex.decode(hex), let written = try? JSONValue(parsing: bytes)
        else { return false }
        return written.hasMembers(of: value)
    }
}
