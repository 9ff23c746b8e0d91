import WireFormat

/// Goes through a line of JSON that this program has written: without white space, and sure to be well-formed.
struct LineCursor: ~Escapable {
    let bytes: Span<UInt8>
    private(set) var index = 0

    @_lifetime(copy bytes)
    init(_ bytes: Span<UInt8>) { self.bytes = bytes }

    /// The byte that comes next; 0 behind the last one.
    var next: UInt8 {
        @inline(__always) get { index < bytes.count ? bytes[index] : 0 }
    }

    /// Goes on by one byte if it is the one wanted.
    @inline(__always)
    @_lifetime(self: copy self)
    mutating func take(_ byte: UInt8) -> Bool {
        guard next == byte else { return false }
        index &+= 1
        return true
    }

    /// Goes on behind a string, and answers where it lies, quotes included.
    @inline(__always)
    @_lifetime(self: copy self)
    mutating func takeString() -> Range<Int> {
        let start = index
        var end = index &+ 1
        while let quote = bytes.firstIndex(of: UInt8(ascii: "\""), from: end) {
            end = quote &+ 1
            var escapes = quote
            while escapes > start, bytes[escapes &- 1] == UInt8(ascii: "\\") { escapes &-= 1 }
            // An odd number of backslashes belongs to the quote.
            if (quote &- escapes) & 1 == 0 { break }
        }
        index = min(end, bytes.count)
        return start..<index
    }

    /// Goes on behind a number, a truth value or `null`.
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

    /// Goes on behind a value.
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
