/// Tracks the class that the tokens of a source file belong to.
struct ClassScopes {
    private let language: SourceLanguage
    private var open: [(name: String, depth: Int)] = []
    private var depth = 0
    private var announced: String?
    private var parentheses = 0

    /// Returns whether the name of a type follows a word.
    private func announces(_ word: String) -> Bool {
        guard (4...9).contains(word.utf8.count) else { return false }
        return switch word {
        case "class", "struct", "enum": true
        case "extension": language == .swift || language == .dart
        case "interface": language != .swift && language != .dart
        case "object": language == .kotlin
        case "mixin": language == .dart
        case "actor": language == .swift
        default: false
        }
    }

    init(_ language: SourceLanguage) {
        self.language = language
    }

    /// The innermost class around the last token.
    var current: String? { open.last?.name }

    /// Reads the next token.
    mutating func step(_ index: Int, _ tokens: [SourceToken]) {
        let token = tokens[index]
        if language == .objectiveC {
            guard token.kind == .word, index > 0, tokens[index - 1].isSign("@") else { return }
            if token.text == "implementation", index + 1 < tokens.count { open = [(tokens[index + 1].text, 0)] }
            if token.text == "end" { open = [] }
            return
        }
        switch token.kind {
        case .word where language == .kotlin && token.text == "fun" && parentheses == 0:
            // A class without a body may precede the function.
            announced = nil
        case .word where announces(token.text):
            if index + 1 < tokens.count, tokens[index + 1].kind == .word,
                !["func", "var", "let", "class"].contains(tokens[index + 1].text),
                !(index > 0 && tokens[index - 1].isSign("."))
            {
                announced = tokens[index + 1].text
            }
        case .sign where token.isSign("{"):
            depth += 1
            if let name = announced {
                open.append((name, depth))
                announced = nil
            }
        case .sign where token.isSign("}"):
            if open.last?.depth == depth { open.removeLast() }
            depth -= 1
        case .sign where token.isSign(";"): announced = nil
        case .sign where token.isSign("("): parentheses += 1
        case .sign where token.isSign(")"): parentheses -= 1
        default: break
        }
    }
}
