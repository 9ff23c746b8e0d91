import FuzzInputs
package import Fuzzer
import NIM
import WireFormat
import WireJSON

/// Contents of NIM's messages with members that are missing, null, mistyped, repeated or beyond their limits.
///
/// A plan selects a content, then the state of each member; for a robot's answers, the templates.
package struct NIMContentsPlanTarget: PlanTarget {
    package let name = "nim-contents-plan"
    package let summary =
        "what is said of NIM's contents made of a plan: missing, null, mistyped, doubled, beyond limits, templates"
    package static let headBytes = 1
    package static let stepBytes = 1

    package init() {}

    /// The members of contents according to the reference's tables; `!` marks a required member.
    private static let shapes: [(type: Int64, members: String)] = own + demo.map { (custom, $0.members) }

    private static let own: [(type: Int64, members: String)] = [
        (1, "url:string! ext:string! size:integer! md5:string name:string w:integer! h:integer! orientation:string"),
        (2, "url:string! ext:string! size:integer! md5:string name:string dur:integer!"),
        (3, "url:string! ext:string! size:integer! md5:string name:string dur:integer! w:integer! h:integer!"),
        (4, "lat:number! lng:number! title:string!"),
        (6, "url:string! ext:string! size:integer! md5:string name:string"),
        (
            5,
            "id:integer! data:object data.ids:array<string> data.id:string data.tinfo:object data.uinfos:array<object>"
                + " data.mute:integer data.attach:string data.channel:string|integer data.calltype:integer data.duration:integer"
                + " data.time:integer data.from:string data.ext:string"
        ),
    ]
    private static let custom: Int64 = 100

    /// The contents of the demo by number: the members of their `data`.
    private static let demo: [(number: Int, members: String)] = [
        // A picture that is deleted after it was seen.
        (2, "md5:string! url:string fired:boolean!"),
        (1, "value:integer!"),
        (3, "catalog:string! chartlet:string!"),
        (4, "flag:integer!"),
        // Messages that were forwarded together, perhaps encrypted with a password.
        (
            15,
            "url:string! md5:string! fileName:string compressed:boolean! encrypted:boolean! password:string"
                + " messageAbstract:array<object>! sessionName:string! sessionId:string"
        ),
    ]

    /// Runs one plan.
    package func run(_ input: [UInt8], _ features: inout Features) throws(Violation) {
        var reader = PlanReader(input)
        let place = reader.below(Self.shapes.count + 1)
        guard place < Self.shapes.count else { return try Self.robot(NIMRobotPlan(&reader), &features) }
        let shape = Self.shapes[place]
        var (members, expected) = ContentPlan(shape.members, value: Self.value).content(&reader)
        if shape.type == Self.custom {
            let number = Self.demo[place - Self.own.count].number
            if number == 15 { Self.forwarded(&members, reader.byte(), &expected) }
            members = [#""type":\#(number)"#, #""data":{\#(members.joined(separator: ","))}"#]
            // The path is the last word, and gets a prefix.
            expected = expected.map { said in
                let words = said.split(separator: " ")
                return (words.dropLast() + ["data." + words[words.count - 1]]).joined(separator: " ")
            }
        }
        let text = "{\(members.joined(separator: ","))}"
        try Self.compare(text, shape.type, expected, place, &features)
    }

    /// Checks the findings about a robot's answers, and the visible texts of their templates.
    private static func robot(_ plan: NIMRobotPlan, _ features: inout Features) throws(Violation) {
        try compare(plan.content, 11, plan.expected, shapes.count, &features)
        for template in plan.templates {
            let texts = (try? NIMRobotTemplate(parsing: template.text))?.texts
            features.reach("nim-contents-plan.template", texts == nil ? 0 : 1, template.text.utf8.count >> 4)
            guard texts == template.shown.map({ [$0] }) else {
                let both = "\(texts ?? []) instead of \(template.shown ?? "nothing")"
                throw Violation(.meaning, "a template shows something else: \(template.text): \(both)")
            }
        }
    }

    /// Varies forwarded messages: encryption requires a password, and the web has another key for the conversation.
    private static func forwarded(_ members: inout [String], _ choice: Int, _ expected: inout [String]) {
        let hasPassword = members.contains(#""password":"x""#)
        if members.contains(#""encrypted":true"#), !hasPassword { expected.append("missing-field password") }
        guard choice & 1 != 0 else { return }
        members.append(#""sessionID":"1""#)
        if !members.contains(where: { $0.hasPrefix(#""sessionId":"#) }) { expected.append("platform-key sessionID") }
    }

    private static func compare(
        _ text: String,
        _ type: Int64,
        _ expected: [String],
        _ place: Int,
        _ features: inout Features
    ) throws(Violation) {
        guard let document = try? JSONDocument(Array(text.utf8)) else {
            throw Violation(.meaning, "a content is refused: \(text)")
        }
        guard let known = NIMContents.shape(type: type, document.root) else {
            throw Violation(.meaning, "a type of content is not known: \(type)")
        }
        let findings = NIMContents.check(document.root, as: known)
        try ContentPlan.compare(findings, of: text, with: expected, "nim-contents-plan", place, &features)
    }

    private static func value(_ path: String, _ choice: Int, _ expected: inout [String]) -> String? {
        switch path {
        case "ext":
            if choice & 1 != 0 { expected.append("extension-dot ext") }
            return choice & 1 != 0 ? "\".x\"" : "\"x\""
        case "lat": return ContentPlan.degrees(upTo: 90, path, choice, &expected)
        case "lng": return ContentPlan.degrees(upTo: 180, path, choice, &expected)
        case "size", "w", "h", "dur": return ContentPlan.size(path, choice, &expected)
        case "id":
            // The notices of teams, calls and super teams in the reference.
            let known = Array(0...10) + [101, 102, 103] + Array(401...411)
            let number = [0, 1, 9, 10, 11, 100, 101, 103, 104, 400, 401, 410, 411, 412, 99, 8][choice & 15]
            if !known.contains(number) { expected.append("value-undocumented id") }
            return "\(number)"
        case "password": return choice & 1 == 0 ? "\"x\"" : "\"\""
        case "messageAbstract":
            if choice & 1 == 0 { expected.append("value-empty messageAbstract") }
            return choice & 1 == 0 ? "[]" : "[{}]"
        case "catalog", "chartlet":
            if choice & 1 != 0 { expected.append("value-empty \(path)") }
            return choice & 1 != 0 ? "\"\"" : "\"x\""
        case "value", "flag":
            // Rock, paper and scissors; an invitation to a whiteboard, and its end.
            let number = [0, 1, 2, 3, 4, -1][choice % 6]
            if !(path == "value" ? 1...3 : 0...1).contains(number) { expected.append("value-undocumented \(path)") }
            return "\(number)"
        default: return nil
        }
    }
}
