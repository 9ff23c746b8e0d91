package import FuzzInputs
package import Fuzzer
import LayerFuzzing
import WireJSON

/// LeanCloud sessions for which the content of every command is known.
package struct LeanCloudPlanTarget: PlanTarget {
    /// `leancloud-plan`.
    package let name = "leancloud-plan"
    /// The purpose of the target, for lists of targets.
    package let summary =
        "LeanCloud sessions made of a plan: pairs, messages, receipts, oddities, lines, trees, in every form"
    package static let headBytes = 2
    package static let stepBytes = 5

    /// Makes the target.
    package init() {}

    /// Returns random plans, plans of every form with no sub-protocol or with one of each generation, and plans with
    /// steps that random plans rarely have.
    package func seeds(_ random: inout FuzzRandom) -> [[UInt8]] {
        let forms = (0..<12 as Range<UInt8>).map {
            [$0 % 3, $0 / 3 | 12 | $0 << 4] + random.bytes(16 * Self.stepBytes)
        }
        // Echoes minutes apart; a command without a name; one and several texts with invalid base64; bytes that were
        // not read; failures with an operation; logins of both schemas.
        let echo: [UInt8] = [8, 0, 255, 0, 0]
        let rare: [[UInt8]] = [
            echo + [8, 0, 254, 0, 0] + echo, [19, 0, 0, 0, 0], [10, 3, 0, 15, 0, 10, 7, 0, 12, 1], [11, 12, 0, 8, 0],
            [20, 0, 0, 65, 0, 20, 0, 0, 197, 0], [20, 0, 0, 132, 0, 20, 3, 0, 132, 0, 20, 2, 0, 4, 0],
        ]
        let seldom: [[UInt8]] = (0..<3 as Range<UInt8>).flatMap { form -> [[UInt8]] in rare.map { [form, 13] + $0 } }
        return anySeeds(&random) + forms + seldom
    }

    /// Runs one plan.
    package func run(_ input: [UInt8], _ features: inout Features) throws(Violation) {
        let plan = LeanCloudPlan(input)
        for place in plan.kinds.indices.dropFirst() {
            features.reach("leancloud-plan.pair", plan.kinds[place - 1], plan.kinds[place])
        }
        features.reach("leancloud-plan.findings", plan.findings[0], plan.findings[1] * 4 + min(3, plan.findings[2]))
        let capture = plan.session.capture()
        // The first event is the switch to WebSocket.
        let events = try PlanEvents.read(capture)
        let found = events.dropFirst().map(Self.text)
        try PlanEvents.compare(found, plan.events, "a command")
        try Self.compare(values: plan.values.map { $0?.whole }, Array(events.dropFirst()), inForm: plan.form)
        for (event, payload) in zip(events.dropFirst(), plan.payloads) {
            try Self.compare(placesIn: event, payload, isEscaped: plan.form == 0)
        }
        // Other outputs take time, so each is compared for some plans only. They show texts with special characters
        // differently.
        switch input.count & 3 {
        case 1:
            let says = plan.isPlain ? [[]] + plan.words : []
            try PlanLines.compare(capture, events, says: says, isPing: Self.isPing) { event in
                let place = Int(event["n"]?.int64 ?? 0) - 2
                return Self.words(event) + (plan.statuses.indices.contains(place) ? [plan.statuses[place]] : [])
            }
        case 2 where plan.isPlain:
            try PlanTrees.compare(capture, plan.trees) { $0.hasPrefix("  warning coordinate-range:") }
        case 3 where plan.isPlain:
            // The values again, with secrets hidden.
            let events = try PlanEvents.read(capture, showsSecrets: false)
            try Self.compare(values: plan.values.map { $0?.shown }, Array(events.dropFirst()), inForm: plan.form)
        default: break
        }
        let who = try PlanEvents.whoIsThere(capture)
        let client = plan.form == 3 ? "-, -, -, -" : "tom, -, \(plan.app ?? "-"), \(plan.agent)"
        try PlanEvents.compare([who], ["websocket, leancloud, \(client), \(plan.ending ?? "clean")"], "who is there")
        let rules = [
            "leancloud-ack-unknown", "leancloud-answer-without-request", "leancloud-watermark-backwards",
            "leancloud-request-unanswered", "leancloud-session-order", "leancloud-echo-missing",
            "leancloud-answer-mismatch",
        ]
        let findings = try PlanEvents.findings(capture, rules)
        guard findings == plan.findings else {
            throw Violation(.meaning, "receipts and answers are judged otherwise: \(findings), not \(plan.findings)")
        }
    }

    /// Compares the values that events show of commands, besides the messages.
    ///
    /// JSON keeps its spelling, except for escaped control characters.
    private static func compare(
        values: [String?],
        _ events: [JSONValue],
        inForm form: Int
    ) throws(Violation) {
        let found = events.map { $0["payload"]?["value"].map { text($0, asSent: form == 0) } ?? "-" }
        let sent = values.map { value in
            guard let value else { return "-" }
            if form == 0 { return PlanText.escapingCommands(value) }
            return (try? JSONValue(parsing: Array(value.utf8))).map { text($0, asSent: false) } ?? value
        }
        try PlanEvents.compare(found, sent, "a command's value")
    }

    /// Returns a value as JSON; unless it was sent as JSON, each text gets one fixed spelling.
    private static func text(_ value: JSONValue, asSent: Bool) -> String {
        String(decoding: (asSent ? value : respelt(value)).minified, as: UTF8.self)
    }

    private static func respelt(_ value: JSONValue) -> JSONValue {
        switch value {
        case .string(let string): .string(JSONString(string.text))
        case .array(let elements): .array(elements.map(respelt))
        case .object(let members): .object(members.map { JSONMember($0.key, respelt($0.value)) })
        default: value
        }
    }

    /// Checks that the offset of a `coordinate-range` diagnostic points to its number.
    ///
    /// If the content is an escaped text, the offset is the start of the text plus the position in the unescaped text.
    private static func compare(placesIn event: JSONValue, _ payload: [UInt8], isEscaped: Bool) throws(Violation) {
        for note in event["diagnostics"]?.elements ?? [] where note["code"]?.string == "coordinate-range" {
            let offset = Int(note["offset"]?.int64 ?? -1)
            let key = (note["path"]?.string ?? "").split(separator: ".").last ?? ""
            let mark = Array("\"\(key)\":".utf8)
            let texts = isEscaped ? contents(in: payload) : [(start: 0, text: payload)]
            let isThere = texts.contains { start, text in
                text.prefix(max(0, offset - start)).suffix(mark.count).elementsEqual(mark)
            }
            guard isThere else {
                throw Violation(.meaning, "what is said of \(key) points elsewhere: to \(offset) of \(payload.count)")
            }
        }
    }

    /// Returns the contents in a command: the start of each text, and its unescaped bytes up to the first escape other
    /// than a quotation mark's.
    private static func contents(in command: [UInt8]) -> [(start: Int, text: [UInt8])] {
        let mark = UInt8(ascii: "\"")
        let escapes = [#"\""#, #"\u0022"#].map { Array($0.utf8) }
        return command.indices.filter { command[$0...].starts(with: #""{\"#.utf8) }.map { quote in
            var text: [UInt8] = []
            var rest = command[(quote + 1)...]
            while let byte = rest.first, byte != mark {
                let escape = escapes.first { rest.starts(with: $0) }
                guard escape != nil || byte != UInt8(ascii: "\\") else { break }
                text.append(escape == nil ? byte : mark)
                rest = rest.dropFirst(escape?.count ?? 1)
            }
            return (quote + 1, text)
        }
    }

    private static func isPing(_ event: JSONValue) -> Bool {
        let frame = event["frame"]
        // An empty frame without diagnostics is a heartbeat, too. An echo is one unless it answers something else.
        let isEcho = frame?["cmd"]?.string == "echo" && event["inReplyTo"].map { $0["topic"]?.string == "echo" } ?? true
        return isEcho || frame?.members?.isEmpty == true && event["diagnostics"] == nil
    }

    /// Returns the column texts of an event: command, operation or that of its request, target, the first message's
    /// type.
    private static func words(_ event: JSONValue) -> [String] {
        let frame = event["frame"]
        guard frame?["type"]?.string != "HTTP" else { return ["HTTP", "/", "GET 101"] }
        let message = event["messages"]?.elements?.first
        let topic = frame?["op"] ?? event["inReplyTo"]?["topic"]
        let columns = [frame?["cmd"], topic, message?["target"] ?? frame?["peerId"], message?["objectName"]]
        return columns.map { $0.map(word) ?? "" }
    }

    /// Returns a text's content, or another value's JSON.
    private static func word(_ value: JSONValue) -> String { value.string ?? value.description }

    /// The members of the envelope that few commands have.
    private static let envelope = [
        "appId", "installationId", "priority", "service", "serverTs", "clientTs", "notificationType",
    ]

    /// Returns an event in the plan's words.
    private static func text(_ event: JSONValue) -> String {
        let frame = event["frame"]
        var words = [event["sender"]?.string ?? ""] + ["cmd", "op", "i"].map { frame?[$0].map(word) ?? "-" }
        words += (envelope + ["code"]).compactMap { name in frame?[name].map { "\(name)=\($0)" } }
        words.append(PlanEvents.reply(event))
        let notes = event["diagnostics"]?.elements ?? []
        let messages = event["messages"]?.elements ?? []
        let says = messages.enumerated().map { place, message in
            // With several messages a path begins with the message's index.
            let prefix = messages.count > 1 ? "messages[\(place)]" : "content"
            let wrong = notes.count {
                $0["code"]?.string == "coordinate-range" && ($0["path"]?.string ?? "").hasPrefix(prefix)
            }
            return text(message, wrong: wrong)
        }
        words.append(says.joined(separator: "; "))
        // Coordinate diagnostics were counted above.
        words += notes.filter { $0["code"]?.string != "coordinate-range" }.map(note)
        if let undecoded = event["undecoded"]?.string { words.append("undecoded \(undecoded)") }
        return words.joined(separator: " ")
    }

    /// Returns a diagnostic; of an error only the code, since each decoder words the text differently.
    private static func note(_ note: JSONValue) -> String {
        let severity = note["severity"]?.string ?? ""
        let keys = severity == "error" ? ["code"] : ["code", "path", "offset", "text"]
        return "{" + ([severity] + keys.map { note[$0].map(word) ?? "" }).joined(separator: " ") + "}"
    }

    private static func text(_ message: JSONValue, wrong: Int) -> String {
        let content = message["content"]
        let bytes = message["contentBytes"]?.string.map { "bytes \($0)" }
        var says = message["text"]?.string.map { "text \($0)" } ?? bytes ?? message["objectName"]?.string ?? "?"
        if message["text"] == nil, bytes == nil { says += " " + (content?["_lctext"]?.string ?? "-") }
        if content?["_lcloc"] != nil { says += " outside \(wrong)" }
        says += " to \(message["target"]?.string ?? "-") of \(message["sender"]?.string ?? "-")"
        return says + ", "
            + ["conversation", "uid", "sentTime"].map { message[$0]?.string ?? "-" }.joined(separator: ", ")
    }
}
