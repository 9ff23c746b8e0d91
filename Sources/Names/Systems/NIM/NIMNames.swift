import NIM
import WireJSON

/// NIM's part of `names check`: custom attachments have numbers (`type` in their JSON).
enum NIMNames: NamedSystem {
    static let system = NamingSystem.nim

    // MARK: Reading

    static let words: [String: SourceMarks.Kinds] = [
        "decodeAttachment": .types, "encodeAttachment": .types, "packData": .types,
        "NIMCustomAttachment": [.types, .use], "NIMCustomAttachmentCoding": [.types, .use],
        "MsgAttachmentParser": [.types, .use], "sendCustomMsg": [.types, .use], "NIMCustomObject": .use,
        "NIMMessage": .use, "NIMSDK": .use, "nimlib": .use, "MsgAttachment": .use,
    ]
    static let wordEnds = ["Attachment", "Attach"]

    static func marks(_ index: Int, _ tokens: [SourceToken], _ language: SourceLanguage) -> SourceMarks.Kinds {
        guard language == .java || language == .kotlin else { return [] }
        return NIMTypeReader.isAttachment(tokens[index].text) ? .types : []
    }

    static func marks(ofText text: String, _ language: SourceLanguage) -> SourceMarks.Kinds {
        language.isScript && text == "custom" ? .types : []
    }

    /// Other systems have attachments, too, and scripts may send anything as custom.
    static let isReadWhereUsed = true

    static func lists(_ member: String, _ number: String, in list: String) -> Bool {
        // 0 means no type, and some members are only bounds.
        guard ["CustomAttachmentType", "CustomMessageType", "CustomMsgType"].contains(where: list.hasSuffix),
            number != "0"
        else { return false }
        let word = member.lowercased()
        return !["unknown", "max", "count", "end"].contains(where: word.hasSuffix)
    }

    static func read(_ code: SourceCode, texts: SourceConstants, numbers: SourceConstants) -> SourceTypes {
        NIMTypeReader.read(code, numbers: numbers)
    }

    static let affixes: Set<String> = ["nim"]

    // MARK: Checking

    static func findings(_ table: NameTable, among group: [NameTable]) -> [NameFinding] {
        NumberedTypes(table, of: self).findings
    }

    // MARK: Showing

    static func title(_ name: String) -> String { "NIM's attachment type \(name)" }
    static func heading(_ name: String) -> String { "NIM \(name)" }
    static func standing(of name: String) -> String? {
        NIMContents.all.first { $0.id == "100/\(name)" }.map { "demo: \($0.name)" }
    }
}
