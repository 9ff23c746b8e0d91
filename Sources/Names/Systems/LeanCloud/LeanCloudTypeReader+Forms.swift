// The syntax for declaring and mentioning types.
extension LeanCloudTypeReader {
    /// Returns whether a name, perhaps with its package, is that of an annotation.
    func isAnnotation(_ index: Int, _ sign: String) -> Bool {
        let mark = code.before(nameAt: index)
        // In C#, another attribute may precede it.
        return token(mark)?.isSign(sign) == true || sign == "[" && token(mark)?.isSign(",") == true
    }

    /// Returns the class that follows an annotation or decorator.
    private func classBehind(_ index: Int) -> String? {
        guard index < tokens.count else { return nil }
        for place in index..<min(tokens.count, index + 64) {
            if tokens[place].isSign("{") || tokens[place].isSign(";") { return nil }
            guard tokens[place].isWord("class"), !tokens[place - 1].isSign("."), !tokens[place - 1].isSign(":"),
                let name = token(place + 1), name.kind == .word
            else { continue }
            return name.text
        }
        return nil
    }

    /// Returns an argument without its label.
    private func unlabelled(_ argument: ArraySlice<SourceToken>) -> ArraySlice<SourceToken> {
        let isLabelled =
            argument.count > 2 && argument.first?.kind == .word
            && ["=", ":"].contains(where: argument[argument.startIndex + 1].isSign)
        return isLabelled ? argument.dropFirst(2) : argument
    }

    /// Reads `@AVIMMessageType(type = …)` and `[AVIMTypedMessageTypeInt(…)]`.
    mutating func readAnnotation(_ index: Int, _ scope: String?) {
        guard let arguments = code.arguments(after: index), let first = arguments.list.first else { return }
        let name = classBehind(arguments.end)
        declare(unlabelled(first), name ?? scope, .typeDeclaration, at: tokens[index].offset)
    }

    /// Reads `@AVIMMessageField(name = "…") String name;` and `[AVIMMessageFieldName("…")] string Name { get; set; }`.
    mutating func readField(_ index: Int, _ scope: String) {
        let arguments = code.arguments(after: index)
        var place = arguments?.end ?? index + 1
        let modifiers: Set<String> = [
            "private", "public", "protected", "internal", "final", "static", "transient", "volatile", "var", "val",
            "lateinit", "open", "override",
        ]
        while let next = token(place), next.isSign("]") || modifiers.contains(next.text) { place += 1 }
        let limit = min(tokens.count, place + 24)
        var type = token(place)
        var name = type
        if language == .kotlin {
            type = token(place + 1)?.isSign(":") == true ? token(place + 2) : nil
        } else if place < limit {
            let end = tokens[place..<limit].firstIndex { ["=", ";", "{"].contains(where: $0.isSign) }
            name = end.flatMap { token($0 - 1) }
            if let end, tokens[place..<end].contains(where: { $0.isSign("[") }) { type = nil }
        }
        let given = arguments?.list.first.map { texts.text(unlabelled($0), scope: scope)?.text } ?? name?.text
        guard let key = given.flatMap({ $0.isEmpty ? name?.text : $0 }) else {
            return fields.spoil(scope)
        }
        fields.add(key, type.map(TypedMessageFields.kind) ?? .unknown, to: scope)
    }

    /// Reads `+ (AVIMMessageMediaType)classMediaType { return …; }`.
    mutating func readMediaType(_ index: Int, _ scope: String?) {
        guard let scope, let method = code.method(index), method.isStatic, !isCell(scope) else { return }
        let offset = method.body.first?.offset ?? tokens[index].offset
        declare(method.isPlain ? method.body : nil, scope, .typeDeclaration, at: offset)
    }

    /// Returns whether a class only displays messages of a type: it names the number, but declares nothing.
    private func isCell(_ name: String) -> Bool {
        ["Cell", "View", "Controller"].contains { name.hasSuffix($0) }
            || heads[name]?.contains { $0.hasSuffix("CellSubclassing") } == true
    }

    /// Reads `override class var messageType: MessageType { … }` of Swift.
    mutating func readProperty(_ index: Int, _ scope: String?) {
        guard let scope, token(index + 1)?.isSign(":") == true,
            tokens[index...].prefix(8).contains(where: { $0.isWord("MessageType") }),
            tokens[max(0, index - 8)..<index].contains(where: { $0.isWord("override") }),
            let method = code.method(index), method.isStatic
        else { return }
        let isOfSDK = heads[scope]?.contains { $0.hasPrefix("IM") || $0.hasSuffix("Message") } ?? false
        guard isOfSDK else { return }
        let offset = method.body.first?.offset ?? tokens[index].offset
        declare(method.isPlain ? method.body : nil, scope, .typeDeclaration, at: offset)
    }

    /// Reads `self["key"]` in a Swift class.
    mutating func readSubscript(_ index: Int, _ scope: String?) {
        guard let scope, token(index + 1)?.isSign("[") == true, let key = token(index + 2), key.kind == .string,
            token(index + 3)?.isSign("]") == true
        else { return }
        var kind = ContentKeyKind.unknown
        if token(index + 4)?.isWord("as") == true {
            let type = [index + 5, index + 6].compactMap { token($0) }.first { $0.kind == .word }
            kind = type.map(TypedMessageFields.kind) ?? .unknown
        }
        fields.add(key.text, kind, to: scope)
    }

