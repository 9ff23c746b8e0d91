/// Requests of HTTP that were given up before their answers came, since too many waited: their answers come before those to
/// the rest, and answer nothing that is still known.
package struct GivenUpRequests: Sendable {
    /// In runs of HEAD and of others, oldest first: whether a body follows an answer depends on that.
    private var runs: [(isHead: Bool, count: Int)] = []

    /// Runs that are told apart; what is given up beyond them counts as the last of them.
    static let mostRuns = 64

    package init() {}

    /// Whether the next answer is to none of them.
    package var isEmpty: Bool { runs.isEmpty }

    /// A method that tells as much of the next answer's body as that of the request did; `nil` where none is left.
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

    /// Takes the oldest one out, whose answer has come; returns `false` when none is left.
    package mutating func popFirst() -> Bool {
        guard !runs.isEmpty else { return false }
        runs[0].count -= 1
        if runs[0].count == 0 { runs.removeFirst() }
        return true
    }
}
