public import WireFormat

/// The unreadable lines of a key log.
public struct KeyLogFlaws: Hashable, Sendable {
    /// The number of unreadable lines.
    public var lines: Int
    /// The error in the first of them.
    public var first: WireError
    /// Whether only the last line is unreadable and has no line feed: its writer may not be finished.
    public var isUnfinished: Bool

    /// Adds the unreadable lines of a later log.
    public mutating func merge(_ later: KeyLogFlaws) {
        lines += later.lines
        isUnfinished = false
    }
}
