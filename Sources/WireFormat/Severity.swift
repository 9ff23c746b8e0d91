/// The severity of a finding about bytes, a content or a session.
public enum Severity: String, Hashable, Sendable, CaseIterable, Comparable {
    /// Unusual, but real SDKs do it.
    case note
    /// Wrong, but the meaning is clear.
    case warning
    /// Unreadable, or a breach of the protocol.
    case error

    /// Orders by weight: a note is the least.
    public static func < (left: Severity, right: Severity) -> Bool { left.rank < right.rank }

    private var rank: Int {
        switch self {
        case .note: 0
        case .warning: 1
        case .error: 2
        }
    }
}
