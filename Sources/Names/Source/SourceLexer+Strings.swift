// String literals.
extension SourceLexer {
    mutating func readString(_ form: StringForm, from start: Int) {
        var text = TextBlock(form.layout)
        var isWhole = true
        var isClosed = false
        while index < bytes.count {
            if closes(form) {
                index += form.close.count
                isClosed = true
                break
            }
            let next = bytes[index]
            if next == 0x0A, !form.isMultiline { break }
            if form.hasQuoteRun, next == UInt8(ascii: "\"") {
                var end = index
                while byte(end) == next { end += 1 }
                if end - index >= form.close.count {
                    index += form.close.count
                    isClosed = true
                    break
                }
                text.append(bytes[index..<end])
                index = end
                continue
            }
            if form.escapes == .doubledQuote, next == UInt8(ascii: "\""), byte(index + 1) == next {
                text.append(next)
                index += 2
            } else if let close = interpolation(form) {
                isWhole = false
                guard depth < Self.maximumDepth else { continue }
                depth += 1
                if close != 0 {
                    // Of the languages with such braces, all allow a format: Python and C#.
                    read(until: close, hasFormat: form.interpolation.contains(.brace) || form.braces > 0)
                    interpolationEnds.insert(tokens.count)
                }
                depth -= 1
                skip(bytes: UInt8(ascii: "}"), atMost: form.braces - 1)
            } else if form.interpolation.contains(.brace), next == UInt8(ascii: "{"), byte(index + 1) == next {
                text.append(next)
                index += 2
            } else if form.braces > 0, next == UInt8(ascii: "{") {
                // Fewer braces than begin computed text.
                let start = index
                skip(bytes: next, atMost: .max)
                text.append(bytes[start..<index])
            } else if next == UInt8(ascii: "\\"), hashes(after: index) >= form.hashes {
                readEscape(form, into: &text)
            } else if next == 0x0A {
                text.breakLine()
                index += 1
            } else {
                text.append(next)
                index += 1
            }
        }
        guard !form.isCharacter else { return }
        append(isWhole && isClosed ? .string : .partialString, isClosed ? text.value : text.text, start)
    }

    private func closes(_ form: StringForm) -> Bool {
        guard bytes[index] == form.close[0], index + form.close.count <= bytes.count else { return false }
        if form.escapes == .doubledQuote, byte(index + 1) == UInt8(ascii: "\"") { return false }
        if form.closesLate, byte(index + form.close.count) == form.close[0] { return false }
        for offset in form.close.indices where bytes[index + offset] != form.close[offset] { return false }
        return true
    }

    private func hashes(after index: Int) -> Int {
        var count = 0
        while byte(index + 1 + count) == UInt8(ascii: "#") { count += 1 }
        return count
    }

    /// Skips the beginning of computed text; returns its closing bracket, 0 if the text is already over, `nil` if none
    /// begins here.
    private mutating func interpolation(_ form: StringForm) -> UInt8? {
        let next = bytes[index]
        let second = byte(index + 1)
        let brace = UInt8(ascii: "{")
        if form.interpolation.contains(.backslashParenthesis), next == UInt8(ascii: "\\"),
            hashes(after: index) == form.hashes, byte(index + 1 + form.hashes) == UInt8(ascii: "(")
        {
            index += 2 + form.hashes
            return UInt8(ascii: ")")
        }
        if form.interpolation.contains(.dollarBrace), next == UInt8(ascii: "$"), second == brace {
            index += 2
            return UInt8(ascii: "}")
        }
        if form.interpolation.contains(.braceDollar), next == brace, second == UInt8(ascii: "$") {
            index += 1
            return UInt8(ascii: "}")
        }
        if form.interpolation.contains(.brace), next == brace, second != brace {
            index += 1
            return UInt8(ascii: "}")
        }
        if form.braces > 0, next == brace {
            let start = index
            skip(bytes: brace, atMost: .max)
            if index - start >= form.braces { return UInt8(ascii: "}") }
            index = start
        }
        if form.interpolation.contains(.dollarName), next == UInt8(ascii: "$"), Self.isWord(second),
            !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(second)
        {
            index += 1
            while index < bytes.count, Self.isWord(bytes[index]) { index += 1 }
            return 0
        }
        return nil
    }

