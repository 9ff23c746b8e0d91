/// Counts of numbers such as ports; only a limited number of different ones is counted separately.
public struct NumberCounts: Hashable, Sendable {
    /// A number and its count.
    public struct Entry: Hashable, Sendable {
        /// The number.
        public let number: UInt16
        /// The number of occurrences.
        public fileprivate(set) var count: Int
    }

    /// The number of different numbers counted separately; later ones are counted together in ``others``.
    static let limit = 32

    private var entries: [Entry] = []
    /// The count of all other numbers.
    public private(set) var others = 0

    /// Makes empty counts.
    public init() {}

    /// The numbers, the most frequent first.
    public var byFrequency: [Entry] { entries.sorted { ($1.count, $0.number) < ($0.count, $1.number) } }

    mutating func add(_ number: UInt16) {
        // A linear search: there are few entries, and frequent numbers mostly come first.
        for index in entries.indices where entries[index].number == number {
            entries[index].count &+= 1
            return
        }
        if entries.count < Self.limit { entries.append(Entry(number: number, count: 1)) } else { others &+= 1 }
    }
}
