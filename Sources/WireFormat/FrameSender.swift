/// Which end of a connection wrote something: the one word for direction, in every protocol.
public enum FrameSender: String, Hashable, Sendable, CaseIterable {
    /// The SDK.
    case client
    /// The messaging system.
    case server
}
