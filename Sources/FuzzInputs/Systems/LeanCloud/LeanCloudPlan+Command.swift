// What a command is made of, and what is to be said of it.
extension LeanCloudPlan {
    /// What a command asked for: for which client, and whether that one is to be opened.
    typealias Asked = (peer: String, opens: Bool)

    /// A command or an operation.
    struct Word: Sendable {
        /// What events call it: a number that nobody knows is its name.
        let shown: String
        let number: Int
        /// How it is spelt in JSON.
        let json: String

        /// One that the schema has.
        init(_ name: String, _ number: Int) {
            shown = name
            self.number = number
            // In JSON there are hyphens (reference section 5).
            json = "\"\(String(name.map { $0 == "_" ? "-" : $0 }))\""
        }

        /// One that nobody knows; in JSON any value may stand in its place, of which events show texts only.
        init(unknown number: Int, json: String, shown: String) {
            self.shown = shown
            self.number = number
            self.json = json
        }

        /// What a tree shows of its number.
        var value: String { shown == "\(number)" ? shown : "\(shown) (\(number))" }
    }

    /// A field of a body: its name in JSON, its number in protobuf, its value.
    typealias Field = (name: String, number: Int, value: Value)

    /// A value.
    enum Value: Sendable {
        case number(Int64)
        /// A number, and what a tree shows of it.
        case told(Int64, as: String)
        /// A text, and its spelling in JSON.
        case text(String, json: String)
        /// A text that is JSON.
        case content(PlannedJSON)
        /// A text that outputs hide.
        case secret(String)
        /// Bytes, which JSON has in base64.
        case bytes([UInt8])
        /// True or false.
        case truth(Bool)
        /// Texts of a list.
        case texts([String])
        /// A number that the schema has a name for.
        case choice(Int, String)
        /// Fields of its own.
        case fields([Field])
        /// Fields of its own, once for each of a list.
        case items([[Field]])

        static func text(_ text: String) -> Value { .text(text, json: PlanText.json(text)) }

        var isSecret: Bool {
            if case .secret = self { true } else { false }
        }
    }

    /// A message in a command.
    struct Said: Sendable {
        var value: Value
        /// What an event says of it.
        var says: String
        /// The number of its type; `nil` for plain text and bytes.
        var type: String?
        /// What a line of text says of it.
        var digest: String

        /// The same, with what the command says of it.
        func with(_ more: String) -> Said {
            var said = self
            said.says += more
            return said
        }
    }

    /// What is odd about a command.
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

        /// A field that stands twice.
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

        /// As an event says it.
        var words: String { "{\(severity) \(code) \(path) \(offset) \(text)}" }
        /// As a tree says it.
        var line: String { "  \(severity) \(code):\(path.isEmpty ? "" : " \(path) at \(offset):") \(text)" }
    }

    /// A command as it is written.
    struct Command {
        var fromClient: Bool
        var name: Word?
        var operation: Word?
        var id: Int64?
        var envelope: [Field] = []
        var body: [Field] = []
        var messages: [Said] = []
        /// What it answers.
        var reply = ""
        /// What it is the answer to.
        var asked: Asked?
        var notes: [Note] = []
        /// Texts that should be base64 and are not, and what holds them.
        var noBase64: [(path: String, text: String)] = []
        /// A field of the body that is missing though protobuf demands it.
        var lacks: String?
        /// How many fields of the body stand in a part of their own before the others, in protobuf.
        var split: Int?

        init(fromClient: Bool, name: Word?) {
            self.fromClient = fromClient
            self.name = name
        }

        /// The fields before the body, but for command and operation.
        var head: [Field] { envelope + (id.map { [("i", 5, .number($0))] } ?? []) }

        /// Whether it keeps the connection alive, and does nothing else: an echo, or an object without members.
        var isKeepAlive: Bool { name?.shown == "echo" || name == nil && head.isEmpty && body.isEmpty }

        /// The number that tells how something failed or why it ended, and the same with its meaning.
        var code: (number: Int64, status: String)? {
            for case ("code", _, .told(let number, let shown)) in body { return (number, shown) }
            return nil
        }

        /// What a text of its envelope or body says.
        func text(_ name: String) -> String? {
            for case (name, _, .text(let text, _)) in envelope + body { return text }
            return nil
        }

        var hasSecret: Bool { (envelope + body).contains { $0.value.isSecret } }

        /// What a line of text says behind its columns: of each message what it is, of all but the first with its type.
        var shown: [String] {
            messages.enumerated().map { place, message in
                place == 0 ? message.digest : (message.type.map { "\($0) " } ?? "") + message.digest
            }
        }
    }
}
