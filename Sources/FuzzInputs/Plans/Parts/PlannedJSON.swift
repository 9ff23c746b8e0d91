/// JSON that a plan makes: its text, and the lines that a tree should have of it.
indirect enum PlannedJSON: Sendable {
    /// A text; what must be escaped is.
    case text(String)
    /// A number as it is spelt.
    case number(String)
    /// The same, with what a tree shows of it.
    case told(String, as: String)
    /// A text under a name that says that it is a secret, of which outputs show four characters.
    case secret(String)
    /// A value that a tree hides, as it is spelt.
    case hidden(String)
    /// A value that a tree calls otherwise than its key.
    case titled(String, PlannedJSON)
    /// `true`, `false` or `null`, or a text as it is spelt.
    case word(String)
    /// A text that is JSON itself.
    case nested(PlannedJSON)
    case object([(String, PlannedJSON)])
    case list([PlannedJSON])

    /// Without white space, as it is sent.
    var spelling: String { spelling(isShown: false) }
    /// The same as outputs show it.
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

    /// Appends its bytes and lines under a name.
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

    /// Appends lines without places for what is in a text.
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
