import WireFormat

/// Splits a source file into words, signs and string literals, without comments.
///
/// The lexer knows the comments and string literals of each language well enough never to confuse them. It does not
/// check the source: for any bytes it terminates and returns tokens.
struct SourceLexer {
    let bytes: [UInt8]
    let language: SourceLanguage
    var index = 0
    var tokens: [SourceToken] = []
    /// The number of interpolations around the current position.
    var depth = 0

    /// The numbers of tokens at which interpolations ended: literals before and after such a place are not neighbours.
    var interpolationEnds: Set<Int> = []

    static let maximumDepth = 32

    /// The number of slashes before a place that began no regular expression; the searches for an end went up to there.
    var slashes = (count: 0, searched: 0)
    /// The open parentheses, each with whether it begins the head of a statement, and whether the last one that was
    /// closed did.
    var heads: (open: [Bool], hasEnded: Bool) = ([], false)
    /// The last closing tag of each element of JSX, by the element's name; `nil` until it is needed.
    var closingTags: [String: Int]?

    /// Returns the tokens of a file.
    static func tokens(_ bytes: [UInt8], _ language: SourceLanguage) -> [SourceToken] {
        var lexer = SourceLexer(bytes: bytes, language: language)
        if language == .php { lexer.skipToPHP() }
        lexer.read(until: nil)
        return lexer.joinedTokens
    }

    private init(bytes: [UInt8], language: SourceLanguage) {
        self.bytes = bytes
        self.language = language
    }

    func byte(_ index: Int) -> UInt8 { index < bytes.count ? bytes[index] : 0 }

    func starts(_ text: StaticString, at index: Int) -> Bool {
        text.withUTF8Buffer { wanted in
            index + wanted.count <= bytes.count && wanted.indices.allSatisfy { bytes[index + $0] == wanted[$0] }
        }
    }

    /// Reads tokens up to the end of the file or, in an interpolation, to its closing bracket.
    ///
    /// - Parameter hasFormat: whether a colon outside of further brackets begins the format of the computed text.
    mutating func read(until close: UInt8?, hasFormat: Bool = false) {
        let open: UInt8? = close == UInt8(ascii: ")") ? UInt8(ascii: "(") : close.map { _ in UInt8(ascii: "{") }
        var brackets = 0
        var groups = 0
        while index < bytes.count {
            let start = index
            let next = byte(index)
            if next == 0x20 || next == 0x09 || next == 0x0A || next == 0x0D {
                index += 1
            } else if next == UInt8(ascii: "\\"), language.continuesLines, let end = lineBreak(after: index) {
                index = end
            } else if skipComment() {
                continue
            } else if next == UInt8(ascii: "#"), language.hasConditions, skipInactive() {
                continue
            } else if language == .php, starts("?>", at: index) {
                skipToPHP()
            } else if language == .php, starts("<<<", at: index), readHeredoc() {
                continue
            } else if let (form, text) = StringForm.at(index, in: bytes, language) {
                index = text
                readString(form, from: start)
            } else if Self.isWord(next) {
                readWord()
            } else if next == UInt8(ascii: "/"), language.hasPatterns, skipRegularExpression() {
                continue
            } else if next == UInt8(ascii: "#"), language == .swift, skipExtendedPattern() {
                continue
            } else if next == UInt8(ascii: "<"), language.isScript, readElement() {
                continue
            } else if next == UInt8(ascii: "`"), language.quotesNames, readQuotedName() {
                continue
            } else if hasFormat, next == UInt8(ascii: ":"), brackets == 0, groups == 0 {
                if skipFormat() { return }
            } else {
                if hasFormat { groups += Self.groupChange(next) }
                if next == close {
                    if brackets == 0 {
                        index += 1
                        return
                    }
                    brackets -= 1
                } else if next == open {
                    brackets += 1
                }
                readSign()
            }
        }
    }

    mutating func append(_ kind: SourceToken.Kind, _ text: [UInt8], _ offset: Int) {
        let text = String(decodingUTF8: text.span)
        tokens.append(SourceToken(kind: kind, level: UInt8(depth), text: text, offset: offset))
    }

