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
        /// JSON; its text without white space lies here in the event's ``RongCloudUnit/contents``.
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
    /// The content.
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
    /// The conversation's type.
    var conversation: ConversationType?
    /// The conversation's target.
    var target: Text {
        get { targetPlace.text }
        set { targetPlace = TextPlace(newValue) }
    }
    /// Who wrote it.
    var sender: Text {
        get { senderPlace.text }
        set { senderPlace = TextPlace(newValue) }
    }
    /// What is to be done with it.
    var flags: Flags?
    /// The message's unique id.
    var uid: Range<Int>? {
        get { uidStretch.range }
        set { uidStretch = Stretch(newValue) }
    }
    /// Server's clock in Unix milliseconds.
    var sentTime: Int64? {
        get { hasSentTime ? time : nil }
        set {
            hasSentTime = newValue != nil
            time = newValue ?? 0
        }
    }

    // A unit may have a message for every few of its bytes, so their places are kept in 32 bits each.
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
    /// Whether a client sends it.
    var isUpstream = false

    init(node: Int) { place = UInt32(truncatingIfNeeded: node) }

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

    /// Where a text comes from, in less memory.
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
