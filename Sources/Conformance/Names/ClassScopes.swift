/// Knows which class the tokens of a source file are in.
struct ClassScopes {
    private let language: SourceLanguage
    private var open: [(name: String, depth: Int)] = []
    private var depth = 0
    private var announced: String?

    init(_ language: SourceLanguage) {
        self.language = language
    }

    /// The innermost class around the last token.
    var current: String? { open.last?.name }

    /// Takes the next token.
    mutating func step(_ index: Int, _ tokens: [SourceToken]) {
        let token = tokens[index]
        if language == .objectiveC {
            guard token.kind == .word, index > 0, tokens[index - 1].isSign("@") else { return }
            if token.text == "implementation", index + 1 < tokens.count { open = [(tokens[index + 1].text, 0)] }
            if token.text == "end" { open = [] }
            return
        }
        switch token.kind {
        case .word where ["class", "extension", "struct"].contains(token.text):
            if index + 1 < tokens.count, tokens[index + 1].kind == .word,
                !["func", "var", "let"].contains(tokens[index + 1].text),
                !(index > 0 && tokens[index - 1].isSign("."))
            {
                announced = tokens[index + 1].text
            }
        case .sign where token.text == "{":
            depth += 1
            if let name = announced {
                open.append((name, depth))
                announced = nil
            }
        case .sign where token.text == "}":
            if open.last?.depth == depth { open.removeLast() }
            depth -= 1
        case .sign where token.text == ";": announced = nil
        default: break
        }
    }
}
