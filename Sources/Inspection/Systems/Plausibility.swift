/// The degree to which a message looks like a system's.
enum Plausibility: Int, Comparable, Sendable {
    /// The message makes no sense.
    case none
    /// The message makes sense, but a few random bytes may do so, too.
    case likely
    /// The message has a part that only this system has.
    case proof

    static func < (one: Plausibility, other: Plausibility) -> Bool { one.rawValue < other.rawValue }
}
