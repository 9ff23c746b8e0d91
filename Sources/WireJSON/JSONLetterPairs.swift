/// Pairs of letters that end keys, in either case.
package struct JSONLetterPairs: Sendable {
    /// For each last letter, by its low five bits, a bit for each letter before it.
    let rows: [UInt32]

    static let rowCount = 32

    /// The last two letters of some names, and the last letter behind a sign that may stand before it.
    package init(endingsOf names: [String], orBefore signs: String = "") {
        var rows = [UInt32](repeating: 0, count: Self.rowCount)
        for name in names {
            guard let last = name.utf8.last else { continue }
            for letter in [UInt8](name.utf8.dropLast().suffix(1)) + [UInt8](signs.utf8) {
                rows[Int(last & 31)] |= Self.bit(of: letter)
            }
        }
        self.rows = rows
    }

    /// The bit of the letter before the last one: that of its low five bits, in either case; all digits and most signs share
    /// one.
    @inline(__always)
    static func bit(of letter: UInt8) -> UInt32 { 1 &<< UInt32(letter >= 0x40 ? letter & 31 : 0) }
}
