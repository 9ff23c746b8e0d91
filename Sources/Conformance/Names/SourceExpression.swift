import RongCloud

/// Reads the few kinds of expressions that declarations use.
struct SourceExpression {
    let constants: SourceConstants
    let source: SourceFile
    /// Variables of the file that hold `MessageTag(…)`.
    var tags: [String: MessageFlags] = [:]

    /// A literal, or the constant that a (dotted) name stands for.
    func text(_ tokens: ArraySlice<SourceToken>) -> SourceText? {
        guard let last = tokens.last else { return nil }
        if tokens.count == 1, last.kind == .string {
            return SourceText(text: last.text, place: source.place(last.offset))
        }
        // `[Type name]` of Objective-C is not a constant; dotted names are.
        guard last.kind == .word, tokens.allSatisfy({ $0.kind == .word || $0.isSign(".") || $0.isSign(":") }) else {
            return nil
        }
        return constants.value(of: last.text, isMember: tokens.count > 1, in: source.path)
    }

    /// The object name that an expression stands for.
    ///
    /// A constant whose text has no colon is taken for another variable of the same name.
    func objectName(_ tokens: ArraySlice<SourceToken>) -> SourceText? {
        text(tokens).flatMap { $0.text.contains(":") || tokens.first?.kind == .string ? $0 : nil }
    }

    /// `true` or `false`; `nil` for another expression.
    func bool(_ tokens: ArraySlice<SourceToken>) -> Bool? {
        guard tokens.count == 1, let token = tokens.first else { return nil }
        return token.isWord("true") ? true : token.isWord("false") ? false : nil
    }

    /// The flags that constants joined by "or" stand for; `nil` when another word is among them.
    func flags(_ tokens: ArraySlice<SourceToken>) -> MessageFlags? {
        if tokens.count == 1, let token = tokens.first, let tag = tags[token.text] { return tag }
        if let tag = Self.messageTag(tokens) { return tag }
        var value = 0
        var isKnown = tokens.isEmpty || tokens.allSatisfy { $0.kind == .sign && "[]()".contains($0.text) }
        for (index, token) in zip(tokens.indices, tokens) {
            switch token.kind {
            case .number:
                let isHex = token.text.hasPrefix("0x")
                guard let number = Int(token.text.dropFirst(isHex ? 2 : 0), radix: isHex ? 16 : 10), number < 32 else {
                    return nil
                }
                value |= number
                isKnown = true
            case .word:
                // The name before a dot says where the constant is from.
                if index + 1 < tokens.endIndex, tokens[index + 1].isSign(".") { continue }
                if token.text == "or" { continue }
                guard let flag = Self.constant(token.text) else { return nil }
                value |= flag
                isKnown = true
            case .sign:
                guard ".|()[],".contains(token.text) else { return nil }
            case .string, .partialString: return nil
            }
        }
        return isKnown ? Self.normalized(value) : nil
    }

    /// `new X.MessageTag(isCounted, isPersisted)` of the web SDK.
    static func messageTag(_ tokens: ArraySlice<SourceToken>) -> MessageFlags? {
        guard let tag = tokens.lastIndex(where: { $0.isWord("MessageTag") }), tokens.endIndex - tag == 6,
            tokens[tag + 1].isSign("("), tokens[tag + 3].isSign(","), tokens[tag + 5].isSign(")"),
            let counted = boolean(tokens[tag + 2]), let persisted = boolean(tokens[tag + 4])
        else { return nil }
        return normalized((persisted ? 1 : 0) | (counted ? 2 : 0))
    }

    private static func boolean(_ token: SourceToken) -> Bool? {
        token.isWord("true") ? true : token.isWord("false") ? false : nil
    }

    /// Counting implies storing; some SDKs write 2 for it alone.
    static func normalized(_ value: Int) -> MessageFlags {
        MessageFlags(rawValue: value & 2 != 0 ? value | 1 : value)
    }

    /// The value of a flag's constant by the name's last part, such as `MessagePersistent_ISCOUNTED` or `isPersisted`.
    private static func constant(_ name: String) -> Int? {
        let last = name.split(separator: "_").last.map { $0.lowercased() } ?? ""
        return switch last {
        case "none": 0
        case "ispersisted", "persisted": 1
        case "iscounted", "counted": 3
        case "status": 16
        default: nil
        }
    }
}
