import WireFormat

/// The kind of text that a value is, which decides which of its characters are replaced.
struct TextShape {
    /// The number of characters.
    private(set) var count = 0
    /// Whether the text has only decimal digits.
    private(set) var isDecimal = true
    /// Whether the text has only hex digits and hyphens.
    private var isHex: Bool
    /// Whether punctuation is replaced as well, since the text has little else.
    private let replacesAll: Bool
    /// Whether the text has few alternatives of its length, so that a pseudonym by chance has to be longer.
    let isShort: Bool
    private var last: Unicode.Scalar = " "

    /// The number of texts of this shape, if each character has a fixed set of replacements of its kind.
    ///
    /// The texts of the shape can then be mapped to each other one to one; 0 if they cannot, or if they are very many.
    private(set) var space: UInt64 = 0
    /// A hash that distinguishes the shape from others.
    private(set) var tweak: UInt64 = 0

    private static let shortestHex = 16
    /// The maximum of `space`: in a larger space, two texts hardly get the same pseudonym by chance.
    private static let mostRanked: UInt64 = 1 << 56
    /// The maximum number of replaceable characters; more always exceed `mostRanked`.
    private static let mostRankedLetters = 18
    /// The tenths of random bits below which a pseudonym grows, and the tenths up to which it grows.
    private static let enough = 480
    private static let enoughGrown = 560

    /// - Parameter value: the text in UTF-8.
    init(_ value: Span<UInt8>) {
        var isHex = true
        var replaceable = 0
        var index = 0
        while index < value.count {
            if let run = PlainLetters(value, at: index) {
                count &+= run.count
                index &+= run.count
                replaceable &+= run.replaceable
                isDecimal = isDecimal && run.isDecimal
                isHex = isHex && run.isHex
            } else {
                count &+= 1
                isDecimal = false
                isHex = false
                last = Self.scalar(value, at: &index)
                if !ScriptLetters.mayStay(last) { replaceable &+= 1 }
            }
        }
        if index > 0, value[index &- 1] < 0x80 { last = Unicode.Scalar(value[index &- 1]) }
        self.isHex = isHex && !isDecimal && count >= Self.shortestHex
        replacesAll = replaceable < count && (replaceable < 6 || replaceable * 2 < count)
        isShort = value.count < Originals.shortest
        if !self.isHex, !isShort, !replacesAll, replaceable <= Self.mostRankedLetters { countTexts(like: value) }
    }

    // MARK: One to one

    /// Returns the character at `index` and its possible replacements, and moves `index` after it; `nil` if the
    /// character is not in that range itself.
    @inline(__always)
    private func kind(_ value: Span<UInt8>, at index: inout Int) -> (scalar: UInt32, range: ClosedRange<UInt32>)? {
        let isFirst = index == 0
        let byte = value[index]
        let scalar: Unicode.Scalar
        if byte < 0x80 {
            index &+= 1
            scalar = Unicode.Scalar(byte)
        } else {
            scalar = Self.scalar(value, at: &index)
        }
        let number = scalar.value
        if ScriptLetters.mayStay(scalar) { return (number, number...number) }
        if isDecimal, isFirst {
            // A number keeps its length, and a first digit of 0 or 1, so that most numbers still fit their type.
            return (number, number <= 49 ? number...number : 50...57)
        }
        let range = ScriptLetters.range(of: scalar)
        return range.contains(number) ? (number, range) : nil
    }

    private mutating func countTexts(like value: Span<UInt8>) {
        var index = 0
        var product: UInt64 = 1
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        while index < value.count {
            guard let (_, range) = kind(value, at: &index) else { return }
            // FNV-1a of the kinds.
            hash = (hash ^ UInt64(range.lowerBound)) &* 0x0000_0100_0000_01B3
            let (more, isTooMuch) = product.multipliedReportingOverflow(by: UInt64(range.count))
            if isTooMuch || more > Self.mostRanked { return }
            product = more
        }
        guard product > 1 else { return }
        space = product
        tweak = hash
    }

    /// Returns the number of a text among the texts of this shape.
    func rank(_ value: Span<UInt8>) -> UInt64 {
        var index = 0
        var rank: UInt64 = 0
        while index < value.count {
            guard let (scalar, range) = kind(value, at: &index) else { return 0 }
            rank = rank &* UInt64(range.count) &+ UInt64(scalar - range.lowerBound)
        }
        return rank
    }

    /// Appends the text with a number.
    ///
    /// - Parameter value: any text of this shape.
    func append(_ rank: UInt64, like value: Span<UInt8>, to writer: inout ByteWriter) {
        var index = 0
        var rest = space
        var left = rank
        while index < value.count {
            guard let (_, range) = kind(value, at: &index) else { return }
            rest /= UInt64(range.count)
            let number = range.lowerBound + UInt32(truncatingIfNeeded: left / rest)
            left %= rest
            if let scalar = Unicode.Scalar(number) { Self.append(scalar, to: &writer) }
        }
    }

    // MARK: By chance

