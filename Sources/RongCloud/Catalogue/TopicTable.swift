import WireFormat

/// All topics of RongCloud's SDKs, looked up by their bytes on the wire.
public struct TopicTable: RandomAccessCollection, Sendable {
    /// The table.
    public static let shared = TopicTable()

    /// A single reference, so that copying the table is cheap.
    private let storage: Storage

    private init() {
        storage = Storage()
    }

    /// Returns the index of the topic with these bytes, or `nil` if there is none.
    ///
    /// A few names belong to two topics of different kind. If the table lacks a name with this kind, returns the name's
    /// topic of another kind: the server also publishes the clients' topics, as copies for other devices.
    public func index(of name: Span<UInt8>, kind: TopicKind) -> Int? {
        storage.index(of: name, kind: kind)
    }

    /// Returns the topic with this name; see ``index(of:kind:)``.
    public func topic(_ name: String, kind: TopicKind) -> Topic? {
        index(of: Array(name.utf8).span, kind: kind).map { storage.topics[$0] }
    }

    /// The topic at an index.
    public subscript(index: Int) -> Topic {
        storage.topics[index]
    }

    /// The index of the first topic, 0.
    public var startIndex: Int { 0 }

    /// The index after the last topic.
    public var endIndex: Int { storage.topics.count }
}

extension TopicTable {
    private final class Storage: Sendable {
        let topics: [Topic]
        /// The index of the first topic of each name.
        private let names: NameIndex
        /// The topics of each name by kind: entry `count * index + kind`, with the index of the name's first topic.
        private let rows: [Int]

        init() {
            topics = TableText.rows(CatalogueData.topics, columns: 8).enumerated().map { index, cells in
                guard let topic = Topic(index: index, cells: cells) else {
                    preconditionFailure("topic \(cells[0])")
                }
                return topic
            }
            let names = NameIndex(topics.map { ($0.name, $0.index) })
            // The first topic of a name also stands for the kinds that the name lacks.
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
    /// The number of kinds.
    fileprivate static var count: Int { 3 }

    /// The index of the kind in `allCases`.
    fileprivate var offset: Int {
        switch self {
        case .publish: 0
        case .query: 1
        case .push: 2
        }
    }
}
