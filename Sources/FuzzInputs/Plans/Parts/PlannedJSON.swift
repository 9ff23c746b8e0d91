/// The JSON of a plan: its text, and the expected lines of a tree.
indirect enum PlannedJSON: Sendable {
    /// A text, escaped where JSON requires it.
    case text(String)
    /// A number in its spelling.
    case number(String)
    /// A number in its spelling, and its text in a tree.
    case told(String, as: String)
    /// A text under a secret name; outputs show its first four characters.
    case secret(String)
    /// A value in its spelling that a tree hides.
    case hidden(String)
    /// A value whose name in a tree differs from its key.
    case titled(String, PlannedJSON)
    /// `true`, `false` or `null`, or a string in its spelling.
    case word(String)
    /// A string whose text is JSON itself.
    case nested(PlannedJSON)
    case object([(String, PlannedJSON)])
    case list([PlannedJSON])

    /// The JSON as sent, without whitespace.
    var spelling: String { spelling(isShown: false) }
    /// The JSON as outputs show it.
    var shown: String { spelling(isShown: true) }

    private func spelling(isShown: Bool) -> String {
        switch self {
        case .text(let text): PlanText.json(text)
        case .secret(let text): PlanText.json(isShown ? text.prefix(4) + "…" : text)
        case .number(let text), .word(let text), .told(let text, _), .hidden(let text): text
        case .titled(_, let value): value.spelling(isShown: isShown)
        case .nested(let inner): PlanText.json(inner.spelling(isShown: isShown))
        case .object(let members):
            "{"
                + members.map { "\(PlanText.json($0.0)):\($0.1.spelling(isShown: isShown))" }.joined(separator: ",")
                + "}"
        case .list(let elements):
            "[" + elements.map { $0.spelling(isShown: isShown) }.joined(separator: ",") + "]"
        }
    }

    /// Appends the bytes and lines under a name.
    func append(_ name: String, to fields: inout PlannedFields) {
        switch self {
        case .text, .word: fields.add(name, Array(spelling.utf8), spelling)
        case .told(let text, let shown): fields.add(name, Array(text.utf8), shown)
        case .hidden(let text):
            fields.hide(name, Array(text.utf8), (text.count > 4 ? String(text.prefix(4)) : "") + "…")
        case .titled(let title, let value): value.append(title, to: &fields)
        case .secret: fields.hide(name, Array(spelling.utf8), spelling.prefix(4) + "…")
        case .number(let text):
            fields.add(name, Array(text.utf8), PlannedFields.moment(name, text))
        case .nested(let inner):
            fields.add(name, Array(spelling.utf8), spelling)
            fields.further { inner.tell(to: &$0) }
        case .object(let members):
            fields.group(name) { fields in
                fields.skip(Array("{".utf8))
                for (place, member) in members.enumerated() {
                    fields.skip(Array("\(place > 0 ? "," : "")\(PlanText.json(member.0)):".utf8))
                    member.1.append(member.0, to: &fields)
                }
                fields.skip(Array("}".utf8))
            }
        case .list(let elements):
            fields.group(name) { fields in
                fields.skip(Array("[".utf8))
                for (place, element) in elements.enumerated() {
                    if place > 0 { fields.skip(Array(",".utf8)) }
                    element.append("[\(place)]", to: &fields)
                }
                fields.skip(Array("]".utf8))
            }
        }
    }

    /// Appends lines without ranges for JSON inside a text.
    private func tell(to fields: inout PlannedFields) {
        switch self {
        case .object(let members): for (name, value) in members { value.tell(name, to: &fields) }
        case .list(let elements): for (place, value) in elements.enumerated() { value.tell("[\(place)]", to: &fields) }
        default: break
        }
    }

    private func tell(_ name: String, to fields: inout PlannedFields) {
        switch self {
        case .object, .list:
            fields.inside(name, "")
            fields.further { tell(to: &$0) }
        case .nested(let inner):
            fields.inside(name, spelling)
            fields.further { inner.tell(to: &$0) }
        case .secret(let text): fields.inside(name, text.prefix(4) + "…")
        default: fields.inside(name, spelling)
        }
    }
}
