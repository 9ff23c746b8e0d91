/// A text in a source tree, or a number as text, with the place of its literal.
struct SourceText: Hashable, Sendable {
    var text: String
    var place: SourcePlace
}

/// The constants of a source tree with a text or number as value, by name.
struct SourceConstants {
    /// The value of a name.
    private enum Value {
        case one(SourceText)
        /// Different texts in different places.
        case several

        mutating func add(_ text: SourceText) {
            if case .one(let first) = self, first.text != text.text { self = .several }
        }

        var text: SourceText? { if case .one(let text) = self { text } else { nil } }
    }

    /// The values of a name in the whole tree.
    private var tree: [String: Value] = [:]
    /// The values of a name in a file.
    private var files: [String: [String: Value]] = [:]

    /// Collects the constants of one kind: ``SourceFile/constants`` or ``SourceFile/numbers``.
    init(_ sources: [SourceFile], _ kind: KeyPath<SourceFile, [(name: String, value: SourceText)]>) {
        for source in sources {
            var file: [String: Value] = [:]
            for (name, value) in source[keyPath: kind] {
                Self.add(value, name, to: &tree)
                Self.add(value, name, to: &file)
            }
            files[source.path] = file
        }
    }

    private static func add(_ text: SourceText, _ name: String, to values: inout [String: Value]) {
        if values[name] == nil { values[name] = .one(text) } else { values[name]?.add(text) }
    }

    /// Returns the value of a name in a file; `nil` unless there is exactly one value, in the file or else in the tree.
    ///
    /// - Parameters:
    ///   - path: the parts of the dotted name.
    ///   - scope: the class that the name is used in.
    ///   - file: the file that the name is used in.
    func value(of path: [String], scope: String?, in file: String) -> SourceText? {
        guard let name = path.last else { return nil }
        let owner = path.count > 1 ? path[path.count - 2] : nil
        let qualified = owner.flatMap { ["self", "this", "Self"].contains($0) ? scope : $0 } ?? scope
        for values in [files[file] ?? [:], tree] {
            if let qualified, let value = values[qualified + Self.memberMark + name]?.text { return value }
            if let variables = values[name] { return variables.text }
            if owner != nil, let members = values[Self.memberMark + name] { return members.text }
        }
        return nil
    }

    /// The mark before the name of an object's member, which is not a name on its own, and between a class and a name.
    static let memberMark = "."

    /// The maximum length of a value; a longer text is not a name.
    private static let longest = 256

    /// Returns the constants of a file: those with a text, and those with a number.
    static func constants(_ source: SourceFile) -> (texts: [(name: String, value: SourceText)], numbers: SourceNumbers)
    {
        let tokens = source.tokens
        var scopes = ClassScopes(source.language)
        var found: [(name: String, value: SourceText)] = []
        var numbers = SourceNumbers(source)
        for (index, token) in tokens.enumerated() {
            scopes.step(index, tokens)
            numbers.step(index, scope: scopes.current)
            guard token.kind == .string, index > 1, token.text.utf8.count <= longest else { continue }
            // A literal that is part of a longer expression is not the value.
            if index + 1 < tokens.count, ["+", ".", "%", "?"].contains(where: tokens[index + 1].isSign) {
                continue
            }
            guard let name = name(before: index, tokens, source.language) else { continue }
            let value = SourceText(text: token.text, place: source.place(token.offset))
            found.append((name, value))
            guard let scope = scopes.current else { continue }
            found.append((scope + (name.hasPrefix(memberMark) ? "" : memberMark) + name, value))
        }
        return (found, numbers)
    }

    /// Returns the name that the literal at `index` is assigned to.
    static func name(before index: Int, _ tokens: [SourceToken], _ language: SourceLanguage) -> String? {
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
        // `NAME("…")`, a constant of an enumeration in Java, Kotlin and Dart.
        if [.java, .kotlin, .dart].contains(language), previous.isSign("("), tokens[index - 2].kind == .word, index > 2,
            ["{", ",", ";"].contains(where: tokens[index - 3].isSign), index + 2 < tokens.count,
            tokens[index + 1].isSign(")"), [",", ";", "}"].contains(where: tokens[index + 2].isSign)
        {
            return memberMark + tokens[index - 2].text
        }
        // `#define NAME @"…"`
        if language.isC, previous.kind == .word, index > 2, tokens[index - 2].isWord("define"),
            tokens[index - 3].isSign("#")
        {
            return previous.text
        }
        // `NAME: '…'` in an object.
        if language.isScript, previous.isSign(":"), tokens[index - 2].kind == .word {
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
