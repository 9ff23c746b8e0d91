import WireFormat

/// A source file that was read for object names.
public struct SourceFile: Sendable {
    /// The path, as it is to be reported.
    public let path: String
    /// The language.
    public let language: SourceLanguage
    let tokens: [SourceToken]
    private let lineStarts: [Int]
    private let bytes: [UInt8]

    /// Reads a file; whatever its bytes are, that succeeds.
    ///
    /// - Parameters:
    ///   - path: the path, as it is to be reported.
    ///   - language: the language.
    ///   - bytes: the text, in UTF-8.
    public init(path: String, language: SourceLanguage, bytes: [UInt8]) {
        self.path = path
        self.language = language
        self.bytes = bytes
        tokens = SourceLexer.tokens(bytes, language)
        lineStarts = [0] + bytes.indices.filter { bytes[$0] == 0x0A }.map { $0 + 1 }
    }

    /// The line and column of a byte.
    func place(_ offset: Int) -> SourcePlace {
        var low = 0
        var high = lineStarts.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if lineStarts[middle] <= offset { low = middle } else { high = middle }
        }
        let before = bytes[lineStarts[low]..<offset]
        let column = before.reduce(1) { $1 & 0xC0 == 0x80 ? $0 : $0 + 1 }
        return SourcePlace(file: path, line: low + 1, column: column)
    }
}
