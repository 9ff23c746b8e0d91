// The encoding of commands, and their trees.
extension LeanCloudPlan {
    /// A repeated field.
    private typealias Doubled = (name: String, isMessage: Bool, offset: Int)

    mutating func send(
        _ fromClient: Bool,
        _ name: String,
        _ operation: String?,
        _ id: Int64?,
        _ body: [Field],
        _ envelope: [Field] = [],
        _ messages: [Said] = [],
        reply: String = "",
        asked: Asked? = nil,
        noBase64: [(path: String, text: String)] = []
    ) {
        var command = Command(fromClient: fromClient, name: Word(name, Self.commands[name] ?? 0))
        command.operation = operation.map { Word($0, Self.operations[$0] ?? 0) }
        command.id = id
        command.body = body
        command.envelope = envelope
        command.messages = messages
        command.reply = reply
        command.asked = asked
        command.noBase64 = noBase64
        send(command)
    }

    /// Encodes a command, and adds its expected results.
    ///
    /// - Parameter form: the form of the command; `nil` for that of the connection.
    mutating func send(_ command: Command, in form: Int? = nil) {
        let form = form ?? self.form
        var command = command
        repeatField(&command)
        var fields = PlannedFields()
        var doubled: [Doubled] = []
        if form == 0 {
            fields = Self.json(command, &doubled)
        } else {
            let start = Self.append(command, to: &fields, &doubled)
            if let path = command.lacks {
                let text = "a required field is missing"
                command.notes.append(Note("warning", "payload-required", path, offset: start, text))
            }
        }
        command.notes += doubled.map { Note(doubled: $0.name, isMessage: $0.isMessage, at: $0.offset) }
        for (path, text) in command.noBase64 {
            let offset = fields.bytes.indices.first { fields.bytes[$0...].starts(with: text.utf8) } ?? 0
            command.notes.append(Note("warning", "content-base64", path, offset: offset, "the content is no base64"))
        }
        judge(command)
        values.append(value(of: command, in: form))
        payloads.append(fields.bytes)
        if form == 2 {
            let text = PlanText.base64(fields.bytes)
            fields = PlannedFields()
            let shown = String(decoding: text, as: UTF8.self)
            // A secret's place in base64 is unknown, so all of the text is hidden.
            if command.hasSecret {
                fields.hide("base64", text, shown.prefix(4) + "…")
            } else {
                fields.add("base64", text, shown)
            }
        }
        note(command, fields.lines)
        session.message(fromClient: command.fromClient, fields.bytes, first: form == 1 ? 0x82 : 0x81)
    }

    /// Updates the open clients and the keep-alives with a command, and counts findings.
    private mutating func judge(_ command: Command) {
        let (name, operation) = (command.name?.shown, command.operation?.shown)
        guard command.fromClient else {
            serverTime = session.now
            let isClosing = name == "session" && operation == "closed"
            if presence.hearServer(at: session.now, isClosing: isClosing) { findings[5] += 1 }
            if name == "goaway", presence.leave(at: session.now) { findings[5] += 1 }
            guard let name, ["session", "error"].contains(name) else { return }
            let change = name == "error" ? name : operation
            let peer = command.text("peerId")
            presence.hear(change, of: peer, asked: command.asked, at: session.now)
            if name == "error" {
                if command.id == nil { releaseWaiting(of: nil) }
            } else if change == "closed" {
                releaseWaiting(of: presence.name(peer ?? command.asked?.peer))
            }
            return
        }
        let agent = name == "session" && operation == "open" ? command.text("ua") ?? "" : nil
        if presence.hear(command, opensWith: agent, at: session.now) { findings[5] += 1 }
        // Other commands need no open client.
        guard let name, ["conv", "direct", "logs", "read", "patch"].contains(name) else { return }
        let peer = command.text("peerId")
        let mayFollow = isReconnect && self.agent.hasPrefix("js/")
        if presence.isEarly(peer, at: session.now, isWhole: !hasBroken, mayFollow: mayFollow) { findings[4] += 1 }
    }

    /// Repeats a field of the command itself or of the first element of a list; the last one counts, as in most
    /// parsers.
    private func repeatField(_ command: inout Command) {
        let isOften = form == 0 && events.count & 3 == 2
        if isOften || events.count & 7 == 5, let field = command.body.first(where: { $0.name == "cid" }) {
            command.body.insert((field.name, field.number, .text("first")), at: 0)
        }
        guard events.count & 7 == 4 else { return }
        for place in command.body.indices {
            guard case .items(var items) = command.body[place].value,
                let field = items.first?.first(where: { $0.name == "timestamp" })
            else { continue }
            items[0].insert((field.name, field.number, .number(7)), at: 0)
            command.body[place].value = .items(items)
        }
    }

    /// Adds the expected event, tree and line of a command.
    private mutating func note(_ command: Command, _ tree: [String]) {
        // The first event is the switch to WebSocket.
        var parts = [
            command.fromClient ? "client" : "server", command.name?.shown ?? "-", command.operation?.shown ?? "-",
            command.id.map { "\($0)" } ?? "-",
        ]
        let more = command.envelope.filter { $0.name != "peerId" }.sorted { $0.number < $1.number }
        parts += more.map { "\($0.name)=\(Self.json($0).spelling)" }
        if let code = command.code { parts.append("code=\(code.number)") }
        parts += [command.reply, command.messages.map(\.says).joined(separator: "; ")]
        events.append((parts + command.notes.map(\.words)).joined(separator: " "))
        trees.append(tree + command.notes.map(\.line))
        words.append(command.shown)
        statuses.append(command.code?.status ?? "")
    }

