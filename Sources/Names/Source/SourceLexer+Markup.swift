// Elements of JSX, whose text is neither code nor a literal.
extension SourceLexer {
    /// Reads an element with its children; returns `false` if the sign `<` begins no tag.
    ///
    /// Type parameters and assertions of TypeScript look like a tag, but no closing tag follows them.
    mutating func readElement() -> Bool {
        let next = byte(index + 1)
        guard Self.isWord(next) || next == UInt8(ascii: ">"), canBeginOperand else { return false }
        var level = 0
        repeat {
            level += readTag()
            while level > 0, index < bytes.count, bytes[index] != UInt8(ascii: "<") {
                if bytes[index] == UInt8(ascii: "{") { readBraces() } else { index += 1 }
            }
        } while level > 0 && index < bytes.count
        return true
    }

    /// Reads a tag, or as much of it as is one; returns 1 if children follow, and -1 if it ends an element.
    private mutating func readTag() -> Int {
        readSign()
        let isClosing = byte(index) == UInt8(ascii: "/")
        if isClosing { readSign() }
        let start = index
        readTagName()
        let name = bytes[start..<index]
        guard !name.isEmpty || byte(index) == UInt8(ascii: ">") else { return 0 }
        while index < bytes.count {
            switch bytes[index] {
            case 0x20, 0x09, 0x0A, 0x0D: index += 1
            case UInt8(ascii: ">"):
                readSign()
                return isClosing ? -1 : hasClosingTag(name) ? 1 : 0
            case UInt8(ascii: "/"):
                if skipComment() { continue }
                readSign()
                guard byte(index) == UInt8(ascii: ">") else { return 0 }
                readSign()
                return 0
            case UInt8(ascii: "{"): readBraces()
            case UInt8(ascii: "="): readSign()
            case UInt8(ascii: "\""), UInt8(ascii: "'"):
                let form = StringForm(close: [bytes[index]], escapes: .none, isMultiline: true)
                index += 1
                readString(form, from: index - 1)
            case let next where Self.isNamePart(next): readTagName()
            default: return 0
            }
        }
        return 0
    }

    private mutating func readTagName() {
        while index < bytes.count, Self.isNamePart(bytes[index]) {
            if Self.isWord(bytes[index]) { readWord() } else { readSign() }
        }
    }

    /// Reads the code between braces.
    private mutating func readBraces() {
        readSign()
        guard depth < Self.maximumDepth else { return }
        depth += 1
        read(until: UInt8(ascii: "}"))
        depth -= 1
        if bytes[index - 1] == UInt8(ascii: "}") { append(.sign, [UInt8(ascii: "}")], index - 1) }
    }

    private static func isNamePart(_ byte: UInt8) -> Bool {
        isWord(byte) || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ":")
    }

    /// Returns whether a closing tag of an element follows.
    private mutating func hasClosingTag(_ name: ArraySlice<UInt8>) -> Bool {
        let tags = closingTags ?? findClosingTags()
        closingTags = tags
        return (tags[String(decoding: name, as: UTF8.self)] ?? 0) >= index
    }

    private func findClosingTags() -> [String: Int] {
        var tags: [String: Int] = [:]
        var start = 0
        while let sign = bytes[start...].firstIndex(of: UInt8(ascii: "<")) {
            start = sign + 1
            guard byte(start) == UInt8(ascii: "/") else { continue }
            start += 1
            var end = start
            while end < bytes.count, Self.isNamePart(bytes[end]) { end += 1 }
            tags[String(decoding: bytes[start..<end], as: UTF8.self)] = sign
            start = end
        }
        return tags
    }
}
