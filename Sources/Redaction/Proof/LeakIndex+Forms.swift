import WireFormat

/// The search for values in encoded forms.
extension LeakIndex {
    /// The values of base64 letters (lower byte) and of hex digits (upper byte); 255 if the character is none.
    static let digits: [UInt16] = (0..<256).map { byte in
        let six: Int
        switch byte {
        case 65...90: six = byte - 65
        case 97...122: six = byte - 71
        case 48...57: six = byte + 4
        case 43, 45: six = 62
        case 47, 95: six = 63
        default: return 0xFFFF
        }
        let four: Int
        switch byte {
        case 48...57: four = byte - 48
        case 65...70: four = byte - 55
        case 97...102: four = byte - 87
        default: four = 255
        }
        return UInt16(four << 8 | six)
    }

    // MARK: Letters

    /// Finds values in base64 and hex.
    ///
    /// The first 6 bytes of a value take at least 8 base64 letters in a row, so looking at every eighth byte is enough to
    /// find all runs of letters that may hold one. Hex digits are base64 letters, too.
    func find(letters bytes: Span<UInt8>, _ note: (String, Span<UInt8>) -> Void) {
        let table = Self.digits
        let digits = table.span
        var end = 0
        while end &+ Self.fewestLetters <= bytes.count {
            let place = end &+ Self.fewestLetters &- 1
            var first = place &+ 1
            while first > end, Self.isLetter(bytes[first &- 1], digits) { first &-= 1 }
            let least = first &+ Self.fewestLetters
            end = place &+ 1
            guard first < end, least <= bytes.count else { continue }
            while end < least, Self.isLetter(bytes[end], digits) { end &+= 1 }
            if end == least { end = find(in: bytes, from: first, digits, note) }
        }
    }

    /// The number of base64 letters that encode 6 bytes.
    private static let fewestLetters = 8

    @inline(__always)
    private static func isLetter(_ byte: UInt8, _ digits: Span<UInt16>) -> Bool { digits[Int(byte)] != 0xFFFF }

    /// Finds values in the run of base64 letters that begins at `start`; returns a place near its end, at which no other
    /// run has begun.
    private func find(
        in bytes: Span<UInt8>,
        from start: Int,
        _ digits: Span<UInt16>,
        _ note: (String, Span<UInt8>) -> Void
    ) -> Int {
        let coded = coded
        var place = start
        // The last byte of four is the first byte of the next four.
        var first = digits[Int(bytes[place])]
        var letters = UInt64(first & 63)
        var wasHex = false
        while place &+ 4 <= bytes.count {
            let second = digits[Int(bytes[place &+ 1])]
            let third = digits[Int(bytes[place &+ 2])]
            let fourth = digits[Int(bytes[place &+ 3])]
            let all = first | second | third | fourth
            guard all & 0xFF < 64 else { break }
            letters = letters &<< 18 | UInt64(second & 63) &<< 12 | UInt64(third & 63) &<< 6 | UInt64(fourth & 63)
            if coded.mayHold(letters & 0xFF_FFFF) { begins(base64: bytes, near: place) { note(", base64", $0) } }
            let isHex = all &>> 8 < 16
            // A value has so many digits that the next four are hex digits, too.
            if isHex, wasHex { begins(hex: bytes, near: place &- Self.step) { note(", hex", $0) } }
            wasHex = isHex
            first = fourth
            place &+= Self.step
        }
        return place
    }

    /// Looks whether a value begins near `place` in base64, and passes it to `note`.
    @inline(never)
    private func begins(base64 bytes: Span<UInt8>, near place: Int, _ note: (Span<UInt8>) -> Void) {
        for letter in max(0, place &- 2)...place {
            for skipped in [0, 2, 4] {
                // The value begins within the letter before.
                let start = skipped == 0 ? letter : letter &- 1
                guard start >= 0, let head = Self.head(base64: bytes, start, skipped), let first = firstStart(head)
                else { continue }
                if matches(Self.base64(bytes, start, skipped).span, 0, first, explains: true, note) { return }
            }
        }
    }

    /// Looks whether a value begins near `place` in hex, and passes it to `note`.
    @inline(never)
    private func begins(hex bytes: Span<UInt8>, near place: Int, _ note: (Span<UInt8>) -> Void) {
        guard let word = Self.word(hex: bytes, place, digits: 8), words.mayHold(word) else { return }
        for start in [place, place &- 2, place &- 4] where start >= 0 {
            guard let head = Self.word(hex: bytes, start, digits: 12), let first = firstStart(head) else { continue }
            if matches(Self.hex(bytes, start).span, 0, first, explains: true, note) { return }
        }
    }

    // MARK: Decoding