    static func isWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"), 0x80...:
            true
        default: false
        }
    }

    mutating func readSign() {
        if language.isScript { noteParenthesis(bytes[index]) }
        append(.sign, [bytes[index]], index)
        index += 1
    }

    mutating func readWord() {
        let start = index
        let isNumber = bytes[start] >= UInt8(ascii: "0") && bytes[start] <= UInt8(ascii: "9")
        while index < bytes.count, Self.isWord(bytes[index]) || isNumber && isDigitSeparator { index += 1 }
        append(isNumber ? .number : .word, Array(bytes[start..<index]), start)
    }

    /// Reads a name between backticks, which may hold any text; returns `false` if it does not end in its line.
    private mutating func readQuotedName() -> Bool {
        let start = index + 1
        guard let end = bytes[start...].firstIndex(where: { $0 == bytes[index] || $0 == 0x0A }),
            bytes[end] == bytes[index]
        else { return false }
        append(.word, Array(bytes[start..<end]), start)
        index = end + 1
        return true
    }

    /// Whether the apostrophe separates digits, as in `1'000` of C++, and begins no character literal.
    private var isDigitSeparator: Bool {
        language.isC && bytes[index] == UInt8(ascii: "'") && Self.isWord(byte(index + 1))
    }

    /// Returns the index after the line break that follows a byte; `nil` if none follows.
    private func lineBreak(after index: Int) -> Int? {
        let end = byte(index + 1) == 0x0D ? index + 2 : index + 1
        return byte(end) == 0x0A ? end + 1 : nil
    }
}

// Comments and other skipped text.
extension SourceLexer {
    mutating func skipComment() -> Bool {
        let hasHash = language == .python || language == .php
        if hasHash, byte(index) == UInt8(ascii: "#"), !(language == .php && byte(index + 1) == UInt8(ascii: "[")) {
            skipLine()
            return true
        }
        guard language != .python, byte(index) == UInt8(ascii: "/") else { return false }
        if byte(index + 1) == UInt8(ascii: "/") {
            skipLine()
            return true
        }
        guard byte(index + 1) == UInt8(ascii: "*") else { return false }
        let nests = language == .swift || language == .kotlin || language == .dart
        var level = 0
        while index < bytes.count {
            if starts("/*", at: index), nests || level == 0 {
                level += 1
                index += 2
            } else if starts("*/", at: index) {
                level -= 1
                index += 2
                if level == 0 { break }
            } else {
                index += 1
            }
        }
        return true
    }

    private mutating func skipLine() {
        while index < bytes.count, bytes[index] != 0x0A || language.isC && isContinued(at: index),
            !(language == .php && starts("?>", at: index))
        {
            index += 1
        }
    }

    /// Returns whether a backslash before a line break continues the line.
    private func isContinued(at lineBreak: Int) -> Bool {
        let last = bytes[lineBreak - 1] == 0x0D ? lineBreak - 2 : lineBreak - 1
        return bytes[last] == UInt8(ascii: "\\")
    }

    /// Skips text outside of PHP code.
    private mutating func skipToPHP() {
        while index < bytes.count {
            if starts("<?php", at: index) {
                index += 5
                return
            }
            if starts("<?=", at: index) {
                index += 3
                return
            }
            index += 1
        }
    }

    /// Skips the text that `#if 0` or `#if false` disables; returns `false` if there is no such directive here.
    private mutating func skipInactive() -> Bool {
        guard isFirstOfLine, let condition = directive(at: index), condition.name == "if",
            condition.rest == "0" || condition.rest == "false"
        else { return false }
        var level = 0
        var line = lineEnd(index)
        while line < bytes.count {
            var start = line + 1
            while byte(start) == 0x20 || byte(start) == 0x09 { start += 1 }
            if let next = directive(at: start) {
                switch next.name {
                case "if", "ifdef", "ifndef": level += 1
                case "endif":
                    level -= 1
                    if level < 0 {
                        index = lineEnd(start)
                        return true
                    }
                case "else", "elseif", "elif":
                    if level == 0 {
                        index = lineEnd(start)
                        return true
                    }
                default: break
                }
            }
            line = lineEnd(max(start, line + 1))
        }
        index = bytes.count
        return true
    }

    private var isFirstOfLine: Bool {
        var before = index - 1
        while before >= 0, bytes[before] == 0x20 || bytes[before] == 0x09 { before -= 1 }
        return before < 0 || bytes[before] == 0x0A
    }

    func lineEnd(_ start: Int) -> Int {
        var end = start
        while end < bytes.count, bytes[end] != 0x0A { end += 1 }
        return end
    }

    /// Returns the name after a `#`, and the word after the name.
    private func directive(at start: Int) -> (name: String, rest: String)? {
        guard byte(start) == UInt8(ascii: "#") else { return nil }
        func word(from start: Int) -> (text: String, end: Int) {
            var first = start
            while byte(first) == 0x20 || byte(first) == 0x09 { first += 1 }
            var end = first
            while end < bytes.count, Self.isWord(bytes[end]), end - first < 16 { end += 1 }
            return (String(decoding: bytes[first..<end], as: UTF8.self), end)
        }
        let name = word(from: start + 1)
        return (name.text, word(from: name.end).text)
    }
}
