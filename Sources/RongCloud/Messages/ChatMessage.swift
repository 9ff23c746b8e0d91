/// A chat message in a frame's payload, with its conversation, which the frame or the payload names.
///
/// Its members have the names that SDKs give them in `RCMessage`.
/// ```swift
/// for message in try frame.messages(sender: .server) {
///     print(message.senderUserId ?? "", message.objectName ?? "", message.decoded()?.digest ?? "")
/// }
/// ```
public struct ChatMessage: Hashable, Sendable {
    /// The name of the message's type, such as `RC:TxtMsg`; `nil` if the payload has none.
    public var objectName: String?
    /// The content as on the wire: JSON for all types of the SDKs; empty if the payload has none.
    public var content: [UInt8]
    /// The kind of the conversation; `nil` if neither topic nor payload names it.
    public var conversationType: ConversationType?
    /// The id of the conversation: of the other user, the group or the room; `nil` if it is not named.
    ///
    /// A client's message has the target of its frame.
    public var targetId: String?
    /// Whether the logged-in user wrote the message, on this or another device.
    public var isSent: Bool
    /// The author's id; `nil` if it is the logged-in user, whose id only CONNACK has.
    public var senderUserId: String?
    /// How the message is handled; `nil` if the payload does not say so.
    public var handling: Handling?
    /// The unique id that the server gave the message; see ``MessageUID``.
    public var messageUId: String?
    /// The server's time of the message, in Unix milliseconds.
    public var sentTime: Int64?

    /// Decodes the content to its type; `nil` if the object name is not known.
    ///
    /// - Parameter registry: the known types.
    public func decoded(by registry: MessageRegistry = .builtIn) -> DecodedMessage? {
        objectName.map { registry.decode($0, content) }
    }
}

extension ChatMessage {
    /// The handling of a message: bits of `sessionId` in a client's message, of `status` in a delivered one.
    ///
    /// Source: engine v5 (read); a client's bits appear shifted left by four.
    public struct Handling: OptionSet, Hashable, Sendable, BitwiseCopyable {
        /// The bits of a delivered message.
        public let rawValue: UInt16

        /// Makes the handling with these bits.
        @inlinable
        public init(rawValue: UInt16) { self.rawValue = rawValue }

        /// Another client of the account has fetched the message already; never in a client's message.
        @inlinable public static var fetched: Handling { Handling(rawValue: 0x02) }
        /// The message is stored.
        @inlinable public static var persisted: Handling { Handling(rawValue: 0x10) }
        /// The message counts as unread.
        @inlinable public static var counted: Handling { Handling(rawValue: 0x20) }
        /// The message mentions somebody.
        @inlinable public static var mentioned: Handling { Handling(rawValue: 0x40) }
        /// The message gives no notification.
        @inlinable public static var noNotification: Handling { Handling(rawValue: 0x200) }
        /// The message can be expanded.
        @inlinable public static var expansion: Handling { Handling(rawValue: 0x400) }

        /// Reads `sessionId` of an UpStreamMessage.
        @inlinable
        public init(sessionId bits: UInt64) { self.init(rawValue: UInt16(truncatingIfNeeded: bits << 4)) }

        /// Reads `status` of a DownStreamMessage.
        @inlinable
        public init(status bits: UInt64) { self.init(rawValue: UInt16(truncatingIfNeeded: bits)) }
    }
}
