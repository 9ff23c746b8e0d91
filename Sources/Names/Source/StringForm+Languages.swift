// The string literals of each language.
extension StringForm {
    /// The form of a literal, and the index of its text.
    typealias Opening = (form: StringForm, text: Int)

    private static let quote = UInt8(ascii: "\"")
    private static let apostrophe = UInt8(ascii: "'")
    private static let backtick = UInt8(ascii: "`")

    /// Returns the form of the literal that begins at `start`, and the index of its text; `nil` if none begins there.
    static func at(_ start: Int, in bytes: [UInt8], _ language: SourceLanguage) -> Opening? {
        switch language {
        case .swift: swift(start, in: bytes)
        case .objectiveC, .cpp: objectiveC(start, in: bytes) ?? character(start, in: bytes)
        case .java: java(start, in: bytes) ?? character(start, in: bytes)
        case .kotlin: kotlin(start, in: bytes) ?? character(start, in: bytes)
        case .javaScript, .arkTS: javaScript(start, in: bytes)
        case .dart: dart(start, in: bytes)
        case .cSharp: cSharp(start, in: bytes) ?? character(start, in: bytes)
        case .go: go(start, in: bytes) ?? character(start, in: bytes)
        case .python: python(start, in: bytes)
        case .php: php(start, in: bytes)
        }
    }

    // MARK: Languages

    private static func swift(_ start: Int, in bytes: [UInt8]) -> Opening? {
        let numberSign = UInt8(ascii: "#")
        // If the first sign of a run begins no literal, none of the next signs does.
        if start > 0, bytes[start - 1] == numberSign, byte(start, of: bytes) == numberSign { return nil }
        let hashes = run(of: numberSign, from: start, in: bytes, limit: bytes.count)
        let index = start + hashes
        guard byte(index, of: bytes) == quote else { return nil }
        let length = quoteCount(index, in: bytes)
        let isLong = length == 3
        let form = StringForm(
            close: [UInt8](repeating: quote, count: length) + [UInt8](repeating: numberSign, count: hashes),
            isMultiline: isLong,
            layout: isLong ? .closingLine : .asWritten,
            interpolation: .backslashParenthesis,
            hashes: hashes
        )
        return (form, index + length)
    }

    /// Recognises the literals of C, and those of Objective-C and C++ only.
    private static func objectiveC(_ start: Int, in bytes: [UInt8]) -> Opening? {
        if let raw = rawString(start, in: bytes) { return raw }
        let hasSign = byte(start, of: bytes) == UInt8(ascii: "@") && byte(start + 1, of: bytes) == quote
        let index = hasSign ? start + 1 : start
        return byte(index, of: bytes) == quote ? (StringForm(close: [quote]), index + 1) : nil
    }

    /// Recognises `R"mark(…)mark"` of C++, also with the prefix of an encoding.
    private static func rawString(_ start: Int, in bytes: [UInt8]) -> Opening? {
        let prefix =
            switch byte(start, of: bytes) {
            case UInt8(ascii: "L"), UInt8(ascii: "U"): 1
            case UInt8(ascii: "u"): byte(start + 1, of: bytes) == UInt8(ascii: "8") ? 2 : 1
            default: 0
            }
        let mark = start + prefix + 2
        guard byte(mark - 2, of: bytes) == UInt8(ascii: "R"), byte(mark - 1, of: bytes) == quote else { return nil }
        // The standard allows sixteen characters.
        guard let open = bytes[mark...].prefix(17).firstIndex(of: UInt8(ascii: "(")) else { return nil }
        let close = [UInt8(ascii: ")")] + bytes[mark..<open] + [quote]
        return (StringForm(close: close, escapes: .none, isMultiline: true), open + 1)
    }

    private static func java(_ start: Int, in bytes: [UInt8]) -> Opening? {
        guard byte(start, of: bytes) == quote else { return nil }
        guard quoteCount(start, in: bytes) == 3 else { return (StringForm(close: [quote]), start + 1) }
        let form = StringForm(close: [quote, quote, quote], isMultiline: true, layout: .commonIndentation)
        return (form, start + 3)
    }

    private static func kotlin(_ start: Int, in bytes: [UInt8]) -> Opening? {
        guard byte(start, of: bytes) == quote else { return nil }
        let length = quoteCount(start, in: bytes)
        let form = StringForm(
            close: [UInt8](repeating: quote, count: length),
            escapes: length == 3 ? .none : .backslash,
            isMultiline: length == 3,
            interpolation: [.dollarBrace, .dollarName],
            closesLate: length == 3
        )
        return (form, start + length)
    }

