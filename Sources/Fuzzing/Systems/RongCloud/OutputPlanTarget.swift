import FuzzInputs
package import Fuzzer
import Inspection
import LayerFuzzing
import WireJSON

/// Messages for which every output is known.
package struct OutputPlanTarget: PlanTarget {
    /// `output-plan`.
    package let name = "output-plan"
    /// The purpose of the target, for lists of targets.
    package let summary = "text, tree and JSON lines of messages made of a plan: any characters, secrets, times"
    package static let headBytes = 1
    package static let stepBytes = 4

    /// Makes the target.
    package init() {}

    /// Runs one plan.
    package func run(_ input: [UInt8], _ features: inout Features) throws(Violation) {
        let plan = OutputPlan(input)
        let capture = plan.session.capture()
        features.reach("output-plan", Features.bucket(plan.contents.count), Features.bucket(plan.secrets.count))
        var probe = CaptureProbe()
        for format in [CaptureDecoder.Format.jsonl, .text, .tree] {
            probe.output = .lines(format)
            let lines = try CaptureBytes.probe(probe, capture).output.split(separator: 10).map { Array($0) }
            try Self.hides(plan.secrets, lines, "\(format)")
            if format == .jsonl { try Self.compare(lines, plan) }
            guard format == .tree else { continue }
            // A tree shows stars for the bytes of a hidden field, and for no other field.
            let hidden = lines.count { String(decoding: $0, as: UTF8.self).contains("**") }
            try PlanMeaning.compare(hidden, plan.hiddenCount, "fields of trees that are hidden")
        }
        try Self.compareFields(plan, capture)
        probe.output = .lines(.text)
        for (time, isFirst) in [(TextStyle.Time.sinceFirst, true), (.sinceLast, false)] {
            probe.time = time
            let lines = try CaptureBytes.probe(probe, capture).output.split(separator: 10)
            let found = lines.compactMap { Self.time($0) }
            // The first event is the switch to WebSocket. An event may be earlier than one before it; the latest time
            // counts.
            var latest = isFirst ? Self.origin : plan.begun
            let expected = plan.times.map { time in
                defer { latest = isFirst ? latest : max(latest, time) }
                return Self.seconds(Int64(time) - Int64(latest))
            }
            try PlanEvents.compare(
                Array(found.dropFirst()),
                expected,
                "a time since \(isFirst ? "the first packet" : "the event before")"
            )
        }
    }

    /// Checks that no text breaks the columns of fields.
    private static func compareFields(_ plan: OutputPlan, _ capture: [UInt8]) throws(Violation) {
        var probe = CaptureProbe()
        do throws(FilterError) {
            for path in ["messages.content.content", "messages.content"] {
                probe.fields.append(try FieldPath(shown: path))
            }
        } catch {
            throw Violation(.meaning, "a field is refused: \(error.reason)")
        }
        probe.output = .lines(.fields)
        let lines = try CaptureBytes.probe(probe, capture).output.split(separator: 10).map { Array($0) }
        // The first event is the switch to WebSocket.
        try PlanMeaning.compare(lines.count, plan.contents.count + 1, "lines of fields")
        for line in lines {
            try PlanMeaning.compare(line.count { $0 == 9 }, 1, "tabs between two fields")
        }
        try hides(plan.secrets, lines.map { $0.map { $0 == 9 ? 32 : $0 } }, "fields")
    }

    /// The capture time of the first packet of every plan.
    private static let origin: UInt64 = SampleSession().packets[0].time

    /// Returns seconds with three decimals, truncated.
    private static func seconds(_ microseconds: Int64) -> String {
        let milliseconds = microseconds.magnitude / 1000
        let sign = microseconds < 0 ? "-" : ""
        return sign + "\(milliseconds / 1000)." + String("\(1000 + milliseconds % 1000)".dropFirst())
    }

    /// Returns the time of a text line that begins with an event's number.
    private static func time(_ line: some Collection<UInt8>) -> String? {
        let words = line.split(separator: UInt8(ascii: " ")).prefix(2).map { String(decoding: $0, as: UTF8.self) }
        return words.count == 2 && Int(words[0]) != nil ? words[1] : nil
    }

    private static func hides(_ secrets: [String], _ lines: [[UInt8]], _ format: String) throws(Violation) {
        for line in lines {
            if PlanText.hasCommand(line) {
                throw Violation(.terminal, "\(format): a sign that does something is written as it came")
            }
            let text = String(decoding: line, as: UTF8.self)
            guard text.contains("-end") else { continue }
            if let secret = secrets.first(where: { text.contains($0) }) {
                throw Violation(.secrecy, "\(format): what follows a secret name is shown: \(secret)")
            }
        }
    }

    /// Checks that the JSON lines keep all values that are not secret: in order, and with repeated keys.
    private static func compare(_ lines: [[UInt8]], _ plan: OutputPlan) throws(Violation) {
        var found: [String] = []
        for line in lines {
            guard let event = try? JSONValue(parsing: line) else { throw Violation(.json, "an event is not JSON") }
            guard let content = event["messages"]?.elements?.first?["content"] else { continue }
            found.append(text(content))
        }
        try PlanEvents.compare(found, plan.contents.map { text($0, isSecret: false) }, "a content")
    }

    private static func text(_ value: JSONValue) -> String {
        if let members = value.members {
            return "{" + members.map { "\($0.key.text):\(text($0.value))" }.joined(separator: ",") + "}"
        }
        if let elements = value.elements { return "[" + elements.map(text).joined(separator: ",") + "]" }
        // JSON inside a text is compared elsewhere: only its secrets must be hidden.
        if let text = value.string { return text.hasPrefix("{") ? "{…}" : text }
        return String(decoding: value.minified, as: UTF8.self)
    }

    private static func text(_ members: [OutputPlan.Member], isSecret: Bool) -> String {
        func text(_ value: OutputPlan.Value, _ isSecret: Bool) -> String {
            switch value {
            // The first four characters of a secret are shown.
            case .text(let text): isSecret ? text.prefix(4) + "…" : text
            case .assignment(_, let shown): shown
            case .nested: "{…}"
            case .number(let number): isSecret ? "…" : "\(number)"
            case .word(let word): word
            case .list(let values): "[" + values.map { text($0, isSecret) }.joined(separator: ",") + "]"
            case .object(let members): Self.text(members, isSecret: isSecret)
            }
        }
        let parts = members.map { member in
            let name = member.name.lowercased().filter { $0 != "-" && $0 != "_" }
            let isNamed = ["token", "tkn", "secret", "signature", "password"].contains { name.hasSuffix($0) }
            return "\(member.name):\(text(member.value, isSecret || isNamed))"
        }
        return "{" + parts.joined(separator: ",") + "}"
    }
}
