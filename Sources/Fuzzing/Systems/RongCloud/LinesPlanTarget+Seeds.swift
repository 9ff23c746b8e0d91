// Plans for code that random plans rarely reach.
extension LinesPlanTarget {
    /// Every delivered content in JSON lines, text lines, trees and fields, and in text lines of two widths.
    static let contents: [[UInt8]] = [0, 1, 2, 3, 181, 231].flatMap { output in
        [0, 2, 4].map { part in
            (0..<60).reduce(into: [output]) { plan, place in plan += [6, 0, 4, place, part, place * 3 + 1] }
        }
    }

    /// For each output: unknown topics, a status that only one topic has, targets that no SDK writes, SDK message types
    /// sent with all flag bits, and settings.
    static let oddSeeds: [[UInt8]] = (0..<4).flatMap { (output: UInt8) in
        var questions = [output]
        for (query, more) in [(0x81, 0), (0xA9, 2), (0xC3, 0), (0xDB, 2), (1, 0), (0xC0, 2)] as [(UInt8, UInt8)] {
            for answer in [0x41, 1, 9, 0x43] as [UInt8] {
                questions += [3, 0, 4, 0, query, more, 4, 0, 4, 0, answer, more]
            }
        }
        var sent = [output]
        for type in 0..<6 as Range<UInt8> {
            for bits in [0, 0x20, 0x84, 0x9E, 0xB3] as [UInt8] { sent += [0, 0, 4, type, bits, type << 2 | 2] }
        }
        var guessed = [output]
        for place in 0..<20 as Range<UInt8> {
            guessed += [0, place, 4, 0, 8 + place * 10 + place & 1, place * 3]
            guessed += [6, place, 4, 0, place * 12, 5 + place * 11]
        }
        // Settings of a version that is a time, and other settings.
        let settings = (0..<8 as Range<UInt8>).reduce(into: [output]) { plan, place in
            plan += [12, 0, 4, 0, place, 15 + place / 4 * 16]
            plan += [12, 0, 4, 0, 0xC0 | place, 1]
        }
        return [questions, sent, guessed, settings]
    }
}
