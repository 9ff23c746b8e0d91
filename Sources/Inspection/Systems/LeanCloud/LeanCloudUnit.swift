import LeanCloud
import WireFormat
import WireJSON

/// The decoded parts of one LeanCloud command; their memory is reused for the next command.
struct LeanCloudUnit: ~Copyable {
    /// The form of a message's content.
    enum Content: Sendable {
        /// There is no content, or it was not read.
        case absent
        /// JSON; the range is that of its text without white space in ``LeanCloudUnit/contents``.
        case json(Range<Int>)
        /// Plain text; the range is that of its UTF-8 in ``LeanCloudUnit/contents``.
        case text(Range<Int>)
        case bytes([UInt8])
    }

    /// A chat message's content.
    struct Message: Sendable {
        /// The number of a typed message.
        var type: Int64?
        var content = Content.absent
    }

    /// The places of the command's parts.
    var layout = LeanCloudLayout()
    /// Whether the command could not be read.
    var isBroken = false
    /// The contents of the layout's messages, in their order.
    var messages: [Message] = []
    /// The messages' contents without white space.
    var contents = ByteWriter()
    /// The tape of the content that was read last.
    var contentTape = JSONTape()
    /// The client that speaks on the connection, as UTF-8; empty while unknown.
    var ownPeer: [UInt8] = []

    /// Forgets the last unit, but keeps the memory.
    mutating func reset() {
        isBroken = false
        messages.clear()
        contents.removeAll()
        if !ownPeer.isEmpty { ownPeer = [] }
    }
}

/// The state of one LeanCloud connection.
struct LeanCloudSession: Sendable {
    /// The form of commands in messages, from the sub-protocol; `nil` if there is none.
    var form: LeanCloudForm?
    /// The generation of the schema, from the sub-protocol.
    var generation = LeanCloudGeneration.current
    /// The app, from the first command that names it.
    var appId: String?
    /// The SDK, as `session/open` names it.
    var userAgent: String?
    /// The way in which the session ended.
    var ending: String?
    /// The client that was opened first, as UTF-8.
    var peer: [UInt8] = []
    /// Commands with `i` → the server's answers.
    var requests = PendingRequests<Int32>()

    /// Returns the form of a command: the agreed one, or for a text without an agreed text form, the one that the text
    /// shows.
    func form(of message: Span<UInt8>, isText: Bool) -> LeanCloudForm {
        guard isText else { return form == .messagePack ? .messagePack : .protobuf }
        if let form, form.isText { return form }
        return LeanCloudForm(recognising: message, isText: true) ?? .json
    }
}
