// NIM's custom attachments.
extension TypeNumberReader {
    /// `super(TYPE)` of an attachment, `packData(TYPE, …)` in one.
    mutating func readConstructor(_ index: Int, _ scope: String?) {
        guard language == .java || language == .kotlin, let scope, Self.isAttachment(scope),
            let value = code.arguments(after: index)?.list.first, value.count <= SourceExpression.longest
        else { return }
        let isCalled = tokens[index].text == "super"
        // Not the head of the method, and not an object that is packed.
        guard isCalled || value.contains(where: { $0.isSign(".") || $0.kind == .number }) else { return }
        guard !value.contains(where: { $0.isSign("(") || $0.kind == .string }) else { return }
        declare(.nim, value, scope, .typeDeclaration, at: tokens[index].offset)
    }

    /// `CMType : @(TYPE)`, `"type": TYPE` and `setObject:@(TYPE) forKey:CMType` in a class that writes itself as JSON.
    mutating func readWrittenType(_ index: Int, _ scope: String?) {
        guard isWriter, let scope, Self.isAttachment(scope), language == .objectiveC || language == .swift else {
            return
        }
        var value: ArraySlice<SourceToken>
        if token(index + 1)?.isSign(":") == true {
            let rest = tokens[(index + 2)...].prefix(12)
            value = rest.prefix { ![",", "}", "]", ";"].contains(where: $0.isSign) }
        } else if token(index - 1)?.isSign(":") == true, token(index - 2)?.isWord("forKey") == true {
            let before = tokens[max(0, index - 12)..<(index - 2)]
            guard let start = before.lastIndex(where: { $0.isWord("setObject") }) else { return }
            value = tokens[min(start + 2, index - 2)..<(index - 2)]
        } else {
            return
        }
        // A variable of the class may be anything.
        guard value.contains(where: { $0.kind == .number || $0.kind == .word && $0.text.first?.isUppercase == true })
        else { return }
        if value.last?.isSign(":") == true { value.removeLast() }
        declare(.nim, value, scope, .typeDeclaration, at: tokens[index].offset)
    }

    // MARK: Parsers

    /// Tokens behind a number in which the attachment is made.
    private static let reach = 40

    /// `case TYPE:` of a parser.
    mutating func readCase(_ index: Int) {
        let rest = tokens[(index + 1)...].prefix(10)
        guard let end = rest.firstIndex(where: { $0.isSign(":") }) else { return }
        readBranch(tokens[(index + 1)..<end], end)
    }

    /// `type == TYPE` of a parser.
    mutating func readComparison(_ index: Int) {
        guard tokens[index].text.lowercased().hasSuffix("type"), token(index + 1)?.isSign("=") == true,
            token(index + 2)?.isSign("=") == true
        else { return }
        let start = token(index + 3)?.isSign("=") == true ? index + 4 : index + 3
        guard start < tokens.count else { return }
        let rest = tokens[start...].prefix(10)
        guard let end = rest.firstIndex(where: { ["{", ")", "&", "|", ";", "?"].contains(where: $0.isSign) }) else {
            return
        }
        readBranch(tokens[start..<end], end)
    }

    /// `TYPE -> …` of a parser in Kotlin.
    mutating func readBranch(arrow index: Int) {
        guard isParser, token(index + 1)?.isSign(">") == true else { return }
        var start = index
        while start > 0, index - start < 8,
            tokens[start - 1].isSign(".") || tokens[start - 1].kind == .number
                || tokens[start - 1].kind == .word
                    && (start == index || tokens[start].isSign("."))
        {
            start -= 1
        }
        readBranch(tokens[start..<index], index + 1)
    }

    private mutating func readBranch(_ value: ArraySlice<SourceToken>, _ end: Int) {
        guard let first = value.first, numbers.number(value) != nil || value.contains(where: { $0.isSign(".") }) else {
            return
        }
        guard let name = made(after: end) else {
            if let number = numbers.number(value) { mention(.nim, number.text, at: first.offset) }
            return
        }
        declare(.nim, value, name, .registration, at: first.offset)
    }

    /// The class of the attachment that is made behind a number; `nil` when there is none.
    private func made(after index: Int) -> String? {
        for place in (index + 1)..<max(index + 1, min(tokens.count, index + Self.reach)) {
            let word = tokens[place]
            if language == .kotlin, word.isSign("-"), token(place + 1)?.isSign(">") == true { return nil }
            guard word.kind == .word else { continue }
            if ["case", "default", "break", "else"].contains(word.text) { return nil }
            guard Self.isAttachment(word.text) || word.text.hasSuffix("Message") || word.text.hasSuffix("Msg") else {
                continue
            }
            let isMade =
                switch language {
                case .objectiveC: tokens[place - 1].isSign("[") && isWord(place + 1, ["alloc", "new"])
                case .java: tokens[place - 1].isWord("new")
                default: token(place + 1)?.isSign("(") == true && word.text.first?.isUppercase == true
                }
            if isMade { return word.text.contains("Default") || word.text.contains("Unknown") ? nil : word.text }
        }
        return nil
    }

    private func isWord(_ index: Int, _ words: [String]) -> Bool {
        token(index).map { words.contains($0.text) } ?? false
    }

    /// `{ type: 1, data: … }` of scripts.
    mutating func readContent(_ index: Int) {
        guard token(index + 1)?.isSign(":") == true, let digits = token(index + 2), digits.kind == .number,
            token(index + 3)?.isSign(",") == true, token(index + 4)?.isWord("data") == true,
            token(index + 5)?.isSign(":") == true, let number = SourceExpression.wholeNumber(digits.text)
        else { return }
        mention(.nim, String(number), at: digits.offset)
    }
}
