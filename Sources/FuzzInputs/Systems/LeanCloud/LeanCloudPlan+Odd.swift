// Odd commands, and commands that are not decoded.
extension LeanCloudPlan {
    // MARK: Names

    /// Numbers that no schema has for a command.
    private static let unknownCommands = [22, 99, 126, 127, 300, -1]

    /// Sends an unknown command or operation in either direction; one with an id waits for an answer.
    mutating func strange(_ content: Int, _ length: Int, _ which: Int) {
        let fromClient = content & 8 == 0
        var command = Command(fromClient: fromClient, name: Word("session", 0))
        let topic: String?
        if content & 16 == 0 {
            topic = name(&command, content, length)
        } else {
            topic = operation(&command, content, length)
        }
        if fromClient, content & 4 != 0 { command.id = nextId() }
        envelope(&command, which)
        let time = session.now
        send(command)
        if command.id != nil { wait(for: topic ?? "-", time, nil) }
    }

    /// Gives a command an unknown name, or none.
    ///
    /// - Returns: the name of the request; `nil` for one that rules do not count.
    private func name(_ command: inout Command, _ content: Int, _ length: Int) -> String? {
        let missing = Note("warning", "frame-command", "cmd", "the command has no cmd that is known")
        // Base64 that does not begin with a command is not distinguishable from JSON.
        if content & 3 == 0, !isUnnamed || form < 2 {
            command.name = nil
            command.notes = [missing]
            // Before 2017 a command was required (reference section 1.3).
            if isOlder, form > 0 {
                let text = "a required field is missing"
                command.notes.append(Note("warning", "payload-required", "GenericCommand.cmd", text))
            }
            // An empty command is a keep-alive; `beat` plans those.
            command.envelope = [("installationId", 6, .text("dev"))]
            return nil
        }
        let number = Self.unknownCommands[length % 6]
        guard form > 0 else {
            // A value other than a text is not named, not even a number that the schema has.
            let spellings = ["\"nobody\"", "\"Direct\"", "2", "null", "true", "\"\""]
            let json = spellings[length % 6]
            command.name = Word(
                unknown: 0,
                json: json,
                shown: json.hasPrefix("\"") ? String(json.dropFirst().dropLast()) : "-"
            )
            command.notes = [missing]
            return nil
        }
        command.name = Word(unknown: number, json: "", shown: "\(number)")
        command.notes = [Note("note", "frame-command", "cmd", "cmd \(number) is none that is known")]
        return (0..<127).contains(number) ? "\(number)" : nil
    }

    /// Gives a command an operation that its sender never uses with it.
    ///
    /// - Returns: the name of the request.
    private func operation(_ command: inout Command, _ content: Int, _ length: Int) -> String? {
        let sender = command.fromClient ? "client" : "server"
        let name = ["conv", isOlder ? "conv" : "patch"][length & 1]
        command.name = Word(name, Self.commands[name] ?? 0)
        func note(_ operation: String) -> Note {
            Note("note", "frame-operation", "op", "\(name)\(operation) is not known from the \(sender)")
        }
        switch content & 3 {
        case 0:
            command.notes = [note("")]
            return name
        case 1:
            // An operation of sessions, or one of the other direction.
            let operation = length & 2 == 0 ? "open" : command.fromClient ? "results" : "query"
            command.operation = Word(operation, Self.operations[operation] ?? 0)
            command.notes = [note("/\(operation)")]
            return "\(name)/\(operation)"
        default:
            guard form > 0 else {
                let json = ["\"nothing\"", "\"Query\"", "7", "false"][length >> 1 & 3]
                command.operation = Word(
                    unknown: 0,
                    json: json,
                    shown: json.hasPrefix("\"") ? String(json.dropFirst().dropLast()) : "-"
                )
                command.notes = [note("")]
                return name
            }
            let number = [14, 99, 255, 256, -2][length >> 1 & 3]
            command.operation = Word(unknown: number, json: "", shown: "\(number)")
            command.notes = [note("/\(number)")]
            return name
        }
    }

