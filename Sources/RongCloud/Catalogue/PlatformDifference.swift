/// A difference between platforms in a message.
public struct PlatformDifference: Hashable, Sendable {
    /// A name such as `D023`, which never changes.
    public let id: String
    /// The platforms concerned; empty if all are.
    public let platforms: [String]
    /// The different behaviour, in words.
    public let what: String
}
