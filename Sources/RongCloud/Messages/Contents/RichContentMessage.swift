/// A link with picture, title and summary: `RC:ImgTextMsg`.
public struct RichContentMessage: MessageContent {
    /// The name on the wire.
    public static let objectName = "RC:ImgTextMsg"
    /// All keys except burn-after-read.
    public static let envelopeKeys: MessageEnvelope.Keys = [.extra, .user, .mentioned]

    /// The title.
    public var title = ""
    /// The summary; iOS and Flutter call the property digest.
    public var content = ""
    /// The picture's URL; iOS and Flutter call the property imageURL.
    public var imageUri = ""
    /// The URL that a tap opens.
    public var url: String?
    /// The shared fields.
    public var envelope = MessageEnvelope()

    /// Makes an empty link.
    public init() {}

    /// Hands the fields over; see ``MessagePart/fields(_:)``.
    public mutating func fields(_ pass: inout FieldPass) {
        pass.text("title", &title)
        pass.text("content", &content)
        pass.text("imageUri", &imageUri)
        pass.text("url", &url, or: [.read("conturlent", .dotNetServer)])
    }

    /// The title of the link.
    public var digest: String { "[link \(title)]" }
}
