/// What came of one case.
package struct CaseResult: Sendable {
    /// How a case ended.
    package enum Status: String, CaseIterable, Sendable {
        /// As expected by the suite.
        case passed
        /// Otherwise.
        case failed
        /// Otherwise, as the list of expected failures says.
        case expectedFailure
        /// The SDK does not have the operation.
        case unsupported
    }

    /// The case.
    package var entry: VectorSuite.Entry
    /// How it ended.
    package var status: Status
    /// Why it failed.
    package var failure: CaseFailure?
    /// What else is to be said of it.
    package var note: String?
    /// Whether it is expected to fail by an entry that `--fix` wrote and nobody has looked at since.
    package var isUnreviewed = false
    /// Time from the request to the reply, in seconds; of all requests of the case.
    package var seconds = 0.0

    /// Makes a result.
    package init(_ entry: VectorSuite.Entry, _ status: Status, failure: CaseFailure? = nil, note: String? = nil) {
        self.entry = entry
        self.status = status
        self.failure = failure
        self.note = note
    }
}
