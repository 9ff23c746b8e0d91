/// A word, a sign or a piece of text of a source file.
struct SourceToken: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
        /// A name or keyword.
        case word
        /// A string literal; the text is its value.
        case string
        /// A string literal with computed parts or without an end; the text is the rest.
        case partialString
        /// A number as it is spelt.
        case number
        /// One character of punctuation.
        case sign
    }

    var kind: Kind
    /// The number of interpolations around the token.
    var level: UInt8 = 0
    var text: String
    /// The byte offset of the first character.
    var offset: Int

    /// The character of a sign; `nil` for anything else.
    var sign: UInt8? { kind == .sign ? text.utf8.first : nil }

    /// Whether the token is a string literal, known as a whole or in part.
    var isLiteral: Bool { kind == .string || kind == .partialString }

    /// Whether the sign can stand between a name and its number.
    var isNumbersSign: Bool {
        switch sign {
        case UInt8(ascii: "="), UInt8(ascii: ":"), UInt8(ascii: "("), UInt8(ascii: ","): true
        default: false
        }
    }

    func isSign(_ sign: String) -> Bool { kind == .sign && text.utf8.first == sign.utf8.first }
    // Most words differ in length, and counting is cheaper than comparing.
    func isWord(_ word: String) -> Bool { kind == .word && text.utf8.count == word.utf8.count && text == word }
}

/// A place in a source file.
package struct SourcePlace: Hashable, Sendable {
    /// The file's path, as in the name of the tree.
    package var file: String
    /// The line, from 1.
    package var line: Int
    /// The column in Unicode scalars, from 1.
    package var column: Int

    /// Creates a place.
    package init(file: String, line: Int, column: Int) {
        self.file = file
        self.line = line
        self.column = column
    }
}
