/// A set of the letter pairs that keys may end with, ignoring letter case.
package struct JSONLetterPairs: Sendable {
    /// A row for each last letter, by its low five bits; a row has a bit for each letter before it.
    let rows: [UInt32]

    static let rowCount = 32

    /// Holds the last two letters of each name, and each last letter after each of `signs`.
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

    /// Returns the bit of the letter before the last one: bit 1–31 by the low five bits, in either case.
    ///
    /// All digits and most signs share bit 0.
    @inline(__always)
    static func bit(of letter: UInt8) -> UInt32 { 1 &<< UInt32(letter >= 0x40 ? letter & 31 : 0) }
}
