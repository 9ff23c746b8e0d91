/// Message UIDs: 80 bits in four groups of four characters of five bits (reference, message UIDs).
enum PlannedUID {
    private static let letters = Array("0123456789ABCDEFGHIJKLMNOPQRSTUV")

    /// Returns a UID in today's layout: 42 bits of milliseconds, 12 of a sequence, 4 of the conversation's type, 22 of
    /// a hash.
    static func text(time: Int, number: Int) -> String {
        spelled(bits(time, 42) + bits(number, 12) + bits(1, 4) + bits(77, 22))
    }

    /// Returns a UID in the older layout: 43 bits of milliseconds, 5 of the type, 32 of a hash.
    static func oldText(time: Int) -> String { spelled(bits(time, 43) + bits(1, 5) + bits(77, 32)) }

    /// Returns the time of a UID in today's layout if that is from 2005 on, otherwise in the older one; `nil` for an
    /// invalid UID.
    static func time(_ uid: String) -> Int? {
        let groups = uid.split(separator: "-", omittingEmptySubsequences: false)
        guard groups.count == 4, groups.allSatisfy({ $0.count == 4 && $0.allSatisfy(letters.contains) }) else {
            return nil
        }
        let all = groups.joined().flatMap { bits(letters.firstIndex(of: $0) ?? 0, 5) }
        func number(_ count: Int) -> Int { all[..<count].reduce(0) { $0 << 1 | $1 } }
        return number(42) >= 1_104_537_600_000 ? number(42) : number(43)
    }

    private static func bits(_ value: Int, _ count: Int) -> [Int] { (0..<count).reversed().map { value >> $0 & 1 } }

    private static func spelled(_ bits: [Int]) -> String {
        let signs = stride(from: 0, to: 80, by: 5).map { start in
            letters[bits[start..<start + 5].reduce(0) { $0 << 1 | $1 }]
        }
        return stride(from: 0, to: 16, by: 4).map { String(signs[$0..<$0 + 4]) }.joined(separator: "-")
    }
}
