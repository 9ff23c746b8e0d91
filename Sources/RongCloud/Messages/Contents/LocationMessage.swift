/// A place: `RC:LBSMsg`.
public struct LocationMessage: MessageContent {
    /// The name on the wire; no platform reads `RC:LocMsg`, which some lists of the bridges contain.
    public static let objectName = "RC:LBSMsg"
    /// All keys of the envelope.
    public static let envelopeKeys = MessageEnvelope.Keys.all

    /// The map: JPEG in base64; Android writes the picture's URL if it has no map.
    public var content: String?
    /// The latitude in degrees, -90 to 90.
    public var latitude = 0.0
    /// The longitude in degrees, -180 to 180.
    public var longitude = 0.0
    /// The name of the place; iOS calls the property locationName.
    public var poi: String?
    /// The coordinate system; newer universal SDK, whose numbers are not published.
    public var type: Int64?
    /// The shared fields.
    public var envelope = MessageEnvelope()

    /// Makes a place without a name at 0, 0.
    public init() {}

    /// Hands the fields over; see ``MessagePart/fields(_:)``.
    public mutating func fields(_ pass: inout FieldPass) {
        pass.text("content", &content)
        pass.number("latitude", &latitude)
        pass.number("longitude", &longitude)
        pass.text("poi", &poi)
        pass.integer("type", &type, of: .universal)
    }

    /// Checks the map and the coordinates.
    public func check(_ check: inout ContentCheck) {
        if let content { check.thumbnail(content, pixels: 408) }
        check.coordinates(latitude: latitude, longitude: longitude)
        for key in ["mBase64", "mImgUri"] where check.has(key) {
            check.report(.platformKey, at: key, "\(key) is a key of Flutter, which no one reads", .flutter)
        }
    }

    /// The name of the place.
    public var digest: String { "[location \(poi ?? "")]" }
}
