/// Finds the declarations of message types in a source file.
///
/// The declarations are: the `MessageTag` annotation of Java, Kotlin, C# and ArkTS; the methods `getObjectName` and
/// `persistentFlag` of a class in Objective-C and Swift; calls of `registerMessageType` (web SDK 2: name of the type,
/// object name, `MessageTag(counted, persisted)`, keys; from 3 on: object name, persisted, counted, search properties,
/// status) and of `registerNativeCustomMessage`; the constant `objectName` of a class in Dart. A name that is not made
/// of constants is recorded as unresolved.
struct DeclarationReader {
    /// The words of declarations; a file without any of them declares nothing.
    static let words: Set<String> = [
        "MessageTag", "getObjectName", "persistentFlag", "registerMessageType", "registerNativeCustomMessage",
        "registerNativeCustomMediaMessage", "RegisterNativeCustomMessage", "RegisterNativeCustomMediaMessage",
        "objectName",
    ]

    private let code: SourceCode
    private let expression: SourceExpression
    /// The file's variables that hold `MessageTag(…)`.
    private var tags: [String: TypeFlags] = [:]
    private var result = SourceTypes()
    /// The declarations of classes, by class; name and flags may be in separate methods.
    private var classes: [String: ClassParts] = [:]
    private var classOrder: [String] = []
    private var keys = ContentKeys()

    /// The results of a class's methods.
    private struct ClassParts {
        var name: SourceText?
        var offset = 0
        var flags: TypeFlags?
        var unresolved: UnresolvedName?
    }

    /// Returns the declarations of a file, in file order.
    static func read(_ code: SourceCode, _ constants: SourceConstants) -> SourceTypes {
        var reader = DeclarationReader(code: code, constants: constants)
        reader.read()
        return reader.result
    }

    private init(code: SourceCode, constants: SourceConstants) {
        self.code = code
        expression = SourceExpression(constants: constants, source: code.source)
    }

    private var source: SourceFile { code.source }
    private var tokens: [SourceToken] { code.source.tokens }

    private func token(_ index: Int) -> SourceToken? { code.token(index) }

    private mutating func read() {
        var scopes = ClassScopes(source.language)
        for index in tokens.indices {
            scopes.step(index, tokens)
            keys.step(index, tokens, scopes.current, source.language)
            let word = tokens[index]
            guard word.kind == .word else { continue }
            switch word.text {
            case "MessageTag": if !readAnnotation(index, scopes.current), source.language.isScript { readTag(index) }
            case "getObjectName": readName(index, scopes.current)
            case "persistentFlag": readFlags(index, scopes.current)
            case "registerMessageType": if source.language.isScript { readRegistration(index, scopes.current) }
            case "registerNativeCustomMessage", "registerNativeCustomMediaMessage", "RegisterNativeCustomMessage",
                "RegisterNativeCustomMediaMessage":
                readNativeRegistration(index, scopes.current)
            case "objectName": if source.language == .dart { readConstant(index, scopes.current) }
            default: break
            }
        }
        var said: Set<[String]> = []
        if source.language == .dart { said = Set(result.declarations.map { [$0.className ?? "", $0.objectName] }) }
        for name in classOrder {
            guard let parts = classes[name] else { continue }
            if let text = parts.name {
                // Other classes have a method of this name, too, so a name without a prefix needs flags beside it.
                let hasColon = text.text.contains(":") || text.text.contains(RongCloudNames.fullWidthColon)
                guard hasColon || parts.flags != nil else { continue }
                // In Dart, a constant of the class may have declared the same name.
                guard !said.contains([name, text.text]) else { continue }
                add(text, at: parts.offset, parts.flags, className: name, .typeDeclaration)
            } else if let unresolved = parts.unresolved {
                result.unresolved.append(unresolved)
            }
        }
        for index in result.declarations.indices {
            if let name = result.declarations[index].className { result.declarations[index].keys = keys.keys(of: name) }
        }
        result.declarations.sort { left, right in
            guard let left = left.place, let right = right.place else { return false }
            return (left.line, left.column) < (right.line, right.column)
        }
    }

    private mutating func add(
        _ name: SourceText,
        at offset: Int,
        _ flags: TypeFlags?,
        className: String?,
        _ form: NameForm
    ) {
        result.declarations.append(
            NameDeclaration(
                objectName: name.text,
                flags: flags,
                className: className,
                form: form,
                platform: source.platform,
                place: source.place(offset),
                namePlace: name.place
            )
        )
    }

