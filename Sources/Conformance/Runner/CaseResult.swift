/// The result of one case.
package struct CaseResult: Sendable {
    /// The outcome of a case.
    package enum Status: String, CaseIterable, Sendable {
        /// The case ended as the suite expects.
        case passed
        /// The case did not end as the suite expects.
        case failed
        /// The case failed as the list of expected failures says.
        case expectedFailure
        /// The SDK does not have the operation.
        case unsupported
    }

    /// The case.
    package var entry: VectorSuite.Entry
    /// The outcome.
    package var status: Status
    /// The failure; `nil` if the case did not fail.
    package var failure: CaseFailure?
    /// A remark about the result.
    package var note: String?
    /// Whether the failure is expected by an entry that `--fix` wrote and nobody has reviewed.
    package var isUnreviewed = false
    /// The time from request to reply in seconds, summed over all requests of the case.
    package var seconds = 0.0

    /// Makes a result.
    package init(_ entry: VectorSuite.Entry, _ status: Status, failure: CaseFailure? = nil, note: String? = nil) {
        self.entry = entry
        self.status = status
        self.failure = failure
        self.note = note
    }
}
