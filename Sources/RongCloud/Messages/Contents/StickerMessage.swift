/// A sticker: `RC:StkMsg`.
///
/// Two generations share the name: the sticker plug-in's package and sticker ids, and the first Android generation's
/// category and name.
public struct StickerMessage: MessageContent {
    /// The name on the wire.
    public static let objectName = "RC:StkMsg"
    /// All keys of the envelope.
    public static let envelopeKeys = MessageEnvelope.Keys.all

    /// The id of the sticker's package; missing in the first generation.
    public var packageId: String?
    /// The id of the sticker.
    public var stickerId: String?
    /// The text that lists show instead of the sticker; its key is `digest`, like this type's property ``digest``.
    public var text: String?
    /// The width in pixels.
    public var width: Int64?
    /// The height in pixels.
    public var height: Int64?
    /// First generation: the sticker's category.
    public var category: String?
    /// First generation: the sticker's name.
    public var name: String?
    /// First generation: whether the receiver has the sticker.
    public var isInstalled: Bool?
    /// The shared fields.
    public var envelope = MessageEnvelope()

    /// Makes a message without a sticker.
    public init() {}

    /// Hands the fields over; see ``MessagePart/fields(_:)``.
    public mutating func fields(_ pass: inout FieldPass) {
        pass.text("packageId", &packageId)
        pass.text("stickerId", &stickerId)
        pass.text("digest", &text)
        pass.integer("width", &width)
        pass.integer("height", &height)
        pass.text("category", &category, of: .android)
        pass.text("name", &name, of: .android)
        pass.flag("isInstalled", &isInstalled, of: .android)
    }

    /// Checks that the fields of one of the generations are there.
    public func check(_ check: inout ContentCheck) {
        guard category == nil else { return check.require("name") }
        for key in ["packageId", "stickerId", "digest"] { check.require(key) }
    }

    /// The text or name of the sticker.
    public var digest: String {
        let words = text ?? name ?? ""
        return words.isEmpty ? "[sticker]" : "[sticker \(words)]"
    }
}

/// A contact's card: `RC:CardMsg`, of the contact-card plug-in.
public struct ContactCardMessage: MessageContent {
    /// The name on the wire.
    public static let objectName = "RC:CardMsg"
    /// All keys of the envelope.
    public static let envelopeKeys = MessageEnvelope.Keys.all

    /// The contact's id.
    public var userId = ""
    /// The contact's name.
    public var name = ""
    /// The URL of the contact's avatar; the sender's avatar in the same message is `portrait`.
    public var portraitUri: String?
    /// The id of the user who sends the card.
    public var sendUserId: String?
    /// The name of the user who sends the card.
    public var sendUserName: String?
    /// The shared fields.
    public var envelope = MessageEnvelope()

    /// Makes an empty card.
    public init() {}

    /// Hands the fields over; see ``MessagePart/fields(_:)``.
    public mutating func fields(_ pass: inout FieldPass) {
        pass.text("userId", &userId)
        pass.text("name", &name)
        pass.text("portraitUri", &portraitUri)
        pass.text("sendUserId", &sendUserId)
        pass.text("sendUserName", &sendUserName)
    }

    /// The name of the contact.
    public var digest: String { "[card \(name)]" }
}
