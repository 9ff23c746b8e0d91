/// The syntax of a kind of string literal.
struct StringForm: Sendable {
    /// The effect of a backslash.
    enum Escapes: Sendable {
        /// Nothing.
        case none
        /// Escapes the next character.
        case backslash
        /// Escapes only itself and the quote.
        case quoteOnly
        /// Stays, and keeps the next character from ending the literal.
        case kept
        /// Nothing; a doubled quote stands for a quote.
        case doubledQuote
    }

    /// The syntax of computed text in a literal.
    struct Interpolation: OptionSet, Sendable {
        let rawValue: Int
        /// `${…}`.
        static let dollarBrace = Interpolation(rawValue: 1)
        /// `$name`.
        static let dollarName = Interpolation(rawValue: 2)
        /// `{…}`, and `{{` for a brace.
        static let brace = Interpolation(rawValue: 4)
        /// `\(…)`.
        static let backslashParenthesis = Interpolation(rawValue: 8)
        /// `{$…}`.
        static let braceDollar = Interpolation(rawValue: 16)
    }

    var close: [UInt8]
    var escapes = Escapes.backslash
    var isMultiline = false
    var layout = TextBlock.Layout.asWritten
    var interpolation: Interpolation = []
    /// The number of `#` signs between a backslash and the escaped character, in Swift.
    var hashes = 0
    /// The number of braces that begin and end computed text, in raw literals of C#, where fewer are text; 0 in others.
    var braces = 0
    /// Whether the literal is a single character, which cannot hold a name.
    var isCharacter = false

    /// Whether more than three quotes end the literal, so that fewer quotes are text.
    var hasQuoteRun: Bool { close.count > 3 && hashes == 0 && close[3] == UInt8(ascii: "\"") }
}

