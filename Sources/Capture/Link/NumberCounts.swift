/// How often numbers were met, such as ports; only so many different ones are kept apart.
public struct NumberCounts: Hashable, Sendable {
    /// A number and how often it was met.
    public struct Entry: Hashable, Sendable {
        /// The number.
        public let number: UInt16
        /// How often.
        public fileprivate(set) var count: Int
    }

    /// Numbers that are kept apart; those that come later are counted together.
    static let limit = 32

    private var entries: [Entry] = []
    /// How often others were met.
    public private(set) var others = 0

    /// Nothing yet.
    public init() {}

    /// The numbers, the most frequent first.
    public var byFrequency: [Entry] { entries.sorted { ($1.count, $0.number) < ($0.count, $1.number) } }

    mutating func add(_ number: UInt16) {
        // They are few, and the frequent ones come first mostly.
        for index in entries.indices where entries[index].number == number {
            entries[index].count &+= 1
            return
        }
        if entries.count < Self.limit { entries.append(Entry(number: number, count: 1)) } else { others &+= 1 }
    }
}