    /// Adds fields of the envelope that few commands have.
    private func envelope(_ command: inout Command, _ which: Int) {
        let fields: [Field] = [
            ("appId", 3, .text("other")), ("priority", 7, .number(Int64(which >> 3 & 3))), ("service", 8, .number(2)),
            ("serverTs", 9, .number(1_795_000_000_000 + Int64(which))),
            ("clientTs", 10, .number(which & 1 == 0 ? 0 : 1_794_999_999_999)),
            ("notificationType", 11, .number(Int64(which & 1))),
        ]
        command.envelope += fields.indices.filter { which >> ($0 + 2) & 1 != 0 }.map { fields[$0] }
    }

    // MARK: Endings and failures

    /// Sends rare commands that are valid: with a full envelope, with failures, or the server's goaway.
    mutating func plain(_ content: Int, _ length: Int, _ which: Int) {
        switch content % 6 {
        case 0 where content >= 128: login(which)
        case 0: sendAway()
        case 1:
            let said = message(content >> 2, length)
            var command = Command(fromClient: false, name: Word("direct", 2))
            command.messages = [said.with(" to c9 of -, -, -, -")]
            command.body = [("msg", 1, said.value), ("cid", 11, .text("c9"))]
            command.envelope = [("installationId", 6, .text("dev"))]
            envelope(&command, which)
            send(command)
        case 2: secret(content >> 2, length)
        case 3: members(content >> 3, which)
        case 4:
            // Another client has received or read a message.
            let body: [Field] = [
                ("id", 1, .text("m1")), ("cid", 2, .text("c1")), ("t", 3, .number(1_795_000_000_000)),
                ("read", 4, .truth(which & 1 != 0)), ("from", 5, .text("bob")),
            ]
            // An operation is ignored, because this command needs none.
            send(false, "rcp", which & 2 == 0 ? nil : "joined", nil, body)
        default: failure(content >> 2, which)
        }
    }

    /// Sends a client's login for pushes, in the connection's schema or in the other one; its single field tells which
    /// (reference section 1.3).
    private mutating func login(_ which: Int) {
        let older: Field = ("extendCmd", 1, .choice(1, "loggedin"))
        let current: Field = ("systemInfo", 1, .fields([("isEmulator", 4, .truth(which & 2 != 0))]))
        request("login", nil, form == 0 ? [] : [which & 1 == 0 ? current : older])
    }

    /// Sends members that joined or left a conversation.
    private mutating func members(_ choice: Int, _ which: Int) {
        let operation = ["joined", "left", "members_joined", "members_left"][choice & 3]
        var body: [Field] = [("cid", 4, .text("c1")), ("initBy", 6, .text("bob"))]
        if choice & 2 != 0 { body.append(("m", 1, .texts((0...which % 3).map { "eve\($0)" }))) }
        send(false, "conv", operation, nil, body)
    }

    /// The codes of failures, and their meanings.
    private static let codes = [
        (4102, "the signature is wrong"), (4303, "there is no such conversation"), (1, "not in the table"),
        (4116, "too many commands in a short time"), (0, "not in the table"), (-1, "not in the table"),
        (4401, "the message has no valid target"), (9001, "the connection was lost"),
    ]

    /// Sends a failure of the connection, with a known or unknown code; protobuf also requires a reason.
    private mutating func failure(_ content: Int, _ which: Int) {
        let (code, meaning) = Self.codes[content & 7]
        guard form > 0 || content & 16 == 0 else {
            // In JSON a failure may be an operation of any command (reference section 8).
            let name = content & 32 == 0 ? "conv" : "patch"
            var command = Command(fromClient: false, name: Word(name, Self.commands[name] ?? 0))
            command.operation = Word("error", 0)
            command.body = [("code", 1, .told(Int64(code), as: "\(code) \(meaning)")), ("reason", 2, .text("why"))]
            return send(command)
        }
        var command = Command(fromClient: false, name: Word("error", 7))
        command.body = [("code", 1, .told(Int64(code), as: "\(code) \(meaning)"))]
        if content & 8 == 0 {
            command.body.append(("reason", 2, .text("why")))
        } else if form > 0 {
            command.lacks = "GenericCommand.errorMessage.reason"
        }
        if which & 1 != 0 { command.body.append(("appCode", 3, .number(7))) }
        send(command)
    }

