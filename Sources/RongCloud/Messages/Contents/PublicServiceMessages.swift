public import WireJSON

/// An article of a public service: a part of `RC:PSImgTxtMsg` and `RC:PSMultiImgTxtMsg`.
public struct PublicServiceArticle: MessagePart {
    /// The title.
    public var title: String?
    /// The summary; in `RC:ImgTextMsg` the key is `content`.
    public var digest: String?
    /// The picture's URL; in `RC:ImgTextMsg` the key is `imageUri`.
    public var picurl: String?
    /// The URL that a tap opens.
    public var url: String?

    /// Makes an empty article.
    public init() {}

    /// Hands the fields over; see ``MessagePart/fields(_:)``.
    public mutating func fields(_ pass: inout FieldPass) {
        pass.text("title", &title)
        pass.text("digest", &digest)
        pass.text("picurl", &picurl)
        pass.text("url", &url)
    }
}

/// One article of a public service: `RC:PSImgTxtMsg`.
public struct PublicServiceRichContentMessage: MessageContent {
    /// The name on the wire.
    public static let objectName = "RC:PSImgTxtMsg"
    /// Only the sender.
    public static let envelopeKeys: MessageEnvelope.Keys = .user

    /// The article, the first in a list.
    public var articles: [PublicServiceArticle] = []
    /// The shared fields.
    public var envelope = MessageEnvelope()

    /// Makes a message without an article.
    public init() {}

    /// Hands the fields over; see ``MessagePart/fields(_:)``.
    public mutating func fields(_ pass: inout FieldPass) {
        pass.parts("articles", &articles)
    }

    /// The title of the article.
    public var digest: String { "[article \(articles.first?.title ?? "")]" }
}

/// Several articles of a public service: `RC:PSMultiImgTxtMsg`.
public struct PublicServiceMultiRichContentMessage: MessageContent {
    /// The name on the wire.
    public static let objectName = "RC:PSMultiImgTxtMsg"
    /// Only the sender.
    public static let envelopeKeys: MessageEnvelope.Keys = .user

    /// The articles.
    public var articles: [PublicServiceArticle] = []
    /// The shared fields.
    public var envelope = MessageEnvelope()

    /// Makes a message without articles.
    public init() {}

    /// Hands the fields over; see ``MessagePart/fields(_:)``.
    public mutating func fields(_ pass: inout FieldPass) {
        pass.parts("articles", &articles)
    }

    /// The number of articles, and the title of the first.
    public var digest: String {
        "[\(articles.count) article\(articles.count == 1 ? "" : "s"): \(articles.first?.title ?? "")]"
    }
}

/// A notice that the user chose a menu item of a public service: `RC:PSCmd`.
public struct PublicServiceCommandMessage: MessageContent {
    /// The name on the wire.
    public static let objectName = "RC:PSCmd"
    /// All keys except burn-after-read.
    public static let envelopeKeys: MessageEnvelope.Keys = [.extra, .user, .mentioned]

    /// The type of the item, such as CLICK or VIEW; mobile SDKs.
    public var cmd: String?
    /// The id or URL of the item; mobile SDKs.
    public var data: String?
    /// The text; web.
    public var content: String?
    /// The item: `id`, `name`, `type` and more; web.
    public var menuItem: JSONValue?
    /// The shared fields.
    public var envelope = MessageEnvelope()

    /// Makes a message without an item.
    public init() {}

    /// Hands the fields over; see ``MessagePart/fields(_:)``.
    public mutating func fields(_ pass: inout FieldPass) {
        pass.text("cmd", &cmd)
        pass.text("data", &data)
        pass.text("content", &content, of: .web)
        pass.json("menuItem", &menuItem, of: .web)
    }

    /// Checks that either the mobile keys or the web's are there.
    public func check(_ check: inout ContentCheck) {
        guard menuItem == nil else { return }
        check.require("cmd")
        check.require("data")
    }

    /// The menu item.
    public var digest: String { "[menu \(cmd ?? menuItem?["name"]?.string ?? "")]" }
}
