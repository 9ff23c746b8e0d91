import RongCloud

/// Finds the declarations of message types in a source file.
///
/// What is read: the `MessageTag` annotation of Java, Kotlin and C#; the methods `getObjectName` and `persistentFlag` of
/// a class in Objective-C and Swift; calls of `registerMessageType` (web SDK 2: name of the type, object name,
/// `MessageTag(counted, persisted)`; from 3 on: object name, persisted, counted, search properties, status) and of
/// `registerNativeCustomMessage`; the constant `objectName` of a class in Dart. An expression that is more than
/// constants is passed over.
struct DeclarationReader {
    private let source: SourceFile
    private var expression: SourceExpression
    private var declarations: [NameDeclaration] = []
    /// The declarations of classes, by class; they may come in two halves.
    private var classes: [String: ClassParts] = [:]
    private var classOrder: [String] = []

    /// What the methods of a class say.
    private struct ClassParts {
        var name: SourceText?
        var offset = 0
        var flags: MessageFlags?
    }

    /// The declarations of a file, in its order.
    static func declarations(_ source: SourceFile, _ constants: SourceConstants) -> [NameDeclaration] {
        var reader = DeclarationReader(source: source, constants: constants)
        reader.read()
        return reader.declarations
    }

    private init(source: SourceFile, constants: SourceConstants) {
        self.source = source
        expression = SourceExpression(constants: constants, source: source)
    }

    private var tokens: [SourceToken] { source.tokens }

    private func token(_ index: Int) -> SourceToken? { tokens.indices.contains(index) ? tokens[index] : nil }

    private mutating func read() {
        var scopes = ClassScopes(source.language)
        for index in tokens.indices {
            scopes.step(index, tokens)
            let word = tokens[index]
            guard word.kind == .word else { continue }
            switch (word.text, source.language) {
            case ("MessageTag", .java), ("MessageTag", .kotlin), ("MessageTag", .cSharp):
                readAnnotation(index)
            case ("getObjectName", .objectiveC), ("getObjectName", .swift):
                readMethod(index, scopes.current) { reader, body in
                    guard let text = reader.expression.text(body) else { return }
                    reader.change(scopes.current) { parts in
                        parts.name = text
                        parts.offset = body.first?.offset ?? word.offset
                    }
                }
            case ("persistentFlag", .objectiveC), ("persistentFlag", .swift):
                readMethod(index, scopes.current) { reader, body in
                    guard let flags = reader.expression.flags(body) else { return }
                    reader.change(scopes.current) { $0.flags = flags }
                }
            case ("MessageTag", .javaScript): readTag(index)
            case ("registerMessageType", .javaScript): readRegistration(index)
            case ("registerNativeCustomMessage", .javaScript), ("registerNativeCustomMessage", .dart),
                ("registerNativeCustomMediaMessage", .javaScript), ("registerNativeCustomMediaMessage", .dart):
                readNativeRegistration(index)
            case ("objectName", .dart): readConstant(index, scopes.current)
            default: break
            }
        }
        for name in classOrder {
            guard let parts = classes[name], let text = parts.name else { continue }
            add(text, at: parts.offset, parts.flags, className: name, .typeDeclaration)
        }
        declarations.sort { left, right in
            guard let left = left.place, let right = right.place else { return false }
            return (left.line, left.column) < (right.line, right.column)
        }
    }

    private mutating func add(
        _ name: SourceText,
        at offset: Int,
        _ flags: MessageFlags?,
        className: String?,
        _ form: NameForm
    ) {
        guard name.text.contains(":") || form == .registration else { return }
        declarations.append(
            NameDeclaration(
                objectName: name.text,
                flags: flags,
                className: className,
                form: form,
                platform: source.language.platform,
                place: source.place(offset),
                namePlace: name.place
            )
        )
    }

    private mutating func change(_ className: String?, _ edit: (inout ClassParts) -> Void) {
        guard let className else { return }
        if classes[className] == nil { classOrder.append(className) }
        edit(&classes[className, default: ClassParts()])
    }

    /// `@MessageTag(value = "…", flag = …) … class Name`, `[MessageTag("…", …)]`.
    private mutating func readAnnotation(_ index: Int) {
        guard let before = token(index - 1), before.isSign(source.language == .cSharp ? "[" : "@"),
            let arguments = arguments(after: index)
        else { return }
        var name: SourceText?
        var offset = tokens[index].offset
        var flags: MessageFlags? = []
        for (position, argument) in arguments.list.enumerated() {
            var value = argument
            var label = position == 0 ? "value" : "flag"
            if argument.count > 2, argument[argument.startIndex].kind == .word,
                ["=", ":"].contains(where: argument[argument.startIndex + 1].isSign)
            {
                label = argument[argument.startIndex].text.lowercased()
                value = argument.dropFirst(2)
            }
            if label == "value" || label == "objectname" {
                name = expression.text(value)
                offset = value.first?.offset ?? offset
            }
            if label == "flag" || label == "flags" { flags = expression.flags(value) }
        }
        guard let name else { return }
        let keyword = tokens[arguments.end...].prefix(64).firstIndex { $0.isWord("class") }
        let className = keyword.flatMap { token($0 + 1) }.flatMap { $0.kind == .word ? $0.text : nil }
        add(name, at: offset, flags, className: className, .typeDeclaration)
    }

