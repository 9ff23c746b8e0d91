/// A text in a source tree, and where its literal stands.
struct SourceText: Hashable, Sendable {
    var text: String
    var place: SourcePlace
}

/// The constants of a source tree that stand for a text, by their names.
struct SourceConstants {
    /// The values of a name in the whole tree.
    private var tree: [String: [SourceText]] = [:]
    /// The values of a name in a file.
    private var files: [String: [String: [SourceText]]] = [:]

    init(_ sources: [SourceFile]) {
        for source in sources {
            for (name, value) in Self.constants(source) {
                tree[name, default: []].append(value)
                files[source.path, default: [:]][name, default: []].append(value)
            }
        }
    }

    /// The text that a name stands for in a file; `nil` unless there is just one, there or else in the tree.
    ///
    /// - Parameters:
    ///   - name: the last part of a name.
    ///   - isMember: whether there are parts before it, so that it may be a member of an object.
    ///   - file: the file that the name is used in.
    func value(of name: String, isMember: Bool, in file: String) -> SourceText? {
        let member = Self.memberMark + name
        for values in [files[file] ?? [:], tree] {
            if let variables = values[name] { return Self.only(variables) }
            if isMember, let members = values[member] { return Self.only(members) }
        }
        return nil
    }

    /// Stands before the names of members of objects, which are no names by themselves.
    private static let memberMark = "."

    /// The one text that all say; `nil` when they differ.
    private static func only(_ values: [SourceText]) -> SourceText? {
        values.first.flatMap { first in values.allSatisfy { $0.text == first.text } ? first : nil }
    }

    private static func constants(_ source: SourceFile) -> [(name: String, value: SourceText)] {
        let tokens = source.tokens
        var found: [(name: String, value: SourceText)] = []
        for (index, token) in tokens.enumerated() where token.kind == .string && index > 1 {
            // A literal that is a part of a longer expression is not the value.
            if index + 1 < tokens.count, ["+", ".", "%", "?"].contains(where: tokens[index + 1].isSign) { continue }
            guard let name = name(before: index, tokens, source.language) else { continue }
            found.append((name, SourceText(text: token.text, place: source.place(token.offset))))
        }
        return found
    }

    /// The name that is given the literal at `index`.
    private static func name(before index: Int, _ tokens: [SourceToken], _ language: SourceLanguage) -> String? {
        let previous = tokens[index - 1]
        if previous.isSign("=") {
            guard index > 1, tokens[index - 2].kind == .word else { return nil }
            // `name: Type = "…"` and Go's `name string = "…"`.
            if index > 3, tokens[index - 3].isSign(":"), tokens[index - 4].kind == .word {
                return tokens[index - 4].text
            }
            if language == .go, tokens[index - 2].isWord("string"), index > 2 { return tokens[index - 3].text }
            return tokens[index - 2].text
        }
        // `#define NAME @"…"`
        if language == .objectiveC, previous.kind == .word, index > 2, tokens[index - 2].isWord("define"),
            tokens[index - 3].isSign("#")
        {
            return previous.text
        }
        // `NAME: '…'` in an object.
        if language == .javaScript, previous.isSign(":"), tokens[index - 2].kind == .word {
            return memberMark + tokens[index - 2].text
        }
        // `define('NAME', '…')`
        if language == .php, previous.isSign(","), index > 3, tokens[index - 2].kind == .string,
            tokens[index - 3].isSign("("), tokens[index - 4].isWord("define")
        {
            return tokens[index - 2].text
        }
        return nil
    }
}
