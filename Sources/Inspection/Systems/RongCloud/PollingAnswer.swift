import WireFormat
import WireJSON

/// The body of a long-polling answer: JSON, possibly as the argument of a function call.
package enum PollingAnswer {
    /// Whether an element of an answer is a frame.
    static func isFrame(_ element: borrowing JSONView) -> Bool { element["headerCode"]?.int64 != nil }

    /// Returns the reason why an element of an answer is no frame.
    static func failure(of element: borrowing JSONView) -> WireError {
        let place = element.range.lowerBound
        guard element.kind == .object else { return WireError(.json, at: place, expected: "an object") }
        return element["headerCode"] == nil
            ? WireError(.required, at: place, path: ["headerCode"])
            : WireError(.value, at: place, path: ["headerCode"], expected: "an integer")
    }

    /// Returns the range of the JSON: from the first bracket to the last one; `nil` if there is no bracket.
    ///
    /// A truncated body may lack the last bracket: then the range ends with the body.
    static func jsonRange(of body: Span<UInt8>) -> Range<Int>? {
        var start = 0
        while start < body.count, body[start] != UInt8(ascii: "{"), body[start] != UInt8(ascii: "[") { start += 1 }
        guard start < body.count else { return nil }
        var end = body.count
        while end > start, body[end - 1] != UInt8(ascii: "}"), body[end - 1] != UInt8(ascii: "]") { end -= 1 }
        return start..<(end > start ? end : body.count)
    }

    /// Calls `body` with each element of the JSON, or with a root that is no array, until `body` returns `false`.
    ///
    /// An empty object as the root counts like an empty array: it is no element.
    static func forEachElement(
        in bytes: Span<UInt8>,
        _ range: Range<Int>,
        _ body: (borrowing JSONView) throws(WireError) -> Bool
    ) throws(WireError) {
        var tape = JSONTape()
        let root = try tape.parse(bytes, in: range)
        guard root.kind == .array else {
            if root.count > 0 { _ = try body(root) }
            return
        }
        var elements = root.elements
        while let element = elements.next() {
            if !(try body(element)) { return }
        }
    }

    // MARK: Around the JSON

    /// Whether a body without brackets is an answer without frames: empty, `null`, or `lost params` (reference, section
    /// A.2).
    package static func isWithoutFrames(_ body: Span<UInt8>) -> Bool {
        let rest = droppingBlanks(body)
        return rest.isEmpty || rest.equals("lost params") || rest.equals("null")
    }

    /// Whether the text before the JSON is blank, or the start of a function call.
    package static func beginsCall(_ head: Span<UInt8>) -> Bool {
        let rest = droppingBlanks(head)
        // A byte order mark counts as blank.
        return rest.isEmpty || rest[rest.count - 1] == UInt8(ascii: "(") || rest.equals("\u{FEFF}")
    }

    /// Whether the text after the JSON is blank, or the end of a function call, perhaps with a comment.
    package static func endsCall(_ tail: Span<UInt8>) -> Bool {
        var start = 0
        while start < tail.count, isBlank(tail[start]) || [UInt8(ascii: ")"), UInt8(ascii: ";")].contains(tail[start]) {
            start += 1
        }
        let rest = tail.extracting(start...)
        return rest.isEmpty || rest.count > 1 && rest.extracting(..<2).equals("//")
    }

    @_lifetime(copy bytes)
    private static func droppingBlanks(_ bytes: Span<UInt8>) -> Span<UInt8> {
        var (start, end) = (0, bytes.count)
        while start < end, isBlank(bytes[start]) { start += 1 }
        while end > start, isBlank(bytes[end - 1]) { end -= 1 }
        return bytes.extracting(start..<end)
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
}
