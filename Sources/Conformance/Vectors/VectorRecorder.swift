import Inspection
import WireFormat
package import WireJSON

/// Makes vectors from the events of a capture.
///
/// A recorded vector expects what this library made of the bytes, with no second opinion: somebody has to review it.
package struct VectorRecorder: Sendable {
    /// A selection of events.
    package struct Selection: Sendable {
        /// The number of the connection; any connection if `nil`.
        package var flow: Int64?
        /// The numbers of the events; all events if empty.
        package var numbers: [ClosedRange<Int64>]

        /// Selects the events with these numbers, of one connection or of all.
        package init(flow: Int64?, numbers: [ClosedRange<Int64>]) {
            self.flow = flow
            self.numbers = numbers
        }

        /// Returns the numbers in a text such as `3,7-9`; `nil` for another form.
        package static func numbers(_ text: String) -> [ClosedRange<Int64>]? {
            var ranges: [ClosedRange<Int64>] = []
            for part in text.split(separator: ",", omittingEmptySubsequences: false) {
                let ends = part.split(separator: "-", omittingEmptySubsequences: false).map { Int64($0) }
                guard let first = ends.first ?? nil, let last = ends.last ?? nil, ends.count <= 2, 1 <= first,
                    first <= last
                else { return nil }
                ranges.append(first...last)
            }
            return ranges
        }

        func contains(_ event: JSONValue) -> Bool {
            guard let number = event["n"]?.int64, flow == nil || event["flow"]?.int64 == flow else { return false }
            return numbers.isEmpty || numbers.contains { $0.contains(number) }
        }
    }

    /// The flag of recorded cases.
    package static let flag = "Recorded"

    private let capture: String
    private let selection: Selection
    private let level: VectorCase.Level
    private let library = LibraryAdapter(version: "")
    /// The selected events.
    private var events: [JSONValue] = []
    /// The state of each system's recording.
    private var recordings: [MessagingSystem: any UnitRecording] = [:]

    /// Makes a recorder.
    ///
    /// - Parameters:
    ///   - capture: the name of the capture, for the cases' ids and sources.
    ///   - selection: the selected events.
    ///   - level: the level of the cases.
    ///   - key: the key of connections with obfuscated bytes; if `nil`, it is recovered.
    package init(capture: String, selection: Selection, level: VectorCase.Level, key: [UInt8]?) {
        self.capture = capture
        self.selection = selection
        self.level = level
        for system in MessagingSystem.allCases { recordings[system] = system.conformance.recording(key: key) }
    }

    /// Observes an event: an object of the schema `imwire-event/1` with `hex`, secrets in full.
    package mutating func hear(_ event: JSONValue) {
        if let system = Self.system(of: event) { recordings[system]?.hear(event) }
        if selection.contains(event) { events.append(event) }
    }

    private static func system(of event: JSONValue) -> MessagingSystem? {
        event["system"]?.string.map { MessagingSystem(name: $0) } ?? .unnamed
    }

    // MARK: Cases

    /// The result of recording.
    package struct Recording: Sendable {
        /// The cases, event by event: the frame, its payload, the contents of its messages.
        package var cases: [VectorCase] = []
        /// The events without a case, each with the reason, in sentences without their ends.
        package var refusals: [String] = []
        /// Whether an event with a case holds a secret, such as a user's token: the cases have it in full.
        package var holdsSecret = false
    }

    /// The cases of all selected events.
    package var recording: Recording {
        var recording = Recording()
        for event in events { record(event, &recording) }
        guard !selection.numbers.isEmpty else {
            recording.refusals = []
            return recording
        }
        let seen = Set(events.compactMap { $0["n"]?.int64 })
        // The ends of a range are enough: a range may be longer than any capture.
        let named = selection.numbers.flatMap { [$0.lowerBound, $0.upperBound] }
        for number in Set(named).subtracting(seen).sorted() {
            let place = selection.flow.map { " on connection \($0)" } ?? ""
            recording.refusals.append("there is no event \(number)\(place)")
        }
        return recording
    }

    /// Returns the cases as a vector file.
    ///
    /// - Parameters:
    ///   - name: the group's name.
    ///   - cases: the cases.
    ///   - program: the name and version of the program, for the flag's note.
    package static func group(named name: String, _ cases: [VectorCase], program: String) -> VectorGroup {
        let note =
            "Bytes of a capture. The expectation is what \(program) made of them when the case was recorded, without a "
            + "second opinion. Review it, say in the comment what the case can catch, and take this flag away."
        return VectorGroup(
            name: name,
            suite: VectorSuite.builtInVersion,
            notes: [JSONMember(JSONString(flag), JSONValue(note))],
            cases: cases
        )
    }

    private func record(_ event: JSONValue, _ result: inout Recording) {
        let number = event["n"]?.int64 ?? 0
        guard let transport = event["transport"]?.string, UnitForm(rawValue: transport) != nil,
            let sender = event["sender"], let hex = event["hex"]
        else {
            let type = event["frame"]?["type"]?.string ?? "of no type"
            result.refusals.append("event \(number) is no frame: \(type)")
            return
        }
        // Cases of the default system do not name it.
        let named = Self.system(of: event) == .unnamed ? nil : event["system"]
        let recording = Self.system(of: event).flatMap { recordings[$0] } ?? PlainRecording()
        var input: JSONValue = ["form": JSONValue(transport), "sender": sender, "hex": hex]
        input["system"] = named
        for member in recording.members(of: event) { input[member.key.text] = member.value }

        let title = Self.title(event)
        let reply = library.reply(to: AdapterRequest(id: 2, operation: "frame.decode", input: input))
        let isDamaged = event["diagnostics"]?.elements?.contains { $0["severity"]?.string == "error" } ?? false
        if case .error(let name, _) = reply, !isDamaged {
            result.refusals.append(
                "event \(number) cannot be decoded without the rest of its connection (\(name)): \(title)"
            )
            return
        }
        result.cases.append(make(event, "", "frame.decode", input, title))
        if recording.holdsSecret(event) { result.holdsSecret = true }
        guard case .value(let frame) = reply else { return }
        if transport != "polling", let message = event["payload"]?["message"], let data = frame["data"] {
            let name = message.string ?? ""
            var input: JSONValue = ["message": message, "hex": data]
            input["system"] = named
            result.cases.append(make(event, "payload", "payload.decode", input, "\(name) of \(title)"))
        }
        for (index, content) in recording.contents(of: frame, event).enumerated() {
            var input: JSONValue = ["objectName": content.name, "hex": JSONValue(Hex.encode(content.bytes))]
            input["system"] = named
            let title = "content \(index + 1), \(content.name.string ?? ""), of \(title)"
            result.cases.append(make(event, "message-\(index + 1)", "message.decode", input, title))
        }
    }

    /// Returns an event in a few words.
    private static func title(_ event: JSONValue) -> String {
        let frame = event["frame"]
        let topic = frame?["topic"]?.string ?? event["inReplyTo"]?["topic"]?.string
        let type = (frame?["type"] ?? frame?["cmd"])?.string ?? "undecoded bytes"
        return "\(type) of the \(event["sender"]?.string ?? "")"
            + (topic.map { " (\($0))" } ?? "")
    }

    /// Makes a case that expects the library's answer.
    private func make(
        _ event: JSONValue,
        _ part: String,
        _ operation: String,
        _ input: JSONValue,
        _ title: String
    ) -> VectorCase {
        let number = event["n"]?.int64 ?? 0
        let expectation: VectorExpectation
        switch library.reply(to: AdapterRequest(id: 2, operation: operation, input: input)) {
        case .value(var value):
            if operation == "frame.decode" {
                // Payload and contents have cases of their own, and a codec need not keep unusual spellings.
                for name in ["payload", "messages", "raw"] { value[name] = nil }
            }
            expectation = .accept(value)
        case .error(let name, _): expectation = .reject([name])
        case .unsupported: expectation = .reject([])
        }
        var vector = VectorCase(
            id: (["recorded", Self.slug(capture), "\(number)"] + (part.isEmpty ? [] : [part])).joined(separator: "-"),
            level: level,
            flags: [Self.flag],
            comment: "Not reviewed: \(title), as it was recorded.",
            operation: operation,
            input: input,
            expectation: expectation,
            reencodesExactly: true,
            source: "capture \(capture), event \(number)" + (part.isEmpty ? "" : ", \(part)")
        )
        vector.reencodesExactly = isExact(vector)
        return vector
    }

    /// Returns whether the library encodes a decoded value to exactly the input.
    private func isExact(_ vector: VectorCase) -> Bool {
        guard case .accept = vector.expectation else { return false }
        let judge = CaseJudge(VectorSuite.Entry(group: "", vector: vector), firstRequest: 2)
        let first = judge.judge(library.reply(to: judge.request), to: judge.request, of: library.greeting)
        guard case .ask(let request) = first else { return false }
        let second = judge.judge(library.reply(to: request), to: request, of: library.greeting)
        guard case .done(let result) = second else { return false }
        return result.status == .passed && result.note == nil
    }

    /// Returns a text as words of a-z and 0-9, joined by hyphens.
    private static func slug(_ text: String) -> String {
        let words = text.lowercased().split { character in
            !character.isASCII || !(character.isLetter || character.isNumber)
        }
        return words.isEmpty ? "capture" : words.joined(separator: "-")
    }
}