    /// Returns the character at `index`, and moves `index` after it.
    @inline(__always)
    static func scalar(_ bytes: Span<UInt8>, at index: inout Int) -> Unicode.Scalar {
        let first = UInt32(bytes[index])
        if first < 0x80 {
            index &+= 1
            return Unicode.Scalar(UInt8(truncatingIfNeeded: first))
        }
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

    /// The number of attempts before spaces and punctuation are replaced, too, and before the pseudonym grows.
    ///
    /// For a few punctuation marks, or if all short words are in use, the alternatives may be originals themselves.
    private static let triesThatKeep = 2
    private static let triesOfSameLength = 6

    /// Appends another text of the same shape.
    ///
    /// - Parameter attempt: the number of texts that were tried and rejected before.
    func replace(_ value: Span<UInt8>, attempt: Int, _ random: inout KeyedBytes, to writer: inout ByteWriter) {
        let keepsSpace = attempt < Self.triesThatKeep
        let keepsPunctuation = keepsSpace && !replacesAll
        // The random bits used, in tenths.
        var choices = 0
        var index = 0
        // The most frequent case: letters and digits are replaced, all else stays.
        let isPlain = keepsPunctuation && !isHex && !isDecimal
        writer.reserve(value.count)
        while index < value.count {
            if isPlain, let run = PlainLetters(value, at: index) {
                run.replace(&random, to: &writer)
                index &+= run.count
                choices &+= run.choices
                continue
            }
            let byte = value[index]
            guard byte < 0x80 else {
                let scalar = Self.scalar(value, at: &index)
                if ScriptLetters.mayStay(scalar), keepsPunctuation {
                    Self.append(scalar, to: &writer)
                } else {
                    let range = ScriptLetters.range(of: scalar)
                    Self.append(ScriptLetters.pick(range, &random), to: &writer)
                    choices &+= ScriptLetters.choices(range)
                }
                continue
            }
            let isFirst = index == 0
            index &+= 1
            choices &+= replace(
                byte,
                isFirst: isFirst,
                stays: keepsPunctuation || keepsSpace && (byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\n")),
                &random,
                to: &writer
            )
        }
        grow(choices, isLate: attempt >= Self.triesOfSameLength, &random, to: &writer)
    }

    /// Appends the replacement of an ASCII character; returns the random bits used, in tenths.
    ///
    /// - Parameter stays: whether the character stays if it is punctuation, a space or a control character.
    @inline(__always)
    private func replace(
        _ byte: UInt8,
        isFirst: Bool,
        stays: Bool,
        _ random: inout KeyedBytes,
        to writer: inout ByteWriter
    ) -> Int {
        let isDigit = byte &- 48 < 10
        if isHex, byte != UInt8(ascii: "-") {
            let digit = UInt8(truncatingIfNeeded: random.number(below: isFirst && isDigit ? 10 : 16))
            let ten: UInt8 = byte &- 65 < 6 ? 65 : 97
            writer.append(digit < 10 ? 48 &+ digit : digit &- 10 &+ ten)
            return 33
        }
        if !isDigit, (byte | 0x20) &- 97 >= 26 {
            if stays {
                writer.append(byte)
                return 0
            }
            writer.append(97 &+ UInt8(truncatingIfNeeded: random.number(below: 26)))
            return 47
        }
        if isDecimal, isFirst, byte != UInt8(ascii: "0") {
            // A number keeps its length; a first digit of 1 stays.
            writer.append(49 &+ UInt8(truncatingIfNeeded: random.number(below: byte == 49 ? 1 : 8)))
            return 0
        }
        let first: UInt8 = isDigit ? 48 : byte < 97 ? 65 : 97
        writer.append(first &+ UInt8(truncatingIfNeeded: random.number(below: isDigit ? 10 : 26)))
        return isDigit ? 33 : 47
    }

    /// Lengthens a text with few alternatives, so that different texts have different pseudonyms.
    ///
    /// - Parameter used: the random bits used for the text, in tenths.
    private func grow(_ used: Int, isLate: Bool, _ random: inout KeyedBytes, to writer: inout ByteWriter) {
        var choices = used
        var length = count
        let wanted = isShort || choices < Self.enough ? Self.enoughGrown : 0
        guard choices < wanted || isLate else { return }
        let filler = ScriptLetters.range(of: ScriptLetters.filler(like: last))
        while choices < wanted || isLate && length < count + 4 {
            Self.append(ScriptLetters.pick(filler, &random), to: &writer)
            length += 1
            choices &+= ScriptLetters.choices(filler)
        }
    }

    /// Appends a character as UTF-8.
    @inline(__always)
    static func append(_ scalar: Unicode.Scalar, to writer: inout ByteWriter) {
        let value = scalar.value
        func rest(_ shift: UInt32) -> UInt8 { 0x80 | UInt8(truncatingIfNeeded: value &>> shift & 0x3F) }
        switch value {
        case 0..<0x80: writer.append(UInt8(truncatingIfNeeded: value))
        case 0x80..<0x800:
            writer.append(0xC0 | UInt8(truncatingIfNeeded: value &>> 6))
            writer.append(rest(0))
        case 0x800..<0x10000:
            writer.append(0xE0 | UInt8(truncatingIfNeeded: value &>> 12))
            writer.append(rest(6))
            writer.append(rest(0))
        default:
            writer.append(0xF0 | UInt8(truncatingIfNeeded: value &>> 18))
            writer.append(rest(12))
            writer.append(rest(6))
            writer.append(rest(0))
        }
    }
}
