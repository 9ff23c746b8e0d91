/// A short video: `RC:SightMsg`.
public struct SightMessage: MessageContent {
    /// The name on the wire.
    public static let objectName = "RC:SightMsg"
    /// All keys of the envelope.
    public static let envelopeKeys = MessageEnvelope.Keys.all

    /// The URL of the MP4 file.
    public var sightUrl = ""
    /// The first frame: JPEG in base64, at most 10 KB.
    public var content = ""
    /// The duration in seconds; the server allows 120 by default.
    public var duration: Int64 = 0
    /// The file's size in bytes.
    public var size: Int64 = 0
    /// The file's name.
    public var name = ""
    /// The path of the file on the sender's device.
    public var localPath: String?
    /// Whether the video was uploaded without compression.
    public var isFull: Bool?
    /// The path of the thumbnail on the sender's device; Flutter.
    public var thumbUri: String?
    /// The shared fields.
    public var envelope = MessageEnvelope()

    /// Makes a message without a video.
    public init() {}

    /// Hands the fields over; see ``MessagePart/fields(_:)``.
    public mutating func fields(_ pass: inout FieldPass) {
        pass.text("sightUrl", &sightUrl)
        pass.text("content", &content)
        pass.integer("duration", &duration)
        pass.integer("size", &size)
        pass.text("name", &name)
        pass.text("localPath", &localPath)
        pass.flag("isFull", &isFull)
        pass.text("thumbUri", &thumbUri, of: .flutter)
    }

    /// Checks the thumbnail, the URL, the duration and the size.
    public func check(_ check: inout ContentCheck) {
        check.thumbnail(content)
        check.url(sightUrl, at: "sightUrl")
        check.limit(duration, at: "duration", to: 0...120, unit: "s")
        check.limit(size, at: "size", to: 0...Int64.max)
    }

    /// The duration of the video.
    public var digest: String { "[video \(duration) s]" }
}
