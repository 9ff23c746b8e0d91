import WireFormat
import WireJSON

/// A request with an undisputed answer, which tells a wrong adapter from a wrong codec.
struct KnownAnswer: Sendable {
    var title: String
    var operation: String
    var input: JSONValue
    var expected: VectorExpectation

    /// Returns the problem with a reply and the remedy, or `nil` if the reply is right.
    func problem(with reply: AdapterReply) -> String? {
        let vector: VectorCase
        do throws(WireError) {
            vector = try VectorCase([
                "id": "known", "level": "should", "flags": [], "comment": JSONValue(title),
                "operation": JSONValue(operation), "input": input, "expect": expected.json, "source": "published",
            ])
        } catch {
            return "\(error)"
        }
        let judge = CaseJudge(VectorSuite.Entry(group: "", vector: vector), firstRequest: 1)
        let greeting = AdapterGreeting(sdk: "", version: "", operations: nil)
        guard case .done(let result) = judge.judge(reply, to: judge.request, of: greeting) else { return nil }
        if result.status == .unsupported { return "The handshake lists the operation, and the reply denies it." }
        guard let failure = result.failure else { return nil }
        let places = DifferenceText.lines(failure.differences).map { $0.drop { $0 == " " } }.joined(separator: "; ")
        // A text such as "was refused …" has no subject; "the value differs" has one.
        let hasSubject = failure.text.hasPrefix("the ")
        let sentence = hasSubject ? "The" + failure.text.dropFirst(3) : "It " + failure.text
        return "\(sentence). \(places)"
    }
}
