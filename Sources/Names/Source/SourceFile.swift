/// A source file that was read for object names.
package struct SourceFile: Sendable {
    /// The path for the report.
    package let path: String
    /// The language.
    package let language: SourceLanguage
    /// The tokens; empty after ``compacted`` has dropped them.
    private(set) var tokens: [SourceToken]
    /// The constants with a text as value.
    private(set) var constants: [(name: String, value: SourceText)] = []
    /// The constants with a whole number as value.
    private(set) var numbers: [(name: String, value: SourceText)] = []
    /// The members of lists with the numbers of a system's types.
    private(set) var listedTypes: [SourceNumbers.ListedType] = []
    /// The kinds of declarations that the file may have.
    let marks: SourceMarks
    /// The literals that look like object names.
    private(set) var literals: [NameLiteral] = []
    private var lineStarts: [Int]
    /// The number of characters before each block of the text, so that finding a column does not scan a long line.
    private var characters: [Int]
    private var bytes: [UInt8]

    private static let block = 1024

    /// Reads a file; any bytes are accepted.
    ///
    /// - Parameters:
    ///   - path: the path for the report.
    ///   - language: the language.
    ///   - bytes: the text, in UTF-8, or in UTF-16 with a byte order mark.
    package init(path: String, language: SourceLanguage, bytes: [UInt8]) {
        self.path = path
        self.language = language
        let text = SourceEncoding.utf8(bytes)
        self.bytes = text
        let component = path.hasSuffix(".vue") ? VueComponent(text) : nil
        tokens = SourceLexer.tokens(component?.scripts ?? text, language)
        marks = SourceMarks(tokens, language)
        var starts = [0]
        var characters: [Int] = []
        var count = 0
        for (index, byte) in text.enumerated() {
            if index % Self.block == 0 { characters.append(count) }
            if byte & 0xC0 != 0x80 { count += 1 }
            if byte == 0x0A { starts.append(index + 1) }
        }
        lineStarts = starts
        self.characters = characters
        let found = SourceConstants.constants(self)
        constants = found.texts
        numbers = found.numbers.constants
        listedTypes = found.numbers.listedTypes
        noteLiterals(tokens)
        for part in component?.template ?? [] { noteLiterals(part) }
    }

    /// Records the literals that look like object names; a part of a longer text is not a name.
    private mutating func noteLiterals(_ tokens: [SourceToken]) {
        for (index, token) in tokens.enumerated() where token.kind == .string {
            guard let named = NamingSystem.named.first(where: { $0.looksLikeName(token.text) }),
                !tokens.isJoined(index, by: language.joint)
            else { continue }
            literals.append(
                NameLiteral(system: named.system, text: token.text, place: place(token.offset), platform: platform)
            )
        }
    }

    /// The file without the parts that only declarations need, if it can have none.
    ///
    /// Most files of a tree shrink to little memory, independent of the length of their text.
    var compacted: SourceFile {
        guard !marks.hasTypes else { return self }
        var file = self
        file.tokens = []
        file.bytes = []
        file.lineStarts = [0]
        file.characters = []
        return file
    }

    /// The platform that the file is for, if known.
    var platform: SourcePlatform? { language.platform }

    /// Returns whether a text follows the opening quotes of the literal at an offset.
    func spells(_ text: String, behind offset: Int) -> Bool {
        (1...4).contains { bytes.dropFirst(offset + $0).starts(with: text.utf8) }
    }

    /// Returns the line and column of a byte.
    func place(_ offset: Int) -> SourcePlace {
        var low = 0
        var high = lineStarts.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if lineStarts[middle] <= offset { low = middle } else { high = middle }
        }
        let column = charactersBefore(offset) - charactersBefore(lineStarts[low]) + 1
        return SourcePlace(file: path, line: low + 1, column: column)
    }

    private func charactersBefore(_ offset: Int) -> Int {
        guard !characters.isEmpty else { return 0 }
        let block = min(offset / Self.block, characters.count - 1)
        return bytes[(block * Self.block)..<offset].reduce(characters[block]) { $1 & 0xC0 == 0x80 ? $0 : $0 + 1 }
    }
}

/// Decodes the text of a source file.
enum SourceEncoding {
    /// Returns the text in UTF-8.
    static func utf8(_ bytes: [UInt8]) -> [UInt8] {
        guard bytes.count >= 2 else { return bytes }
        switch (bytes[0], bytes[1]) {
        case (0xFF, 0xFE): return text(bytes, low: 0, high: 1)
        case (0xFE, 0xFF): return text(bytes, low: 1, high: 0)
        case (0xEF, 0xBB) where bytes.count > 2 && bytes[2] == 0xBF: return Array(bytes.dropFirst(3))
        // Without a byte order mark: UTF-16 that begins with an ASCII character has a zero byte next to it.
        case (1..., 0) where bytes.count % 2 == 0: return text([0, 0] + bytes, low: 0, high: 1)
        case (0, 1...) where bytes.count % 2 == 0: return text([0, 0] + bytes, low: 1, high: 0)
        default: return bytes
        }
    }

    private static func text(_ bytes: [UInt8], low: Int, high: Int) -> [UInt8] {
        let units = stride(from: 2, to: bytes.count - 1, by: 2).map { index in
            UInt16(bytes[index + high]) << 8 | UInt16(bytes[index + low])
        }
        return Array(String(decoding: units, as: UTF16.self).utf8)
    }
}
