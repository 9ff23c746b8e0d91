import WireFormat

/// A short text built for every line, in a buffer that is reused.
struct TextPiece: Sendable {
    var bytes: [UInt8] = []
    private(set) var columns = 0

    mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
        columns = 0
    }

    /// Appends ASCII.
    mutating func append(_ literal: StaticString) {
        literal.withUTF8Buffer { bytes.append(contentsOf: $0) }
        columns += literal.utf8CodeUnitCount
    }

    mutating func append(_ byte: UInt8) {
        bytes.append(byte)
        columns += 1
    }

    /// Appends ASCII.
    mutating func append(ascii text: [UInt8]) {
        bytes.append(contentsOf: text)
        columns += text.count
    }

    /// Appends text that is safe for a terminal.
    mutating func append(_ text: Span<UInt8>, columns: Int) {
        for index in text.indices { bytes.append(text[index]) }
        self.columns += columns
    }

    /// Appends a number with at least `width` digits.
    mutating func append(decimal value: UInt64, width: Int = 1) {
        var divisor: UInt64 = 1
        var digits = 1
        while digits < width || value / divisor >= 10 {
            // A number of 64 bits has at most twenty digits.
            guard digits < 20 else { break }
            divisor *= 10
            digits += 1
        }
        while divisor > 0 {
            append(UInt8(ascii: "0") + UInt8(value / divisor % 10))
            divisor /= 10
        }
    }

    /// Appends nanoseconds as seconds with three digits after the point.
    mutating func append(seconds nanoseconds: Int64) {
        if nanoseconds < 0 { append(UInt8(ascii: "-")) }
        let milliseconds = nanoseconds.magnitude / 1_000_000
        append(decimal: milliseconds / 1000)
        append(UInt8(ascii: "."))
        append(decimal: milliseconds % 1000, width: 3)
    }

    /// Appends a duration: `0.4 ms` below ten seconds, otherwise `12.3 s`, with one digit after the point.
    mutating func append(duration nanoseconds: Int64) {
        if nanoseconds < 0 { append(UInt8(ascii: "-")) }
        let isLong = nanoseconds.magnitude >= 10_000_000_000
        let tenths = nanoseconds.magnitude / (isLong ? 100_000_000 : 100_000)
        append(decimal: tenths / 10)
        append(UInt8(ascii: "."))
        append(decimal: tenths % 10)
        append(isLong ? " s" : " ms")
    }

    /// Returns a duration as a string in the same form.
    static func duration(_ nanoseconds: Int64) -> String {
        var piece = TextPiece()
        piece.append(duration: nanoseconds)
        return String(decodingUTF8: piece.bytes.span)
    }
}
