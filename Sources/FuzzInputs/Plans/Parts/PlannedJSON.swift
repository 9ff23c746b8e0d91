/// JSON that a plan makes: its text, and the lines that a tree should have of it.
indirect enum PlannedJSON: Sendable {
    /// A text; what must be escaped is.
    case text(String)
    /// A number as it is spelt.
    case number(String)
    /// A text under a name that says that it is a secret, of which outputs show four characters.
    case secret(String)
    /// `true`, `false` or `null`.
    case word(String)
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
        case .number(let text), .word(let text): text
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
        case .secret: fields.hide(name, Array(spelling.utf8), spelling.prefix(4) + "…")
        case .number(let text):
            // Beside a number of milliseconds that is called a time stands when that is.
            let time = Int64(text).flatMap { name.hasSuffix("ime") && text.utf8.count == 13 ? $0 : nil }
            fields.add(name, Array(text.utf8), time.map { "\(text) \(PlanMoment.text($0, digits: 3))" } ?? text)
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
}
