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
        /// From a topic's name to its place in `rows`, divided by the number of kinds.
        private let names: NameIndex
        /// For each name the topic's index for each kind.
        private let rows: [Int]

        init() {
            topics = TableText.rows(CatalogueData.topics, columns: 8).enumerated().map { index, cells in
                guard let topic = Topic(index: index, cells: cells) else {
                    preconditionFailure("topic \(cells[0])")
                }
                return topic
            }
            var order: [String] = []
            var byName: [String: [Topic]] = [:]
            for topic in topics {
                if byName[topic.name] == nil { order.append(topic.name) }
                byName[topic.name, default: []].append(topic)
            }
            names = NameIndex(order.enumerated().map { (name: $1, value: $0) })
            rows = order.flatMap { name in
                let topics = byName[name, default: []]
                return TopicKind.allCases.compactMap { kind in
                    (topics.first { $0.kind == kind } ?? topics.first)?.index
                }
            }
        }

        func index(of name: Span<UInt8>, kind: TopicKind) -> Int? {
            guard let place = names.value(of: name) else { return nil }
            return rows[3 &* place &+ kind.offset]
        }
    }
}

extension TopicKind {
    /// The kind's place in `allCases`.
    fileprivate var offset: Int {
        switch self {
        case .publish: 0
        case .query: 1
        case .push: 2
        }
    }
}
