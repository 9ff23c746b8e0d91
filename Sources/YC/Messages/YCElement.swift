import WireFormat
public import WireJSON

/// An element of an answer: a chat message, an order event, or something about the account.
public struct YCElement: Hashable, Sendable {
    /// What the app does with an element.
    public enum Handling: String, Hashable, Sendable, CaseIterable {
        /// An order event: the order's state changes.
        case order
        /// A chat message.
        case chat
        /// Something about the account: a red dot is shown.
        case account
        /// It was handled before and is passed over.
        case passedOver
        /// Its class is not known; it is kept.
        case unknown
    }

    /// The element's id, which a push may name; observed.
    public let id: String?
    /// The element's type, in which letter case counts; observed.
    public let type: String?
    /// Whether there is a `content` that is an object.
    public let hasContent: Bool
    /// Inside the content: the order of a chat; observed.
    public let topic: String?
    /// Inside the content: the order of an order event; observed.
    public let orderId: String?
    /// What a chat message holds; its key is a placeholder.
    public let chatType: Int64?
    /// Who speaks; its key is a placeholder.
    public let speakType: Int64?
    /// The class; its key is a placeholder.
    public let classType: Int64?
    /// The message's number, by which repetitions are found; its key is a placeholder.
    public let messageId: String?
    /// The session of an order; its key is a placeholder.
    public let sessionId: String?
    /// 20 when it was handled before; its key is a placeholder.
    public let repeatState: Int64?
    /// The keys of ``content`` that were read although the article does not show them on the wire.
    public let reconstructed: [String]

    /// Keys that nobody has seen: they are named after symbols of the article's code.
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

    /// The type, where the article states it.
    public var knownType: YCValue? { type.flatMap { YCValue.find($0, .type) } }

    /// The order that it is about: of a chat its topic, of anything else its order id, where there is one.
    public var order: String? {
        type == "new_chat" ? topic ?? orderId : orderId ?? topic
    }

    /// What the app does with it: by the class where there is one, else by the type.
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

    /// How the app shows a chat message: text and audio as they are, anything else as the hint to upgrade (701).
    ///
    /// `nil` without a type of its own. The original number stays in ``chatType``. The version of the article had no
    /// viewer for the other kinds; cards got one in 5.2.3.
    public var shownAs: Int64? {
        guard let chatType else { return nil }
        return chatType == 1 || chatType == 3 ? chatType : 701
    }

    /// What is odd about the element.
    func check(_ element: JSONView) -> [ContentFinding] {
        guard element.kind == .object else {
            let offset = element.range.lowerBound
            return [ContentFinding(.error, "wrong-shape", offset: offset, text: "the element is no object")]
        }
        return YCContents.element(type).check(element) + oddities(element)
    }

    /// What is odd about the values.
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
        if let chatType, YCValue.find(chatType, .chat) == nil {
            let text = "ChatType \(chatType) is none that is stated; the app would show the hint to upgrade"
            findings.append(
                ContentFinding(.note, "type-unknown", path: "content.ChatType", offset: offset, text: text)
            )
        }
        return findings
    }
}

/// The kinds of elements and chat contents that the description of YC knows.
public enum YCContents {
    /// All of them: elements by their types, then chat contents by their numbers, whose keys are placeholders.
    public static let all: [ContentShape] = ContentShape.table(MessageData.contents)

    /// The kind with an id, such as `new_chat` or `3`; `nil` when there is none.
    public static func shape(id: String) -> ContentShape? { all.first { $0.id == id } }

    /// Whether a kind is a reconstruction: none of its keys were seen.
    public static func isReconstructed(_ shape: ContentShape) -> Bool { shape.confidence.hasPrefix("reconstruction") }

    /// Judges an element or a chat content as one of a certain kind.
    ///
    /// Besides what ``ContentShape/check(_:)`` finds: `class-contradicts`, and `value-undocumented` for a speaker that the
    /// article does not state.
    public static func check(_ content: JSONView, as shape: ContentShape) -> [ContentFinding] {
        var findings = shape.check(content)
        guard content.kind == .object else { return findings }
        if shape.kind == "poll-element" { return findings + YCElement(content).oddities(content) }
        if let value = content.member(exactly: "SpeakType"), let speaker = value.number,
            YCValue.find(speaker, .speaker) == nil
        {
            let text = "SpeakType is \(speaker), which the article does not state"
            let offset = value.range.lowerBound
            findings.append(
                ContentFinding(.note, "value-undocumented", path: "SpeakType", offset: offset, text: text)
            )
        }
        return findings
    }

    /// What an element of a type must have; of a type that is not known, what all have.
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
