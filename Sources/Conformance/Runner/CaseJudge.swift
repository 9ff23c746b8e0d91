import Inspection
import WireFormat
import WireJSON

/// Judges an adapter's replies to the requests of one case.
///
/// A case needs one request, and a second one if the decoded value must be encoded again.
package struct CaseJudge: Sendable {
    /// The next step.
    package enum Step: Sendable {
        /// The case is over.
        case done(CaseResult)
        /// Another request has to be sent.
        case ask(AdapterRequest)
    }

    /// The case.
    package let entry: VectorSuite.Entry
    /// The id of the first request; the second request has the following id.
    package let firstRequest: Int

    /// Makes the judge of a case.
    package init(_ entry: VectorSuite.Entry, firstRequest: Int) {
        self.entry = entry
        self.firstRequest = firstRequest
    }

    private var vector: VectorCase { entry.vector }

    /// The first request.
    package var request: AdapterRequest {
        AdapterRequest(id: firstRequest, operation: vector.operation, input: vector.input)
    }

    /// Returns the next step after the reply to a request.
    package func judge(_ reply: AdapterReply, to request: AdapterRequest, of adapter: AdapterGreeting) -> Step {
        if request.id == firstRequest { return judge(first: reply, adapter) }
        return .done(judge(reencoded: reply))
    }

    private func failed(_ name: String, _ text: String, _ differences: [ValueDifference] = []) -> Step {
        .done(CaseResult(entry, .failed, failure: CaseFailure(name, text, differences)))
    }

    private func judge(first reply: AdapterReply, _ adapter: AdapterGreeting) -> Step {
        switch (reply, vector.expectation) {
        case (.unsupported, _): return .done(CaseResult(entry, .unsupported))
        case (.value(let value), .reject(let classes)):
            return failed(
                CaseFailure.Class.accepted,
                "was accepted and should be refused" + Self.asOneOf(classes),
                [ValueDifference(path: "", expected: nil, actual: value)]
            )
        case (.error(let name, let text), .reject(let classes)):
            if name.isEmpty {
                let note = "refused by an error without a class: \(text)"
                return .done(CaseResult(entry, .passed, note: note))
            }
            if classes.isEmpty || classes.contains(name) { return .done(CaseResult(entry, .passed)) }
            return failed(name, "was refused as \(Self.shown(name, text)) and should be" + Self.asOneOf(classes))
        case (.error(let name, _), .either(_, let classes))
        where classes.contains(name) || name.isEmpty && !classes.isEmpty:
            return .done(CaseResult(entry, .passed))
        case (.error(let name, let text), _):
            let isNamed = !name.isEmpty
            return failed(
                isNamed ? name : CaseFailure.Class.refused,
                "was refused\(isNamed ? " as" : "") \(Self.shown(name, text)) and should be accepted"
            )
        case (.value(let value), _): return judge(value, adapter)
        }
    }

    private static func asOneOf(_ classes: [String]) -> String {
        classes.isEmpty ? "" : " as " + classes.joined(separator: " or ")
    }

    private static func shown(_ name: String, _ text: String) -> String {
        text.isEmpty ? name : name.isEmpty ? "(\(text))" : "\(name) (\(text))"
    }

    // MARK: Values

    private func judge(_ value: JSONValue, _ adapter: AdapterGreeting) -> Step {
        if vector.operation == "names.list" { return .done(judge(names: value)) }
        var nearest: [ValueDifference]?
        for expected in vector.expectation.values {
            let differences = differences(expected, value)
            if differences.isEmpty { return judgeReencoding(of: value, adapter) }
            if nearest.map({ differences.count < $0.count }) ?? true { nearest = differences }
        }
        return failed(CaseFailure.Class.difference, differenceText, nearest ?? [])
    }

    private func differences(_ expected: JSONValue, _ actual: JSONValue) -> [ValueDifference] {
        if isComparedAsJSON, let one = expected["hex"]?.string, let other = actual["hex"]?.string,
            let differences = Self.differencesOfJSON(one, other, isTwoWay: vector.operation != "message.encode")
        {
            return differences + unwanted(in: other)
        }
        return ValueComparison.differences(expected, actual)
    }

    /// Returns the keys of an encoded content that the case forbids.
    ///
    /// Other unexpected keys are allowed: defaults, a second spelling of the avatar, additions of an SDK.
    private func unwanted(in hex: String) -> [ValueDifference] {
        guard !vector.absentKeys.isEmpty, let content = try? JSONValue(parsing: Hex.decode(hex)) else { return [] }
        return vector.absentKeys.compactMap { path in
            var value: JSONValue? = content
            for key in path.split(separator: ".") { value = value?[String(key)] }
            return value.map { ValueDifference(path: "content.\(path)", expected: nil, actual: $0) }
        }
    }

    /// Whether the operation's hex is JSON whose spelling is free: a content, or an object in a polling server's
    /// answer, whose members have no order (flag `MemberOrder`).
    private var isComparedAsJSON: Bool {
        vector.operation == "message.encode"
            || vector.operation == "frame.encode" && vector.input["form"]?.string == UnitForm.polling.rawValue
                && vector.flags.contains("MemberOrder")
    }

    /// Returns the differences of two hex texts that contain JSON; `nil` if one of them is not JSON.
    private static func differencesOfJSON(
        _ one: String,
        _ other: String,
        isTwoWay: Bool = true
    ) -> [ValueDifference]? {
        guard let first = try? JSONValue(parsing: Hex.decode(one)),
            let second = try? JSONValue(parsing: Hex.decode(other))
        else { return nil }
        var comparison = ValueComparison(isTwoWay: isTwoWay)
        comparison.compare(first, second, at: "content")
        return comparison.differences
    }

    /// Judges the list of all the adapter's names for the one name of a case.
    private func judge(names value: JSONValue) -> CaseResult {
        guard let rows = value.elements else {
            let difference = ValueDifference(path: "", expected: [], actual: value)
            let failure = CaseFailure(CaseFailure.Class.difference, "the value is no array", [difference])
            return CaseResult(entry, .failed, failure: failure)
        }
        var nearest: [ValueDifference]?
        var isListed = true
        for expected in vector.expectation.values.compactMap({ $0.elements?.first }) {
            let name = expected["objectName"]?.string ?? ""
            var differences: [ValueDifference] = []
            if let row = rows.first(where: { $0["objectName"].map { $0.says(name) } ?? false }) {
                differences = ValueComparison.differences(expected, row, at: "[\(name)]")
            } else {
                isListed = false
                differences = [ValueDifference(path: "[\(name)]", expected: expected, actual: nil)]
            }
            if differences.isEmpty { return CaseResult(entry, .passed) }
            if nearest.map({ differences.count < $0.count }) ?? true { nearest = differences }
        }
        guard isListed else { return judge(unlistedIn: rows) }
        return CaseResult(
            entry,
            .failed,
            failure: CaseFailure(CaseFailure.Class.difference, differenceText, nearest ?? [])
        )
    }

    /// Judges a name that is not listed: the SDK lacks the message, unless the name is listed in another letter case.
    private func judge(unlistedIn rows: [JSONValue]) -> CaseResult {
        let name = vector.expectation.values.first?.elements?.first?["objectName"]?.string ?? ""
        for row in rows {
            guard let other = row["objectName"]?.string, other.lowercased() == name.lowercased(),
                !isName(other)
            else { continue }
            let text = "the name is listed in another letter case"
            let difference = ValueDifference(path: "[\(name)]", expected: JSONValue(name), actual: JSONValue(other))
            return CaseResult(entry, .failed, failure: CaseFailure(CaseFailure.Class.difference, text, [difference]))
        }
        return CaseResult(entry, .unsupported, note: "the name is not in the adapter's list")
    }

    /// Returns whether the case's system has a type of this name.
    private func isName(_ text: String) -> Bool {
        let system = vector.input["system"]?.string.map { MessagingSystem(name: $0) } ?? .unnamed
        return system?.conformance.isName(text) ?? false
    }

    private var differenceText: String {
        "the value differs" + (vector.expectation.values.count > 1 ? " (shown: the nearest of several)" : "")
    }

    // MARK: Encoding again

    private func judgeReencoding(of value: JSONValue, _ adapter: AdapterGreeting) -> Step {
        guard vector.reencodesExactly else { return .done(CaseResult(entry, .passed)) }
        guard let request = reencoding(of: value) else { return .done(CaseResult(entry, .passed)) }
        guard adapter.has(request.operation, request.input ?? .null) else {
            return .done(CaseResult(entry, .passed, note: "\(request.operation) is not supported: not encoded again"))
        }
        return .ask(request)
    }

    /// Returns the request that encodes a decoded value, or `nil` if the operation decodes nothing.
    func reencoding(of value: JSONValue) -> AdapterRequest? {
        guard let decoded = LibraryAdapter.Operation.decoded(by: vector.operation) else { return nil }
        var input = vector.input
        switch decoded {
        case "frame":
            input["hex"] = nil
            input["frame"] = value
        case "payload":
            input["hex"] = nil
            input["value"] = value
        case "message":
            input["hex"] = nil
            input["content"] = value
        default: input = value
        }
        return AdapterRequest(id: firstRequest + 1, operation: "\(decoded).encode", input: input)
    }

    private func judge(reencoded reply: AdapterReply) -> CaseResult {
        func failed(_ text: String, _ differences: [ValueDifference] = []) -> CaseResult {
            CaseResult(entry, .failed, failure: CaseFailure(CaseFailure.Class.reencode, text, differences))
        }
        switch reply {
        case .unsupported:
            return CaseResult(entry, .passed, note: "encoding is not supported: not encoded again")
        case .error(let name, let text):
            return failed("the decoded value cannot be encoded again: \(Self.shown(name, text))")
        case .value(let value):
            // Inputs without bytes are named after the operation, such as `uid`.
            let own = LibraryAdapter.Operation.decoded(by: vector.operation).map(String.init)
            let key = vector.input["hex"] == nil ? own ?? "" : "hex"
            let expected = vector.input[key] ?? .null
            let differences =
                ValueComparison.differences([JSONString(key): expected], value)
            if differences.isEmpty { return CaseResult(entry, .passed) }
            if vector.operation == "message.decode", let one = expected.string, let other = value[key]?.string,
                Self.differencesOfJSON(one, other)?.isEmpty ?? false
            {
                let text = "the decoded value, encoded again, says the same as the input in other bytes"
                return failed(text, differences)
            }
            return failed("the decoded value, encoded again, is not the input", differences)
        }
    }
}

extension JSONValue {
    /// Returns whether the value is a string with exactly this text.
    func says(_ text: String) -> Bool {
        guard case .string(let string) = self else { return false }
        return string.codeUnits.elementsEqual(text.utf16)
    }
}
