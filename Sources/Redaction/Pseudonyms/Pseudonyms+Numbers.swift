import WireJSON

extension Pseudonyms {
    /// Returns the pseudonym of a decimal number's spelling.
    func number(_ spelling: String) -> String {
        var sign = ""
        var digits = spelling[...]
        if digits.first == "-" { sign = String(digits.removeFirst()) }
        guard digits.allSatisfy({ $0.isASCII && $0.isNumber }) else { return sign + fraction(String(digits), sign) }
        let made = text(String(digits))
        if digits.utf8.count == Self.longestInteger, Int64(spelling) == nil { return sign + beyondIntegers(made) }
        return sign + made
    }

    /// The decimal digits of the largest integer of 64 bits, 9223372036854775807.
    private static let longestInteger = 19

    /// Returns a number with as many digits that exceeds 64 bits: readers tell such numbers from integers.
    private func beyondIntegers(_ digits: String) -> String {
        let second = digits.dropFirst().first?.wholeNumberValue ?? 0
        return "9" + String(3 + second % 7) + digits.dropFirst(2)
    }

    /// The maximum digits of an exponent that stays as the number's magnitude; a longer exponent may identify somebody.
    private static let longestExponent = 3

    /// The length in bytes up to which a number without an exponent is exact as a double, and fits in 64 bits.
    private static let longestExact = 15

    /// Replaces the digits of a number with a point or an exponent.
    ///
    /// A number that exceeds 64 bits, or whose fraction a double has no room for, is replaced by another such number.
    private func fraction(_ value: String, _ sign: String) -> String {
        originals.record(Array(value.utf8))
        let isExact = value.utf8.count <= Self.longestExact && !value.contains { $0 == "e" || $0 == "E" }
        if isExact { return otherDigits(value) }
        let isWhole = Self.isWhole(sign + value)
        var made = ""
        for attempt in 0...UInt8.max {
            made = otherDigits(value, attempt: attempt)
            if Self.isWhole(sign + made) == isWhole { break }
        }
        return made
    }

    /// Returns whether readers take a number for an integer, however it is spelt.
    private static func isWhole(_ spelling: String) -> Bool {
        (try? JSONNumber(spelling: spelling))?.double.whole != nil
    }

    /// Returns a number with a point or an exponent with other digits.
    ///
    /// Readers tell whole numbers from others, also if they are spelt `3.0` or `3e2`. So zeros at the end of the digits
    /// stay, and the last digit before them becomes no zero.
    private func otherDigits(_ value: String, attempt: UInt8 = 0) -> String {
        var random = KeyedBytes(Array(value.utf8).span, key: key, purpose: 0xD2, attempt: attempt)
        let mantissa = value.prefix { $0 != "e" && $0 != "E" }
        let exponent = value[mantissa.endIndex...]
        guard let last = mantissa.lastIndex(where: { $0 != "." && $0 != "0" }) else {
            // Zero with an exponent stays zero, however great the exponent is.
            return exponent.isEmpty ? "\(1 + random.number(below: 9))" + mantissa.dropFirst() : value + "7"
        }
        var result = ""
        for index in mantissa[..<last].indices {
            switch (mantissa[index], index == mantissa.startIndex) {
            case ("0", true), (".", _): result.append(mantissa[index])
            case (_, let isFirst): result += String(isFirst ? 1 + random.number(below: 9) : random.number(below: 10))
            }
        }
        let digit = 1 + random.number(below: 9)
        let rest = mantissa[mantissa.index(after: last)...] + other(exponent, &random)
        let made = result + String(digit) + rest
        return made == value ? result + String(digit % 9 + 1) + rest : made
    }

    /// Returns an exponent that stays unless it is longer than any that a number needs.
    private func other(_ exponent: Substring, _ random: inout KeyedBytes) -> String {
        guard exponent.count(where: \.isNumber) > Self.longestExponent else { return String(exponent) }
        return exponent.reduce(into: "") { made, character in
            made += character.isNumber ? String(random.number(below: 10)) : String(character)
        }
    }

    /// Returns another coordinate with as many digits, which is a latitude or longitude on the globe if this one is.
    func coordinate(_ spelling: String) -> String {
        let sign = spelling.hasPrefix("-") ? "-" : ""
        let digits = spelling.dropFirst(sign.count)
        let parts = digits.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy { $0.isASCII && $0.isNumber } }),
            let degrees = Double(digits), let whole = Self.degrees(like: degrees, digits: parts[0].count)
        else { return number(spelling) }
        originals.record(Array(digits.utf8))
        var random = KeyedBytes(Array(digits.utf8), key: key, purpose: 0xD3)
        let made = whole.lowerBound + random.number(below: whole.count)
        guard parts.count > 1 else {
            // Whole degrees that chance gives to themselves become the next ones.
            let next = whole.lowerBound + (made - whole.lowerBound + 1) % whole.count
            return sign + String(String(made) == digits ? next : made)
        }
        var result = sign + String(made) + "."
        for _ in parts[1].dropLast() { result += String(random.number(below: 10)) }
        let last = 1 + random.number(below: 9)
        let other = result + String(last)
        return other == spelling ? result + String(last % 9 + 1) : other
    }

    /// Returns the whole degrees with a number of digits that are beyond the same poles and meridians; `nil` if there
    /// are more digits than degrees have.
    private static func degrees(like degrees: Double, digits: Int) -> Range<Int>? {
        switch digits {
        case 1: 1..<10
        case 2: degrees <= 90 ? 10..<90 : 91..<100
        case 3: degrees <= 180 ? 100..<180 : 181..<1000
        default: nil
        }
    }

    /// Returns the pseudonym of a number on the wire, with as many decimal digits.
    func number(_ bits: UInt64) -> UInt64 {
        let signed = Int64(bitPattern: bits)
        if bits >> 63 == 1, bits != 1 << 63 {
            return UInt64(bitPattern: -(Int64(number(String(signed.magnitude))) ?? 1))
        }
        return bits == 0 ? 0 : UInt64(number(String(bits))) ?? 1
    }

    /// Returns the pseudonym of bytes that are not text.
    func bytes(_ value: [UInt8]) -> [UInt8] {
        guard !value.isEmpty else { return value }
        originals.record(value)
        var random = KeyedBytes(value, key: key, purpose: 1)
        var result = value.map { _ in random.next() }
        if result == value { result[0] ^= 0xFF }
        return result
    }

    /// Returns the pseudonym of bytes that may be text.
    func textOrBytes(_ value: [UInt8]) -> [UInt8] {
        if let text = String(validating: value, as: UTF8.self),
            text.unicodeScalars.allSatisfy({ $0.value >= 0x20 || $0.value == 10 || $0.value == 13 || $0.value == 9 })
        {
            return Array(self.text(text).utf8)
        }
        return bytes(value)
    }
}