    /// Reads `@messageType(…) class Name` and `messageType(…)(Name)`.
    mutating func readDecorator(_ index: Int) {
        guard language.isScript, let arguments = code.arguments(after: index), arguments.list.count == 1,
            let name = decorated(index, arguments.end)
        else { return }
        let value = arguments.list[0]
        let isPassedOn =
            value.count == 1 && value.allSatisfy { $0.kind == .word && code.isParameter($0.text, at: index) }
        guard !isPassedOn else { return }
        declare(value, name, .typeDeclaration, at: tokens[index].offset)
    }

    /// Reads `@messageField(['key', …]) class Name` and `messageField('key')(Name)`.
    mutating func readFieldDecorator(_ index: Int) {
        guard language.isScript, let arguments = code.arguments(after: index), arguments.list.count == 1,
            let name = decorated(index, arguments.end)
        else { return }
        let value = arguments.list[0].prefix(512)
        let isPlain = value.allSatisfy { $0.kind == .string || $0.kind == .sign && "[],".contains($0.text) }
        guard isPlain else { return fields.spoil(name) }
        for key in value where key.kind == .string { fields.add(key.text, .unknown, to: name) }
    }

    /// Returns the class that a decorator, or the result of its call, applies to.
    private func decorated(_ index: Int, _ end: Int) -> String? {
        let mark = code.before(nameAt: index)
        if token(mark)?.isSign("@") == true { return classBehind(end) }
        guard token(end)?.isSign("(") == true, let name = token(end + 1), name.kind == .word,
            token(end + 2)?.isSign(")") == true
        else { return nil }
        return name.text
    }

    /// Reads `public override int MessageType => …;` of C#.
    mutating func readOverride(_ index: Int, _ scope: String?) {
        guard let scope, token(index - 1)?.isWord("int") == true, token(index - 2)?.isWord("override") == true,
            heads[scope]?.contains(where: { $0.hasPrefix("LCIM") || $0.hasPrefix("AVIM") }) == true,
            let value = code.property(index)
        else { return }
        declare(value, scope, .typeDeclaration, at: value.first?.offset ?? tokens[index].offset)
    }

    /// Reads `int get type => …;` of Dart.
    mutating func readGetter(_ index: Int, _ scope: String?) {
        guard let scope, token(index - 1)?.isWord("get") == true, token(index - 2)?.isWord("int") == true,
            heads[scope]?.contains("TypedMessage") == true, let value = code.property(index)
        else { return }
        declare(value, scope, .typeDeclaration, at: value.first?.offset ?? tokens[index].offset)
    }

    // MARK: Mentions

    /// Reads a text that is the key `_lctype`, or JSON with the key.
    mutating func readText(_ index: Int) {
        let text = tokens[index].text
        if text == Self.numberKey {
            var next = index + 1
            while let sign = token(next), sign.isSign("]") || sign.isSign("?") || sign.isSign("!") { next += 1 }
            // After a comma, the next argument is the value only in a call that sets it.
            let isPut = ["put", "set", "add"].contains { token(index - 2)?.text.hasPrefix($0) == true }
            if token(next)?.isSign(",") != true || isPut { readMention(after: next) }
        } else if text.utf8.count > Self.numberKey.utf8.count, text.contains(Self.numberKey) {
            readJSON(text, at: tokens[index].offset)
        }
    }

    /// Reads `: 1`, `, 1`, `= 1` or `== 1` after the key.
    mutating func readMention(after index: Int) {
        guard let sign = token(index), [":", ",", "="].contains(where: sign.isSign) else { return }
        var place = index + 1
        if sign.isSign("=") { while token(place)?.isSign("=") == true { place += 1 } }
        if language == .php, token(place)?.isSign(">") == true { place += 1 }
        while token(place)?.isSign("@") == true || token(place)?.isSign("(") == true { place += 1 }
        let isNegative = token(place)?.isSign("-") == true
        guard let digits = token(isNegative ? place + 1 : place), digits.kind == .number,
            let number = SourceExpression.wholeNumber(digits.text)
        else { return }
        mention(String(isNegative ? 0 - number : number), at: token(place)?.offset ?? digits.offset)
    }

    /// Reads `"_lctype": 1` in a text that is JSON.
    private mutating func readJSON(_ text: String, at offset: Int) {
        let bytes = Array(text.utf8)
        let key = Array("\"\(Self.numberKey)\"".utf8)
        var index = 0
        while index + key.count < bytes.count {
            guard bytes[index] == key[0], bytes[index..<(index + key.count)].elementsEqual(key) else {
                index += 1
                continue
            }
            index += key.count
            func passBlanks() { while index < bytes.count, bytes[index] == 0x20 { index += 1 } }
            passBlanks()
            guard index < bytes.count, bytes[index] == UInt8(ascii: ":") else { continue }
            index += 1
            passBlanks()
            let number = bytes[index...].prefix(20).prefix { $0 == UInt8(ascii: "-") || (0x30...0x39).contains($0) }
            guard let value = Int64(String(decoding: number, as: UTF8.self)) else { continue }
            mention(String(value), at: offset)
        }
    }
}