    /// Sends a session command with some of its secrets.
    private mutating func secret(_ content: Int, _ length: Int) {
        let all: [Field] = [
            ("n", 2, .secret("nonce-\(length)")), ("s", 3, .secret("signed-\(length)")),
            ("st", 10, .secret("token-\(length)")), ("deviceToken", 14, .secret("device-\(length)")),
        ]
        let body: [Field] = [
            ("t", 1, .number(1_795_000_000_000)), ("ua", 4, .text("js/5.0.0")), ("tag", 6, .text("m")),
        ]
        let picked = all.indices.filter { content >> $0 & 1 == 0 }.map { all[$0] }
        var command = Command(fromClient: true, name: Word("session", 0))
        command.operation = Word("refresh", 12)
        command.id = nextId()
        command.body = body + picked
        // A body in two parts, which protobuf merges.
        if content & 16 != 0 { command.split = 1 + length % 2 }
        let time = session.now
        send(command)
        wait(for: "session/refresh", time, presence.name(nil))
    }

    /// Sends a keep-alive: an echo, or an empty object in JSON.
    ///
    /// The latter may come between commands of another form if text is not read as that form.
    mutating func beat(_ content: Int) {
        let isTold = form == 0 || content & 2 != 0 && (form == 1 || isUnnamed)
        guard isTold, content & 1 != 0 else { return request("echo", nil, []) }
        send(Command(fromClient: true, name: nil), in: 0)
    }

    // MARK: Undecoded bytes

    /// Sends MessagePack, which is recognised but not decoded.
    mutating func opaque(_ step: PlanReader) {
        var step = step
        let choice = step.byte()
        session.wait(UInt64(step.byte()) * 997)
        kinds.append(choice & 7)
        let bytes = planBytes(step.byte(), 1 + step.byte())
        let note = Note("note", "frame-msgpack", "", "MessagePack, whose layout no public source shows")
        add(fromClient: choice & 1 == 0, bytes, note, isText: false)
    }

    /// Sends a command that is cut off or invalid.
    mutating func broken(_ content: Int, _ length: Int) {
        hasBroken = true
        forgetWaiting()
        presence.miss()
        let (bytes, code) = form == 0 ? Self.brokenText(content) : Self.brokenFields(content, length)
        guard form == 2 else {
            return add(fromClient: content & 0x80 == 0, bytes, Note("error", code, "", ""), isText: form == 0)
        }
        var text = PlanText.base64(bytes)
        let isNone = length & 1 == 0
        let isRecognised = !isNone && bytes[0] == 0x08
        // An invalid character, or bytes that are not a command.
        if isNone { text[text.count / 2] = UInt8(ascii: "!") }
        add(
            fromClient: content & 0x80 == 0,
            text,
            Note("error", isUnnamed && !isRecognised ? "frame-json" : isNone ? "frame-value" : code, "", ""),
            isText: true
        )
    }

    private static func brokenText(_ content: Int) -> ([UInt8], String) {
        let (text, code) = [
            (#"{"cmd":"direct","msg":"a"#, "frame-json"), (#"{"cmd":"direct"}}"#, "frame-json"), ("[]", "frame-value"),
            (#""cmd""#, "frame-value"), ("{cmd:1}", "frame-json"), ("7", "frame-value"), (" ", "frame-json"),
            (#"{"cmd":"echo",}"#, "frame-json"),
        ][content & 7]
        return (Array(text.utf8), code)
    }

    private static func brokenFields(_ content: Int, _ length: Int) -> ([UInt8], String) {
        switch content & 3 {
        // An unknown wire type.
        case 0: ([0x0F, 0x01, 0x02], "frame-wireType")
        // A number of eleven bytes.
        case 1: ([0x08] + [UInt8](repeating: 0x80, count: 10) + [1], "frame-varint")
        // A text that exceeds the end.
        case 2: ([0x1A, UInt8(2 + length & 0x3F), 0x61], "frame-truncated")
        // A group without an end.
        default: ([0xE3, 0x06, 0x08, 0x01], "frame-truncated")
        }
    }

    /// Adds an event whose bytes are not decoded.
    private mutating func add(fromClient: Bool, _ bytes: [UInt8], _ note: Note, isText: Bool) {
        let words = note.text.isEmpty ? "{\(note.severity) \(note.code)}" : note.words
        let hex = bytes.map(PlannedFields.hex).joined()
        events.append("\(fromClient ? "client" : "server") - - -   \(words) undecoded \(hex)")
        payloads.append(bytes)
        values.append(nil)
        trees.append([])
        self.words.append([])
        statuses.append("")
        session.message(fromClient: fromClient, bytes, first: isText ? 0x81 : 0x82)
    }
}