    /// Returns the record of a name that is computed when the program runs.
    private func unresolved(_ value: ArraySlice<SourceToken>, at offset: Int, _ className: String?) -> UnresolvedName {
        // The tokens of an interpolation precede the literal around them.
        let first = value.min { $0.offset < $1.offset }
        var prefix = ""
        if let first, first.kind == .string || first.kind == .partialString, let colon = first.text.firstIndex(of: ":")
        {
            let start = String(first.text[...colon])
            // Only text right after the quotes is certain to begin the name.
            if first.kind == .string || start.count > 1 && source.spells(start, behind: first.offset) { prefix = start }
        }
        return UnresolvedName(
            prefix: prefix,
            className: className,
            platform: source.platform,
            place: source.place(first?.offset ?? offset)
        )
    }

    private mutating func change(_ className: String, _ edit: (inout ClassParts) -> Void) {
        if classes[className] == nil { classOrder.append(className) }
        edit(&classes[className, default: ClassParts()])
    }

    /// Reads `@MessageTag(value = "…", flag = …) … class Name` or `[MessageTag("…", …)]`; returns `false` otherwise.
    private mutating func readAnnotation(_ index: Int, _ scope: String?) -> Bool {
        guard [.java, .kotlin, .cSharp, .javaScript, .arkTS].contains(source.language) else { return false }
        // The annotation's package may precede its name.
        let mark = code.before(nameAt: index)
        guard token(mark)?.isSign(source.language == .cSharp ? "[" : "@") == true,
            let arguments = code.arguments(after: index)
        else { return false }
        let keyword = tokens[arguments.end...].prefix(64).firstIndex { $0.isWord("class") }
        var className = keyword.flatMap { token($0 + 1) }.flatMap { $0.kind == .word ? $0.text : nil }
        if let keyword, token(keyword - 1)?.isSign(".") == true { className = nil }
        var value = arguments.list.first
        var flags: TypeFlags? = []
        for (position, argument) in arguments.list.enumerated() {
            var expressionTokens = argument
            var label = position == 0 ? "value" : "flag"
            if argument.count > 2, argument[argument.startIndex].kind == .word,
                ["=", ":"].contains(where: argument[argument.startIndex + 1].isSign)
            {
                label = argument[argument.startIndex].text.lowercased()
                expressionTokens = argument.dropFirst(2)
            }
            if label == "value" || label == "objectname" { value = expressionTokens }
            if label == "flag" || label == "flags" { flags = expression.flags(expressionTokens, tags) }
        }
        guard let value else { return true }
        if let name = expression.text(value, scope: className) ?? expression.text(value, scope: scope) {
            add(name, at: value.first?.offset ?? tokens[index].offset, flags, className: className, .typeDeclaration)
        } else {
            result.unresolved.append(unresolved(value, at: tokens[index].offset, className))
        }
        return true
    }

    // MARK: Methods

    /// Reads the result of `getObjectName`.
    private mutating func readName(_ index: Int, _ className: String?) {
        guard let className, let method = code.method(index) else { return }
        let offset = method.body.first?.offset ?? tokens[index].offset
        if method.isPlain, let text = expression.text(method.body, scope: className) {
            change(className) { parts in
                parts.name = text
                parts.offset = offset
            }
        } else if method.isStatic {
            let note = unresolved(method.body, at: tokens[index].offset, className)
            change(className) { $0.unresolved = note }
        }
    }

    /// Reads the result of `persistentFlag`.
    private mutating func readFlags(_ index: Int, _ className: String?) {
        guard let className, let method = code.method(index), method.isPlain, let flags = flags(method.body) else {
            return
        }
        change(className) { $0.flags = flags }
    }

    // MARK: Calls

    /// Reads `let tag = new RongIMLib.MessageTag(true, true)`.
    private mutating func readTag(_ index: Int) {
        guard let arguments = code.arguments(after: index),
            let flags = SourceExpression.messageTag(tokens[index..<arguments.end])
        else { return }
        var start = index - 1
        while index - start < 8, let word = token(start), word.isSign(".") || word.kind == .word { start -= 1 }
        if token(start)?.isSign("=") == true, let name = token(start - 1), name.kind == .word {
            tags[name.text] = flags
        }
    }

    /// Returns the flags of an expression.
    private func flags(_ tokens: ArraySlice<SourceToken>) -> TypeFlags? { expression.flags(tokens, tags) }

