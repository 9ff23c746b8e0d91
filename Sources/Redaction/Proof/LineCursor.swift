import WireFormat

/// Iterates over a line of JSON that this program has written, which is well-formed and has no white space.
struct LineCursor: ~Escapable {
    let bytes: Span<UInt8>
    private(set) var index = 0

    @_lifetime(copy bytes)
    init(_ bytes: Span<UInt8>) { self.bytes = bytes }

    /// The next byte; 0 at the end.
    var next: UInt8 {
        @inline(__always) get { index < bytes.count ? bytes[index] : 0 }
    }

    /// Skips the next byte if it equals `byte`.
    @inline(__always)
    @_lifetime(self: copy self)
    mutating func take(_ byte: UInt8) -> Bool {
        guard next == byte else { return false }
        index &+= 1
        return true
    }

    /// Skips a string, and returns its range, quotation marks included.
    @inline(__always)
    @_lifetime(self: copy self)
    mutating func takeString() -> Range<Int> {
        let start = index
        var end = index &+ 1
        while let quote = quote(from: end) {
            end = quote &+ 1
            var escapes = quote
            while escapes > start, bytes[escapes &- 1] == UInt8(ascii: "\\") { escapes &-= 1 }
            // After an odd number of backslashes, the quotation mark is escaped.
            if (quote &- escapes) & 1 == 0 { break }
        }
        index = min(end, bytes.count)
        return start..<index
    }

    /// Returns the index of the next quotation mark.
    @inline(__always)
    private func quote(from start: Int) -> Int? {
        guard start &+ 8 <= bytes.count else { return bytes.firstIndex(of: UInt8(ascii: "\""), from: start) }
        // Most strings end within a word.
        let marks = Self.quotes(in: word(at: start))
        if marks != 0 { return start &+ marks.trailingZeroBitCount &>> 3 }
        return bytes.firstIndex(of: UInt8(ascii: "\""), from: start &+ 8)
    }

    @inline(__always)
    private func word(at place: Int) -> UInt64 {
        UInt64(littleEndian: bytes.loadUnaligned(at: place, as: UInt64.self))
    }

    /// Returns a word with the high bit of each byte that is a quotation mark; only the first one is reliable.
    @inline(__always)
    private static func quotes(in word: UInt64) -> UInt64 {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let wanted = word ^ ones &* UInt64(UInt8(ascii: "\""))
        return (wanted &- ones) & ~wanted & (ones &* 0x80)
    }

    /// Skips a key, and returns its range, quotation marks included, with a hash of it.
    @inline(__always)
    @_lifetime(self: copy self)
    mutating func takeKey(_ fingerprint: Fingerprint) -> (range: Range<Int>, hash: UInt64) {
        let start = index
        if start &+ 9 <= bytes.count {
            let word = word(at: start &+ 1)
            let marks = Self.quotes(in: word)
            let count = marks.trailingZeroBitCount &>> 3
            if marks != 0, count > 0, word &>> UInt64(count &* 8 &- 8) & 0xFF != UInt64(UInt8(ascii: "\\")) {
                index = start &+ count &+ 2
                let letters = word & (1 &<< UInt64(count &* 8) &- 1)
                return (start..<index, fingerprint.step(UInt64(count), letters))
            }
        }
        let range = takeString()
        let key = bytes.extracting(range)
        guard key.count < 10, key.count > 2 else { return (range, fingerprint.of(key)) }
        // The same hash as above, if the line ends too early for a whole word.
        var letters: UInt64 = 0
        for place in 1..<key.count &- 1 { letters |= UInt64(key[place]) << UInt64(place &* 8 &- 8) }
        return (range, fingerprint.step(UInt64(key.count &- 2), letters))
    }

    /// The bytes of a key with its quotation marks and its colon, at most 16: as two words, which may overlap.
    struct KeySpelling: BitwiseCopyable {
        fileprivate var first: UInt64
        fileprivate var last: UInt64
        /// The bytes of the first word that belong to the key.
        fileprivate var mask: UInt64
        fileprivate var count: Int

        /// Reads the bytes of a key; returns `nil` if they are too many, or too near to the end to be loaded as words.
        ///
        /// - Parameter count: the number of bytes of the key with its quotation marks and its colon; at least 3.
        fileprivate init?(_ bytes: Span<UInt8>, _ place: Int, count: Int) {
            guard 3...16 ~= count, place &+ 16 <= bytes.count else { return nil }
            self.count = count
            mask = count < 8 ? 1 << UInt64(count * 8) - 1 : .max
            first = UInt64(littleEndian: bytes.loadUnaligned(at: place, as: UInt64.self)) & mask
            let end = max(8, count) - 8
            last = count < 8 ? 0 : UInt64(littleEndian: bytes.loadUnaligned(at: place + end, as: UInt64.self))
        }
    }

    /// Returns the spelling of the last key, the colon included.
    func spelling(ofKeyFrom start: Int) -> KeySpelling? { KeySpelling(bytes, start, count: index - start) }

    /// Skips a key and its colon if they are the expected ones.
    @inline(__always)
    @_lifetime(self: copy self)
    mutating func take(_ key: KeySpelling) -> Bool {
        guard index &+ 16 <= bytes.count, word(at: index) & key.mask == key.first else { return false }
        if key.count >= 8, word(at: index &+ key.count &- 8) != key.last { return false }
        index &+= key.count
        return true
    }

    /// Skips a number, a boolean or `null`.
    @inline(__always)
    @_lifetime(self: copy self)
    mutating func takeWord() -> Range<Int> {
        let start = index
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: ","), UInt8(ascii: "]"), UInt8(ascii: "}"), UInt8(ascii: "\n"): return start..<index
            default: index &+= 1
            }
        }
        return start..<index
    }

    /// Skips a value.
    @_lifetime(self: copy self)
    mutating func takeValue() -> Range<Int> {
        let start = index
        var depth = 0
        repeat {
            switch next {
            case UInt8(ascii: "\""): _ = takeString()
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                depth += 1
                index &+= 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                depth -= 1
                index &+= 1
            case UInt8(ascii: ","), UInt8(ascii: ":"): index &+= 1
            default: if takeWord().isEmpty { return start..<index }
            }
        } while depth > 0
        return start..<index
    }
}
