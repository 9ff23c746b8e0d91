/// A Vue component's file: its scripts, and the literals in its templates.
struct VueComponent {
    /// The scripts; all other text is blanked, so that offsets stay valid.
    private(set) var scripts: [UInt8]
    /// The tokens in the templates: of each expression, and of each plain attribute as a literal.
    private(set) var template: [[SourceToken]] = []

    private let bytes: [UInt8]
    private var index = 0
    /// The number of templates around the position; outside of templates there are other blocks.
    private var depth = 0
    /// Whether another `}}` may follow: searching for the end of each `{{` in vain would take too long.
    private var hasExpressions = true

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        scripts = bytes.map { $0 == 0x0A ? $0 : 0x20 }
        while index < bytes.count { step() }
    }

    private mutating func step() {
        guard bytes[index] == UInt8(ascii: "<") else {
            if depth == 0 || !readExpression() { index += 1 }
            return
        }
        if matches("<!--", at: index) {
            index = end(of: "-->", from: index + 4) ?? bytes.count
        } else if isTag("<script") {
            _ = readTag()
            let start = index
            skip(to: "</script")
            scripts.replaceSubrange(start..<index, with: bytes[start..<index])
        } else if isTag("<style") {
            _ = readTag()
            skip(to: "</style")
        } else if isTag("<template") {
            if !readTag() { depth += 1 }
        } else if isTag("</template") {
            depth = max(0, depth - 1)
            index += 1
        } else if depth > 0, Self.isLetter(byte(index + 1)) {
            _ = readTag()
        } else {
            index += 1
        }
    }

    /// Reads a tag up to its end; returns `true` if the tag closes itself.
    private mutating func readTag() -> Bool {
        index += 1
        skip { !Self.isBlank($0) && $0 != UInt8(ascii: ">") && $0 != UInt8(ascii: "/") }
        while index < bytes.count {
            if bytes[index] == UInt8(ascii: ">") {
                index += 1
                return bytes[index - 2] == UInt8(ascii: "/")
            }
            if Self.isBlank(bytes[index]) || bytes[index] == UInt8(ascii: "/") {
                index += 1
            } else {
                readAttribute()
            }
        }
        return false
    }

    private mutating func readAttribute() {
        let name = index
        index += 1
        skip { !Self.isBlank($0) && ![UInt8(ascii: "="), UInt8(ascii: ">"), UInt8(ascii: "/")].contains($0) }
        skip(Self.isBlank)
        guard byte(index) == UInt8(ascii: "=") else { return }
        index += 1
        skip(Self.isBlank)
        let quote = byte(index)
        guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
            return skip { !Self.isBlank($0) && $0 != UInt8(ascii: ">") }
        }
        let start = index + 1
        index = start
        skip { $0 != quote }
        let isClosed = index < bytes.count
        if isClosed, depth > 0 {
            if isComputed(name) {
                readCode(start..<index)
            } else {
                let text = String(decoding: bytes[start..<index], as: UTF8.self)
                template.append([SourceToken(kind: .string, text: text, offset: start - 1)])
            }
        }
        if isClosed { index += 1 }
    }

    /// Returns whether the value of an attribute is code: `v-if`, `:type`, `@click`, `#item`, `.value`.
    private func isComputed(_ name: Int) -> Bool {
        matches("v-", at: name) || ":@#.".utf8.contains(bytes[name])
    }

    /// Reads `{{ … }}`; returns `false` if none begins here.
    private mutating func readExpression() -> Bool {
        guard hasExpressions, matches("{{", at: index) else { return false }
        guard let end = end(of: "}}", from: index + 2) else {
            hasExpressions = false
            return false
        }
        readCode(index + 2..<end - 2)
        index = end
        return true
    }

    private mutating func readCode(_ range: Range<Int>) {
        var tokens = SourceLexer.tokens(Array(bytes[range]), .javaScript)
        for place in tokens.indices { tokens[place].offset += range.lowerBound }
        template.append(tokens)
    }

    // MARK: Bytes

    private func byte(_ index: Int) -> UInt8 { index < bytes.count ? bytes[index] : 0 }

    /// Returns whether a text, given in lower case, is at a place in any letter case.
    private func matches(_ text: StaticString, at place: Int) -> Bool {
        text.withUTF8Buffer { wanted in
            place + wanted.count <= bytes.count
                && wanted.indices.allSatisfy { offset in
                    let byte = bytes[place + offset]
                    return byte == wanted[offset] || Self.isLetter(byte) && byte | 0x20 == wanted[offset]
                }
        }
    }

    /// Returns whether a tag with exactly this name begins here.
    private func isTag(_ text: StaticString) -> Bool {
        guard matches(text, at: index) else { return false }
        let next = byte(index + text.utf8CodeUnitCount)
        return !SourceLexer.isWord(next) && next != UInt8(ascii: "-")
    }

    /// Returns the index after the next occurrence of a text; `nil` if there is none.
    private func end(of text: StaticString, from start: Int) -> Int? {
        guard start < bytes.count else { return nil }
        return (start..<bytes.count).first { matches(text, at: $0) }.map { $0 + text.utf8CodeUnitCount }
    }

    private mutating func skip(to text: StaticString) {
        while index < bytes.count, !matches(text, at: index) { index += 1 }
    }

    private mutating func skip(_ isPassed: (UInt8) -> Bool) {
        while index < bytes.count, isPassed(bytes[index]) { index += 1 }
    }

    private static func isBlank(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }
}
