/// Finds the constants of a source file with a whole number as value: named constants and the members of enumerations.
///
/// A member without a value has the value of the previous member plus one.
struct SourceNumbers {
    /// The constants: a name, or a member after its mark.
    private(set) var constants: [(name: String, value: SourceText)] = []
    /// The members of enumerations, interfaces and classes that list the types of a system.
    private(set) var listedTypes: [ListedType] = []

    /// A constant that is the number of a type.
    struct ListedType: Sendable {
        var system: NamingSystem
        var member: String
        var value: SourceText
    }

    /// A list of members between braces.
    private struct List {
        var name: String?
        var depth: Int
        var parentheses: Int
        /// Whether a member without a value has the next number; otherwise each member is assigned its value.
        var isCounted: Bool
        /// The value of the next member without a value; `nil` if it is unknown.
        var next: Int64? = 0
        var expectsMember: Bool
    }

    private let source: SourceFile
    private let tokens: [SourceToken]
    private var lists: [List] = []
    private var announced: (name: String?, isCounted: Bool)?
    private var depth = 0
    private var parentheses = 0

    init(_ source: SourceFile) {
        self.source = source
        tokens = source.tokens
    }

    private var language: SourceLanguage { source.language }
    private func token(_ index: Int) -> SourceToken? { tokens.indices.contains(index) ? tokens[index] : nil }

    /// Reads the next token; `scope` is the class that contains it.
    mutating func step(_ index: Int, scope: String?) {
        let token = tokens[index]
        switch token.kind {
        case .sign: takeSign(index)
        case .word: takeWord(index)
        case .number: takeNumber(index, scope)
        case .string, .partialString: break
        }
    }

    private mutating func takeSign(_ index: Int) {
        switch tokens[index].sign {
        case UInt8(ascii: "{"):
            depth += 1
            if let list = announced ?? object(index) {
                lists.append(
                    List(
                        name: list.name,
                        depth: depth,
                        parentheses: parentheses,
                        isCounted: list.isCounted,
                        expectsMember: language != .swift && list.isCounted
                    )
                )
            }
            announced = nil
        case UInt8(ascii: "}"):
            if lists.last?.depth == depth { lists.removeLast() }
            depth -= 1
        case UInt8(ascii: "("): parentheses += 1
        case UInt8(ascii: ")"): parentheses -= 1
        case UInt8(ascii: ";"): announced = nil
        case UInt8(ascii: ","):
            if let last = lists.indices.last, lists[last].depth == depth, lists[last].parentheses == parentheses {
                lists[last].expectsMember = lists[last].isCounted
            }
        default: break
        }
    }

    /// Recognises `NAME = {` and `NAME = Object.freeze({` of scripts.
    private func object(_ index: Int) -> (name: String?, isCounted: Bool)? {
        guard language.isScript else { return nil }
        var equals = index - 1
        if token(equals)?.isSign("(") == true, token(equals - 1)?.isWord("freeze") == true { equals -= 4 }
        guard token(equals)?.isSign("=") == true, let name = token(equals - 1), name.kind == .word else { return nil }
        return (name.text, false)
    }

    private mutating func takeWord(_ index: Int) {
        let word = tokens[index]
        if word.isWord("enum") || word.text.utf8.starts(with: "NS_".utf8) && isMacro(word.text) {
            announce(index)
        } else if let last = lists.indices.last, lists[last].isCounted, lists[last].depth == depth,
            lists[last].parentheses == parentheses
        {
            if language == .swift, word.isWord("case") {
                lists[last].expectsMember = true
            } else if lists[last].expectsMember {
                lists[last].expectsMember = false
                takeMember(index, last)
            }
        }
    }

    private func isMacro(_ word: String) -> Bool { ["NS_ENUM", "NS_OPTIONS", "NS_CLOSED_ENUM"].contains(word) }

    private mutating func announce(_ index: Int) {
        switch language {
        case .objectiveC where tokens[index].text != "enum":
            guard token(index + 1)?.isSign("(") == true,
                let end = tokens[(index + 1)...].prefix(8).firstIndex(where: { $0.isSign(")") }),
                let name = token(end - 1), name.kind == .word
            else { return }
            announced = (name.text, true)
        case .swift:
            guard let name = token(index + 1), token(index + 2)?.isSign(":") == true, let type = token(index + 3),
                type.text.hasPrefix("Int") || type.text.hasPrefix("UInt")
            else { return }
            announced = (name.text, true)
        case .objectiveC, .cpp, .javaScript, .arkTS, .cSharp:
            let isClass = token(index + 1).map { $0.isWord("class") || $0.isWord("struct") } ?? false
            let name = token(isClass ? index + 2 : index + 1)
            announced = (name?.kind == .word ? name?.text : nil, true)
        default: return
        }
    }

