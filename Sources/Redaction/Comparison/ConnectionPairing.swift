/// Pairs the connections of two captures by their content.
///
/// Connections that mean the same, event by event, are paired first: with the same fields and server, then regardless
/// of the server, then regardless of the fields; equal ones in order. The rest are paired by how much they have in
/// common. Connections with nothing in common are paired in order.
struct ConnectionPairing {
    /// The indices of paired connections in both captures.
    private(set) var pairs: [(a: Int, b: Int)] = []
    /// The indices of connections without a partner.
    var onlyInA: [Int] { partners.indices.filter { partners[$0] == nil } }
    var onlyInB: [Int] { isTaken.indices.filter { !isTaken[$0] } }

    /// The number of events of one meaning from one sender.
    struct Saying {
        /// The meaning, with the sender in the lowest bit: 1 for the client.
        let key: Int64
        let count: Int
    }

    private let a: [ComparedConnection]
    private let b: [ComparedConnection]
    private var partners: [Int?]
    private var isTaken: [Bool]

    /// The maximum number of comparisons of all connections with all.
    static let comparisons = 1 << 18
    /// Beyond that, the number of connections around its place that a connection is compared with.
    private static let neighbours = 64
    /// A connection is also compared with those that share one of its rarest sayings, if they are at most this many.
    private static let sharing = 32
    /// The number of most similar candidates that are kept for each connection, and for all of them.
    private static let kept = 16
    private static let keptInAll = 1 << 22

    /// - Parameter sayings: returns the counts of all meanings of a connection of each capture, sorted by key.
    init(
        _ a: [ComparedConnection],
        _ b: [ComparedConnection],
        sayings: (a: (ComparedConnection) -> [Saying], b: (ComparedConnection) -> [Saying])
    ) {
        self.a = a
        self.b = b
        partners = Array(repeating: nil, count: a.count)
        isTaken = Array(repeating: false, count: b.count)
        pairEqual(withFields: true, withServer: true)
        pairEqual(withFields: true, withServer: false)
        pairEqual(withFields: false, withServer: true)
        pairEqual(withFields: false, withServer: false)
        pairAlike(sayings)
        for (one, other) in zip(onlyInA, onlyInB) { pair(one, other) }
        pairs = partners.enumerated().compactMap { place, partner in partner.map { (place, $0) } }
    }

    private mutating func pair(_ one: Int, _ other: Int) {
        partners[one] = other
        isTaken[other] = true
    }

    /// Pairs connections that mean the same, as many as possible in order.
    private mutating func pairEqual(withFields: Bool, withServer: Bool) {
        let left = onlyInA
        let right = onlyInB
        guard !left.isEmpty, !right.isEmpty else { return }
        var kinds: [UInt64: Int32] = [:]
        func kind(_ connection: ComparedConnection) -> Int32 {
            let hash = connection.hash(withFields: withFields, withServer: withServer)
            let kind = kinds[hash] ?? Int32(truncatingIfNeeded: kinds.count)
            kinds[hash] = kind
            return kind
        }
        let own = left.map { kind(a[$0]) }
        let others = right.map { kind(b[$0]) }
        for pair in EventAlignment(own, others, slides: true, limit: 1024).pairs {
            self.pair(left[pair.a], right[pair.b])
        }
        // Equal connections in another order.
        var waiting = Dictionary(grouping: right.indices.filter { !isTaken[right[$0]] }.reversed()) { others[$0] }
        for index in left.indices where partners[left[index]] == nil {
            if let place = waiting[own[index]]?.popLast() { pair(left[index], right[place]) }
        }
    }

    // MARK: Likeness

    /// Two connections that have something in common.
    private struct Candidate: BitwiseCopyable {
        var likeness: Int32
        /// The distance of their places.
        var distance: Int32
        var a: Int32
        var b: Int32
        var isOnServer: Bool

        /// The sort key: the lowest is paired first.
        var rank: (Int32, Int, Int32, Int32, Int32) { (-likeness, isOnServer ? 0 : 1, distance, a, b) }
    }

    /// Pairs the remaining connections by what they have in common, the most similar first.
    private mutating func pairAlike(
        _ sayings: (a: (ComparedConnection) -> [Saying], b: (ComparedConnection) -> [Saying])
    ) {
        let left = onlyInA
        let right = onlyInB
        guard !left.isEmpty, !right.isEmpty else { return }
        let others = right.map { sayings.b(b[$0]) }
        var candidates: [Candidate] = []
        let isSmall = left.count * right.count <= Self.comparisons
        let near = isSmall ? nil : NearPlaces(others)
        let kept = min(Self.kept, max(1, Self.keptInAll / left.count))
        for (place, one) in left.enumerated() {
            let own = sayings.a(a[one])
            let places = near?.places(place, own) ?? Array(others.indices)
            let found = places.compactMap { other -> Candidate? in
                let partner = b[right[other]]
                // The share of events that both connections have in common, in millionths.
                let likeness = 2_000_000 * Self.shared(own, others[other]) / (a[one].count + partner.count)
                guard likeness > 0 else { return nil }
                return Candidate(
                    likeness: Int32(clamping: likeness),
                    distance: Int32(clamping: abs(place - other)),
                    a: Int32(truncatingIfNeeded: one),
                    b: Int32(truncatingIfNeeded: right[other]),
                    isOnServer: a[one].server == partner.server
                )
            }
            candidates += isSmall ? found : Array(found.sorted { $0.rank < $1.rank }.prefix(kept))
        }
        candidates.sort { $0.rank < $1.rank }
        for candidate in candidates where partners[Int(candidate.a)] == nil && !isTaken[Int(candidate.b)] {
            pair(Int(candidate.a), Int(candidate.b))
        }
    }

    /// Returns the number of events that two connections have in common.
    private static func shared(_ own: [Saying], _ others: [Saying]) -> Int {
        var shared = 0
        var (one, two) = (own[...], others[...])
        while let left = one.first, let right = two.first {
            if left.key == right.key { shared += min(left.count, right.count) }
            if left.key <= right.key { one.removeFirst() }
            if right.key <= left.key { two.removeFirst() }
        }
        return shared
    }

    /// Finds, for many connections, those that each is compared with.
    private struct NearPlaces {
        private var saying: [Int64: [Int32]] = [:]
        private let count: Int

        /// - Parameter others: what each connection of the second capture says.
        init(_ others: [[Saying]]) {
            count = others.count
            for (place, words) in others.enumerated() {
                for word in words { saying[word.key, default: []].append(Int32(truncatingIfNeeded: place)) }
            }
        }

        /// Returns the places of connections in the second capture.
        ///
        /// - Parameter own: what the connection at a place in the first capture says.
        func places(_ place: Int, _ own: [Saying]) -> [Int] {
            let around = ConnectionPairing.neighbours
            let start = min(max(0, place - around / 2), max(0, count - around))
            var places = Set(start..<min(count, start + around))
            let shared = own.compactMap { saying[$0.key] }.filter { $0.count <= ConnectionPairing.sharing }
            for found in shared.sorted(by: { ($0.count, $0[0]) < ($1.count, $1[0]) }).prefix(4) {
                places.formUnion(found.lazy.map { Int($0) })
            }
            return places.sorted()
        }
    }
}
