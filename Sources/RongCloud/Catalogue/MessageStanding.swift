/// The status of a message in the SDKs.
public enum MessageStanding: String, CaseIterable, Sendable {
    /// In use.
    case current
    /// Replaced by another message.
    case superseded
    /// Discouraged, but still in SDKs.
    case deprecated
    /// Removed from current SDKs.
    case legacy
    /// Used only within an SDK or its UI kit.
    case internalUse = "internal"
    /// An application's own type, known from a demo.
    case demo
}
