import WireFormat

/// The header fields of an HTTP message, stored as bytes; strings are created on access.
public struct HTTPFields: Hashable, Sendable {
    /// A header field.
    public struct Field: Hashable, Sendable {
        /// The name as written.
        public var name: String
        /// The value without the white space around it.
        public var value: String
    }

    /// The ranges of a field's name and value.
    private struct Place: Hashable {
        var name: Range<Int>
        var value: Range<Int>
    }

    private var bytes: [UInt8] = []
    private var places: [Place] = []
    /// Whether white space precedes a colon, which a sender must not write and readers ignore in a response (RFC 9112
    /// section 5.1).
    private(set) var hasSpacedNames = false

    /// Makes an empty list of fields.
    init() {}

    /// Parses the fields of a head, from the line after the first one on; lines without a colon are ignored.
    ///
    /// A line that begins with white space continues the value of the line before it; the end of that line counts as
    /// white space (RFC 9112 section 5.2).
    init(_ head: Span<UInt8>) {
        bytes = Array(copying: head)
        places.reserveCapacity(16)
        var lineStart = 0
        // Whether the line before is a field, or the continuation of one.
        var continuesField = false
        while let lineEnd = head.firstIndex(of: 10, from: lineStart) {
            let line = head.extracting(lineStart..<lineEnd)
            if lineStart < lineEnd, head[lineStart] == 32 || head[lineStart] == 9 {
                if continuesField { continueValue(to: lineEnd, from: lineStart) }
            } else if let colon = line.firstIndex(of: UInt8(ascii: ":"), from: 0) {
                let end = lineStart + colon
                let name = trimmed(end: lineStart..<end)
                if name.upperBound < end { hasSpacedNames = true }
                places.append(Place(name: name, value: trimmed(end + 1..<lineEnd)))
                continuesField = true
            } else {
                continuesField = false
            }
            lineStart = lineEnd + 1
        }
    }

    /// Extends the value of the last field by a line.
    private mutating func continueValue(to lineEnd: Int, from lineStart: Int) {
        var index = lineStart - 1
        bytes[index] = 32
        while index > 0, bytes[index - 1] == 13 {
            index -= 1
            bytes[index] = 32
        }
        // Each byte is examined once, however many lines are blank.
        let part = trimmed(lineStart..<lineEnd)
        guard !part.isEmpty, let value = places.last?.value else { return }
        places[places.count - 1].value = (value.isEmpty ? part.lowerBound : value.lowerBound)..<part.upperBound
    }

    /// All fields in order.
    public var all: [Field] {
        places.map { Field(name: text($0.name), value: text($0.value)) }
    }

    /// The value of the first field with this name, in any letter case.
    public subscript(_ name: StaticString) -> String? {
        places.first { isNamed($0, name) }.map { text($0.value) }
    }

    /// Returns the values of all fields with this name, in order.
    func values(_ name: StaticString) -> [String] {
        places.filter { isNamed($0, name) }.map { text($0.value) }
    }

    /// Returns whether a list field, or any of its repetitions, contains a word, in any letter case.
    func list(_ name: StaticString, holds word: StaticString) -> Bool {
        places.contains { isNamed($0, name) && holds(word, in: $0.value) }
    }

    private func isNamed(_ place: Place, _ name: StaticString) -> Bool {
        bytes.span.extracting(place.name).equalsIgnoringCase(name)
    }

    /// Returns whether a list contains a word; parameters after a word, such as a version, are ignored up to the comma.
    private func holds(_ word: StaticString, in list: Range<Int>) -> Bool {
        var index = list.lowerBound
        while index < list.upperBound {
            while index < list.upperBound, isSpace(bytes[index]) || bytes[index] == UInt8(ascii: ",") { index += 1 }
            let start = index
            while index < list.upperBound, !isSpace(bytes[index]), bytes[index] != UInt8(ascii: ","),
                bytes[index] != UInt8(ascii: ";")
            {
                index += 1
            }
            if bytes.span.extracting(start..<index).equalsIgnoringCase(word) { return true }
            while index < list.upperBound, bytes[index] != UInt8(ascii: ",") { index += 1 }
        }
        return false
    }

    private func trimmed(_ range: Range<Int>) -> Range<Int> {
        var start = range.lowerBound
        while start < range.upperBound, isSpace(bytes[start]) { start += 1 }
        return trimmed(end: start..<range.upperBound)
    }

    private func trimmed(end range: Range<Int>) -> Range<Int> {
        var end = range.upperBound
        while end > range.lowerBound, isSpace(bytes[end - 1]) { end -= 1 }
        return range.lowerBound..<end
    }

    private func isSpace(_ byte: UInt8) -> Bool { byte == 32 || byte == 9 || byte == 13 }

    private func text(_ range: Range<Int>) -> String { String(decodingUTF8: bytes.span.extracting(range)) }
}
