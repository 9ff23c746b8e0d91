import RongCloud

/// A chat message inside a payload: where its parts are.
struct RongCloudMessage: Sendable {
    /// Where a text comes from.
    enum Text: Sendable {
        /// It is not known.
        case absent
        /// UTF-8 in the unit.
        case payload(Range<Int>)
        /// A string of the frame.
        case frame(Range<Int>)
        /// The logged-in user, as bytes of the session.
        case ownUser
    }

    /// What the content is.
    enum Content: Sendable {
        /// There is none, or nobody asked.
        case absent
        /// JSON; its text without white space lies here in the event's ``Event/contents``.
        case json(Range<Int>)
        /// Not JSON.
        case bytes
    }

    /// What is to be done with the message: bits of `sessionId` on the way up, of `status` on the way down.
    ///
    /// Source: engine v5 (read); the upstream bits appear shifted left by four.
    struct Flags: OptionSet, Sendable, BitwiseCopyable {
        let rawValue: UInt16
        /// It is stored.
        static let persisted = Flags(rawValue: 0x10)
        /// It counts as unread.
        static let counted = Flags(rawValue: 0x20)
        /// It mentions somebody.
        static let mentioned = Flags(rawValue: 0x40)
        /// It gives no notification.
        static let noNotification = Flags(rawValue: 0x200)
        /// It can be expanded.
        static let expansion = Flags(rawValue: 0x400)
        /// Another client of the account has fetched it already (downstream only).
        static let fetched = Flags(rawValue: 0x02)

        init(rawValue: UInt16) { self.rawValue = rawValue }
        init(upstream bits: UInt64) { self.init(rawValue: UInt16(truncatingIfNeeded: bits << 4)) }
        init(downstream bits: UInt64) { self.init(rawValue: UInt16(truncatingIfNeeded: bits)) }
    }

    /// The message's node on the tape.
    var node: Int
    /// The name of the message's type.
    var objectName: Range<Int>?
    /// The content's bytes in the unit.
    var contentRange: Range<Int>?
    /// The content.
    var content = Content.absent
    /// The conversation's type.
    var conversation: ConversationType?
    /// The conversation's target.
    var target = Text.absent
    /// Who wrote it.
    var sender = Text.absent
    /// Whether a client sends it.
    var isUpstream = false
    /// What is to be done with it.
    var flags: Flags?
    /// The message's unique id.
    var uid: Range<Int>?
    /// Server's clock in Unix milliseconds.
    var sentTime: Int64?
}
