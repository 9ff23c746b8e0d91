package import WireFormat

/// Iterates over the children of an object or array in a text that is known to be JSON, without storing nodes.
///
/// A ``JSONTape`` of a long text may take many times the memory of the text. This iterator takes none, but reads each
/// child once more.
package struct JSONSteps: ~Escapable {
    private let bytes: Span<UInt8>
    private let end: Int
    private let isObject: Bool
    private var place: Int

    /// Starts before the first child of the value in `range`; a value that is not a container has no children.
    @_lifetime(copy bytes)
    package init(_ bytes: Span<UInt8>, in range: Range<Int>) {
        self.bytes = bytes
        end = range.upperBound
        let start = ByteScan.spaceEnd(bytes, from: range.lowerBound, to: end)
        let first = ByteScan.peek(bytes, start, end)
        isObject = first == UInt8(ascii: "{")
        place = isObject || first == UInt8(ascii: "[") ? start + 1 : end
    }

    /// Returns the next child's value and, in an object, its key, both with their quotes; `nil` after the last child.
    @_lifetime(self: copy self)
    package mutating func next() -> (key: Range<Int>?, value: Range<Int>)? {
        skip(UInt8(ascii: ","))
        guard place < end, bytes[place] != UInt8(ascii: "}"), bytes[place] != UInt8(ascii: "]") else { return nil }
        var key: Range<Int>?
        if isObject {
            let start = place
            place = Self.valueEnd(bytes, from: start, to: end)
            key = start..<place
            skip(UInt8(ascii: ":"))
        }
        let start = place
        place = Self.valueEnd(bytes, from: start, to: end)
        // Input that is not JSON ends here, so that the loop cannot stand still.
        guard place > start else { return nil }
        return (key, start..<place)
    }

    /// Skips white space, and one `sign` with the white space after it.
    @_lifetime(self: copy self)
    private mutating func skip(_ sign: UInt8) {
        place = ByteScan.spaceEnd(bytes, from: place, to: end)
        guard ByteScan.peek(bytes, place, end) == sign else { return }
        place = ByteScan.spaceEnd(bytes, from: place + 1, to: end)
    }

    private static func valueEnd(_ bytes: Span<UInt8>, from start: Int, to end: Int) -> Int {
        var place = start
        var depth = 0
        while place < end {
            switch bytes[place] {
            case UInt8(ascii: "\""):
                place = (try? JSONScanner.string(bytes, from: place, to: end))?.end ?? end
                if depth == 0 { return place }
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                depth += 1
                place += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                if depth == 0 { return place }
                depth -= 1
                place += 1
                if depth == 0 { return place }
            case UInt8(ascii: ","), UInt8(ascii: ":"), 0x09, 0x0A, 0x0D, 0x20:
                if depth == 0 { return place }
                place += 1
            default: place += 1
            }
        }
        return end
    }

    /// Returns the text of the string token, quotes included, in `range`; `nil` for another value.
    package static func text(_ bytes: Span<UInt8>, in range: Range<Int>) -> String? {
        guard range.count > 1, bytes[range.lowerBound] == UInt8(ascii: "\"") else { return nil }
        let content = range.lowerBound + 1..<range.upperBound - 1
        let hasEscapes = bytes.extracting(content).firstIndex(of: UInt8(ascii: "\\"), from: 0) != nil
        return JSONText.decode(bytes, in: content, hasEscapes: hasEscapes)
    }

    /// Appends the text of the string token, quotes included, in `range`, as UTF-8; nothing for another value.
    package static func append(textIn range: Range<Int>, of bytes: Span<UInt8>, to writer: inout ByteWriter) {
        guard range.count > 1, bytes[range.lowerBound] == UInt8(ascii: "\"") else { return }
        let content = range.lowerBound + 1..<range.upperBound - 1
        writer.reserve(content.count)
        JSONText.unescape(bytes, in: content, into: &writer)
    }

    /// Returns whether the text of a string may be a JSON object or array.
    ///
    /// `false` is certain; other values return `false`.
    package static func mayHoldContainer(_ bytes: Span<UInt8>, in range: Range<Int>) -> Bool {
        guard range.count > 3, bytes[range.lowerBound] == UInt8(ascii: "\"") else { return false }
        switch bytes[range.lowerBound + 1] {
        case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "\\"): return true
        default: return false
        }
    }

    /// Returns the value of the last member with this key in the object in `range`; `nil` if there is none.
    package static func member(_ key: String, _ bytes: Span<UInt8>, in range: Range<Int>) -> Range<Int>? {
        var steps = JSONSteps(bytes, in: range)
        var found: Range<Int>?
        while let (name, value) = steps.next() {
            // A key spells each UTF-8 byte of its text in at most six bytes.
            guard let name, name.count <= key.utf8.count * 6 + 2, text(bytes, in: name) == key else { continue }
            found = value
        }
        return found
    }

    /// Returns the element at a position of the array in `range`; `nil` if there is none.
    package static func element(_ position: Int, _ bytes: Span<UInt8>, in range: Range<Int>) -> Range<Int>? {
        var steps = JSONSteps(bytes, in: range)
        var left = position
        while let (key, value) = steps.next() {
            guard key == nil else { return nil }
            if left == 0 { return value }
            left -= 1
        }
        return nil
    }

    /// Returns whether the value in `range` is an array.
    package static func isArray(_ bytes: Span<UInt8>, in range: Range<Int>) -> Bool {
        range.count > 0 && bytes[range.lowerBound] == UInt8(ascii: "[")
    }

    /// Returns whether the value in `range` is an object.
    package static func isObject(_ bytes: Span<UInt8>, in range: Range<Int>) -> Bool {
        range.count > 0 && bytes[range.lowerBound] == UInt8(ascii: "{")
    }
}