    private static func javaScript(_ start: Int, in bytes: [UInt8]) -> Opening? {
        let close = byte(start, of: bytes)
        switch close {
        case quote, apostrophe: return (StringForm(close: [close]), start + 1)
        case backtick:
            return (StringForm(close: [close], isMultiline: true, interpolation: .dollarBrace), start + 1)
        default: return nil
        }
    }

    private static func dart(_ start: Int, in bytes: [UInt8]) -> Opening? {
        let isRaw = byte(start, of: bytes) == UInt8(ascii: "r")
        let index = isRaw ? start + 1 : start
        let close = byte(index, of: bytes)
        guard close == quote || close == apostrophe else { return nil }
        let length = quoteCount(index, in: bytes)
        let form = StringForm(
            close: [UInt8](repeating: close, count: length),
            escapes: isRaw ? .none : .backslash,
            isMultiline: length == 3,
            layout: length == 3 ? .firstLine : .asWritten,
            interpolation: isRaw ? [] : [.dollarBrace, .dollarName]
        )
        return (form, index + length)
    }

    private static func cSharp(_ start: Int, in bytes: [UInt8]) -> Opening? {
        var index = start
        var isVerbatim = false
        var dollars = 0
        while byte(index, of: bytes) == UInt8(ascii: "@") || byte(index, of: bytes) == UInt8(ascii: "$") {
            if byte(index, of: bytes) == UInt8(ascii: "@") { isVerbatim = true } else { dollars += 1 }
            index += 1
        }
        guard byte(index, of: bytes) == quote else { return nil }
        let length = run(of: quote, from: index, in: bytes, limit: bytes.count)
        if length >= 3, !isVerbatim {
            let form = StringForm(
                close: [UInt8](repeating: quote, count: length),
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

    private static func go(_ start: Int, in bytes: [UInt8]) -> Opening? {
        switch byte(start, of: bytes) {
        case quote: (StringForm(close: [quote]), start + 1)
        case backtick: (StringForm(close: [backtick], escapes: .none, isMultiline: true), start + 1)
        default: nil
        }
    }

    private static func python(_ start: Int, in bytes: [UInt8]) -> Opening? {
        var index = start
        var isRaw = false
        var isFormatted = false
        prefix: while index - start < 2 {
            // The letters of a prefix in lower case.
            switch byte(index, of: bytes) | 0x20 {
            case UInt8(ascii: "r"): isRaw = true
            case UInt8(ascii: "f"), UInt8(ascii: "t"): isFormatted = true
            case UInt8(ascii: "b"), UInt8(ascii: "u"): break
            default: break prefix
            }
            index += 1
        }
        let close = byte(index, of: bytes)
        guard close == quote || close == apostrophe else { return nil }
        let length = quoteCount(index, in: bytes)
        let form = StringForm(
            close: [UInt8](repeating: close, count: length),
            escapes: isRaw ? .kept : .backslash,
            isMultiline: length == 3,
            interpolation: isFormatted ? .brace : []
        )
        return (form, index + length)
    }

    private static func php(_ start: Int, in bytes: [UInt8]) -> Opening? {
        switch byte(start, of: bytes) {
        case apostrophe: return (StringForm(close: [apostrophe], escapes: .quoteOnly, isMultiline: true), start + 1)
        case let close where close == quote || close == backtick:
            let computed: Interpolation = [.dollarBrace, .dollarName, .braceDollar]
            return (StringForm(close: [close], isMultiline: true, interpolation: computed), start + 1)
        default: return nil
        }
    }

    /// Recognises a single character between apostrophes.
    private static func character(_ start: Int, in bytes: [UInt8]) -> Opening? {
        guard byte(start, of: bytes) == apostrophe else { return nil }
        return (StringForm(close: [apostrophe], isCharacter: true), start + 1)
    }

    // MARK: Bytes

    private static func byte(_ index: Int, of bytes: [UInt8]) -> UInt8 { index < bytes.count ? bytes[index] : 0 }

    /// Returns the number of quotes that begin and end a literal of languages in which three quotes begin a long one.
    private static func quoteCount(_ index: Int, in bytes: [UInt8]) -> Int {
        run(of: byte(index, of: bytes), from: index, in: bytes, limit: 3) == 3 ? 3 : 1
    }

    /// Counts repetitions of a byte up to a limit, so that a long run is not counted repeatedly.
    private static func run(of wanted: UInt8, from index: Int, in bytes: [UInt8], limit: Int) -> Int {
        var end = index
        while end - index < limit, byte(end, of: bytes) == wanted { end += 1 }
        return end - index
    }
}
