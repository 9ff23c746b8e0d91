import WireFormat

/// What kind of text a value is, and thereby which of its characters become others.
struct TextShape {
    /// Characters.
    private(set) var count = 0
    /// Decimal digits only.
    private(set) var isDecimal = true
    /// Hex digits and hyphens only.
    private var isHex: Bool
    /// Whether punctuation is replaced as well, since there is little else.
    private let replacesAll: Bool
    /// Whether it grows, so that different values stay different.
    private let isShort: Bool
    private var last: Unicode.Scalar = " "

    private static let shortestHex = 16

    /// - Parameter value: UTF-8.
    init(_ value: Span<UInt8>) {
        var isHex = true
        var replaceable = 0
        var index = 0
        while index < value.count {
            let byte = value[index]
            count &+= 1
            if byte < 0x80 {
                index &+= 1
                let isDigit = byte &- 48 < 10
                if !isDigit {
                    isDecimal = false
                    if (byte | 0x20) &- 97 >= 6, byte != UInt8(ascii: "-") { isHex = false }
                }
                if isDigit || (byte | 0x20) &- 97 < 26 { replaceable &+= 1 }
                last = Unicode.Scalar(byte)
            } else {
                isDecimal = false
                isHex = false
                last = Self.scalar(value, at: &index)
                if !ScriptLetters.mayStay(last) { replaceable &+= 1 }
            }
        }
        self.isHex = isHex && count >= Self.shortestHex
        replacesAll = replaceable < 6 || replaceable * 2 < count
        isShort = value.count < Originals.shortest
    }

    /// The character at `index`, which is moved behind it.
    @inline(__always)
    private static func scalar(_ bytes: Span<UInt8>, at index: inout Int) -> Unicode.Scalar {
        let first = UInt32(bytes[index])
        let length = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
        guard index &+ length <= bytes.count else {
            index = bytes.count
            return "\u{FFFD}"
        }
        var value = first & (0x7F >> UInt32(length))
        for step in 1..<length { value = value << 6 | UInt32(bytes[index &+ step] & 0x3F) }
        index &+= length
        return Unicode.Scalar(value) ?? "\u{FFFD}"
    }

    /// Appends another text of the same shape.
    ///
    /// - Parameter isLate: whether many were tried before, so that it had better grow.
    /// - Returns: about how many bits tell it from others of its kind.
    func replace(
        _ value: Span<UInt8>,
        isLate: Bool,
        _ random: inout KeyedBytes,
        to writer: inout ByteWriter
    ) -> Int {
        var choices = 0
        var index = 0
        while index < value.count {
            let byte = value[index]
            guard byte < 0x80 else {
                let scalar = Self.scalar(value, at: &index)
                if ScriptLetters.mayStay(scalar), !replacesAll {
                    Self.append(scalar, to: &writer)
                } else {
                    Self.append(ScriptLetters.replace(scalar, &random), to: &writer)
                    choices &+= 3
                }
                continue
            }
            let isFirst = index == 0
            index &+= 1
            let isDigit = byte &- 48 < 10
            if isHex, byte != UInt8(ascii: "-") {
                let digit = UInt8(truncatingIfNeeded: random.number(below: isFirst && isDigit ? 10 : 16))
                let ten: UInt8 = byte &- 65 < 6 ? 65 : 97
                writer.append(digit < 10 ? 48 &+ digit : digit &- 10 &+ ten)
                choices &+= 3
            } else if !isDigit, (byte | 0x20) &- 97 >= 26 {
                // Punctuation, space and controls.
                if !replacesAll || byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\n") {
                    writer.append(byte)
                } else {
                    writer.append(97 &+ UInt8(truncatingIfNeeded: random.number(below: 26)))
                    choices &+= 3
                }
            } else if isDecimal, isFirst, byte != UInt8(ascii: "0") {
                // A number keeps its length and fits where it fitted.
                writer.append(49 &+ UInt8(truncatingIfNeeded: random.number(below: byte == 49 ? 1 : 8)))
            } else {
                let first: UInt8 = isDigit ? 48 : byte < 97 ? 65 : 97
                writer.append(first &+ UInt8(truncatingIfNeeded: random.number(below: isDigit ? 10 : 26)))
                choices &+= 3
            }
        }
        // Short values grow so that different ones stay different.
        var length = count
        while isShort || isLate, length < (isLate ? count + 4 : 8) {
            Self.append(ScriptLetters.replace(ScriptLetters.filler(like: last), &random), to: &writer)
            length += 1
            choices &+= 3
        }
        return choices
    }

    private static func append(_ scalar: Unicode.Scalar, to writer: inout ByteWriter) {
        guard !scalar.isASCII else { return writer.append(UInt8(truncatingIfNeeded: scalar.value)) }
        if let encoded = UTF8.encode(scalar) { for byte in encoded { writer.append(byte) } }
    }
}