extension StringForm {
    /// Returns the form of the literal that begins at `start`, and the index of its text; `nil` if none begins there.
    static func at(_ start: Int, in bytes: [UInt8], _ language: SourceLanguage) -> (form: StringForm, text: Int)? {
        var index = start
        func byte(_ index: Int) -> UInt8 { index < bytes.count ? bytes[index] : 0 }
        /// Counts repetitions of a byte up to a limit, so that a long run is not counted repeatedly.
        func run(of wanted: UInt8, from index: Int, limit: Int = 3) -> Int {
            var end = index
            while end - index < limit, byte(end) == wanted { end += 1 }
            return end - index
        }
        let quote = UInt8(ascii: "\"")
        let apostrophe = UInt8(ascii: "'")
        switch language {
        case .swift:
            // If the first sign of a run begins no literal, none of the next signs does.
            if start > 0, bytes[start - 1] == UInt8(ascii: "#"), byte(start) == UInt8(ascii: "#") { return nil }
            let hashes = run(of: UInt8(ascii: "#"), from: index, limit: bytes.count)
            index += hashes
            guard byte(index) == quote else { return nil }
            let isLong = run(of: quote, from: index) >= 3
            let tail = [UInt8](repeating: UInt8(ascii: "#"), count: hashes)
            let close = [UInt8](repeating: quote, count: isLong ? 3 : 1) + tail
            let form = StringForm(
                close: close,
                isMultiline: isLong,
                layout: isLong ? .closingLine : .asWritten,
                interpolation: .backslashParenthesis,
                hashes: hashes
            )
            return (form, index + (isLong ? 3 : 1))
        case .objectiveC, .cpp:
            if let raw = rawString(start, in: bytes) { return raw }
            if byte(index) == UInt8(ascii: "@"), byte(index + 1) == quote { index += 1 }
            if byte(index) == quote { return (StringForm(close: [quote]), index + 1) }
        case .java:
            if run(of: quote, from: index) >= 3 {
                let close = [quote, quote, quote]
                return (StringForm(close: close, isMultiline: true, layout: .commonIndentation), index + 3)
            }
            if byte(index) == quote { return (StringForm(close: [quote]), index + 1) }
        case .kotlin:
            let computed: Interpolation = [.dollarBrace, .dollarName]
            if run(of: quote, from: index) >= 3 {
                let close = [quote, quote, quote]
                return (
                    StringForm(close: close, escapes: .none, isMultiline: true, interpolation: computed), index + 3
                )
            }
            if byte(index) == quote { return (StringForm(close: [quote], interpolation: computed), index + 1) }
        case .javaScript, .arkTS:
            if byte(index) == quote || byte(index) == apostrophe {
                return (StringForm(close: [byte(index)]), index + 1)
            }
            guard byte(index) == UInt8(ascii: "`") else { return nil }
            return (
                StringForm(close: [UInt8(ascii: "`")], isMultiline: true, interpolation: .dollarBrace), index + 1
            )
        case .dart:
            let isRaw = byte(index) == UInt8(ascii: "r")
            if isRaw { index += 1 }
            guard byte(index) == quote || byte(index) == apostrophe else { return nil }
            let length = run(of: byte(index), from: index) >= 3 ? 3 : 1
            let form = StringForm(
                close: [UInt8](repeating: byte(index), count: length),
                escapes: isRaw ? .none : .backslash,
                isMultiline: length == 3,
                interpolation: isRaw ? [] : [.dollarBrace, .dollarName]
            )
            return (form, index + length)
        case .cSharp:
            var isVerbatim = false
            var dollars = 0
            while byte(index) == UInt8(ascii: "@") || byte(index) == UInt8(ascii: "$") {
                if byte(index) == UInt8(ascii: "@") { isVerbatim = true } else { dollars += 1 }
                index += 1
            }
            if byte(index) == quote {
                let length = run(of: quote, from: index, limit: bytes.count)
                if length >= 3, !isVerbatim {
                    let close = [UInt8](repeating: quote, count: length)
                    let form = StringForm(
                        close: close,
                        escapes: .none,
                        isMultiline: true,
                        layout: .closingLine,
                        braces: dollars
                    )
                    return (form, index + length)
                }
                let form = StringForm(
                    close: [quote],
                    escapes: isVerbatim ? .doubledQuote : .backslash,
                    isMultiline: isVerbatim,
                    interpolation: dollars > 0 ? .brace : []
                )
                return (form, index + 1)
            }
            guard index == start else { return nil }
        case .go:
            if byte(index) == quote { return (StringForm(close: [quote]), index + 1) }
            if byte(index) == UInt8(ascii: "`") {
                return (StringForm(close: [UInt8(ascii: "`")], escapes: .none, isMultiline: true), index + 1)
            }
        case .python:
            var prefix = ""
            while prefix.utf8.count < 2, "rRbBuUfF".utf8.contains(byte(index)) {
                prefix.append(Character(Unicode.Scalar(byte(index))).lowercased())
                index += 1
            }
            guard byte(index) == quote || byte(index) == apostrophe else { return nil }
            let length = run(of: byte(index), from: index) >= 3 ? 3 : 1
            let form = StringForm(
                close: [UInt8](repeating: byte(index), count: length),
                escapes: prefix.contains("r") ? .kept : .backslash,
                isMultiline: length == 3,
                interpolation: prefix.contains("f") ? .brace : []
            )
            return (form, index + length)
        case .php:
            if byte(index) == apostrophe {
                return (StringForm(close: [apostrophe], escapes: .quoteOnly, isMultiline: true), index + 1)
            }
            if byte(index) == quote {
                let computed: Interpolation = [.dollarBrace, .dollarName, .braceDollar]
                return (StringForm(close: [quote], isMultiline: true, interpolation: computed), index + 1)
            }
        }
        // The remaining literals are characters between apostrophes.
        guard byte(index) == apostrophe, [.objectiveC, .cpp, .java, .kotlin, .cSharp, .go].contains(language) else {
            return nil
        }
        return (StringForm(close: [apostrophe], isCharacter: true), index + 1)
    }

    /// Recognises `R"mark(…)mark"` of C++.
    private static func rawString(_ start: Int, in bytes: [UInt8]) -> (form: StringForm, text: Int)? {
        guard start + 1 < bytes.count, bytes[start] == UInt8(ascii: "R"), bytes[start + 1] == UInt8(ascii: "\"") else {
            return nil
        }
        // The standard allows sixteen characters.
        guard let open = bytes[(start + 2)...].prefix(17).firstIndex(of: UInt8(ascii: "(")) else { return nil }
        let close = [UInt8(ascii: ")")] + bytes[(start + 2)..<open] + [UInt8(ascii: "\"")]
        return (StringForm(close: close, escapes: .none, isMultiline: true), open + 1)
    }
}
