// The parts of a command, and its diagnostics.
extension LeanCloudPlan {
    /// The request that a command answers: its client, and whether it opens that client.
    typealias Asked = (peer: String, opens: Bool)

    /// A command or an operation.
    struct Word: Sendable {
        /// The name in events; the number of an unknown one.
        let shown: String
        let number: Int
        /// The spelling in JSON.
        let json: String

        /// Creates a word that the schema has.
        init(_ name: String, _ number: Int) {
            shown = name
            self.number = number
            // JSON has hyphens (reference section 5).
            json = "\"\(String(name.map { $0 == "_" ? "-" : $0 }))\""
        }

        /// Creates an unknown word; in JSON it may be any value, but events show only texts.
        init(unknown number: Int, json: String, shown: String) {
            self.shown = shown
            self.number = number
            self.json = json
        }

        /// The text for its number in a tree.
        var value: String { shown == "\(number)" ? shown : "\(shown) (\(number))" }
    }

    /// A field of a body: its name in JSON, its number in protobuf, its value.
    typealias Field = (name: String, number: Int, value: Value)

    /// A value.
    enum Value: Sendable {
        case number(Int64)
        /// A number, and its text in a tree.
        case told(Int64, as: String)
        /// A text, and its spelling in JSON.
        case text(String, json: String)
        /// A text that contains JSON.
        case content(PlannedJSON)
        /// A text that outputs hide.
        case secret(String)
        /// Bytes, which are base64 in JSON.
        case bytes([UInt8])
        case truth(Bool)
        /// A list of texts.
        case texts([String])
        /// A number with a name in the schema.
        case choice(Int, String)
        /// A nested message.
        case fields([Field])
        /// A list of nested messages.
        case items([[Field]])

        static func text(_ text: String) -> Value { .text(text, json: PlanText.json(text)) }

        var isSecret: Bool {
            if case .secret = self { true } else { false }
        }
    }

    /// A message in a command.
    struct Said: Sendable {
        var value: Value
        /// The expected text in an event.
        var says: String
        /// The number of its type; `nil` for plain text and bytes.
        var type: String?
        /// The expected text in a line of text.
        var digest: String

        /// Returns the message with the command's part of the expected text.
        func with(_ more: String) -> Said {
            var said = self
            said.says += more
            return said
        }
    }

    /// A diagnostic of a command.
    struct Note: Sendable {
        let severity: String
        let code: String
        let path: String
        var offset = 0
        let text: String

        init(_ severity: String, _ code: String, _ path: String, offset: Int = 0, _ text: String) {
            self.severity = severity
            self.code = code
            self.path = path
            self.offset = offset
            self.text = text
        }

        /// Creates the diagnostic of a repeated field.
        init(doubled name: String, isMessage: Bool, at offset: Int) {
            let rest = isMessage ? "the parts are merged" : "the last counts"
            self.init(
                "note",
                "payload-field-doubled",
                name,
                offset: offset,
                "\(name) stands more than once; \(rest)"
            )
        }

        /// The text in the plan's events.
        var words: String { "{\(severity) \(code) \(path) \(offset) \(text)}" }
        /// The line in a tree.
        var line: String { "  \(severity) \(code):\(path.isEmpty ? "" : " \(path) at \(offset):") \(text)" }
    }

    /// A command before it is encoded.
    struct Command {
        var fromClient: Bool
        var name: Word?
        var operation: Word?
        var id: Int64?
        var envelope: [Field] = []
        var body: [Field] = []
        var messages: [Said] = []
        /// The expected text about the answered event.
        var reply = ""
        /// The request that the command answers.
        var asked: Asked?
        var notes: [Note] = []
        /// Invalid base64 texts, and the paths of their messages.
        var noBase64: [(path: String, text: String)] = []
        /// The path of a required field of the body that is missing in protobuf.
        var lacks: String?
        /// The number of the body's first fields that are in a separate part, in protobuf.
        var split: Int?

        init(fromClient: Bool, name: Word?) {
            self.fromClient = fromClient
            self.name = name
        }

        /// The fields before the body, without command and operation.
        var head: [Field] { envelope + (id.map { [("i", 5, .number($0))] } ?? []) }

        /// Whether the command only keeps the connection alive: an echo, or an object without members.
        var isKeepAlive: Bool { name?.shown == "echo" || name == nil && head.isEmpty && body.isEmpty }

        /// The code of a failure or an ending, and the code with its meaning.
        var code: (number: Int64, status: String)? {
            for case ("code", _, .told(let number, let shown)) in body { return (number, shown) }
            return nil
        }

        /// Returns the text of a field in the envelope or body.
        func text(_ name: String) -> String? {
            for case (name, _, .text(let text, _)) in envelope + body { return text }
            return nil
        }

        var hasSecret: Bool { (envelope + body).contains { $0.value.isSecret } }

        /// The expected texts after the columns of a line: each message's text; all but the first with their types.
        var shown: [String] {
            messages.enumerated().map { place, message in
                place == 0 ? message.digest : (message.type.map { "\($0) " } ?? "") + message.digest
            }
        }
    }
}
