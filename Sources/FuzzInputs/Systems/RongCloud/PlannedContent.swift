/// A content of a message that a plan sends: the name of its type, its JSON, and its digest in a line.
struct PlannedContent: Sendable {
    var name: String
    var json: PlannedJSON
    var digest: String
    /// The bytes in place of JSON, if the content is not JSON.
    var raw: String?
    /// The expected diagnostics, in order; each concerns a value of the content or the whole content.
    var remarks: [Remark] = []

    struct Remark: Sendable {
        var severity: String
        var code: String
        /// The key of the member; empty for the whole content.
        var key: String
        var text: String
        /// Whether the diagnostic has a place in the content; otherwise it concerns the way of sending.
        var hasPlace = true
    }

    init(_ name: String, _ json: PlannedJSON, _ digest: String) {
        self.name = name
        self.json = json
        self.digest = digest
    }

    /// Returns an application's content; its first text is the digest.
    ///
    /// Some contents have secrets and further members after them, some have JSON in a text, and some are not JSON.
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
            // An empty text is no digest.
            case 0: (number & 64 == 0 ? [] : [("t0", .text(""))]) + [("t", .text(words))]
            case 1: [("a", .number("\(number).5")), ("t", .text(words)), ("u", .text("second"))]
            case 2: [("list", .list([.number("-\(number)"), .word("true"), .word("null")])), ("t", .text(words))]
            default: [("n", .number("12345678901234567890")), ("t", .text(words)), ("e", .object([]))]
            }
        return PlannedContent(number & 1 == 0 ? "app:a" : "app:a-longer-name", .object(members + more), words)
    }

    /// Returns a content of an SDK's type or of an application's.
    static func delivered(_ number: Int, _ other: Int) -> PlannedContent {
        guard number % 3 > 0 else { return own(number) }
        return all[(number / 3 + other * 29) % all.count]
    }

    /// The contents of the SDKs' types.
    private static let all = known + told
}

extension PlannedFields {
    /// Adds a content; if it is JSON, with the lines of its values.
    mutating func content(_ content: PlannedContent, _ field: Int) {
        guard let raw = content.raw else { return self.content("content", field, content.json) }
        let bytes = Array(raw.utf8)
        add("content", Self.varint(field << 3 | 2) + Self.varint(bytes.count) + bytes, "\(bytes.count) bytes")
    }
}