    private mutating func readRegistration(_ index: Int, _ scope: String?) {
        guard token(index - 1)?.isWord("function") != true, let arguments = code.arguments(after: index)?.list else {
            return
        }
        func bool(_ position: Int) -> Bool? {
            arguments.indices.contains(position) ? expression.bool(arguments[position]) : nil
        }
        guard arguments.count > 1 else { return }
        // In a function that registers its own parameters, the names are not constants.
        let isPassedOn = arguments.prefix(2).contains { argument in
            argument.count == 1 && argument.allSatisfy { $0.kind == .word && code.isParameter($0.text, at: index) }
        }
        // The head of the method itself looks like a call, too.
        let isHead =
            arguments.allSatisfy { $0.count == 1 && $0.first?.kind == .word && expression.bool($0) == nil }
            && code.isFollowedByBody(index)
        guard !isPassedOn, !isHead else { return }
        let first = expression.text(arguments[0], scope: scope)
        let second = bool(1) == nil ? expression.objectName(arguments[1], scope: scope) : nil
        if let first, let name = second {
            let flags = arguments.count > 2 ? self.flags(arguments[2]) : nil
            add(name, at: arguments[1].first?.offset ?? 0, flags, className: first.text, .registration)
            if arguments.count > 3 {
                keys.add(arguments[3].prefix(512).filter { $0.kind == .string }.map(\.text), to: first.text)
            }
        } else if let first, bool(1) != nil || first.text.contains(":") {
            var flags: TypeFlags?
            if let persisted = bool(1), let counted = bool(2) {
                let status = bool(4) == true ? 16 : 0
                flags = TypeFlags(rawValue: (persisted ? 1 : 0) | (counted ? 2 : 0) | status).completed
            }
            guard first.text.contains(":") || arguments[0].first?.kind == .string else { return }
            add(first, at: arguments[0].first?.offset ?? 0, flags, className: nil, .registration)
        } else {
            let value = bool(1) != nil || first == nil ? arguments[0] : arguments[1]
            result.unresolved.append(unresolved(value, at: tokens[index].offset, nil))
        }
    }

    private mutating func readNativeRegistration(_ index: Int, _ scope: String?) {
        // `[engine registerNativeCustomMessage:@"…" persistentFlag:…]`
        if source.language == .objectiveC, token(index + 1)?.isSign(":") == true {
            let rest = tokens[(index + 2)...].prefix(SourceExpression.longest)
            guard let end = rest.firstIndex(where: { $0.isWord("persistentFlag") || $0.isSign("]") || $0.isSign(";") }),
                let name = expression.objectName(tokens[(index + 2)..<end], scope: scope)
            else { return }
            let flags = tokens[end].isWord("persistentFlag") ? token(end + 2).flatMap { self.flags([$0]) } : nil
            return add(name, at: tokens[index + 2].offset, flags, className: nil, .registration)
        }
        guard var arguments = code.arguments(after: index)?.list, arguments.count > 1 else { return }
        arguments = arguments.map { argument in
            let isLabelled =
                argument.count > 2 && argument.first?.kind == .word && argument.dropFirst().first?.isSign(":") == true
            return isLabelled ? argument.dropFirst(2) : argument
        }
        guard let name = expression.objectName(arguments[0], scope: scope) else {
            let isOpen = arguments[0].contains { $0.kind == .string || $0.kind == .partialString }
            if isOpen { result.unresolved.append(unresolved(arguments[0], at: tokens[index].offset, nil)) }
            return
        }
        let offset = arguments[0].first?.offset ?? 0
        add(name, at: offset, flags(arguments[1]), className: nil, .registration)
    }

    /// Reads `static const String objectName = '…';` in a class.
    private mutating func readConstant(_ index: Int, _ className: String?) {
        guard let className, token(index + 1)?.isSign("=") == true, let value = token(index + 2) else { return }
        let rest = tokens[(index + 2)...].prefix(SourceExpression.longest)
        guard let end = rest.firstIndex(where: { $0.isSign(";") }) else { return }
        let isConstant = tokens[max(0, index - 3)..<index].contains { $0.isWord("const") || $0.isWord("static") }
        if let name = expression.text(tokens[(index + 2)..<end], scope: className) {
            guard name.text.contains(":") else { return }
            add(name, at: value.offset, nil, className: className, .typeDeclaration)
        } else if isConstant, rest[..<end].contains(where: { $0.kind == .partialString || $0.kind == .string }) {
            result.unresolved.append(unresolved(tokens[(index + 2)..<end], at: value.offset, className))
        }
    }
}