    /// The value that a method without arguments returns.
    private mutating func readMethod(
        _ index: Int,
        _ className: String?,
        _ use: (inout DeclarationReader, ArraySlice<SourceToken>) -> Void
    ) {
        guard className != nil else { return }
        if source.language == .swift, token(index - 1)?.isWord("func") != true { return }
        if source.language == .objectiveC, token(index - 1)?.isSign(")") != true { return }
        guard let open = tokens[index...].prefix(12).firstIndex(where: { $0.isSign("{") || $0.isSign(";") }),
            tokens[open].isSign("{")
        else { return }
        var depth = 1
        var end = open + 1
        while end < tokens.count {
            if tokens[end].isSign("{") { depth += 1 }
            if tokens[end].isSign("}") { depth -= 1 }
            if depth == 0 { break }
            end += 1
        }
        var body = tokens[(open + 1)..<min(end, tokens.count)]
        if body.last?.isSign(";") == true { body.removeLast() }
        if body.first?.isWord("return") == true { body.removeFirst() }
        // More than one statement is more than a constant.
        guard !body.contains(where: { $0.isWord("return") || $0.isSign(";") }) else { return }
        use(&self, body)
    }

    /// `let tag = new RongIMLib.MessageTag(true, true)`.
    private mutating func readTag(_ index: Int) {
        guard let arguments = arguments(after: index),
            let flags = SourceExpression.messageTag(tokens[index..<arguments.end])
        else { return }
        var start = index - 1
        while let word = token(start), word.isSign(".") || word.kind == .word { start -= 1 }
        if token(start)?.isSign("=") == true, let name = token(start - 1), name.kind == .word {
            expression.tags[name.text] = flags
        }
    }

    private mutating func readRegistration(_ index: Int) {
        guard token(index - 1)?.isWord("function") != true, let arguments = arguments(after: index)?.list else {
            return
        }
        func bool(_ position: Int) -> Bool? {
            arguments.indices.contains(position) ? expression.bool(arguments[position]) : nil
        }
        guard arguments.count > 1, let first = expression.text(arguments[0]) else { return }
        // In a function that registers what it is given, the names are its parameters, not constants.
        let isPassedOn = arguments.prefix(2).contains { argument in
            argument.count == 1 && argument.allSatisfy { $0.kind == .word && isParameter($0.text, at: index) }
        }
        guard !isPassedOn else { return }
        if bool(1) == nil, let name = expression.objectName(arguments[1]) {
            let flags = arguments.count > 2 ? expression.flags(arguments[2]) : nil
            add(name, at: arguments[1].first?.offset ?? 0, flags, className: first.text, .registration)
        } else if let first = expression.objectName(arguments[0]), bool(1) != nil || first.text.contains(":") {
            var flags: MessageFlags?
            if let persisted = bool(1), let counted = bool(2) {
                let status = bool(4) == true ? 16 : 0
                flags = SourceExpression.normalized((persisted ? 1 : 0) | (counted ? 2 : 0) | status)
            }
            add(first, at: arguments[0].first?.offset ?? 0, flags, className: nil, .registration)
        }
    }

    /// Whether a function around a token has a parameter of this name.
    private func isParameter(_ name: String, at index: Int) -> Bool {
        var depth = 0
        var place = index
        while let token = token(place) {
            if token.isSign("}") { depth += 1 }
            if token.isSign("{") { depth -= 1 }
            if depth < 0 {
                depth = 0
                if hasParameter(name, before: place) { return true }
            }
            place -= 1
        }
        return false
    }

    /// Whether the list of parameters before a function's `{` has a name; a type or an arrow may stand between.
    private func hasParameter(_ name: String, before brace: Int) -> Bool {
        guard var place = tokens[max(0, brace - 6)..<brace].lastIndex(where: { $0.isSign(")") }) else { return false }
        var depth = 0
        while let token = token(place) {
            if token.isSign(")") { depth += 1 }
            if token.isSign("(") { depth -= 1 }
            if depth == 0 { return false }
            let previous = tokens[max(0, place - 1)]
            if depth == 1, token.isWord(name), previous.isSign("(") || previous.isSign(",") { return true }
            place -= 1
        }
        return false
    }

    private mutating func readNativeRegistration(_ index: Int) {
        guard let arguments = arguments(after: index)?.list, arguments.count > 1,
            let name = expression.objectName(arguments[0])
        else { return }
        let offset = arguments[0].first?.offset ?? 0
        add(name, at: offset, expression.flags(arguments[1]), className: nil, .registration)
    }

    /// `static const String objectName = '…';` in a class.
    private mutating func readConstant(_ index: Int, _ className: String?) {
        guard let className, token(index + 1)?.isSign("=") == true, let value = token(index + 2), value.kind == .string,
            token(index + 3)?.isSign(";") == true
        else { return }
        let name = SourceText(text: value.text, place: source.place(value.offset))
        add(name, at: value.offset, nil, className: className, .typeDeclaration)
    }

    /// The arguments in the parentheses behind a name, and the index behind them.
    private func arguments(after index: Int) -> (list: [ArraySlice<SourceToken>], end: Int)? {
        guard token(index + 1)?.isSign("(") == true else { return nil }
        var list: [ArraySlice<SourceToken>] = []
        var depth = 1
        var start = index + 2
        var end = start
        while let next = token(end) {
            if next.kind == .sign {
                if "([{".contains(next.text) { depth += 1 }
                if ")]}".contains(next.text) { depth -= 1 }
                if depth == 0 || depth == 1 && next.text == "," {
                    if end > start { list.append(tokens[start..<end]) }
                    start = end + 1
                }
                if depth == 0 { return (list, end + 1) }
            }
            end += 1
        }
        return nil
    }
}
