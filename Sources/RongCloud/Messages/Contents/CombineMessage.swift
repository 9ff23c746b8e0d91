public import WireJSON

/// Forwarded messages combined into an HTML page: `RC:CombineMsg`.
public struct CombineMessage: MessageContent {
    /// The name on the wire.
    public static let objectName = "RC:CombineMsg"
    /// All keys of the envelope.
    public static let envelopeKeys = MessageEnvelope.Keys.all

    /// The URL of the page; the first web version puts it under `content`.
    public var remoteUrl = ""
    /// The type of the messages' conversation: 1 private, 3 group.
    public var conversationType: Int64 = 0
    /// The senders' names.
    public var nameList: [String] = []
    /// Up to four lines that summarise the messages.
    public var summaryList: [String] = []
    /// The title.
    public var title: String?
    /// The file's name.
    public var name: String?
    /// The path of the file on the sender's device.
    public var localPath: String?
    /// The shared fields.
    public var envelope = MessageEnvelope()

    /// Makes a message without a page.
    public init() {}

    /// Hands the fields over; see ``MessagePart/fields(_:)``.
    public mutating func fields(_ pass: inout FieldPass) {
        pass.text("title", &title)
        pass.text("name", &name)
        pass.text("localPath", &localPath)
        pass.text("remoteUrl", &remoteUrl, or: [.read("content", .web)])
        pass.integer("conversationType", &conversationType)
        pass.texts("nameList", &nameList)
        pass.texts("summaryList", &summaryList)
    }

    /// Checks the URL and the conversation type.
    public func check(_ check: inout ContentCheck) {
        check.url(remoteUrl, at: "remoteUrl")
        check.combined(conversationType, summaryList)
    }

    /// A fixed phrase.
    public var digest: String { "[combined messages]" }
}

/// Forwarded messages combined into a list: `RC:CombineV2Msg`.
///
/// Parts of the form are inferred.
public struct CombineV2Message: MessageContent {
    /// The name on the wire.
    public static let objectName = "RC:CombineV2Msg"
    /// All keys of the envelope.
    public static let envelopeKeys = MessageEnvelope.Keys.all

    /// The type of the messages' conversation: 1 private, 3 group.
    public var conversationType: Int64 = 0
    /// The senders' names.
    public var nameList: [String] = []
    /// Up to four lines that summarise the messages.
    public var summaryList: [String] = []
    /// The number of messages.
    public var msgNum: Int64?
    /// The messages, if they are small enough.
    public var msgList: JSONValue?
    /// The key of the uploaded list, if the messages are too large.
    public var jsonMsgKey: String?
    /// The URL of the uploaded list.
    public var remoteUrl: String?
    /// The file's name.
    public var name: String?
    /// The path of the file on the sender's device.
    public var localPath: String?
    /// The shared fields.
    public var envelope = MessageEnvelope()

    /// Makes a message without messages.
    public init() {}

    /// Hands the fields over; see ``MessagePart/fields(_:)``.
    public mutating func fields(_ pass: inout FieldPass) {
        pass.integer("conversationType", &conversationType)
        pass.texts("nameList", &nameList)
        pass.texts("summaryList", &summaryList)
        pass.integer("msgNum", &msgNum)
        pass.json("msgList", &msgList)
        pass.text("jsonMsgKey", &jsonMsgKey)
        pass.text("remoteUrl", &remoteUrl)
        pass.text("name", &name)
        pass.text("localPath", &localPath)
    }

    /// Checks the conversation type.
    public func check(_ check: inout ContentCheck) {
        check.combined(conversationType, summaryList)
    }

    /// A fixed phrase.
    public var digest: String { "[combined messages]" }
}

extension ContentCheck {
    /// Checks the values that both forms of combined messages share.
    fileprivate mutating func combined(_ conversationType: Int64, _ summaryList: [String]) {
        if has("conversationType"), conversationType != 1, conversationType != 3 {
            let text = "conversationType is \(conversationType); documented are 1 and 3"
            report(.undocumentedValue, at: "conversationType", text)
        }
        if summaryList.count > 4 {
            report(.limit, at: "summaryList", "summaryList has \(summaryList.count) lines, more than 4")
        }
    }
}
