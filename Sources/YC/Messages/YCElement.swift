import WireFormat
public import WireJSON

/// An element of a response: a chat message, an order event, or an account event.
public struct YCElement: Hashable, Sendable {
    /// The app's handling of an element.
    public enum Handling: String, Hashable, Sendable, CaseIterable {
        /// An order event: the order's state changes.
        case order
        /// A chat message.
        case chat
        /// An account event: the app shows a red dot.
        case account
        /// The element was handled before and is skipped.
        case passedOver
        /// The class is unknown; the element is kept.
        case unknown
    }

    /// The element's id, to which a push may refer; observed.
    public let id: String?
    /// The element's type, case-sensitive; observed.
    public let type: String?
    /// Whether `content` is present and an object.
    public let hasContent: Bool
    /// The order of a chat, in the content; observed.
    public let topic: String?
    /// The order of an order event, in the content; observed.
    public let orderId: String?
    /// The kind of content in a chat message; its key is a placeholder.
    public let chatType: Int64?
    /// The speaker; its key is a placeholder.
    public let speakType: Int64?
    /// The class; its key is a placeholder.
    public let classType: Int64?
    /// The message's number, which identifies repetitions; its key is a placeholder.
    public let messageId: String?
    /// The session of an order; its key is a placeholder.
    public let sessionId: String?
    /// 20 if the element was handled before; its key is a placeholder.
    public let repeatState: Int64?
    /// The keys in the content that were read although the article does not show them on the wire.
    public let reconstructed: [String]

    /// Keys that were never observed: they are named after symbols in the article's code.
    private static let placeholders = [
        "ChatType", "SpeakType", "ClassType", "messageID", "sessionID", "kChatRepeatState", "orderID",
    ]

    init(_ element: JSONView) {
        id = element.member(exactly: "id")?.name
        type = element.member(exactly: "type")?.string
        guard let content = element.member(exactly: "content"), content.kind == .object else {
            hasContent = false
            topic = nil
            orderId = nil
            chatType = nil
            speakType = nil
            classType = nil
            messageId = nil
            sessionId = nil
            repeatState = nil
            reconstructed = []
            return
        }
        hasContent = true
        topic = content.member(exactly: "topic")?.name
        orderId = content.member(exactly: "order_id")?.name
        chatType = content.member(exactly: "ChatType")?.number
        speakType = content.member(exactly: "SpeakType")?.number
        classType = content.member(exactly: "ClassType")?.number
        messageId = content.member(exactly: "messageID")?.name
        sessionId = content.member(exactly: "sessionID")?.name
        repeatState = content.member(exactly: "kChatRepeatState")?.number
        var read: [String] = []
        for key in Self.placeholders where content[key] != nil { read.append(key) }
        reconstructed = read
    }

    /// The type, if the article states it.
    public var knownType: YCValue? { type.flatMap { YCValue.find($0, of: .type) } }

    /// The order that the element is about: the topic of a chat, otherwise the order id, if there is one.
    public var order: String? {
        type == "new_chat" ? topic ?? orderId : orderId ?? topic
    }

    /// The app's handling of the element: by class if there is one, otherwise by type.
    public var handling: Handling {
        switch classType {
        case 1: return .order
        case 2: return repeatState == 20 ? .passedOver : .chat
        case 3: return .account
        default: break
        }
        guard let known = knownType else { return .unknown }
        if known.value != "new_chat" { return .order }
        return repeatState == 20 ? .passedOver : .chat
    }

    /// The app's presentation of a chat message: text and audio as they are, anything else as the hint to upgrade
    /// (701).
    ///
    /// `nil` without a chat type. The original number stays in ``chatType``. The version in the article had no viewer
    /// for the other kinds; cards got one in 5.2.3.
    public var shownAs: Int64? {
        guard let chatType else { return nil }
        return chatType == 1 || chatType == 3 ? chatType : 701
    }

    /// Checks the element for oddities.
    func check(_ element: JSONView) -> [ContentFinding] {
        guard element.kind == .object else {
            let offset = element.range.lowerBound
            return [ContentFinding(.error, "wrong-shape", offset: offset, text: "the element is no object")]
        }
        return YCContents.element(type).check(element) + oddities(element)
    }

    /// Checks the values for oddities.
    func oddities(_ element: JSONView) -> [ContentFinding] {
        var findings: [ContentFinding] = []
        let offset = element.range.lowerBound
        if let type, knownType == nil {
            let text = "\(type) is no type that the article states"
            findings.append(ContentFinding(.note, "type-unknown", path: "type", offset: offset, text: text))
        }
        if classType == 2, let type, type != "new_chat", knownType != nil {
            let text = "the class is chat, and the type \(type) an order event"
            findings.append(
                ContentFinding(.note, "class-contradicts", path: "content.ClassType", offset: offset, text: text)
            )
        }
        if let chatType, YCValue.find(chatType, of: .chat) == nil {
            let text = "ChatType \(chatType) is none that is stated; the app would show the hint to upgrade"
            findings.append(
                ContentFinding(.note, "type-unknown", path: "content.ChatType", offset: offset, text: text)
            )
        }
        return findings
    }
}

/// The kinds of elements and chat contents in the description of YC.
public enum YCContents {
    /// All kinds: elements by type, then chat contents by number, whose keys are placeholders.
    public static let all: [ContentShape] = ContentShape.table(MessageData.contents)

    /// Returns the kind with an id, such as `new_chat` or `3`; `nil` when there is none.
    public static func shape(id: String) -> ContentShape? { all.first { $0.id == id } }

    /// Whether a kind is a reconstruction: none of its keys were observed.
    public static func isReconstructed(_ shape: ContentShape) -> Bool { shape.confidence.hasPrefix("reconstruction") }

    /// Checks an element or a chat content against a kind.
    ///
    /// Besides the findings of `ContentShape.check(_:)`: `class-contradicts`, and `value-undocumented` for a speaker
    /// that the article does not state.
    public static func check(_ content: JSONView, as shape: ContentShape) -> [ContentFinding] {
        var findings = shape.check(content)
        guard content.kind == .object else { return findings }
        if shape.kind == "poll-element" { return findings + YCElement(content).oddities(content) }
        if let value = content.member(exactly: "SpeakType"), let speaker = value.number,
            YCValue.find(speaker, of: .speaker) == nil
        {
            let text = "SpeakType is \(speaker), which the article does not state"
            let offset = value.range.lowerBound
            findings.append(
                ContentFinding(.note, "value-undocumented", path: "SpeakType", offset: offset, text: text)
            )
        }
        return findings
    }

    /// Returns the shape of elements with a type; for an unknown type, the members common to all.
    static func element(_ type: String?) -> ContentShape {
        type.flatMap { shape(id: $0) } ?? plain
    }

    private static let plain: ContentShape = {
        let object: JSONValue = [
            "name": "element", "kind": "poll-element",
            "fields": [
                ["key": "id", "type": "string", "required": true], ["key": "type", "type": "string", "required": true],
                ["key": "content", "type": "object", "required": true],
            ],
        ]
        guard let shape = ContentShape(object) else { preconditionFailure("an element has no shape") }
        return shape
    }()
}
