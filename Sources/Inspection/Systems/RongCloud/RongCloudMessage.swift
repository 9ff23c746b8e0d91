import RongCloud

/// A chat message inside a payload, as the places of its parts.
struct RongCloudMessage: Sendable {
    /// The source of a text.
    enum Text: Sendable {
        /// The text is not known.
        case absent
        /// UTF-8 in the unit.
        case payload(Range<Int>)
        /// A string of the frame.
        case frame(Range<Int>)
        /// The logged-in user, as bytes of the session.
        case ownUser
    }

    /// The form of the content.
    enum Content: Sendable {
        /// There is no content, or it was not read.
        case absent
        /// JSON; the range is that of its text without white space in the event's ``RongCloudUnit/contents``.
        case json(Range<Int>)
        /// Not JSON.
        case bytes
    }

    /// The message's node on the tape.
    var node: Int {
        get { Int(place) }
        set { place = UInt32(truncatingIfNeeded: newValue) }
    }
    /// The name of the message's type.
    var objectName: Range<Int>? {
        get { nameStretch.range }
        set { nameStretch = Stretch(newValue) }
    }
    /// The content's bytes in the unit.
    var contentRange: Range<Int>? {
        get { contentStretch.range }
        set { contentStretch = Stretch(newValue) }
    }
    var content: Content {
        get { jsonStretch.range.map { .json($0) } ?? (isBinary ? .bytes : .absent) }
        set {
            jsonStretch = Stretch()
            isBinary = false
            switch newValue {
            case .absent: break
            case .json(let range): jsonStretch = Stretch(range)
            case .bytes: isBinary = true
            }
        }
    }
    var conversation: ConversationType?
    var target: Text {
        get { targetPlace.text }
        set { targetPlace = TextPlace(newValue) }
    }
    /// The author of the message.
    var sender: Text {
        get { senderPlace.text }
        set { senderPlace = TextPlace(newValue) }
    }
    /// The handling of the message, if its bits are there.
    var flags: ChatMessage.Handling?
    /// The message's unique id.
    var uid: Range<Int>? {
        get { uidStretch.range }
        set { uidStretch = Stretch(newValue) }
    }
    /// The server's clock in Unix milliseconds.
    var sentTime: Int64? {
        get { hasSentTime ? time : nil }
        set {
            hasSentTime = newValue != nil
            time = newValue ?? 0
        }
    }

    // A unit may hold a message for every few of its bytes, so each place is kept in 32 bits.
    private var time: Int64 = 0
    private var place: UInt32
    private var nameStretch = Stretch()
    private var contentStretch = Stretch()
    private var jsonStretch = Stretch()
    private var uidStretch = Stretch()
    private var targetPlace = TextPlace(.absent)
    private var senderPlace = TextPlace(.absent)
    private var hasSentTime = false
    private var isBinary = false
    /// Whether a client sends the message.
    var isUpstream = false

    /// - Parameters:
    ///   - node: the message's node on the tape.
    ///   - fields: what the payload says; conversation and users follow from it and the frame.
    @inline(__always)
    init(node: Int, _ fields: MessageFields) {
        place = UInt32(truncatingIfNeeded: node)
        objectName = fields.objectName
        contentRange = fields.content
        conversation = fields.conversationType
        flags = fields.handling
        uid = fields.messageUId
        sentTime = fields.sentTime
    }

    /// A range of bytes, or none.
    private struct Stretch: Sendable, BitwiseCopyable {
        private var start: UInt32 = .max
        private var end: UInt32 = .max

        init() {}

        @inline(__always)
        init(_ range: Range<Int>?) {
            guard let range else { return }
            start = UInt32(truncatingIfNeeded: range.lowerBound)
            end = UInt32(truncatingIfNeeded: range.upperBound)
        }

        @inline(__always)
        var range: Range<Int>? { start == .max ? nil : Int(start)..<Int(end) }
    }

    /// The source of a text, in less memory.
    private struct TextPlace: Sendable, BitwiseCopyable {
        private var stretch: Stretch
        private var isOfFrame = false
        private var isOwnUser = false

        @inline(__always)
        init(_ text: Text) {
            switch text {
            case .absent: stretch = Stretch()
            case .payload(let range): stretch = Stretch(range)
            case .frame(let range):
                stretch = Stretch(range)
                isOfFrame = true
            case .ownUser:
                stretch = Stretch()
                isOwnUser = true
            }
        }

        @inline(__always)
        var text: Text {
            guard let range = stretch.range else { return isOwnUser ? .ownUser : .absent }
            return isOfFrame ? .frame(range) : .payload(range)
        }
    }
}
