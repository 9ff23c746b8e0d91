// Regular expressions, which are left out.
extension SourceLexer {
    /// The number of slashes without an end after which a slash divides, since each search for an end takes time.
    private static let maximumSlashes = 16

    /// The words of JavaScript after which an operand follows, and no operator.
    private static let scriptWords: Set<String> = [
        "await", "case", "default", "delete", "do", "else", "in", "instanceof", "new", "of", "return", "throw",
        "typeof", "void", "yield",
    ]
    /// The same of Swift.
    private static let swiftWords: Set<String> = [
        "await", "case", "else", "guard", "if", "in", "is", "return", "throw", "try", "where", "while",
    ]

    /// The words of JavaScript whose statements have a head in parentheses; an operand may follow it.
    private static let headWords: Set<String> = ["for", "if", "while", "with"]

    /// Records whether a parenthesis begins or ends the head of a statement of JavaScript.
    mutating func noteParenthesis(_ sign: UInt8) {
        switch sign {
        case UInt8(ascii: "("): heads.open.append(isAfterHeadWord)
        case UInt8(ascii: ")"): heads.hasEnded = heads.open.popLast() ?? false
        default: break
        }
    }

    /// Whether the last word begins a statement with a head: `if`, `for await`, but not `.if`.
    private var isAfterHeadWord: Bool {
        var place = tokens.count - 1
        if place > 0, tokens[place].kind == .word, tokens[place].text == "await" { place -= 1 }
        guard place >= 0, tokens[place].kind == .word, Self.headWords.contains(tokens[place].text) else { return false }
        return place == 0 || !tokens[place - 1].isSign(".")
    }

    /// Whether an operand can begin here, and no operator.
    var canBeginOperand: Bool {
        guard let last = tokens.last else { return true }
        switch last.kind {
        case .string, .partialString, .number: return false
        case .word: return (language == .swift ? Self.swiftWords : Self.scriptWords).contains(last.text)
        case .sign:
            switch last.sign {
            case UInt8(ascii: ")"): return language.isScript && heads.hasEnded
            case UInt8(ascii: "]"): return false
            case UInt8(ascii: "}"): return language.isScript
            case UInt8(ascii: "+"), UInt8(ascii: "-"):
                // `count++ / 2`
                let before = tokens.dropLast().last
                return before?.sign != last.sign || before?.offset != last.offset - 1
            default: return true
            }
        }
    }

    /// Skips a regular expression between slashes; returns `false` if the slash divides.
    mutating func skipRegularExpression() -> Bool {
        guard !hasManySlashes, canBeginOperand else { return false }
        let (end, isWhole) = language == .swift ? swiftPattern() : scriptPattern()
        guard isWhole else {
            countSlash(searchedTo: end)
            return false
        }
        index = end
        while Self.isWord(byte(index)) { index += 1 }
        return true
    }

    private var hasManySlashes: Bool { index < slashes.searched && slashes.count >= Self.maximumSlashes }

    private mutating func countSlash(searchedTo end: Int) {
        slashes = (index < slashes.searched ? slashes.count + 1 : 1, max(slashes.searched, end))
    }

    /// Returns the end of a regular expression of JavaScript, or how far the search for it went.
    private func scriptPattern() -> (end: Int, isWhole: Bool) {
        var end = index + 1
        var isInClass = false
        while end < bytes.count, bytes[end] != 0x0A {
            switch bytes[end] {
            case UInt8(ascii: "\\"): end += 1
            case UInt8(ascii: "["): isInClass = true
            case UInt8(ascii: "]"): isInClass = false
            case UInt8(ascii: "/") where !isInClass: return (end + 1, true)
            default: break
            }
            end += 1
        }
        return (end, false)
    }

    /// Returns the end of a regular expression of Swift, or how far the search for it went.
    ///
    /// The expression does not begin or end with a blank, and closes only groups that it opens: `reduce(1, /)` passes
    /// an operator.
    private func swiftPattern() -> (end: Int, isWhole: Bool) {
        var end = index + 1
        guard !isBlank(end), byte(end) != UInt8(ascii: ",") else { return (end, false) }
        var groups = 0
        while end < bytes.count, bytes[end] != 0x0A {
            switch bytes[end] {
            case UInt8(ascii: "\\"): end += 1
            case UInt8(ascii: "("): groups += 1
            case UInt8(ascii: ")"):
                groups -= 1
                if groups < 0 { return (end, false) }
            case UInt8(ascii: "/"): return (end + 1, !isBlank(end - 1))
            default: break
            }
            end += 1
        }
        return (end, false)
    }

    /// Skips `#/…/#` of Swift, also with several number signs; returns `false` if there is none here.
    mutating func skipExtendedPattern() -> Bool {
        let sign = bytes[index]
        // If the first sign of a run begins no expression, none of the next signs does.
        guard index == 0 || bytes[index - 1] != sign, !hasManySlashes else { return false }
        var open = index
        while byte(open) == sign { open += 1 }
        guard byte(open) == UInt8(ascii: "/") else { return false }
        let close = [UInt8(ascii: "/")] + bytes[index..<open]
        var end = open + 1
        while isBlank(end) || byte(end) == 0x0D { end += 1 }
        let isMultiline = byte(end) == 0x0A
        while end < bytes.count, isMultiline || bytes[end] != 0x0A {
            if bytes[end] == UInt8(ascii: "\\") {
                end += 2
            } else if bytes[end...].starts(with: close) {
                index = end + close.count
                return true
            } else {
                end += 1
            }
        }
        // Like a long literal without an end, a long expression goes on to the end of the file.
        if isMultiline { index = bytes.count } else { countSlash(searchedTo: end) }
        return isMultiline
    }

    private func isBlank(_ index: Int) -> Bool { byte(index) == 0x20 || byte(index) == 0x09 }
}
