/// What a source file may hold, told from its words before it is read.
struct SourceMarks: OptionSet, Hashable, Sendable {
    let rawValue: UInt8

    /// Declarations of names.
    static let names = SourceMarks(rawValue: 1)
    /// Numbers of types, as declarations or mentions.
    static let numbers = SourceMarks(rawValue: 2)
    /// Contents of NIM's custom messages in a script; they say so only where NIM is used.
    static let contents = SourceMarks(rawValue: 4)
    /// Words of NIM's SDKs: without one in a tree, what looks like an attachment may be anyone's.
    static let nim = SourceMarks(rawValue: 8)

    init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The marks of a file's tokens.
    init(_ tokens: [SourceToken], _ language: SourceLanguage) {
        self = []
        for index in tokens.indices {
            switch tokens[index].kind {
            case .word: formUnion(Self.word(index, tokens, language))
            case .string, .partialString: formUnion(Self.text(tokens[index].text, language))
            case .number, .sign: break
            }
        }
    }

    private static func word(_ index: Int, _ tokens: [SourceToken], _ language: SourceLanguage) -> SourceMarks {
        let text = tokens[index].text
        // Most words are shorter than any that counts, or end in another letter.
        guard text.utf8.count >= shortest, let last = text.utf8.last, lastLetters.contains(last) else { return [] }
        if let marks = words[text] { return marks }
        switch language {
        case .java, .kotlin: return TypeNumberReader.isAttachment(text) ? .numbers : []
        case .swift: return text == "messageType" ? .numbers : []
        case .javaScript, .arkTS:
            // Elsewhere it is a property of any message.
            let isCalled = index + 1 < tokens.count && tokens[index + 1].isSign("(")
            return isCalled && text == "messageType" ? .numbers : []
        case .cSharp: return text == "MessageType" ? .numbers : []
        case .dart: return text == "TypedMessage" ? .numbers : []
        default: return []
        }
    }

    private static func text(_ text: String, _ language: SourceLanguage) -> SourceMarks {
        if language.isScript, text == "custom" { return .contents }
        let key = TypeNumberReader.numberKey
        return text.utf8.count >= key.utf8.count && text.contains(key) ? .numbers : []
    }

    private static let words: [String: SourceMarks] = {
        var words: [String: SourceMarks] = [:]
        for word in DeclarationReader.words { words[word] = .names }
        for word in [
            "AVIMMessageType", "LCIMMessageType", "AVIMTypedMessageTypeInt", "classMediaType",
            TypeNumberReader.numberKey, "decodeAttachment", "encodeAttachment", "packData",
        ] { words[word, default: []].insert(.numbers) }
        for word in ["NIMCustomAttachment", "NIMCustomAttachmentCoding", "MsgAttachmentParser"] {
            words[word] = [.numbers, .nim]
        }
        for word in ["NIMCustomObject", "NIMMessage", "NIMSDK", "nimlib", "MsgAttachment"] { words[word] = .nim }
        words["sendCustomMsg"] = [.contents, .nim]
        return words
    }()

    private static let shortest = 6
    private static let lastLetters: Set<UInt8> = {
        let others = ["Attachment", "Attach", "messageType", "TypedMessage"]
        return Set((words.keys + others).compactMap(\.utf8.last))
    }()
}
