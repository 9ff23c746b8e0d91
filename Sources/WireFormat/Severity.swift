/// How bad something is that was noticed about bytes, a content or a session.
public enum Severity: String, Hashable, Sendable, CaseIterable, Comparable {
    /// Unusual, but what real SDKs do.
    case note
    /// Wrong, but what it means is clear.
    case warning
    /// Something could not be read, or breaks the protocol.
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
