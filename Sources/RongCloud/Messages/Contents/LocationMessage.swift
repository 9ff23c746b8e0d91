/// A place: `RC:LBSMsg`.
public struct LocationMessage: MessageContent {
    /// The name on the wire; `RC:LocMsg`, in lists of the bridges, is read by no platform.
    public static let objectName = "RC:LBSMsg"
    /// All keys of the envelope.
    public static let envelopeKeys = MessageEnvelope.Keys.all

    /// The map: JPEG in base64; Android writes the picture's URL where it has no map.
    public var content: String?
    /// Degrees, -90 to 90.
    public var latitude = 0.0
    /// Degrees, -180 to 180.
    public var longitude = 0.0
    /// The place's name; iOS calls the property locationName.
    public var poi: String?
    /// The coordinate system; newer universal SDK, its numbers are not published.
    public var type: Int64?
    /// What contents have in common.
    public var envelope = MessageEnvelope()

    /// Makes a place without a name at 0, 0.
    public init() {}

    /// The keys; see ``MessagePart/fields(_:)``.
    public mutating func fields(_ pass: inout FieldPass) {
        pass.text("content", &content)
        pass.number("latitude", &latitude)
        pass.number("longitude", &longitude)
        pass.text("poi", &poi)
        pass.integer("type", &type, of: .universal)
    }

    /// Judges the map and the coordinates.
    public func check(_ check: inout ContentCheck) {
        if let content { check.thumbnail(content, pixels: 408) }
        check.coordinates(latitude: latitude, longitude: longitude)
        for key in ["mBase64", "mImgUri"] where check.has(key) {
            check.report(.platformKey, at: key, "\(key) is a key of Flutter, which no one reads", .flutter)
        }
    }

    /// That it is a place, and its name.
    public var digest: String { "[location \(poi ?? "")]" }
}
