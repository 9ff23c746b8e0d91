/// Maps short decimal numbers one to one to others with as many digits, and none to itself.
struct SmallNumbers {
    static let longest = 5
    private let key: PseudonymKey
    /// The tables by the number of digits and whether there are leading zeros; created on demand.
    private var tables: [Int: [Int32]] = [:]

    /// Returns the numbers with `digits` digits: those without a leading zero, or all.
    private static func domain(_ digits: Int, leadingZeros: Bool) -> Range<Int> {
        var first = 1
        for _ in 1..<max(1, digits) { first *= 10 }
        return leadingZeros || digits == 1 ? 0..<first * 10 : first..<first * 10
    }

    init(key: PseudonymKey) { self.key = key }

    private mutating func table(_ index: Int) -> [Int32] {
        if let table = tables[index] { return table }
        let domain = Self.domain(index / 2 + 1, leadingZeros: index % 2 == 1)
        var table = (0..<domain.count).map { Int32($0) }
        var random = KeyedBytes([UInt8(index)], key: key, purpose: 0xD0)
        // Sattolo's shuffle creates one cycle, so that no number maps to itself.
        for last in stride(from: table.count - 1, to: 0, by: -1) {
            table.swapAt(last, random.number(below: last))
        }
        tables[index] = table
        return table
    }

    /// Returns another number with as many digits.
    ///
    /// - Parameter text: one to five digits.
    mutating func replace(_ text: String) -> String {
        let leadingZeros = text.utf8.count > 1 && text.utf8.first == UInt8(ascii: "0")
        let domain = Self.domain(text.utf8.count, leadingZeros: leadingZeros)
        let index = (text.utf8.count - 1) * 2 + (leadingZeros ? 1 : 0)
        guard let value = Int(text), domain.contains(value) else { return text }
        let digits = String(domain.lowerBound + Int(table(index)[value - domain.lowerBound]))
        return String(repeating: "0", count: text.utf8.count - digits.utf8.count) + digits
    }
}
