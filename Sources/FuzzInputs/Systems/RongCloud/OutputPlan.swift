/// Messages whose contents are JSON of any depth, with texts of any characters, secrets, and repeated keys.
///
/// A step of a plan is four bytes: the names of the members, the shape and the texts of their values, the time since
/// the last message.
package struct OutputPlan: Sendable {
    /// A member of a content.
    package struct Member: Sendable {
        package var name: String
        package var value: Value
    }

    /// A value.
    package indirect enum Value: Sendable {
        case text(String)
        /// A text that contains a secret, and its text in outputs.
        case assignment(String, shown: String)
        case number(Int)
        /// An object, as a string of its JSON.
        case nested([Member])
        /// `true`, `false` or `null`.
        case word(String)
        case object([Member])
        case list([Value])
    }

    /// The contents, in order.
    package private(set) var contents: [[Member]] = []
    /// The texts that no output may contain.
    package private(set) var secrets: [String] = []
    /// The number of values that trees hide, as a whole or in part.
    package private(set) var hiddenCount = 0
    /// The time of each message, in microseconds since 1970.
    package private(set) var times: [UInt64] = []
    /// The time of the upgrade to WebSocket, in microseconds since 1970.
    package private(set) var begun: UInt64 = 0
    /// The connection.
    package private(set) var session = SampleSession()

    /// Names whose last part marks a secret, in any letter case and with punctuation; and names that do not.
    private static let secretNames = ["token", "rc-Token", "app_secret", "Pass-Word", "userSignature", "TKN"]
    private static let plainNames = ["content", "user", "name", "extra", "a", "tokens", "secrets"]

    package init(_ plan: [UInt8]) {
        var reader = PlanReader(plan)
        _ = reader.byte()
        session.upgrade()
        begun = session.packets.last?.time ?? 0
        for (number, step) in reader.steps(of: 4, atMost: 40).enumerated() {
            var step = step
            let names = step.byte()
            let shape = step.byte()
            let text = step.byte()
            let pause = step.byte()
            // Packets from several processors may be out of the order of their times.
            if pause < 240 {
                session.wait(UInt64(pause) * 12_347)
            } else {
                session.goBack(UInt64(pause - 240) * 12_347)
            }
            var hidden = 0
            let members = object(number, names, shape, text, depth: 0, isSecret: false, &hidden)
            contents.append(members)
            times.append(session.now)
            let data =
                Self.field(1, [3], isNumber: true) + Self.field(2, Array("RC:TxtMsg".utf8))
                + Self.field(3, Array(Self.json(.object(members), escapes: text).utf8))
            let body = Self.text("ppMsgP") + Self.text("you") + [UInt8(number >> 8), UInt8(number & 255)] + data
            let bytes: [UInt8] = [0x32] + body
            session.message(fromClient: true, bytes)
        }
        session.close()
    }

    private mutating func object(
        _ number: Int,
        _ names: Int,
        _ shape: Int,
        _ text: Int,
        depth: Int,
        isSecret: Bool,
        _ hidden: inout Int
    ) -> [Member] {
        var members: [Member] = []
        for place in 0..<1 + shape & 1 + depth & 1 {
            let bits = names >> (place * 2 + depth) & 15
            let isNamed = bits % 3 == 0
            let name =
                isNamed ? Self.secretNames[(bits + text) % 6] : Self.plainNames[(bits + text + place * (shape & 2)) % 7]
            let isHidden = isSecret || isNamed
            let kind = shape >> (2 + depth + place) & 3
            let value: Value
            if depth == 0, kind == 2, names & 0x10 != 0 {
                let before = hiddenCount
                let inner = object(number, names >> 1, shape, text, depth: 1, isSecret: isHidden, &hidden)
                // The string is one field, however many secrets it has.
                hiddenCount = hiddenCount > before ? before + 1 : before
                value = .nested(inner)
            } else if depth < 3, kind == 1 || kind == 3 {
                let inner = object(number, names >> 1, shape, text, depth: depth + 1, isSecret: isHidden, &hidden)
                // In a list, a value after an object with secrets need not be a secret itself.
                value =
                    kind == 1
                    ? .object(inner)
                    : .list([.object(inner), scalar(number, place, text &+ 3, isSecret: isHidden, &hidden)])
            } else {
                value = scalar(number, place, text, isSecret: isHidden, &hidden)
            }
            members.append(Member(name: name, value: value))
        }
        return members
    }

    /// Returns a value that is not a container.
    private mutating func scalar(
        _ number: Int,
        _ place: Int,
        _ text: Int,
        isSecret: Bool,
        _ hidden: inout Int
    ) -> Value {
        switch (text ^ number) & 15 {
        case 0, 1:
            // Lines show a word or number under a secret name, which reveals little; trees hide it.
            if isSecret { hiddenCount += 1 }
            return (text ^ number) & 1 == 0 ? .word(["null", "true", "false"][place % 3]) : .number(number &+ text)
        case 2...3 where !isSecret: return assignment(number, place, text, &hidden)
        default:
            guard isSecret else { return .text(PlanText.text(text &+ place, text & 15)) }
            return .text(secret(number, place, &hidden))
        }
    }

    /// Returns a new secret.
    private mutating func secret(_ number: Int, _ place: Int, _ hidden: inout Int) -> String {
        hidden += 1
        hiddenCount += 1
        let secret = "hide-\(number)-\(hidden)-\(place)-end"
        secrets.append(String(secret.dropFirst(4)))
        return secret
    }

    private static let assigning = ["=", "%3D", "%3d", ":", "%3A", "%3a", " = ", "\": \""]
    private static let before = ["", "a=1&", "中 ", "https://a.example/p?"]
    private static let after = ["", "&b=2", ";c", " d", "#e", "\"", "'f", ", g", "}", "]h", "<i", ">", "\\\"j"]

    /// Returns a text that assigns a value to a secret name.
    private mutating func assignment(_ number: Int, _ place: Int, _ text: Int, _ hidden: inout Int) -> Value {
        let name = (Self.secretNames + ["%74oken", "toke%6E"])[(text >> 4 &+ place) & 7]
        let before = Self.before[text >> 2 & 3] + name + Self.assigning[(text >> 3 &+ number) & 7]
        let after = Self.after[(text &+ number &* 5) % Self.after.count]
        let secret = secret(number, place, &hidden)
        return .assignment(before + secret + after, shown: before + secret.prefix(4) + "…" + after)
    }

    /// Returns a value as JSON, with or without whitespace around colons and commas.
    static func json(_ value: Value, escapes: Int) -> String {
        switch value {
        case .text(let text), .assignment(let text, _): PlanText.json(text, escapes: escapes)
        case .number(let number): "\(number)"
        case .word(let word): word
        case .nested(let members): PlanText.json(inner(.object(members)), escapes: escapes)
        case .list(let values): "[\(values.map { json($0, escapes: escapes) }.joined(separator: ","))]"
        case .object(let members):
            "{"
                + members.map { member in
                    let colon = [":", " :", ": ", "\t:\r\n"][escapes >> 5 & 3]
                    return PlanText.json(member.name) + colon + json(member.value, escapes: escapes)
                }
                .joined(separator: escapes & 0x40 == 0 ? "," : " ,\n") + "}"
        }
    }

    /// Returns JSON for a string, with the short escapes that encoders use.
    private static func inner(_ value: Value) -> String {
        json(value, escapes: 0).replacing("\\u0022", with: "\\\"").replacing("\\u005c", with: "\\\\")
    }

    private static func text(_ value: String) -> [UInt8] {
        [UInt8(value.utf8.count >> 8), UInt8(value.utf8.count & 255)] + Array(value.utf8)
    }

    private static func field(_ number: Int, _ bytes: [UInt8], isNumber: Bool = false) -> [UInt8] {
        if isNumber { return [UInt8(number << 3)] + bytes }
        let count = bytes.count
        var head = [UInt8(number << 3 | 2)]
        var rest = count
        while rest > 127 {
            head.append(UInt8(rest & 127) | 128)
            rest >>= 7
        }
        return head + [UInt8(rest)] + bytes
    }
}
