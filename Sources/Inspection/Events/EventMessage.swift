import RongCloud

/// A chat message inside a payload: where its parts are.
struct EventMessage: Sendable {
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
    /// The message's unique id.
    var uid: Range<Int>?
    /// Server's clock in Unix milliseconds.
    var sentTime: Int64?
}
