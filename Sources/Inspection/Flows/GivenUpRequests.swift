/// HTTP requests that were given up because too many waited for an answer; they are older than all waiting requests, so
/// the next answers belong to them, and to no request that is still known.
package struct GivenUpRequests: Sendable {
    /// The requests in runs of HEAD and of other methods, oldest first: the method decides whether an answer has a
    /// body.
    private var runs: [(isHead: Bool, count: Int)] = []

    /// The largest number of runs; further requests are counted in the last run.
    static let mostRuns = 64

    package init() {}

    /// Whether no request is left, so that the next answer belongs to a waiting request.
    package var isEmpty: Bool { runs.isEmpty }

    /// A method with the same rule for the next answer's body as the request's method; `nil` if no request is left.
    package var nextMethod: String? { runs.first.map { $0.isHead ? "HEAD" : "GET" } }

    /// Adds a request, which is newer than all others.
    package mutating func append(method: String) {
        let isHead = method == "HEAD"
        if let last = runs.indices.last, runs[last].isHead == isHead || runs.count >= Self.mostRuns {
            runs[last].count += 1
        } else {
            runs.append((isHead, 1))
        }
    }

    /// Removes the oldest request when its answer has arrived; returns `false` if no request is left.
    package mutating func popFirst() -> Bool {
        guard !runs.isEmpty else { return false }
        runs[0].count -= 1
        if runs[0].count == 0 { runs.removeFirst() }
        return true
    }
}
