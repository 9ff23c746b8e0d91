import LeanCloud
import WireJSON

/// Finds the numbers of LeanCloud's typed messages in a source file.
///
/// The declarations are: the annotations `AVIMMessageType` and `LCIMMessageType` of Java and Kotlin, the method
/// `classMediaType` of Objective-C and Swift, the property `messageType` of Swift, `@messageType(…)` and
/// `messageType(…)(Class)` of scripts, `type` of a `TypedMessage` in Dart, `MessageType` and `AVIMTypedMessageTypeInt`
/// of C#. A number beside `_lctype` is a mention.
struct LeanCloudTypeReader: TypeNumberReader {
    static let system = NamingSystem.leanCloud

    let code: SourceCode
    let texts: SourceExpression
    let numbers: SourceExpression
    var result = SourceTypes()
    var fields = TypedMessageFields()
    /// The words in the head of each class, including its base class.
    var heads: [String: [String]] = [:]

    /// Returns the declarations of a file, in file order.
    static func read(_ code: SourceCode, texts: SourceConstants, numbers: SourceConstants) -> SourceTypes {
        var reader = LeanCloudTypeReader(code: code, texts: texts, numbers: numbers)
        reader.read()
        return reader.result
    }

    private init(code: SourceCode, texts: SourceConstants, numbers: SourceConstants) {
        self.code = code
        self.texts = SourceExpression(constants: texts, source: code.source)
        self.numbers = SourceExpression(constants: numbers, source: code.source)
    }

    /// The key of a typed message's number.
    static let numberKey = "_lctype"

    private mutating func read() {
        var scopes = ClassScopes(language)
        for index in tokens.indices {
            scopes.step(index, tokens)
            switch tokens[index].kind {
            case .word: readWord(index, scopes.current)
            case .string, .partialString: readText(index)
            case .number, .sign: break
            }
        }
        for index in result.declarations.indices {
            guard let name = result.declarations[index].className, isDerivedFromSDK(name) else { continue }
            result.declarations[index].keys = fields.keys(of: name)
        }
    }

    private mutating func readWord(_ index: Int, _ scope: String?) {
        switch tokens[index].text {
        case "class", "struct", "interface": readHead(index)
        case "AVIMMessageType", "LCIMMessageType": if isAnnotation(index, "@") { readAnnotation(index, scope) }
        case "AVIMTypedMessageTypeInt": if isAnnotation(index, "[") { readAnnotation(index, scope) }
        case "AVIMMessageField", "LCIMMessageField":
            if isAnnotation(index, "@"), let scope { readField(index, scope) }
        case "AVIMMessageFieldName": if isAnnotation(index, "["), let scope { readField(index, scope) }
        case "classMediaType": readMediaType(index, scope)
        case "messageType":
            if language == .swift { readProperty(index, scope) } else { readDecorator(index) }
        case "messageField": readFieldDecorator(index)
        case "MessageType": if language == .cSharp { readOverride(index, scope) }
        case "self": if language == .swift { readSubscript(index, scope) }
        case Self.numberKey: readMention(after: index + 1)
        default: break
        }
        if language == .dart, tokens[index].text == "type" { readGetter(index, scope) }
    }

    // MARK: Classes

    /// The maximum number of tokens in the head of a class.
    private static let longestHead = 64

    /// Reads the bases in `class Name : Base, …`.
    private mutating func readHead(_ index: Int) {
        guard let name = token(index + 1), name.kind == .word, token(index - 1)?.isSign(".") != true else { return }
        var words: [String] = []
        var place = index + 2
        let end = min(tokens.count, place + Self.longestHead)
        let ends: Set<String> = language == .objectiveC ? ["{", ";", "@", "-", "+"] : ["{", ";"]
        func isEnd(_ token: SourceToken) -> Bool {
            token.kind == .sign ? ends.contains(token.text) : token.isWord("class")
        }
        while place < end, !isEnd(tokens[place]) {
            if tokens[place].kind == .word { words.append(tokens[place].text) }
            if tokens[place].isSign("("), let other = code.other(of: place) { place = other }
            place += 1
        }
        heads[name.text] = words
    }

    /// The names of the SDKs' base classes, without the SDK's prefix.
    private static let bases: Set<String> = [
        "TypedMessage", "CategorizedMessage", "TextMessage", "ImageMessage", "AudioMessage", "VideoMessage",
        "LocationMessage", "FileMessage",
    ]

    /// Returns whether a class is derived from one of the SDK's own, so that the class has all its keys.
    private func isDerivedFromSDK(_ name: String) -> Bool {
        // A class without a head is created by a call.
        guard let head = heads[name] else { return language.isScript || language == .objectiveC }
        return head.contains { Self.bases.contains(Self.withoutPrefix($0)) }
    }

    /// Returns the name of an SDK's class without the SDK's prefix.
    static func withoutPrefix(_ name: String) -> String {
        for prefix in ["AVIM", "LCIM", "IM"] where name.hasPrefix(prefix) {
            return String(name.dropFirst(prefix.count))
        }
        return name
    }

    // MARK: Results

    /// Records a declaration, or an unreadable one if the value is not a constant.
    mutating func declare(
        _ value: ArraySlice<SourceToken>?,
        _ className: String?,
        _ form: NameForm,
        at offset: Int
    ) {
        let number = value.flatMap { numbers.number($0, scope: className) ?? builtIn($0) }
        note(number, className, form, at: offset)
    }

    /// Returns the number of a constant of LeanCloud's SDKs, whose source may not be in the tree: for example
    /// `AVIMMessageType.TEXT_MESSAGE_TYPE`, `kAVIMMessageMediaTypeText` or `.ReservedType.text.rawValue`.
    private func builtIn(_ value: ArraySlice<SourceToken>) -> SourceText? {
        guard value.count <= SourceExpression.longest else { return nil }
        let words = value.filter { $0.kind == .word && $0.text != "rawValue" && $0.text != "getType" }
        let isReserved = words.contains { word in
            ["AVIM", "LCIM", "kAVIM", "kLCIM", "ReservedType"].contains { word.text.hasPrefix($0) }
        }
        guard isReserved, let last = words.last else { return nil }
        let name = TypeRoot.of(last.text, without: ["reserved"])
        guard let shape = LeanCloudContents.all.first(where: { $0.kind == "typed-message" && $0.name == name }),
            let id = shape.id, Int64(id) != nil
        else { return nil }
        return SourceText(text: id, place: source.place(last.offset))
    }
}
