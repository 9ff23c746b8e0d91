/// A sticker: `RC:StkMsg`.
///
/// Two generations share the name: the sticker plug-in's package and sticker ids, and the first Android generation's
/// category and name.
public struct StickerMessage: MessageContent {
    /// The name on the wire.
    public static let objectName = "RC:StkMsg"
    /// All of them.
    public static let envelopeKeys = MessageEnvelope.Keys.all

    /// The sticker's package; missing in the first generation.
    public var packageId: String?
    /// The sticker.
    public var stickerId: String?
    /// What lists show in its place; the key is the same as this type's ``digest``.
    public var text: String?
    /// Pixels.
    public var width: Int64?
    /// Pixels.
    public var height: Int64?
    /// First generation: the sticker's category.
    public var category: String?
    /// First generation: the sticker's name.
    public var name: String?
    /// First generation: whether the receiver has it.
    public var isInstalled: Bool?
    /// What contents have in common.
    public var envelope = MessageEnvelope()

    /// Makes a message without a sticker.
    public init() {}

    /// The keys; see ``MessagePart/fields(_:)``.
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

    /// Asks for the fields of one generation or the other.
    public func check(_ check: inout ContentCheck) {
        guard category == nil else { return check.require("name") }
        for key in ["packageId", "stickerId", "digest"] { check.require(key) }
    }

    /// That it is a sticker, and what it shows.
    public var digest: String {
        let words = text ?? name ?? ""
        return words.isEmpty ? "[sticker]" : "[sticker \(words)]"
    }
}

/// A contact's card: `RC:CardMsg`, of the contact-card plug-in.
public struct ContactCardMessage: MessageContent {
    /// The name on the wire.
    public static let objectName = "RC:CardMsg"
    /// All of them.
    public static let envelopeKeys = MessageEnvelope.Keys.all

    /// The contact's id.
    public var userId = ""
    /// The contact's name.
    public var name = ""
    /// The contact's avatar; the sender's in the same message is `portrait`.
    public var portraitUri: String?
    /// Who sends the card.
    public var sendUserId: String?
    /// The name of who sends it.
    public var sendUserName: String?
    /// What contents have in common.
    public var envelope = MessageEnvelope()

    /// Makes an empty card.
    public init() {}

    /// The keys; see ``MessagePart/fields(_:)``.
    public mutating func fields(_ pass: inout FieldPass) {
        pass.text("userId", &userId)
        pass.text("name", &name)
        pass.text("portraitUri", &portraitUri)
        pass.text("sendUserId", &sendUserId)
        pass.text("sendUserName", &sendUserName)
    }

    /// That it is a card, and whose.
    public var digest: String { "[card \(name)]" }
}