    /// Returns the first 6 bytes encoded by the base64 letters at `start`, after `skipped` bits.
    static func head(base64 bytes: Span<UInt8>, _ start: Int, _ skipped: Int) -> UInt64? {
        let end = start &+ (skipped == 0 ? 8 : 9)
        guard end <= bytes.count else { return nil }
        var bits: UInt64 = 0
        for index in start..<end {
            let value = digits[Int(bytes[index])]
            guard value != 0xFFFF else { return nil }
            bits = bits << 6 | UInt64(value & 63)
        }
        let rest = (end &- start) &* 6 &- skipped &- 48
        return bits >> UInt64(rest) & 0xFFFF_FFFF_FFFF
    }

    /// Returns the number that `count` hex digits at `start` encode.
    static func word(hex bytes: Span<UInt8>, _ start: Int, digits count: Int) -> UInt64? {
        guard start &+ count <= bytes.count else { return nil }
        var bits: UInt64 = 0
        for index in start..<start &+ count {
            let value = digits[Int(bytes[index])] >> 8
            guard value < 16 else { return nil }
            bits = bits << 4 | UInt64(value)
        }
        return bits
    }

    /// Returns the bytes encoded by the base64 letters from `start` on, after `skipped` bits.
    static func base64(_ bytes: Span<UInt8>, _ start: Int, _ skipped: Int) -> [UInt8] {
        var output: [UInt8] = []
        var bits: UInt32 = 0
        var count = -skipped
        var index = start
        while index < bytes.count, digits[Int(bytes[index])] != 0xFFFF {
            bits = bits << 6 | UInt32(digits[Int(bytes[index])] & 63)
            count += 6
            if count >= 8 {
                count -= 8
                output.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
            }
            index += 1
        }
        return output
    }

    /// Returns the bytes encoded by the hex digits from `start` on.
    static func hex(_ bytes: Span<UInt8>, _ start: Int) -> [UInt8] {
        var output: [UInt8] = []
        var index = start
        func digit(_ place: Int) -> UInt8? {
            guard place < bytes.count else { return nil }
            let value = digits[Int(bytes[place])]
            return value != 0xFFFF && value >> 8 != 255 ? UInt8(value >> 8) : nil
        }
        while let high = digit(index), let low = digit(index + 1) {
            output.append(high << 4 | low)
            index += 2
        }
        return output
    }

    // MARK: Percent encoding

    /// Passes the first value in each stretch that the bytes hold after percent decoding to `note`.
    ///
    /// Percent-encoded text has no control characters, so only the bytes between two of them are decoded at a time.
    func find(percent bytes: Span<UInt8>, _ note: (Span<UInt8>) -> Void) {
        var end = 0
        while let sign = bytes.firstIndex(of: UInt8(ascii: "%"), from: end) {
            guard Self.word(hex: bytes, sign &+ 1, digits: 2) != nil else {
                end = sign &+ 1
                continue
            }
            var first = sign
            while first > end, !Self.isControl(bytes[first &- 1]) { first &-= 1 }
            end = sign &+ 3
            while end < bytes.count, !Self.isControl(bytes[end]) { end &+= 1 }
            _ = holds(Self.percent(bytes.extracting(first..<end)).span, note)
        }
    }

    private static func isControl(_ byte: UInt8) -> Bool { byte < 32 || byte == 127 }

    private static func percent(_ bytes: Span<UInt8>) -> ByteWriter {
        var output = ByteWriter(capacity: bytes.count)
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            index += 1
            if byte == UInt8(ascii: "%"), index + 1 < bytes.count {
                let (high, low) = (digits[Int(bytes[index])], digits[Int(bytes[index + 1])])
                if isHex(high), isHex(low) {
                    output.append(UInt8(truncatingIfNeeded: (high >> 8) << 4 | low >> 8))
                    index += 2
                    continue
                }
            }
            output.append(byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
        }
        return output
    }

    private static func isHex(_ digit: UInt16) -> Bool { digit != 0xFFFF && digit >> 8 != 255 }

    /// Passes the first value that the bytes hold as ASCII in UTF-16 to `note`; ``WideStart`` finds other texts in UTF-16.
    func find(utf16 bytes: Span<UInt8>, _ note: (Span<UInt8>) -> Void) {
        for first in 0..<2 {
            var run: [UInt8] = []
            var index = first
            while index < bytes.count {
                run.append(bytes[index])
                // In big-endian text, no zero byte follows the last letter.
                if index + 1 >= bytes.count || bytes[index + 1] != 0 {
                    if run.count >= Originals.shortest, holds(run.span, note) { return }
                    run.removeAll(keepingCapacity: true)
                }
                index += 2
            }
            if run.count >= Originals.shortest, holds(run.span, note) { return }
        }
    }
}
