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
    /// The number of most similar candidates that are kept for each connection.
    private static let kept = 16

    init(_ a: [ComparedConnection], _ b: [ComparedConnection]) {
        self.a = a
        self.b = b
        partners = Array(repeating: nil, count: a.count)
        isTaken = Array(repeating: false, count: b.count)
        pairEqual(withFields: true, withServer: true)
        pairEqual(withFields: true, withServer: false)
        pairEqual(withFields: false, withServer: true)
        pairEqual(withFields: false, withServer: false)
        pairAlike()
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
        var kinds: [[Int32]: Int32] = [:]
        func kind(_ connection: ComparedConnection) -> Int32 {
            let words = connection.sequence(withFields: withFields, withServer: withServer)
            if let known = kinds[words] { return known }
            let kind = Int32(truncatingIfNeeded: kinds.count)
            kinds[words] = kind
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
    private struct Candidate {
        var likeness: Int
        var isOnServer: Bool
        /// The distance of their places.
        var distance: Int
        var a: Int
        var b: Int

        /// The sort key: the lowest is paired first.
        var rank: (Int, Int, Int, Int, Int) { (-likeness, isOnServer ? 0 : 1, distance, a, b) }
    }

    /// Pairs the remaining connections by what they have in common, the most similar first.
    private mutating func pairAlike() {
        let left = onlyInA
        let right = onlyInB
        var candidates: [Candidate] = []
        let isSmall = left.count * right.count <= Self.comparisons
        let places = isSmall ? { _ in Array(right.indices) } : nearPlaces(left, right)
        for (place, one) in left.enumerated() {
            let own = a[one]
            let found = places(place).compactMap { other -> Candidate? in
                let partner = b[right[other]]
                let likeness = own.likeness(to: partner)
                guard likeness > 0 else { return nil }
                return Candidate(
                    likeness: likeness,
                    isOnServer: own.server == partner.server,
                    distance: abs(place - other),
                    a: one,
                    b: right[other]
                )
            }
            candidates += isSmall ? found : Array(found.sorted { $0.rank < $1.rank }.prefix(Self.kept))
        }
        candidates.sort { $0.rank < $1.rank }
        for candidate in candidates where partners[candidate.a] == nil && !isTaken[candidate.b] {
            pair(candidate.a, candidate.b)
        }
    }

    /// Returns, for many connections, the indices in `right` that each index in `left` is compared with.
    private func nearPlaces(_ left: [Int], _ right: [Int]) -> (Int) -> [Int] {
        var saying: [Int64: [Int]] = [:]
        for (place, other) in right.enumerated() {
            for word in b[other].sayings { saying[word.key, default: []].append(place) }
        }
        return { place in
            let start = min(max(0, place - Self.neighbours / 2), max(0, right.count - Self.neighbours))
            var places = Set(start..<min(right.count, start + Self.neighbours))
            let shared = self.a[left[place]].sayings.compactMap { saying[$0.key] }.filter { $0.count <= Self.sharing }
            for found in shared.sorted(by: { ($0.count, $0[0]) < ($1.count, $1[0]) }).prefix(4) {
                places.formUnion(found)
            }
            return places.sorted()
        }
    }
}