    /// Reads a member with a number, or with the next number.
    private mutating func takeMember(_ index: Int, _ list: Int) {
        var place = tokens[index].offset
        if token(index + 1)?.isSign("=") == true {
            let isNegative = token(index + 2)?.isSign("-") == true
            let number = isNegative ? index + 3 : index + 2
            lists[list].next = nil
            if let value = value(number, isNegative: isNegative) {
                lists[list].next = value
                place = tokens[number].offset
            }
        }
        guard let value = lists[list].next else { return }
        let name = tokens[index].text
        let text = SourceText(text: String(value), place: source.place(place))
        constants.append((language.isC ? name : SourceConstants.memberMark + name, text))
        if let owner = lists[list].name { add(name, text, owner) }
        lists[list].next = value == .max ? nil : value + 1
    }

    /// Adds a constant of a class or an enumeration.
    private mutating func add(_ name: String, _ value: SourceText, _ owner: String) {
        constants.append((owner + SourceConstants.memberMark + name, value))
        for named in NamingSystem.named where named.lists(name, value.text, in: owner) {
            listedTypes.append(ListedType(system: named.system, member: name, value: value))
        }
    }

    /// Returns the whole number at an index; `nil` if it is part of an expression.
    private func value(_ index: Int, isNegative: Bool) -> Int64? {
        guard let token = token(index), token.kind == .number else { return nil }
        if let next = self.token(index + 1), next.kind == .sign, "+-*/%?<>|.&^([=".contains(next.text) { return nil }
        return SourceExpression.wholeNumber(token.text).flatMap { isNegative ? 0 - $0 : $0 }
    }

    private mutating func takeNumber(_ index: Int, _ scope: String?) {
        guard index > 1 else { return }
        let isNegative = tokens[index - 1].isSign("-")
        let first = isNegative ? index - 1 : index
        // A number after any other sign has no name.
        guard first > 1, tokens[first - 1].kind == .word || tokens[first - 1].isNumbersSign,
            let value = value(index, isNegative: isNegative), let name = name(first, index)
        else { return }
        let text = SourceText(text: String(value), place: source.place(tokens[first].offset))
        constants.append((name, text))
        let mark = SourceConstants.memberMark
        let plain = name.hasPrefix(mark) ? String(name.dropFirst(mark.count)) : name
        let list = lists.last.flatMap { $0.depth == depth ? $0.name : nil }
        if let owner = list ?? scope { add(plain, text, owner) }
    }

    /// Returns the name that is assigned the number whose first token is at `first` and whose digits are at `index`.
    private func name(_ first: Int, _ index: Int) -> String? {
        let previous = tokens[first - 1]
        // `#define NAME (1)`
        if language.isC, previous.isSign("("), token(index + 1)?.isSign(")") == true, tokens[first - 2].kind == .word {
            return token(first - 3)?.isWord("define") == true ? tokens[first - 2].text : nil
        }
        // `NAME(1, …)`, a constant of an enumeration in Java, Kotlin and Dart.
        if [.java, .kotlin, .dart].contains(language), previous.isSign("(") {
            guard tokens[first - 2].kind == .word, let before = token(first - 3), let next = token(index + 1),
                ["{", ",", ";"].contains(where: before.isSign), next.isSign(",") || next.isSign(")")
            else { return nil }
            return SourceConstants.memberMark + tokens[first - 2].text
        }
        if let list = lists.last, list.depth == depth {
            // The members of such a list were already read with their names.
            guard !list.isCounted, previous.isSign(":"), tokens[first - 2].kind == .word else { return nil }
            return SourceConstants.memberMark + tokens[first - 2].text
        }
        guard !previous.isSign(":") else { return nil }
        return SourceConstants.name(before: first, tokens, language).flatMap { isConstant($0, first) ? $0 : nil }
    }

    /// Returns whether a name is a constant: declared as one, or spelt like one.
    private func isConstant(_ name: String, _ index: Int) -> Bool {
        if name.first?.isUppercase == true { return true }
        for place in stride(from: index - 1, to: max(0, index - 9), by: -1) {
            switch tokens[place].kind {
            case .word:
                if ["const", "final", "static", "let", "val", "define", "readonly"].contains(tokens[place].text) {
                    return true
                }
            case .sign: if [";", "{", "}", "("].contains(tokens[place].text) { return false }
            default: break
            }
        }
        return index < 9
    }
}
