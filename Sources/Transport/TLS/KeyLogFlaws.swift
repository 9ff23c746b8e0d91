public import WireFormat

/// What of a key log can not be read.
public struct KeyLogFlaws: Hashable, Sendable {
    /// How many lines.
    public var lines: Int
    /// What is wrong with the first.
    public var first: WireError
    /// Whether it is only the last line, and without a line feed: its writer may not be done with it.
    public var isUnfinished: Bool

    /// Takes in those of a log that comes later.
    public mutating func merge(_ later: KeyLogFlaws) {
        lines += later.lines
        isUnfinished = false
    }
}
