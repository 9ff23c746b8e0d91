public import WireJSON

/// Limits that protect the reader of NIM's packets against hostile ones; reaching one throws `limit`.
public struct NIMLimits: Hashable, Sendable {
    /// The longest packet, in bytes.
    public var frameBytes = 16 << 20
    /// The longest body of a response to a poll, in bytes.
    public var bodyBytes = 16 << 20
    /// The length from which data is read value by value: a tree of its values may take many times its bytes.
    public var largeBytes = 64 << 10
    /// The longest attachment of a message that is parsed, in bytes; a longer one is shown as text.
    public static let attachBytes = 64 << 10
    /// The number of chat messages that are extracted from a packet.
    public var messages = 1 << 12
    /// The number of bytes in a packet that allow one message each, if that gives more than ``messages``.
    public var bytesPerMessage = 64
    /// The JSON limits for the data of packets.
    public var json = JSONLimits()

    /// The default limits.
    public init() {}

    /// Returns the number of chat messages that are extracted from a packet of this length.
    package func messages(inPacketOf bytes: Int) -> Int { max(messages, bytes / max(bytesPerMessage, 1)) }
}
