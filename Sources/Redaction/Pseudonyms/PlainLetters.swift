import WireFormat

/// Up to eight consecutive ASCII characters, inspected and replaced at once: most texts consist of these.
struct PlainLetters {
    /// The characters, the first one in the lowest byte; the bytes above `count` are ignored.
    private let word: UInt64
    /// The number of characters: at least one.
    let count: Int
    /// The high bits of the bytes that are digits, and of the bytes that are letters.
    private let digits: UInt64
    private let letters: UInt64

    private static let ones: UInt64 = 0x0101_0101_0101_0101
    private static let highBits: UInt64 = 0x8080_8080_8080_8080

    /// - Returns: `nil` if the next character is not ASCII, or if there is none.
    @inline(__always)
    init?(_ text: Span<UInt8>, at index: Int) {
        let left = text.count &- index
        var word: UInt64
        if left >= 8 {
            word = UInt64(littleEndian: text.loadUnaligned(at: index, as: UInt64.self))
        } else if text.count >= 8, left > 0 {
            word = UInt64(littleEndian: text.loadUnaligned(at: text.count &- 8, as: UInt64.self))
            word = word &>> UInt64(truncatingIfNeeded: 64 &- left &* 8)
        } else {
            word = 0
            var place = 0
            while place < left {
                word |= UInt64(text[index &+ place]) &<< UInt64(truncatingIfNeeded: place &* 8)
                place &+= 1
            }
        }
        let count = min(left, (word & Self.highBits).trailingZeroBitCount &>> 3)
        guard count > 0 else { return nil }
        self.word = word
        self.count = count
        let plain = word & ~Self.highBits
        let belongs = Self.highBits &>> UInt64(truncatingIfNeeded: 64 &- count &* 8)
        digits = Self.from(48, below: 58, in: plain) & belongs
        letters = Self.from(97, below: 123, in: plain | Self.ones &* 0x20) & belongs
    }

    /// Returns the high bits of the bytes from `first` to below `end`; no byte of the word may have its high bit set.
    @inline(__always)
    private static func from(_ first: UInt64, below end: UInt64, in word: UInt64) -> UInt64 {
        (word &+ ones &* (0x80 &- first)) & ~(word &+ ones &* (0x80 &- end)) & highBits
    }

    /// Returns the number of bytes with a high bit in a word that has no other bits.
    @inline(__always)
    private static func count(_ marks: UInt64) -> Int { Int(truncatingIfNeeded: ((marks &>> 7) &* ones) &>> 56) }

    /// The number of letters and digits.
    var replaceable: Int {
        @inline(__always) get { Self.count(digits | letters) }
    }

    /// Whether all are decimal digits.
    var isDecimal: Bool {
        @inline(__always) get { Self.count(digits) == count }
    }

    /// Whether all are hex digits or hyphens.
    var isHex: Bool {
        @inline(__always)
        get {
            let plain = word & ~Self.highBits
            let marks = Self.from(97, below: 103, in: plain | Self.ones &* 0x20) & letters
            let hyphens = Self.from(45, below: 46, in: plain)
            let belongs = Self.highBits &>> UInt64(truncatingIfNeeded: 64 &- count &* 8)
            return Self.count((digits | marks | hyphens) & belongs) == count
        }
    }

    /// The number of possible replacements, in tenths of bits.
    var choices: Int {
        @inline(__always) get { Self.count(digits) &* 33 &+ Self.count(letters) &* 47 }
    }

    /// Appends other characters: each letter and digit is replaced by another one of the same kind, all else stays.
    @inline(__always)
    func replace(_ random: inout KeyedBytes, to writer: inout ByteWriter) {
        let (isDigit, isLetter) = (Self.whole(digits), Self.whole(letters))
        let other = word & ~(isDigit | isLetter)
        let zeros = (Self.ones &* 48) & isDigit
        let firstLetters = (word & (Self.ones &* 0x20) | Self.ones &* 65) & isLetter
        let even = Self.steps(isDigit, isLetter, random.word())
        let odd = Self.steps(isDigit &>> 8, isLetter &>> 8, random.word())
        writer.reserve(8)
        writer.append(reserved: (other | zeros | firstLetters) &+ even &+ (odd &<< 8), count)
    }

    /// Returns all bits of the bytes with a high bit in a word that has no other bits.
    @inline(__always)
    private static func whole(_ marks: UInt64) -> UInt64 { (marks &>> 7) &* 0xFF }

    /// Returns the random offset from the first character of its kind for each character at an even index: below 10 for
    /// a digit, below 26 for a letter, 0 for others.
    @inline(__always)
    private static func steps(_ isDigit: UInt64, _ isLetter: UInt64, _ random: UInt64) -> UInt64 {
        let lanes: UInt64 = 0x0001_0001_0001_0001
        let digits = (isDigit & lanes) &* 0xFFFF
        let letters = (isLetter & lanes) &* 0xFFFF
        // Eleven random bits in each lane of sixteen bits, so that the product with 26 fits.
        let bits = (random &>> 5) & (lanes &* 0x7FF)
        let tenfold = (bits &<< 1) &+ (bits &<< 3)
        let product = (tenfold & (digits | letters)) &+ ((bits &<< 4) & letters)
        return (product &>> 11) & (lanes &* 0x1F)
    }
}
