/// The end of a connection that wrote something: the one type for direction in every protocol.
public enum FrameSender: String, Hashable, Sendable, CaseIterable {
    /// The SDK.
    case client
    /// The messaging system.
    case server
}
