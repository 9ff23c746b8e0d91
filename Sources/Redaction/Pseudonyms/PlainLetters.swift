import WireFormat

/// Up to eight characters of ASCII that come next in a text, looked at and replaced at once: most texts are made of these.
struct PlainLetters {
    /// The characters, the first one in the lowest byte; what is above them counts for nothing.
    private let word: UInt64
    /// How many there are: at least one.
    let count: Int
    /// The high bits of the bytes that are digits, and of those that are letters.
    private let digits: UInt64
    private let letters: UInt64

    private static let ones: UInt64 = 0x0101_0101_0101_0101
    private static let highBits: UInt64 = 0x8080_8080_8080_8080

    /// - Returns: `nil` where another character comes next, or none.
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

    /// The high bits of the bytes that lie between two bounds; no byte of the word may have its high bit set.
    @inline(__always)
    private static func from(_ first: UInt64, below end: UInt64, in word: UInt64) -> UInt64 {
        (word &+ ones &* (0x80 &- first)) & ~(word &+ ones &* (0x80 &- end)) & highBits
    }

    /// How many bytes have their high bit set in a word in which no other bit is.
    @inline(__always)
    private static func count(_ marks: UInt64) -> Int { Int(truncatingIfNeeded: ((marks &>> 7) &* ones) &>> 56) }

    /// How many are letters or digits.
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

    /// How many tenths of bits tell by which ones they are replaced.
    var choices: Int {
        @inline(__always) get { Self.count(digits) &* 33 &+ Self.count(letters) &* 47 }
    }

    /// Appends others: each letter and each digit becomes another one of the same kind, all else stays.
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

    /// All bits of the bytes that have their high bit set in a word in which no other bit is.
    @inline(__always)
    private static func whole(_ marks: UInt64) -> UInt64 { (marks &>> 7) &* 0xFF }

    /// How far behind the first one of its kind each character at an even place is: below 10 of a digit, below 26 of a
    /// letter, 0 of others.
    @inline(__always)
    private static func steps(_ isDigit: UInt64, _ isLetter: UInt64, _ random: UInt64) -> UInt64 {
        let lanes: UInt64 = 0x0001_0001_0001_0001
        let digits = (isDigit & lanes) &* 0xFFFF
        let letters = (isLetter & lanes) &* 0xFFFF
        // Eleven bits for each, so that 26 times as much stays within its sixteen.
        let bits = (random &>> 5) & (lanes &* 0x7FF)
        let tenfold = (bits &<< 1) &+ (bits &<< 3)
        let product = (tenfold & (digits | letters)) &+ ((bits &<< 4) & letters)
        return (product &>> 11) & (lanes &* 0x1F)
    }
}
