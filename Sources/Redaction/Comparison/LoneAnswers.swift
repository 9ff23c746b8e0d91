/// The answers to requests that both captures have, but that only one answers.
///
/// They are found where the other capture has answers that none stands for either, to other requests or to requests
/// that only it has: such answers may mean the same. Where it has none, the capture has more answers than the other one.
struct LoneAnswers {
    /// The indices of the events.
    private(set) var inA: Set<Int32> = []
    private(set) var inB: Set<Int32> = []

    /// None.
    init() {}

    /// - Parameter requests: the pairs of events that may have been answered.
    init(_ a: [EventRow], _ one: Range<Int>, _ b: [EventRow], _ other: Range<Int>, requests: [NumberPair]) {
        if Self.areInStep(a[one], b[other], requests[...]) { return }
        let paired = Set(requests.lazy.map(\.a))
        let partners = PartnerNumbers(requests)
        /// Returns the number in the first capture of the request that an event of the second capture answers.
        func request(_ row: EventRow) -> UInt32? { row.request == 0 ? nil : partners[row.request] }
        let own = paired.intersection(a[one].lazy.map(\.request))
        let others = Set(b[other].lazy.compactMap(request))
        var (onlyOwn, onlyOthers) = (own.subtracting(others), others.subtracting(own))
        // Answers to requests that the other capture lacks have no partner, either.
        let answersMore = a[one].contains { $0.request > 0 && !paired.contains($0.request) }
        let isAnsweredMore = b[other].contains { $0.request > 0 && request($0) == nil }
        if onlyOwn.isEmpty, !answersMore { onlyOthers = [] }
        if onlyOthers.isEmpty, !isAnsweredMore { onlyOwn = [] }
        inA = Set(one.lazy.filter { onlyOwn.contains(a[$0].request) }.map { Int32(truncatingIfNeeded: $0) })
        inB = Set(
            other.lazy.filter { request(b[$0]).map(onlyOthers.contains) ?? false }.map { Int32(truncatingIfNeeded: $0) }
        )
    }

    /// Returns whether all events answer paired requests in the order of these, as they do in most captures.
    static func areInStep(
        _ own: ArraySlice<EventRow>,
        _ others: ArraySlice<EventRow>,
        _ requests: ArraySlice<NumberPair>
    ) -> Bool {
        if requests.isEmpty { return true }
        if own.count != others.count { return false }
        var next = requests.startIndex
        for (row, partner) in zip(own, others) where row.request > 0 || partner.request > 0 {
            while next < requests.endIndex, requests[next].a < row.request { next += 1 }
            guard next < requests.endIndex, requests[next] == NumberPair(a: row.request, b: partner.request) else {
                return false
            }
        }
        return true
    }

    /// Returns the numbers of elements, each lone answer with a number of its own.
    func numbers(_ numbers: [Int32], from start: Int, isOfA: Bool) -> [Int32] {
        let lone = isOfA ? inA : inB
        if lone.isEmpty { return numbers }
        var numbers = numbers
        // Even for one capture, odd for the other; other numbers are far below.
        for (count, place) in lone.sorted().enumerated() {
            numbers[Int(place) - start] = .max - Int32(truncatingIfNeeded: 2 * count + (isOfA ? 0 : 1))
        }
        return numbers
    }
}
