/// The exact value of a JSON number of any size: digits without leading or trailing zeros, and an exponent.
struct DecimalNumber: Hashable {
    private var isNegative = false
    /// The significant digits; empty for zero.
    private var digits: [UInt8] = []
    /// The exponent: the value is 0.digits times ten to this power.
    private var exponent = 0

    /// Reads the spelling of a JSON number; returns `nil` if the exponent does not fit into 32 bits.
    init?(spelling: String) {
        var power = 0
        var hasPoint = false
        var rest = Array(spelling.utf8)[...]
        if rest.first == UInt8(ascii: "-") {
            isNegative = true
            rest = rest.dropFirst()
        }
        if let mark = rest.firstIndex(where: { $0 | 0x20 == UInt8(ascii: "e") }) {
            guard let written = Int32(String(decoding: rest[(mark + 1)...], as: UTF8.self)) else { return nil }
            power = Int(written)
            rest = rest[..<mark]
        }
        var integers = 0
        for byte in rest {
            if byte == UInt8(ascii: ".") {
                hasPoint = true
            } else {
                digits.append(byte)
                if !hasPoint { integers += 1 }
            }
        }
        let zeros = digits.prefix { $0 == UInt8(ascii: "0") }.count
        digits.removeFirst(zeros)
        while digits.last == UInt8(ascii: "0") { digits.removeLast() }
        if digits.isEmpty {
            isNegative = false
        } else {
            exponent = power + integers - zeros
        }
    }

    /// Returns whether two spellings have the same value.
    static func equal(_ one: String, _ other: String) -> Bool {
        if one == other { return true }
        guard let first = DecimalNumber(spelling: one), let second = DecimalNumber(spelling: other) else {
            return false
        }
        return first == second
    }
}
