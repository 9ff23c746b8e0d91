// What outputs show of a command beside its messages.
extension LeanCloudPlan {
    /// Fields that are 64 bits wide, which protobuf's JSON has as texts.
    private static let wide: Set<String> = [
        "t", "timestamp", "patchTimestamp", "ackAt", "readAt", "serverTs", "clientTs", "notifTime", "lastPatchTime",
        "fromts", "tots",
    ]
    /// The contents of messages, by the lists that hold them; of `direct` it is the body itself.
    private static let contents = ["msg", "binaryMsg", "data"]

    /// The command's JSON: as it was written, or protobuf's mapping of it.
    func value(of command: Command, in form: Int) -> (whole: String, shown: String)? {
        guard !command.isKeepAlive || form > 0 || command.name != nil else { return nil }
        var members: [(String, PlannedJSON)] = []
        if let name = command.name { members.append(("cmd", word(name))) }
        if let operation = command.operation { members.append(("op", word(operation))) }
        members += command.head.map { ($0.name, value($0)) }
        let body = Self.rest(command.body, isMessage: command.name?.shown == "direct").map { ($0.name, value($0)) }
        if form == 0 {
            members += body
        } else if !command.body.isEmpty, let name = command.name?.shown {
            members.append(("\(name)Message", .object(Self.lastOfEach(body))))
        }
        let whole = PlannedJSON.object(members)
        return (whole.spelling, whole.shown)
    }

    private func word(_ word: Word) -> PlannedJSON {
        form == 0 ? .word(word.json) : word.shown == "\(word.number)" ? .number(word.shown) : .text(word.shown)
    }

    /// Fields without those that messages show: of a text beside bytes, only the bytes.
    private static func rest(_ fields: [Field], isMessage: Bool) -> [Field] {
        let isBinary = fields.contains { $0.name == "binaryMsg" }
        let shown = !isMessage ? [] : isBinary ? ["binaryMsg"] : contents
        return fields.filter { !shown.contains($0.name) }.map { field in
            guard case .items(let items) = field.value else { return field }
            return (field.name, field.number, .items(items.map { rest($0, isMessage: true) }))
        }
    }

    private func value(_ field: Field) -> PlannedJSON {
        switch field.value {
        case .number(let number) where form > 0 && Self.wide.contains(field.name): .text("\(number)")
        case .text(let text, _) where form > 0: .text(text)
        case .content(let content) where form > 0: .text(content.spelling)
        case .told(let number, _): .number("\(number)")
        case .items(let items):
            .list(
                items.map { item in
                    let members = item.map { ($0.name, value($0)) }
                    return .object(form == 0 ? members : Self.lastOfEach(members))
                }
            )
        default: Self.json(field)
        }
    }

    /// Of members with one name the last, where the first stands.
    private static func lastOfEach(_ members: [(String, PlannedJSON)]) -> [(String, PlannedJSON)] {
        var found: [(String, PlannedJSON)] = []
        for member in members {
            if let place = found.firstIndex(where: { $0.0 == member.0 }) {
                found[place] = member
            } else {
                found.append(member)
            }
        }
        return found
    }
}
