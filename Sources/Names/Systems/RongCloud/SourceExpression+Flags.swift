// The names and flags in registrations of RongCloud's types.
extension SourceExpression {
    /// Returns the object name that an expression stands for.
    ///
    /// A constant whose text has no colon is assumed to be another variable of the same name.
    func objectName(_ tokens: ArraySlice<SourceToken>, scope: String? = nil) -> SourceText? {
        text(tokens, scope: scope).flatMap { $0.text.contains(":") || tokens.first?.kind == .string ? $0 : nil }
    }

    /// Returns the flags of constants joined by "or"; `nil` if there is another word among them.
    ///
    /// - Parameter tags: the file's variables that hold `MessageTag(…)`.
    func flags(_ tokens: ArraySlice<SourceToken>, _ tags: [String: TypeFlags]) -> TypeFlags? {
        guard tokens.count <= Self.longest else { return nil }
        if tokens.count == 1, let token = tokens.first, let tag = tags[token.text] { return tag }
        if let tag = Self.messageTag(tokens) { return tag }
        var value = 0
        var isKnown = tokens.isEmpty || tokens.allSatisfy { $0.kind == .sign && "[]()".contains($0.text) }
        for (index, token) in zip(tokens.indices, tokens) {
            let next = index + 1 < tokens.endIndex ? tokens[index + 1] : nil
            switch token.kind {
            case .number:
                guard let number = Self.number(token.text), number < 32 else { return nil }
                value |= number
                isKnown = true
            case .word:
                // The name before a dot is the constant's owner; so is a type that is called with a raw value.
                if next?.isSign(".") == true || token.text == "or" { continue }
                if next?.isSign("(") == true, index + 2 < tokens.endIndex, tokens[index + 2].isWord("rawValue") {
                    continue
                }
                if token.text == "rawValue", next?.isSign(":") == true { continue }
                if let flag = Self.constant(token.text) {
                    value |= flag
                    isKnown = true
                    continue
                }
                // `(Type)` before a number.
                guard index > tokens.startIndex, tokens[index - 1].isSign("("), next?.isSign(")") == true,
                    index + 2 < tokens.endIndex, tokens[index + 2].kind == .number
                else { return nil }
            case .sign:
                let isLabel = token.text == ":" && index > tokens.startIndex && tokens[index - 1].isWord("rawValue")
                guard ".|()[],".contains(token.text) || isLabel else { return nil }
            case .string, .partialString: return nil
            }
        }
        return isKnown ? TypeFlags(rawValue: value).completed : nil
    }

    private static func number(_ text: String) -> Int? {
        if text.hasPrefix("0x") || text.hasPrefix("0X") { return Int(text.dropFirst(2), radix: 16) }
        if text.hasPrefix("0b") { return Int(text.dropFirst(2), radix: 2) }
        return Int(text)
    }

    /// Reads `new X.MessageTag(isCounted, isPersisted)` of the web SDK, where counted does not imply persisted.
    static func messageTag(_ tokens: ArraySlice<SourceToken>) -> TypeFlags? {
        guard let tag = tokens.lastIndex(where: { $0.isWord("MessageTag") }), tokens.endIndex - tag == 6,
            tokens[tag + 1].isSign("("), tokens[tag + 3].isSign(","), tokens[tag + 5].isSign(")"),
            let counted = boolean(tokens[tag + 2]), let persisted = boolean(tokens[tag + 4])
        else { return nil }
        return TypeFlags(rawValue: (persisted ? 1 : 0) | (counted ? 2 : 0))
    }

    /// Returns the value of a flag by the last part of its name: `MessagePersistent_ISCOUNTED` or `isPersisted`.
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
