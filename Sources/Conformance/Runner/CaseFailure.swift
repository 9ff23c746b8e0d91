import WireFormat

/// Why a case failed.
package struct CaseFailure: Error, Hashable, Sendable {
    /// The class of the failure: an error class where the adapter refused what it should accept or refused for the wrong
    /// reason, else one of these names.
    package enum Class {
        /// The value is not the expected one.
        package static let difference = "difference"
        /// Refused what should be accepted, with an error that has no class.
        package static let refused = "refused"
        /// Accepted what should be refused.
        package static let accepted = "accepted"
        /// Encoding the decoded value again did not give the input's bytes.
        package static let reencode = "reencode"
        /// The adapter ended or closed its output.
        package static let crash = "crash"
        /// No reply in time.
        package static let hang = "hang"
        /// The reply is not one.
        package static let malformed = "malformed"
        /// The user wanted no reply any more: nothing that a report tells.
        package static let interrupted = "interrupted"

        /// Every class that a failure in a report may have.
        package static let all =
            [difference, refused, accepted, reencode, crash, hang, malformed] + WireError.Code.allCases.map(\.rawValue)
    }

    /// The class, one of ``Class/all`` unless the adapter made one up.
    package var name: String
    /// What happened, in a sentence without its end.
    package var text: String
    /// Where the value differs from what was expected; of several acceptable values, from the nearest.
    package var differences: [ValueDifference] = []

    /// The places that differ, each once; none where the whole value does.
    package var paths: [String] {
        var seen: Set<String> = []
        return differences.map(\.path).filter { !$0.isEmpty && seen.insert($0).inserted }
    }

    /// Whether the adapter broke down, instead of giving an answer that is wrong.
    var isBreakdown: Bool { [Class.crash, Class.hang, Class.malformed].contains(name) }

    /// Makes a failure.
    package init(_ name: String, _ text: String, _ differences: [ValueDifference] = []) {
        self.name = name
        self.text = text
        self.differences = differences
    }
}
