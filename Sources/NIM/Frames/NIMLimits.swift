public import WireJSON

/// What protects the reader of NIM's packets from hostile ones; reaching one throws `limit`.
public struct NIMLimits: Hashable, Sendable {
    /// Longest packet, in bytes.
    public var frameBytes = 16 << 20
    /// Longest body of an answer to a poll, in bytes.
    public var bodyBytes = 16 << 20
    /// Data from this length on is read value by value: a tree of its values may take many times its bytes.
    public var largeBytes = 64 << 10
    /// Longest attachment of a message that is taken apart, in bytes; a longer one is shown as text.
    public static let attachBytes = 64 << 10
    /// Chat messages that are taken out of a packet.
    public var messages = 1 << 12
    /// Beyond that, bytes of the packet for each message.
    public var bytesPerMessage = 64
    /// Of the data of events.
    public var json = JSONLimits()

    /// The default limits.
    public init() {}

    /// How many chat messages are taken out of a packet of so many bytes.
    package func messages(inPacketOf bytes: Int) -> Int { max(messages, bytes / max(bytesPerMessage, 1)) }
}
