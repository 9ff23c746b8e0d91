import WireFormat

/// A text under 6 bytes as one of all texts with the same kinds of characters, which can be mapped to each other one to
/// one.
///
/// The letters from a to z are one kind in either case: a capture may have all small letters as values.
struct ShortText {
    private enum Kind {
        /// A character that stays.
        case fixed(Unicode.Scalar)
        case latin
        case script(ClosedRange<UInt32>)

        /// The number of characters of the kind.
        var count: UInt64 {
            switch self {
            case .fixed: 1
            case .latin: 52
            case .script(let range): UInt64(range.count)
            }
        }

        /// A number that tells the kind from others.
        var mark: UInt64 {
            switch self {
            case .fixed(let scalar): UInt64(scalar.value)
            case .latin: 0x41
            case .script(let range): UInt64(range.lowerBound)
            }
        }

        /// Returns the character with a number below ``count``.
        func scalar(_ number: UInt32) -> Unicode.Scalar {
            switch self {
            case .fixed(let scalar): scalar
            case .latin: Unicode.Scalar(UInt8(truncatingIfNeeded: number < 26 ? 0x61 + number : 0x41 + number - 26))
            case .script(let range): Unicode.Scalar(range.lowerBound + number) ?? "x"
            }
        }
    }

    private var kinds: [Kind] = []
    /// The number of texts with the same kinds of characters: at least two.
    private(set) var space: UInt64 = 1
    /// The number of this text among them.
    private(set) var rank: UInt64 = 0
    /// A hash that distinguishes the kinds from others.
    private(set) var tweak: UInt64 = 0xCBF2_9CE4_8422_2325

    /// - Parameter value: the text in UTF-8.
    /// - Returns: `nil` if no character can be replaced, or if one has no kind.
    init?(_ value: Span<UInt8>) {
        guard value.count < Originals.shortest else { return nil }
        var index = 0
        while index < value.count {
            let scalar = TextShape.scalar(value, at: &index)
            guard let (kind, number) = Self.kind(of: scalar) else { return nil }
            kinds.append(kind)
            // FNV-1a of the kinds.
            tweak = (tweak ^ kind.mark) &* 0x0000_0100_0000_01B3
            // Five letters are fewer than 2^29 texts, and a character of more bytes has fewer alternatives than letters.
            rank = rank &* kind.count &+ UInt64(number)
            space = space &* kind.count
        }
        guard space > 1 else { return nil }
    }

    /// Returns the kind of a character, and the character's number in it.
    private static func kind(of scalar: Unicode.Scalar) -> (Kind, UInt32)? {
        let value = scalar.value
        if value &- 0x61 < 26 { return (.latin, value - 0x61) }
        if value &- 0x41 < 26 { return (.latin, value - 0x41 + 26) }
        if ScriptLetters.mayStay(scalar) { return (.fixed(scalar), 0) }
        let range = ScriptLetters.range(of: scalar)
        return range.contains(value) ? (.script(range), value - range.lowerBound) : nil
    }

    /// Appends the text with a number below ``space``.
    func append(_ rank: UInt64, to writer: inout ByteWriter) {
        var (rest, left) = (space, rank)
        for kind in kinds {
            rest /= kind.count
            TextShape.append(kind.scalar(UInt32(truncatingIfNeeded: left / rest)), to: &writer)
            left %= rest
        }
    }
}
