import WireFormat

/// The reason why a case failed.
package struct CaseFailure: Error, Hashable, Sendable {
    /// The class of a failure: the adapter's error class if it refused a valid input or refused for the wrong reason,
    /// otherwise one of these names.
    package enum Class {
        /// The value differs from the expected one.
        package static let difference = "difference"
        /// The adapter refused a valid input with an error that has no class.
        package static let refused = "refused"
        /// The adapter accepted an input that it should refuse.
        package static let accepted = "accepted"
        /// The decoded value, encoded again, did not give the input's bytes.
        package static let reencode = "reencode"
        /// The adapter ended or closed its output.
        package static let crash = "crash"
        /// The adapter did not reply in time.
        package static let hang = "hang"
        /// The reply does not follow the protocol.
        package static let malformed = "malformed"
        /// The user interrupted the run; no report contains this class.
        package static let interrupted = "interrupted"

        /// The classes that a failure in a report may have.
        package static let all =
            [difference, refused, accepted, reencode, crash, hang, malformed] + WireError.Code.allCases.map(\.rawValue)
    }

    /// The class; one of ``Class/all`` unless the adapter has invented a class.
    package var name: String
    /// The event in a sentence without its end.
    package var text: String
    /// The differences from the expected value; if several values are acceptable, from the nearest.
    package var differences: [ValueDifference] = []

    /// The paths that differ, each once; empty if the whole value differs.
    package var paths: [String] {
        var seen: Set<String> = []
        return differences.map(\.path).filter { !$0.isEmpty && seen.insert($0).inserted }
    }

    /// Whether the adapter broke down instead of giving a wrong answer.
    var isBreakdown: Bool { [Class.crash, Class.hang, Class.malformed].contains(name) }

    /// Makes a failure.
    package init(_ name: String, _ text: String, _ differences: [ValueDifference] = []) {
        self.name = name
        self.text = text
        self.differences = differences
    }
}
