package import FuzzInputs
package import Fuzzer
import Inspection
import LayerFuzzing
import WireFormat
import WireJSON

/// RongCloud sessions for which every output is known.
///
/// An independent writer produces the JSON lines, the text lines in each time format, the trees and the fields from the
/// plan. A filter on a field must pass the events whose JSON line has the value.
package struct LinesPlanTarget: PlanTarget {
    /// `lines-plan`.
    package let name = "lines-plan"
    /// The purpose of the target, for lists of targets.
    package let summary =
        "every output of RongCloud sessions made of a plan: JSON, text, trees, fields, filters, counts"
    package static let headBytes = 1
    package static let stepBytes = 6

    /// Makes the target.
    package init() {}

    /// Runs one plan.
    package func run(_ input: [UInt8], _ features: inout Features) throws(Violation) {
        let plan = LinesPlan(input)
        for place in plan.kinds.indices.dropFirst() {
            features.reach("lines-plan.pair", plan.kinds[place - 1], plan.kinds[place])
        }
        for event in plan.events {
            features.reach("lines-plan.event", event.type, event.diagnostics.count * 2 + (event.reply == nil ? 0 : 1))
        }
        let capture = plan.session.capture()
        let lines = plan.events.enumerated().map { $0.element.line($0.offset + 2) }
        let choice = Int(input.first ?? 0)
        // The plan chooses one output; each output is chosen often enough.
        switch choice % 5 {
        case 0:
            try compare(lines, capture)
            if choice & 64 != 0 { try compare(bytes: plan, capture) }
        case 1 where choice >= 180:
            try compare(wrapped: plan, capture, TextStyle.Time.allCases[choice / 5 % 4], choice & 127)
        case 1: try compare(texts: plan, capture, TextStyle.Time.allCases[choice / 5 % 4])
        case 2: try compare(trees: plan, capture)
        case 3: try compare(fields: lines, capture, choice / 5)
        default:
            try compare(statistics: plan, capture)
            // A field and a later one.
            let paths = [choice / 5, choice / 5 + 1 + choice / 15].map { Self.paths[$0 % Self.paths.count] }
            try compare(countsBy: paths, capture)
            let row = "websocket, rongcloud, me, s1, app1, 4.2.0, kicked: \(plan.endingWords)"
            try PlanEvents.compare([try PlanEvents.whoIsThere(capture)], [row], "who is there")
        }
    }

    /// Returns the lines that a probe writes.
    static func lines(_ probe: CaptureProbe, _ capture: [UInt8]) throws(Violation) -> [String] {
        String(decoding: try CaptureBytes.probe(probe, capture).output, as: UTF8.self)
            .split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
    }

    // MARK: JSON

    private func compare(_ lines: [String], _ capture: [UInt8]) throws(Violation) {
        // The first event is the switch to WebSocket.
        let found = try Self.lines(CaptureProbe(), capture).dropFirst()
        try PlanEvents.compare(Array(found), lines, "a line of JSON")
    }

    /// Compares the bytes that each event shows.
    private func compare(bytes plan: LinesPlan, _ capture: [UInt8]) throws(Violation) {
        var probe = CaptureProbe()
        probe.showsRaw = true
        let found = try Self.lines(probe, capture).dropFirst().map { line in
            (try? JSONValue(parsing: Array(line.utf8)))?["hex"]?.string ?? "-"
        }
        try PlanEvents.compare(found, plan.events.map(\.hex), "the bytes of an event")
    }

    // MARK: Text

    private static let switchCells = ["HTTP", "/websocket", "", ""]
    private static let switchRest = [
        "GET 101", "app app1, SDK 4.2.0  appId=app1 token=tok-… sdkVer=4.2.0 apiVer=normal",
    ]
    private static let introduction =
        "10.0.0.1:50001 → 10.0.0.2:80  websocket  rongcloud, app app1, SDK 4.2.0, packet 1"

    private func compare(
        texts plan: LinesPlan,
        _ capture: [UInt8],
        _ time: TextStyle.Time
    ) throws(Violation) {
        var probe = CaptureProbe()
        probe.output = .lines(.text)
        probe.time = time
        let found = try Self.lines(probe, capture)
        var text = PlannedText(Self.planned(time), origin: plan.session.packets[0].time)
        text.introduce(Self.introduction)
        text.add(1, plan.session.packets[4].time, true, Self.switchCells, Self.switchRest)
        for (place, event) in plan.events.enumerated() { text.add(event, place + 2) }
        text.finish()
        try PlanEvents.compare(found, text.lines, "a line of text")
    }

    /// Checks lines for a narrow terminal: none is wider than the terminal, and each event keeps all its mandatory
    /// parts.
    private func compare(
        wrapped plan: LinesPlan,
        _ capture: [UInt8],
        _ time: TextStyle.Time,
        _ width: Int
    ) throws(Violation) {
        var probe = CaptureProbe()
        probe.output = .lines(.text)
        probe.time = time
        // The number of spaces before the further lines of an event, if the terminal has room for them.
        let indent = 6
        let width = max(3 * indent, width)
        probe.width = width
        let wide = try Self.wideLines(probe, capture)
        var texts: [Int: String] = [:]
        var current = 0
        for line in try Self.lines(probe, capture) {
            guard PlannedText.columns(line) <= width else {
                throw Violation(.meaning, "a line is wider than \(width) columns: \(line)")
            }
            let start = line.prefix { $0 == " " }.count
            let number = start < 3 ? Int(line.dropFirst(start).prefix { $0 != " " }) : nil
            if start != indent || current == 0 { current = number ?? 0 }
            texts[current, default: ""] += line.filter { $0 != " " }
            // The continuation must be part of the unwrapped line. Columns are not padded here, and an ellipsis may cut
            // the end.
            let part = String(line.dropFirst(indent).prefix { $0 != "…" || line.last != "…" })
            if start == indent, let whole = wide[current], !part.components(behind: "  ").allSatisfy(whole.contains) {
                throw Violation(.meaning, "in \(width) columns a line goes on as it is not: \(line)")
            }
        }
        for (place, event) in plan.events.enumerated() where !event.isPing {
            var rest = (texts[place + 2] ?? "")[...]
            for part in event.shownAlways {
                guard let range = rest.firstRange(of: part.filter { $0 != " " }) else {
                    throw Violation(.meaning, "in \(width) columns event \(place + 2) lacks \(part)")
                }
                rest = rest[range.upperBound...]
            }
        }
    }

    /// Returns the unwrapped lines of events, by event number.
    private static func wideLines(_ probe: CaptureProbe, _ capture: [UInt8]) throws(Violation) -> [Int: String] {
        var probe = probe
        probe.width = nil
        var wide: [Int: String] = [:]
        for line in try lines(probe, capture) {
            if let number = line.split(separator: " ").first.flatMap({ Int($0) }) { wide[number] = line }
        }
        return wide
    }

    private static func planned(_ time: TextStyle.Time) -> PlannedText.Time {
        switch time {
        case .dateAndTime: .dateAndTime
        case .timeOfDay: .timeOfDay
        case .sinceFirst: .sinceFirst
        case .sinceLast: .sinceLast
        }
    }

    // MARK: Trees

    /// Checks that a terminal of less than 100 columns shows four bytes of a field, and a wider one as many as without
    /// a width.
    private func compare(narrow most: Int, _ capture: [UInt8]) throws(Violation) {
        for (width, expected) in [(99, min(most, 4)), (100, most)] {
            var probe = CaptureProbe()
            probe.output = .lines(.tree)
            probe.width = width
            let found = try Self.lines(probe, capture).map(Self.shownBytes).max() ?? 0
            guard found == expected else {
                throw Violation(
                    .meaning,
                    "in \(width) columns a tree shows \(found) bytes of a field, not \(expected)"
                )
            }
        }
    }

    /// Returns the number of bytes that a tree line shows after the range of its field.
    private static func shownBytes(_ line: String) -> Int {
        guard line.hasPrefix("  "), line.dropFirst(2).first?.isNumber == true else { return 0 }
        let words = line.dropFirst(2).split(separator: "  ").dropFirst().first?.split(separator: " ") ?? []
        return words.prefix { $0.count == 2 && UInt8($0, radix: 16) != nil }.count
    }

    private func compare(trees plan: LinesPlan, _ capture: [UInt8]) throws(Violation) {
        var probe = CaptureProbe()
        probe.output = .lines(.tree)
        // Empty lines separate the trees; the first tree is that of the switch.
        let trees = try Self.lines(probe, capture).split(separator: "", omittingEmptySubsequences: false)
        guard trees.count == plan.events.count + 2 else {
            throw Violation(.meaning, "trees are lost or made up: \(trees.count - 2) of \(plan.events.count)")
        }
        // The members of the request, with the names of their parents.
        for line in [
            "method: GET", "path: /websocket", "query.appId: app1", "query.token: tok-…", "query.sdkVer: 4.2.0",
        ]
        where !trees[0].contains(where: { $0.hasSuffix(" " + line) }) {
            throw Violation(.meaning, "the tree of the switch lacks \(line)")
        }
        try compare(narrow: trees.joined().map(Self.shownBytes).max() ?? 0, capture)
        for (tree, event) in zip(trees.dropFirst(), plan.events) {
            // The fields come after the line of the event and a possible line about a new day.
            let own = tree.drop { !$0.hasPrefix("  0") }
            try PlanEvents.compare(Array(own), event.tree, "a line of a tree")
        }
    }

    // MARK: Fields and filters

    static let paths = [
        "n", "time", "flow", "client", "server", "sender", "transport", "system", "frame.type", "frame.qos",
        "frame.dup",
        "frame.retain", "frame.topic", "frame.targetId", "frame.messageId", "frame.status", "frame.date",
        "frame.userId",
        "frame.sessionId", "frame.timestamp", "frame.millisecond", "frame.messageUId", "frame.flag", "frame.trailing",
        "inReplyTo.n", "inReplyTo.topic", "inReplyTo.latency", "payload.message", "payload.value.sessionId",
        "payload.value.syncTime", "payload.value.list.msgId", "payload.value.token", "messages.objectName",
        "messages.content.t", "messages.content.list", "messages.content.empty", "messages.conversation",
        "messages.target", "messages.sender",
        "messages.flags", "messages.uid", "messages.sentTime", "diagnostics.severity", "diagnostics.code",
        "diagnostics.path", "diagnostics.offset", "diagnostics.text", "packets", "bytes", "undecoded", "undecodedBytes",
    ]

    private func compare(fields lines: [String], _ capture: [UInt8], _ choice: Int) throws(Violation) {
        var probe = CaptureProbe()
        var events: [JSONValue] = []
        for line in lines { if let event = try? JSONValue(parsing: Array(line.utf8)) { events.append(event) } }
        do throws(FilterError) {
            for path in Self.paths { probe.fields.append(try FieldPath(shown: path)) }
        } catch {
            throw Violation(.meaning, "a field is refused: \(error.reason)")
        }
        probe.output = .lines(.fields)
        let found = try Self.lines(probe, capture).dropFirst()
        let expected = events.map { event in
            Self.paths.map { path in
                // A control character in a plan's text is escaped with a backslash.
                Self.values(event, path).map { ($0.string ?? $0.description).replacing("\\", with: "\\\\") }
                    .joined(separator: ",")
            }
            .joined(separator: "\t")
        }
        try PlanEvents.compare(Array(found), expected, "a line of fields")
        let path = Self.paths[choice % Self.paths.count]
        // A path alone tests for presence; an empty list counts as present.
        let present = events.filter { !Self.ends($0, path).isEmpty }
        try compare(filter: path, lets: present, capture)
        try compare(filterOn: path, events, capture)
    }

    /// Returns the values at a path, and each element of lists.
    static func values(_ event: JSONValue, _ path: String) -> [JSONValue] { ends(event, path).flatMap(flat) }

    /// Returns the values at the end of a path, with lists as a whole.
    private static func ends(_ event: JSONValue, _ path: String) -> [JSONValue] {
        path.split(separator: ".").reduce([event]) { values, name in
            values.flatMap(flat).compactMap { $0[String(name)] }
        }
    }

    private static func flat(_ value: JSONValue) -> [JSONValue] { value.elements.map { $0.flatMap(flat) } ?? [value] }

    /// Checks that a filter on a field passes the events that have the value.
    private func compare(filterOn path: String, _ events: [JSONValue], _ capture: [UInt8]) throws(Violation) {
        guard let wanted = events.lazy.compactMap({ Self.values($0, path).last }).first, wanted.members == nil,
            !wanted.isNull
        else {
            return
        }
        // Texts are quoted, so that digits stay a text; times are compared as times.
        let text = wanted.string.map { PlanText.json($0) } ?? wanted.description
        let expected = events.filter { event in
            Self.values(event, path).contains { $0.description == wanted.description }
        }
        try compare(filter: "\(path) == \(text)", lets: expected, capture)
    }

    private func compare(filter: String, lets passing: [JSONValue], _ capture: [UInt8]) throws(Violation) {
        var probe = CaptureProbe()
        do throws(FilterError) {
            probe.filter = try EventFilter(filter)
        } catch {
            throw Violation(.meaning, "a filter is refused: \(filter): \(error.reason)")
        }
        var found: [Int64] = []
        for line in try Self.lines(probe, capture) {
            if let event = try? JSONValue(parsing: Array(line.utf8)), let number = event["n"]?.int64, number > 1 {
                found.append(number)
            }
        }
        let expected = passing.compactMap { $0["n"]?.int64 }
        guard found == expected else {
            throw Violation(.meaning, "other events pass a filter: \(filter) lets \(found) pass, not \(expected)")
        }
    }

    /// Returns random plans, and for four of the outputs: pulls with several messages of all kinds, and heartbeats at
    /// uneven times.
    package func seeds(_ random: inout FuzzRandom) -> [[UInt8]] {
        var seeds = anySeeds(&random)
        // A direction mark before the number of the answered event.
        seeds.append([0] + [0, 0, 0, 1, 9, 9] + [2, 0, 0, 1, 3, 3])
        // Values that are longer than their shown part.
        seeds.append([0] + [3, 0, 0, 1, 0xCF, 0] + [3, 1, 0, 1, 0xDF, 0])
        // The presence of a value at each path.
        for place in Self.paths.indices where place * 5 < 253 {
            // A message with an empty list, and random other events.
            let pulled: [UInt8] = [3, 0, 0, 1, 0, 0, 11, 0, 0, 1, 2, 12]
            seeds.append([UInt8(place * 5 + 3)] + pulled + random.bytes(6 * 12))
        }
        // Narrow terminals; each choice is 1 more than a multiple of 5.
        for width in [181, 186, 201, 216, 231, 246] as [UInt8] { seeds.append([width] + random.bytes(6 * 8)) }
        // Heartbeats on both sides of midnight, in each time format.
        for start in [121, 126, 131, 136] as [UInt8] {
            let hour: [UInt8] = [9, 0, 255, 0, 0, 0, 10, 0, 4, 0, 0, 0]
            seeds.append([start] + hour + hour + [9, 0, 4, 0, 0, 0] + hour + [9, 0, 9, 0, 0, 0])
        }
        seeds += Self.contents + Self.oddSeeds
        for output in 0..<4 as Range<UInt8> {
            var beats = [output]
            for place in 1..<7 as Range<UInt8> {
                beats += [9, 0, place * place << 2 | 2, place, 0, 0, 10, 0, 1, place, 0, 0]
            }
            seeds.append(beats)
            // Notices with payloads of each kind.
            for kind in 0..<16 as Range<UInt8> {
                seeds.append(
                    [output] + [12, 0, 4, kind, kind << 4 | 8, kind] + [12, 1, 4, kind, kind << 4 | 3, 9 - kind % 9]
                )
            }
            for start in 0..<4 as Range<UInt8> {
                var plan = [output]
                // Queries that pull messages, and the pulled messages.
                for place in 0..<16 as Range<UInt8> {
                    plan += [3, 0, 0, 1, 0, 0, 11, 0, 0, 1, place, start * 64 + place * 4 + random.byte() & 3]
                }
                seeds.append(plan)
            }
        }
        return seeds
    }
}
