import Conformance
import WireFormat
import WireJSON

/// The replies that another SDK may give, derived from this library's reply.
///
/// The freedoms are those of the golden vectors, whose notes give the reasons: some refusals and the replacement for
/// bytes that are not text are each reader's own choice.
enum AdapterExpectation {
    /// Returns the allowed replies; `nil` if any reply is allowed.
    ///
    /// - Parameter isNamed: whether a refusal names its error class. A refusal without a class may stand for any class
    ///   that this input gives a reason for, but not for a class that applies to every input: otherwise every refusal
    ///   would be allowed.
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
        // Each parser chooses itself how to read repeated keys.
        case .value where question.input.repeatsKeys: return nil
        case .value(let value):
            var errors: Set<WireError.Code> = [.limit]
            // An empty input is a message for some SDKs and not a text for others.
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

    /// Whether the content's JSON has every member that was read, so that no reader can miss one.
    private static func isWholeContent(_ value: JSONValue, _ question: AdapterQuestion) -> Bool {
        guard question.operation == .decodeMessage, let hex = question.input["hex"]?.string,
            let bytes = try? Hex.decode(hex), let written = try? JSONValue(parsing: bytes)
        else { return false }
        return written.hasMembers(of: value)
    }
}
