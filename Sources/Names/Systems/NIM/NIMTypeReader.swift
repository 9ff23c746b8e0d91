/// Finds the numbers of NIM's custom attachments in a source file.
///
/// The declarations are: the type that a class passes to its base's constructor or writes, and the class that a parser
/// creates for each number.
struct NIMTypeReader: TypeNumberReader {
    static let system = NamingSystem.nim

    let code: SourceCode
    let numbers: SourceExpression
    var result = SourceTypes()
    /// Whether the file parses attachments.
    private var isParser = false
    /// Whether the file writes attachments as text.
    private var isWriter = false

    /// Returns the declarations of a file, in file order.
    static func read(_ code: SourceCode, numbers: SourceConstants) -> SourceTypes {
        var reader = NIMTypeReader(code: code, numbers: numbers)
        reader.read()
        return reader.result
    }

    private init(code: SourceCode, numbers: SourceConstants) {
        self.code = code
        self.numbers = SourceExpression(constants: numbers, source: code.source)
    }

    private mutating func read() {
        for token in tokens where token.kind == .word {
            switch token.text {
            case "MsgAttachmentParser", "decodeAttachment", "NIMCustomAttachmentCoding": isParser = true
            case "encodeAttachment", "NIMCustomAttachment": isWriter = true
            default: break
            }
        }
        var scopes = ClassScopes(language)
        for index in tokens.indices {
            scopes.step(index, tokens)
            switch tokens[index].kind {
            case .word: readWord(index, scopes.current)
            case .string, .partialString: if tokens[index].text == "type" { readWrittenType(index, scopes.current) }
            case .sign: if language == .kotlin, tokens[index].isSign("-") { readBranch(arrow: index) }
            case .number: break
            }
        }
    }

    private mutating func readWord(_ index: Int, _ scope: String?) {
        switch tokens[index].text {
        case "class", "interface", "struct": if language == .kotlin { readHead(index) }
        case "super", "packData": readConstructor(index, scope)
        case "case": if isParser { readCase(index) }
        case "CMType": readWrittenType(index, scope)
        case "type": if language.isScript { readContent(index) }
        default: break
        }
        if isParser { readComparison(index) }
    }

    /// Returns whether a class's name is that of an attachment.
    static func isAttachment(_ name: String) -> Bool {
        // Most names end in another letter.
        guard let last = name.utf8.last, last == UInt8(ascii: "t") || last == UInt8(ascii: "h") else { return false }
        return name.hasSuffix("Attachment") || name.hasSuffix("Attach")
    }

    /// Records a declaration, or an unreadable one if the value is not a constant.
    private mutating func declare(
        _ value: ArraySlice<SourceToken>,
        _ className: String?,
        _ form: NameForm,
        at offset: Int
    ) {
        let number = numbers.number(value, scope: className)
        // A class in between passes its parameter on.
        let isPassedOn = value.count == 1 && value.first?.text.first?.isUppercase != true
        if number == nil, isPassedOn { return }
        // 0 is a parser's default for unknown numbers.
        if number?.text == "0" { return }
        note(number, className, form, at: offset)
    }

    // MARK: Classes

    /// The maximum number of tokens in the head of a class.
    private static let longestHead = 64

    /// Reads `class Name : Base(TYPE)` of Kotlin.
    private mutating func readHead(_ index: Int) {
        guard let name = token(index + 1), name.kind == .word, token(index - 1)?.isSign(".") != true else { return }
        var place = index + 2
        let end = min(tokens.count, place + Self.longestHead)
        while place < end, !["{", ";"].contains(where: tokens[place].isSign), !tokens[place].isWord("class") {
            if tokens[place].isSign(":"), let base = token(place + 1), Self.isAttachment(base.text),
                let value = code.arguments(after: place + 1)?.list.first
            {
                declare(value, name.text, .typeDeclaration, at: base.offset)
            }
            if tokens[place].isSign("("), let other = code.other(of: place) { place = other }
            place += 1
        }
    }

    /// Reads `super(TYPE)` of an attachment, and `packData(TYPE, …)` in an attachment.
    private mutating func readConstructor(_ index: Int, _ scope: String?) {
        guard language == .java || language == .kotlin, let scope, Self.isAttachment(scope),
            let value = code.arguments(after: index)?.list.first, value.count <= SourceExpression.longest
        else { return }
        let isCalled = tokens[index].text == "super"
        // Skips the head of the method, and objects that are packed.
        guard isCalled || value.contains(where: { $0.isSign(".") || $0.kind == .number }) else { return }
        guard !value.contains(where: { $0.isSign("(") || $0.kind == .string }) else { return }
        declare(value, scope, .typeDeclaration, at: tokens[index].offset)
    }

    /// Reads `CMType : @(TYPE)`, `"type": TYPE` and `setObject:@(TYPE) forKey:CMType` in a class that writes JSON.
    private mutating func readWrittenType(_ index: Int, _ scope: String?) {
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
        // The value of a variable is unknown.
        guard value.contains(where: { $0.kind == .number || $0.kind == .word && $0.text.first?.isUppercase == true })
        else { return }
        if value.last?.isSign(":") == true { value.removeLast() }
        declare(value, scope, .typeDeclaration, at: tokens[index].offset)
    }

    // MARK: Parsers

    /// The number of tokens after a number in which the attachment must be created.
    private static let reach = 40

    /// Reads `case TYPE:` of a parser.
    private mutating func readCase(_ index: Int) {
        let rest = tokens[(index + 1)...].prefix(10)
        guard let end = rest.firstIndex(where: { $0.isSign(":") }) else { return }
        readBranch(tokens[(index + 1)..<end], end)
    }

    /// Reads `type == TYPE` of a parser.
    private mutating func readComparison(_ index: Int) {
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

    /// Reads `TYPE -> …` of a parser in Kotlin.
    private mutating func readBranch(arrow index: Int) {
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
            if let number = numbers.number(value) { mention(number.text, at: first.offset) }
            return
        }
        declare(value, name, .registration, at: first.offset)
    }

    /// Returns the class of the attachment that is created after a number; `nil` if there is none.
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

    /// Reads `{ type: 1, data: … }` of scripts.
    private mutating func readContent(_ index: Int) {
        guard token(index + 1)?.isSign(":") == true, let digits = token(index + 2), digits.kind == .number,
            token(index + 3)?.isSign(",") == true, token(index + 4)?.isWord("data") == true,
            token(index + 5)?.isSign(":") == true, let number = SourceExpression.wholeNumber(digits.text)
        else { return }
        mention(String(number), at: digits.offset)
    }
}
