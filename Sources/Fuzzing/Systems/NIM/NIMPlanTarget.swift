package import FuzzInputs
package import Fuzzer
import Inspection
import LayerFuzzing
import Transport
import WireJSON

/// NIM sessions for which the content of every packet is known.
package struct NIMPlanTarget: PlanTarget {
    /// `nim-plan`.
    package let name = "nim-plan"
    /// The purpose of the target, for lists of targets.
    package let summary =
        "NIM sessions made of a plan, over WebSocket, TLS, HTTP, in rooms: serials, messages, secrets, oddities, trees"
    package static let headBytes = 1
    package static let stepBytes = 5

    /// Makes the target.
    package init() {}

    /// Runs one plan.
    package func run(_ input: [UInt8], _ features: inout Features) throws(Violation) {
        if input.first == Self.silence { return try pauses(Array(input.dropFirst()), &features) }
        let plan = NIMPlan(input)
        for place in plan.kinds.indices.dropFirst() {
            features.reach("nim-plan.pair", plan.kinds[place - 1], plan.kinds[place])
        }
        let capture = plan.session.capture()
        // Over WebSocket the first event is the switch to WebSocket.
        let secrets = try TLSReading.secrets(plan.session.keyLog)
        let events = try PlanEvents.read(capture, secrets)
        let found = events.dropFirst(plan.isPolling ? 0 : 1).map(Self.text)
        try PlanEvents.compare(found, plan.events, "a packet")
        if !plan.isPolling {
            let packets = events.dropFirst().map { "\($0["packets"] ?? [])" }
            try PlanEvents.compare(
                packets,
                plan.packets.map { "[\($0.map(String.init).joined(separator: ","))]" },
                "the packets of an event"
            )
        }
        // Other outputs take time, so each is compared for some plans only. They show texts with special characters
        // differently, and before a login the owner of the ids is unknown.
        let isNamed = plan.isPlain && !plan.beginsLate
        switch input.count & 3 {
        case 1:
            let says = plan.isPlain ? events.map(Self.digests) : []
            try PlanLines.compare(capture, events, secrets, says: says, isPing: Self.isPing, words: Self.words)
        case 2 where isNamed:
            try PlanTrees.compare(capture, plan.trees, secrets, hasSwitch: !plan.isPolling) {
                $0.hasPrefix("  note ") || $0.hasPrefix("  warning ")
            }
        case 3 where isNamed: try Self.compare(bodies: plan, capture, secrets)
        default: break
        }
        let who = try PlanEvents.whoIsThere(capture, secrets)
        let transport = plan.isPolling ? "http, nim, \(plan.isKnown ? "ann" : "-"), s1" : "websocket, nim, ann, -"
        let app = plan.isPolling && !plan.isKnown ? "-" : "app"
        let version = plan.version ?? "-"
        try PlanEvents.compare([who], ["\(transport), \(app), \(version), \(plan.ending)"], "who is there")
        let rules = [
            "nim-serial-invalid", "nim-serial-reused", "nim-answer-without-request", "nim-login-after-kick",
            "nim-request-after-kick", "nim-duplicate-message", "nim-answer-mismatch",
        ]
        var findings = try PlanEvents.findings(capture, rules, secrets)
        // The check does not track the time of a kick over HTTP.
        if plan.isPolling { findings[4] = 0 }
        guard findings == plan.findings else {
            throw Violation(.meaning, "serials and logins are judged otherwise: \(findings), not \(plan.findings)")
        }
    }

    /// The first byte of a plan with pauses.
    private static let silence: UInt8 = 0xFF

    /// Compares the findings about late answers and about a silent client.
    private func pauses(_ input: [UInt8], _ features: inout Features) throws(Violation) {
        let plan = NIMSilencePlan(input)
        features.reach("nim-plan.pauses", plan.findings[0], plan.findings[1] * 8 + plan.findings[2])
        let rules = ["nim-request-unanswered", "nim-heartbeat-unanswered", "nim-heartbeat-missing"]
        let found = try PlanEvents.findings(plan.session.capture(), rules)
        try PlanEvents.compare(found.map { "\($0)" }, plan.findings.map { "\($0)" }, "how often \(rules) are found")
    }

    /// Compares the bodies of frames, with secrets hidden.
    private static func compare(
        bodies plan: NIMPlan,
        _ capture: [UInt8],
        _ secrets: TLSSecrets
    ) throws(Violation) {
        let output = try CaptureBytes.probe(PlanEvents.probe(secrets), capture).output
        let events = output.split(separator: 10).dropFirst(plan.isPolling ? 0 : 1)
        for (line, body) in zip(events, plan.bodies) {
            guard let event = try? JSONValue(parsing: Array(line)) else {
                throw Violation(.json, "an event is not JSON")
            }
            let found = event["frame"]?["body"].map { String(decoding: $0.minified, as: UTF8.self) } ?? "-"
            try PlanEvents.compare([found], [body ?? "-"], "a body")
        }
    }

    /// Whether an event is a heartbeat, of the transport or of the service, without diagnostics.
    private static func isPing(_ event: JSONValue) -> Bool {
        let frame = event["frame"]
        let isBeat = frame?["type"]?.string == "heartbeat" || frame?["sid"]?.int64 == 1 && frame?["cid"]?.int64 == 2
        return isBeat && event["diagnostics"] == nil
    }

    /// Returns the column texts of an event: type, command, the first message's target and type, the status.
    private static func words(_ event: JSONValue) -> [String] {
        let frame = event["frame"]
        guard frame?["type"]?.string != "HTTP" else { return ["HTTP", "/socket.io/1/websocket/s1", "GET 101"] }
        let message = event["messages"]?.elements?.first
        let columns = [frame?["type"], frame?["command"], message?["target"], message?["objectName"]]
        let code = frame?["code"]?.int64.map { $0 == 200 ? "ok" : "\($0) " }
        return columns.map { $0?.string ?? "" } + [code ?? ""]
    }

    /// The names of attachment types, by their ids.
    private static let names = [
        "100/1": "JanKenPon", "100": "custom", "4": "geo", "5": "notification", "chatroom/5": "chatroomNotification",
        "sys/2": "demoCustomText",
    ]

    /// Returns the text of each message of an event, or the name and the whole content of an attachment, as in a line
    /// of text.
    private static func digests(_ event: JSONValue) -> [String] {
        (event["messages"]?.elements ?? []).flatMap { message -> [String] in
            if let text = message["text"]?.string { return [text] }
            let content = message["content"].map { String(decoding: $0.minified, as: UTF8.self) } ?? ""
            let name = message["objectName"]?.string.map { "[\(names[$0] ?? "?")]" }
            return [name ?? "", content]
        }
    }

    /// Returns an event in the plan's words.
    private static func text(_ event: JSONValue) -> String {
        let frame = event["frame"]
        let numbers = ["sid", "cid", "ser"].map { frame?[$0]?.int64.map { "\($0)" } ?? "-" }
        let head = ([event["sender"]?.string ?? "", frame?["type"]?.string ?? "-"] + numbers).joined(separator: " ")
        let messages = (event["messages"]?.elements ?? []).map { message in
            let content = message["content"]
            let text = content?["data"]?["s"] ?? content?["title"] ?? content?["content"]
            var says = message["text"]?.string.map { "text \($0)" } ?? message["objectName"]?.string ?? "?"
            if message["text"] == nil { says += " " + (text?.string ?? "-") }
            for key in ["conversation", "target", "sender", "uid", "sentTime"] {
                says += " " + (message[key]?.string ?? "-")
            }
            return says
        }
        let says = "\(head) \(PlanEvents.reply(event)) \(messages.joined(separator: "; "))"
        let notes = (event["diagnostics"]?.elements ?? []).map(note)
        let undecoded = event["undecoded"]?.string.map { ["undecoded \($0)"] } ?? []
        return ([says] + notes + undecoded).joined(separator: " ")
    }

    /// Returns a diagnostic; an error without its text, which each decoder words differently.
    private static func note(_ note: JSONValue) -> String {
        let severity = note["severity"]?.string ?? ""
        let words = ["severity", "code", "path", "offset"].map { note[$0].map { $0.string ?? $0.description } ?? "" }
        let text = severity == "error" ? [] : [note["text"]?.string ?? ""]
        return "{\((words + text).joined(separator: " "))}"
    }

    /// Kicks, in a room and as an account, after which the client goes on: at once, after another login, and after a
    /// refused login.
    ///
    /// Then logins in a room without their first argument, short and long.
    private static let kicksAndLogins: [[UInt8]] = {
        let kick: [UInt8] = [10, 0, 0, 1, 0]
        let late: [UInt8] = [0, 0, 251, 0, 0]
        let login: [UInt8] = [11, 0, 0, 2, 0]
        let long: [UInt8] = [12, 0, 0, 47, 0]
        let refused: [UInt8] = [11, 0, 0, 11, 0]
        let kicks = [kick + late, kick + login + late, kick + refused + late, kick + refused + login + late]
        return (kicks + [login, login + login, long, long + long]).map { [0x42] + $0 }
            + kicks.enumerated().map { [UInt8($0.offset)] + $0.element }
    }()

    /// Returns random plans, kicks and logins, plans with pauses, and plans with the high bits of the first byte set.
    package func seeds(_ random: inout FuzzRandom) -> [[UInt8]] {
        anySeeds(&random) + Self.kicksAndLogins + (1..<20).map { [Self.silence, UInt8($0)] + random.bytes(4 * $0) }
            + (1..<9).map { [0xE0 | UInt8($0)] + random.bytes(5 * $0) }
    }
}