    // MARK: JSON

    private static func json(
        _ command: Command,
        _ doubled: inout [Doubled]
    ) -> PlannedFields {
        var members: [(String, PlannedJSON)] = []
        if let name = command.name { members.append(("cmd", .word(name.json))) }
        if let operation = command.operation { members.append(("op", .word(operation.json))) }
        members += command.head.map { ($0.name, json($0)) } + command.body.map { ($0.name, json($0)) }
        var seen: Set<String> = []
        var length = 1
        for (name, value) in members {
            if !seen.insert(name).inserted { doubled.append((name, false, length)) }
            length += "\"\(name)\":,".utf8.count + value.spelling.utf8.count
        }
        var fields = PlannedFields()
        PlannedJSON.object(members).append("command", to: &fields)
        return fields
    }

    static func json(_ field: Field) -> PlannedJSON {
        switch field.value {
        case .number(let number): .number("\(number)")
        case .told(let number, let shown): .told("\(number)", as: shown)
        case .text(_, let json): .word(json)
        case .content(let content): .nested(content)
        case .secret(let text): .secret(text)
        case .bytes(let bytes): .text(String(decoding: PlanText.base64(bytes), as: UTF8.self))
        case .truth(let truth): .word("\(truth)")
        case .texts(let texts): .list(texts.map { .text($0) })
        case .choice(_, let name): .text(name)
        case .fields(let fields): .object(fields.map { ($0.name, json($0)) })
        case .items(let items): .list(items.map { .object($0.map { ($0.name, json($0)) }) })
        }
    }

    // MARK: protobuf

    /// Appends a command.
    ///
    /// - Returns: the offset of its body's fields.
    private static func append(
        _ command: Command,
        to fields: inout PlannedFields,
        _ doubled: inout [Doubled]
    ) -> Int {
        if let name = command.name { fields.varint("cmd", 1, name.number, name.value) }
        if let operation = command.operation { fields.varint("op", 2, operation.number, operation.value) }
        append(command.head, to: &fields, 0, &doubled)
        guard !command.body.isEmpty, let name = command.name, let number = bodies[name.shown] else { return 0 }
        let field = "\(name.shown)Message"
        guard let split = command.split else {
            return append(field, number, command.body, to: &fields, 0, &doubled)
        }
        let start = append(field, number, Array(command.body.prefix(split)), to: &fields, 0, &doubled)
        doubled.append((field, true, fields.bytes.count))
        append(field, number, Array(command.body.dropFirst(split)), to: &fields, 0, &doubled)
        return start
    }

    /// Appends fields, and finds the repeated ones.
    ///
    /// - Parameter base: the number of bytes before `fields`.
    private static func append(
        _ list: [Field],
        to fields: inout PlannedFields,
        _ base: Int,
        _ doubled: inout [Doubled]
    ) {
        var seen: Set<Int> = []
        for field in list {
            var isList = false
            if case .items = field.value { isList = true }
            if !isList, !seen.insert(field.number).inserted {
                doubled.append((field.name, false, base + fields.bytes.count))
            }
            append(field, to: &fields, base, &doubled)
        }
    }

    private static func append(
        _ field: Field,
        to fields: inout PlannedFields,
        _ base: Int,
        _ doubled: inout [Doubled]
    ) {
        let (name, number) = (field.name, field.number)
        switch field.value {
        case .number(let value):
            fields.varint(name, number, Int(value), PlannedFields.moment(name, "\(value)"))
        case .told(let value, let shown): fields.varint(name, number, Int(value), shown)
        case .text(let text, _): fields.string(name, number, text)
        case .secret(let text): fields.hidden(name, number, text)
        case .truth(let truth): fields.varint(name, number, truth ? 1 : 0, "\(truth)")
        case .texts(let texts):
            for (place, text) in texts.enumerated() { fields.string("\(name)[\(place)]", number, text) }
        case .content(let content):
            var inner = PlannedFields()
            content.append("content", to: &inner)
            fields.group(name) { fields in
                fields.skip(PlannedFields.varint(number << 3 | 2) + PlannedFields.varint(inner.bytes.count))
                fields.append(inner)
            }
        case .bytes(let bytes):
            let length = PlannedFields.varint(bytes.count)
            fields.add(
                name,
                PlannedFields.varint(number << 3 | 2) + length + bytes,
                "\(bytes.count) byte\(bytes.count == 1 ? "" : "s")"
            )
        case .choice(let value, let word): fields.varint(name, number, value, "\(word) (\(value))")
        case .fields(let item): append(name, number, item, to: &fields, base, &doubled)
        case .items(let items):
            for (place, item) in items.enumerated() {
                append("\(name)[\(place)]", number, item, to: &fields, base, &doubled)
            }
        }
    }

    /// Appends a nested message.
    ///
    /// - Returns: the offset of its fields.
    @discardableResult
    private static func append(
        _ name: String,
        _ number: Int,
        _ item: [Field],
        to fields: inout PlannedFields,
        _ base: Int,
        _ doubled: inout [Doubled]
    ) -> Int {
        var inner = PlannedFields()
        var found: [Doubled] = []
        append(item, to: &inner, 0, &found)
        let head = PlannedFields.varint(number << 3 | 2) + PlannedFields.varint(inner.bytes.count)
        let start = base + fields.bytes.count + head.count
        doubled += found.map { ($0.name, $0.isMessage, start + $0.offset) }
        fields.group(name) { fields in
            fields.skip(head)
            fields.append(inner)
        }
        return start
    }
}
