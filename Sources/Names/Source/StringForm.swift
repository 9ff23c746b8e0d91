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
    /// Whether the last quotes of a run end the literal, so that the ones before are text, in long literals of Kotlin.
    var closesLate = false
    /// Whether the literal is a single character, which cannot hold a name.
    var isCharacter = false

    /// Whether more than three quotes end the literal, so that fewer quotes are text.
    var hasQuoteRun: Bool { close.count > 3 && hashes == 0 && close[3] == UInt8(ascii: "\"") }
}
