import LeanCloud
import WireFormat
import WireJSON

/// What was read of one command of LeanCloud; the memory of its parts stays for the next one.
struct LeanCloudUnit: ~Copyable {
    /// What a message's content is.
    enum Content: Sendable {
        /// There is none, or nobody asked.
        case absent
        /// JSON; its text without white space lies here in ``LeanCloudUnit/contents``.
        case json(Range<Int>)
        /// Plain text, as UTF-8 here in ``LeanCloudUnit/contents``.
        case text(Range<Int>)
        /// Bytes.
        case bytes([UInt8])
    }

    /// A chat message's content.
    struct Message: Sendable {
        /// The number of a typed message.
        var type: Int64?
        /// What it says.
        var content = Content.absent
    }

    /// Where the command's parts lie.
    var layout = LeanCloudLayout()
    /// Whether the command could not be read.
    var isBroken = false
    /// The contents of the layout's messages, in their order.
    var messages: [Message] = []
    /// The messages' contents without white space.
    var contents = ByteWriter()
    /// The content that is being judged.
    var contentTape = JSONTape()
    /// The client that speaks on the connection, as UTF-8; empty while unknown.
    var ownPeer: [UInt8] = []

    /// Forgets the last unit, but for the memory.
    mutating func reset() {
        isBroken = false
        messages.clear()
        contents.removeAll()
        if !ownPeer.isEmpty { ownPeer = [] }
    }
}

/// What is remembered of one LeanCloud connection.
struct LeanCloudSession: Sendable {
    /// How commands lie in messages, as the sub-protocol says; `nil` when there was none.
    var form: LeanCloudForm?
    /// The schema, as the sub-protocol says.
    var generation = LeanCloudGeneration.current
    /// The app, from the first command that names it.
    var appId: String?
    /// The SDK, as `session/open` names it.
    var userAgent: String?
    /// How the session ended.
    var ending: String?
    /// The client that was opened first, as UTF-8.
    var peer: [UInt8] = []
    /// Commands with `i` → the server's answers.
    var requests = PendingRequests<Int32>()

    /// How a command lies in a message: as was agreed, and in a text of which nothing was as it looks.
    func form(of message: Span<UInt8>, isText: Bool) -> LeanCloudForm {
        guard isText else { return form == .messagePack ? .messagePack : .protobuf }
        if let form, form.isText { return form }
        return LeanCloudForm(recognising: message, isText: true) ?? .json
    }
}
