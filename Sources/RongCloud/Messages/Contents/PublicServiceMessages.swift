public import WireJSON

/// An article of a public service: a part of `RC:PSImgTxtMsg` and `RC:PSMultiImgTxtMsg`.
public struct PublicServiceArticle: MessagePart {
    /// The title.
    public var title: String?
    /// The summary; in `RC:ImgTextMsg` the key is `content`.
    public var digest: String?
    /// The picture's URL; in `RC:ImgTextMsg` the key is `imageUri`.
    public var picurl: String?
    /// Where a tap leads.
    public var url: String?

    /// Makes an empty article.
    public init() {}

    /// The keys; see ``MessagePart/fields(_:)``.
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
    /// The sender only.
    public static let envelopeKeys: MessageEnvelope.Keys = .user

    /// The article, as the first of a list.
    public var articles: [PublicServiceArticle] = []
    /// What contents have in common.
    public var envelope = MessageEnvelope()

    /// Makes a message without an article.
    public init() {}

    /// The keys; see ``MessagePart/fields(_:)``.
    public mutating func fields(_ pass: inout FieldPass) {
        pass.parts("articles", &articles)
    }

    /// That it is an article, and its title.
    public var digest: String { "[article \(articles.first?.title ?? "")]" }
}

/// Several articles of a public service: `RC:PSMultiImgTxtMsg`.
public struct PublicServiceMultiRichContentMessage: MessageContent {
    /// The name on the wire.
    public static let objectName = "RC:PSMultiImgTxtMsg"
    /// The sender only.
    public static let envelopeKeys: MessageEnvelope.Keys = .user

    /// The articles.
    public var articles: [PublicServiceArticle] = []
    /// What contents have in common.
    public var envelope = MessageEnvelope()

    /// Makes a message without articles.
    public init() {}

    /// The keys; see ``MessagePart/fields(_:)``.
    public mutating func fields(_ pass: inout FieldPass) {
        pass.parts("articles", &articles)
    }

    /// That there are articles, and the first one's title.
    public var digest: String {
        "[\(articles.count) article\(articles.count == 1 ? "" : "s"): \(articles.first?.title ?? "")]"
    }
}

/// That a menu item of a public service was chosen: `RC:PSCmd`.
public struct PublicServiceCommandMessage: MessageContent {
    /// The name on the wire.
    public static let objectName = "RC:PSCmd"
    /// No burn-after-read.
    public static let envelopeKeys: MessageEnvelope.Keys = [.extra, .user, .mentioned]

    /// The item's type, such as CLICK or VIEW; mobile SDKs.
    public var cmd: String?
    /// The item's id or URL; mobile SDKs.
    public var data: String?
    /// The web's text.
    public var content: String?
    /// The web's item: `id`, `name`, `type` and more.
    public var menuItem: JSONValue?
    /// What contents have in common.
    public var envelope = MessageEnvelope()

    /// Makes a message without an item.
    public init() {}

    /// The keys; see ``MessagePart/fields(_:)``.
    public mutating func fields(_ pass: inout FieldPass) {
        pass.text("cmd", &cmd)
        pass.text("data", &data)
        pass.text("content", &content, of: .web)
        pass.json("menuItem", &menuItem, of: .web)
    }

    /// Asks for the mobile keys or the web's.
    public func check(_ check: inout ContentCheck) {
        guard menuItem == nil else { return }
        check.require("cmd")
        check.require("data")
    }

    /// The item.
    public var digest: String { "[menu \(cmd ?? menuItem?["name"]?.string ?? "")]" }
}
