import WireFormat

/// Every topic of RongCloud's SDKs, looked up by the bytes on the wire.
public struct TopicTable: RandomAccessCollection, Sendable {
    /// The table.
    public static let shared = TopicTable()

    /// One reference, so that copying the table is cheap.
    private let storage: Storage

    private init() {
        storage = Storage()
    }

    /// The index of the topic with these bytes, or `nil` if there is none.
    ///
    /// A few names stand for two topics of different kind. A name that the table does not have with this kind gives its
    /// topic of another kind: the server publishes, as copies for other devices, what clients publish.
    public func index(of name: Span<UInt8>, kind: TopicKind) -> Int? {
        storage.index(of: name, kind: kind)
    }

    /// The topic with this name, likewise.
    public func topic(_ name: String, kind: TopicKind) -> Topic? {
        index(of: Array(name.utf8).span, kind: kind).map { storage.topics[$0] }
    }

    /// The topic at an index.
    public subscript(index: Int) -> Topic {
        storage.topics[index]
    }

    /// The first topic's index, 0.
    public var startIndex: Int { 0 }

    /// The index after the last topic's.
    public var endIndex: Int { storage.topics.count }
}

extension TopicTable {
    private final class Storage: Sendable {
        let topics: [Topic]
        /// From a name to the index of its first topic.
        private let names: NameIndex
        /// For the first topic of each name the topics of that name by kind: place `count * index + kind`.
        private let rows: [Int]

        init() {
            topics = TableText.rows(CatalogueData.topics, columns: 8).enumerated().map { index, cells in
                guard let topic = Topic(index: index, cells: cells) else {
                    preconditionFailure("topic \(cells[0])")
                }
                return topic
            }
            let names = NameIndex(topics.map { ($0.name, $0.index) })
            // The first topic of a name stands for the kinds that it does not have, too.
            var rows = topics.flatMap { repeatElement($0.index, count: TopicKind.count) }
            var hasKind = [Bool](repeating: false, count: rows.count)
            for topic in topics {
                let name = topic.name.utf8
                let row = TopicKind.count * (names.value(of: name.span) ?? topic.index) + topic.kind.offset
                if !hasKind[row] { rows[row] = topic.index }
                hasKind[row] = true
            }
            self.names = names
            self.rows = rows
        }

        func index(of name: Span<UInt8>, kind: TopicKind) -> Int? {
            guard let first = names.value(of: name) else { return nil }
            return rows[TopicKind.count &* first &+ kind.offset]
        }
    }
}

extension TopicKind {
    /// How many kinds there are.
    fileprivate static var count: Int { 3 }

    /// The kind's place in `allCases`.
    fileprivate var offset: Int {
        switch self {
        case .publish: 0
        case .query: 1
        case .push: 2
        }
    }
}
