/// A user, as the sender of a message describes itself.
public struct MessageUser: MessagePart {
    /// The user's id.
    public var id = ""
    /// The name to show.
    public var name: String?
    /// The avatar's URL: the first of `portrait`, `icon`, `portraitUri` and `portraitUrl` that is not empty.
    public var portrait: String?
    /// The name that others have given the user; newer iOS and universal SDKs.
    public var alias: String?
    /// A text that the app defines.
    public var extra: String?
    /// The time when the user joined, in milliseconds since 1970; universal SDK only.
    public var time: Int64?

    /// Makes a user without an id.
    public init() {}

    /// Makes a user.
    public init(id: String, name: String? = nil, portrait: String? = nil) {
        self.id = id
        self.name = name
        self.portrait = portrait
    }

    /// Hands the fields over; see ``MessagePart/fields(_:)``.
    public mutating func fields(_ pass: inout FieldPass) {
        pass.text("id", &id)
        pass.text("name", &name, blankIsNil: true)
        pass.text(
            "portrait",
            &portrait,
            or: [.read("icon", .ios), .read("portraitUri", .web), .read("portraitUrl", .bridges)],
            blankIsNil: true
        )
        pass.text("extra", &extra, blankIsNil: true)
        pass.text("alias", &alias, blankIsNil: true)
        pass.integer("time", &time, of: .universal)
    }
}
