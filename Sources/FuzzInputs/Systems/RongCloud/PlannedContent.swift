/// A content of a message that a plan sends: the name of its type, its JSON, and the few words that a line shows of it.
struct PlannedContent: Sendable {
    var name: String
    var json: PlannedJSON
    var digest: String
    /// What is sent in the place of JSON, and is none.
    var raw: String?
    /// What is to be said of it, in order; a remark is about a value of the content, or about the content.
    var remarks: [Remark] = []

    struct Remark: Sendable {
        var severity: String
        var code: String
        /// The member; empty for the content as a whole.
        var key: String
        var text: String
        /// Whether it is about how the content is sent, not about a place in it.
        var hasPlace = true
    }

    init(_ name: String, _ json: PlannedJSON, _ digest: String) {
        self.name = name
        self.json = json
        self.digest = digest
    }

    /// An application's own type, of which the first text is shown; some have secrets, and members behind them that are none, some
    /// JSON in a text, and some are no JSON.
    static func own(_ number: Int) -> PlannedContent {
        if number % 11 == 3 {
            let text = "plain \(number) words"
            var content = PlannedContent("app:a", .object([]), "[\(text.utf8.count) bytes that are not JSON]")
            content.raw = text
            return content
        }
        let words = ["hi", "two   words", "中文 text", "🙂", "a  longer   text of    words", "a\\b"][number % 6]
        let more: [(String, PlannedJSON)] =
            switch number % 7 {
            case 0: [("token", .secret("abcdef-\(number)")), ("after", .text("shown"))]
            case 1:
                [
                    ("password", .object([("b", .secret("12/34-\(number)"))])), ("after", .number("7")),
                    ("v", .text("x")),
                ]
            case 2: [("o", .object([("rcSecret", .list([.secret("中é文!\(number)")]))])), ("after", .text("y"))]
            case 3:
                // JSON in a text, with a list in it.
                [
                    (
                        "extra",
                        .nested(
                            .object([("l", .list([.number("1"), .text("zwei"), .object([("k", .word("true"))])]))])
                        )
                    )
                ]
            case 4: [("extra", .nested(.list([.text("a"), .list([.number("2"), .number("3")])])))]
            case 5: [("empty", .list([]))]
            default: []
            }
        let members: [(String, PlannedJSON)] =
            switch number >> 3 & 3 {
            // An empty text says nothing.
            case 0: (number & 64 == 0 ? [] : [("t0", .text(""))]) + [("t", .text(words))]
            case 1: [("a", .number("\(number).5")), ("t", .text(words)), ("u", .text("second"))]
            case 2: [("list", .list([.number("-\(number)"), .word("true"), .word("null")])), ("t", .text(words))]
            default: [("n", .number("12345678901234567890")), ("t", .text(words)), ("e", .object([]))]
            }
        return PlannedContent(number & 1 == 0 ? "app:a" : "app:a-longer-name", .object(members + more), words)
    }

    /// A type of the SDKs' own, or an application's.
    static func delivered(_ number: Int, _ other: Int) -> PlannedContent {
        guard number % 3 > 0 else { return own(number) }
        return all[(number / 3 + other * 29) % all.count]
    }

    /// Contents of types of the SDKs' own.
    private static let all = known + told
}

extension PlannedFields {
    /// A content, with the lines of its JSON where it is that.
    mutating func content(_ content: PlannedContent, _ field: Int) {
        guard let raw = content.raw else { return self.content("content", field, content.json) }
        let bytes = Array(raw.utf8)
        add("content", Self.varint(field << 3 | 2) + Self.varint(bytes.count) + bytes, "\(bytes.count) bytes")
    }
}
