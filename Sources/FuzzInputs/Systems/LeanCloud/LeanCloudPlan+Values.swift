// The values that outputs show of a command, besides its messages.
extension LeanCloudPlan {
    /// The 64-bit fields, which are texts in protobuf's JSON mapping.
    private static let wide: Set<String> = [
        "t", "timestamp", "patchTimestamp", "ackAt", "readAt", "serverTs", "clientTs", "notifTime", "lastPatchTime",
        "fromts", "tots",
    ]
    /// The fields with the contents of messages: in the elements of lists, or in the body of `direct`.
    private static let contents = ["msg", "binaryMsg", "data"]

    /// Returns the command's JSON: as written, or as protobuf's mapping.
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

    /// Returns the fields without those that messages show; of a text and bytes, only the bytes count as shown.
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

    /// Returns the last of the members with the same name, at the place of the first one.
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
