/// Something worth saying about a unit: how bad it is, a stable code, where, and a sentence.
public struct Diagnostic: Hashable, Sendable {
    /// How bad it is.
    public enum Severity: String, Hashable, Sendable, CaseIterable, Comparable {
        /// Unusual, but what real SDKs do.
        case note
        /// Wrong, but what it means is clear.
        case warning
        /// Something could not be decoded.
        case error

        /// Orders by weight.
        public static func < (left: Severity, right: Severity) -> Bool { left.rank < right.rank }

        private var rank: Int {
            switch self {
            case .note: 0
            case .warning: 1
            case .error: 2
            }
        }
    }

    /// How bad it is.
    public var severity: Severity
    /// A name that never changes.
    public var code: String
    /// The field, with dots; empty for the unit as a whole.
    public var path: String
    /// Byte offset in the unit.
    public var offset: Int
    /// What is the matter, in one sentence.
    public var text: String
}