    /// Returns by how much a sign changes the number of open brackets that are not braces.
    static func groupChange(_ sign: UInt8) -> Int {
        switch sign {
        case UInt8(ascii: "("), UInt8(ascii: "["): 1
        case UInt8(ascii: ")"), UInt8(ascii: "]"): -1
        default: 0
        }
    }

    /// Skips the format of a computed text, from its colon to the brace that ends both; returns `false` if the colon
    /// begins none.
    ///
    /// A format is text, except for the computed texts that Python allows in it.
    mutating func skipFormat() -> Bool {
        if language == .cSharp, byte(index + 1) == UInt8(ascii: ":") {
            // `global::Name`
            readSign()
            readSign()
            return false
        }
        while index < bytes.count, bytes[index] != 0x0A {
            let next = bytes[index]
            index += 1
            if next == UInt8(ascii: "}") { break }
            guard next == UInt8(ascii: "{"), language == .python, depth < Self.maximumDepth else { continue }
            depth += 1
            read(until: UInt8(ascii: "}"), hasFormat: true)
            depth -= 1
        }
        return true
    }

    private mutating func skip(bytes wanted: UInt8, atMost limit: Int) {
        var count = 0
        while count < limit, byte(index) == wanted, index < bytes.count {
            index += 1
            count += 1
        }
    }

    private mutating func readEscape(_ form: StringForm, into text: inout TextBlock) {
        let escaped = byte(index + 1 + form.hashes)
        switch form.escapes {
        case .none, .doubledQuote:
            text.append(bytes[index])
            index += 1
        case .kept:
            text.append(bytes[index])
            index += 1
            if index < bytes.count, escaped != 0x0A || form.isMultiline {
                text.append(escaped)
                index += 1
            }
        case .quoteOnly:
            let isEscape = escaped == UInt8(ascii: "\\") || escaped == form.close[0]
            text.append(isEscape ? escaped : bytes[index])
            index += isEscape ? 2 : 1
        case .backslash:
            index += 2 + form.hashes
            let (scalar, length) = SourceEscape.read(escaped, bytes, at: index, language)
            index += length
            if let scalar { text.append(String(scalar).utf8) }
            if escaped == 0x0A { text.beginLine() }
        }
    }

    /// Reads `<<<NAME` up to the line with NAME; returns `false` if there is no name.
    mutating func readHeredoc() -> Bool {
        let start = index
        var name = index + 3
        while byte(name) == 0x20 { name += 1 }
        let quote = byte(name)
        let isQuoted = quote == UInt8(ascii: "'") || quote == UInt8(ascii: "\"")
        if isQuoted { name += 1 }
        var end = name
        while Self.isWord(byte(end)) { end += 1 }
        guard end > name else { return false }
        let label = bytes[name..<end]
        while end < bytes.count, bytes[end] != 0x0A { end += 1 }
        end = min(end + 1, bytes.count)
        let textStart = end
        while end < bytes.count {
            let lineStart = end
            var first = end
            while byte(first) == 0x20 || byte(first) == 0x09 { first += 1 }
            if bytes[first...].starts(with: label), !Self.isWord(byte(first + label.count)) {
                let text = bytes[textStart..<max(textStart, lineStart - 1)]
                let isPlain = quote == UInt8(ascii: "'") || !text.contains(UInt8(ascii: "$"))
                let lineStarts = [textStart] + text.indices.filter { text[$0] == 0x0A }.map { $0 + 1 }
                let value = TextBlock.unindented(text, lineStarts, by: first - lineStart)
                append(isPlain ? .string : .partialString, value, start)
                index = first + label.count
                return true
            }
            while end < bytes.count, bytes[end] != 0x0A { end += 1 }
            end = min(end + 1, bytes.count)
        }
        index = bytes.count
        return true
    }
}
