import WireFormat

/// A picture: `RC:ImgMsg`.
public struct ImageMessage: MessageContent {
    /// The name on the wire.
    public static let objectName = "RC:ImgMsg"
    /// All keys of the envelope.
    public static let envelopeKeys = MessageEnvelope.Keys.all

    /// The thumbnail: JPEG of at most 240 pixels per side in base64, without line breaks and without prefix.
    public var content = ""
    /// The URL of the uploaded picture.
    public var imageUri = ""
    /// The path of the file on the sender's device.
    public var localPath: String?
    /// The file's name.
    public var name: String?
    /// Whether the picture was uploaded without compression; Android always writes it, the web never.
    public var isFull: Bool?
    /// Whether the upload failed; Android.
    public var exp: Bool?
    /// The path of the thumbnail on the sender's device; Flutter.
    public var thumbUri: String?
    /// The shared fields.
    public var envelope = MessageEnvelope()

    /// Makes a message without a picture.
    public init() {}

    /// Hands the fields over; see ``MessagePart/fields(_:)``.
    public mutating func fields(_ pass: inout FieldPass) {
        pass.text("content", &content)
        pass.text("imageUri", &imageUri)
        pass.text("localPath", &localPath)
        pass.text("name", &name)
        pass.flag("isFull", &isFull, or: [.read("full", .android)], writtenAlwaysBy: .android, neverBy: .web)
        pass.flag("exp", &exp, of: .android)
        pass.text("thumbUri", &thumbUri, of: .flutter)
    }

    /// Checks the thumbnail and the URL.
    public func check(_ check: inout ContentCheck) {
        check.thumbnail(content)
        check.url(imageUri, at: "imageUri")
    }

    /// The size of the thumbnail; `nil` if it is not JPEG.
    public var thumbnailSize: JPEGSize? {
        guard let bytes = Base64.decode(Array(content.utf8).span, ignoringWhitespace: true) else { return nil }
        return JPEGSize(bytes.span)
    }

    /// The size of the thumbnail in pixels, if known.
    public var digest: String {
        thumbnailSize.map { "[image \($0.width)×\($0.height)]" } ?? "[image]"
    }
}

/// An animated picture: `RC:GIFMsg`.
public struct GIFMessage: MessageContent {
    /// The name on the wire.
    public static let objectName = "RC:GIFMsg"
    /// All keys of the envelope.
    public static let envelopeKeys = MessageEnvelope.Keys.all

    /// The URL of the file.
    public var remoteUrl = ""
    /// The file's size in bytes; the stock UI takes at most 2 MB.
    public var gifDataSize: Int64 = 0
    /// The width in pixels.
    public var width: Int64 = 0
    /// The height in pixels.
    public var height: Int64 = 0
    /// The path of the file on the sender's device.
    public var localPath: String?
    /// The file's name.
    public var name: String?
    /// The shared fields.
    public var envelope = MessageEnvelope()

    /// Makes a message without a picture.
    public init() {}

    /// Hands the fields over; see ``MessagePart/fields(_:)``.
    public mutating func fields(_ pass: inout FieldPass) {
        pass.text("remoteUrl", &remoteUrl)
        pass.text("localPath", &localPath)
        pass.text("name", &name)
        pass.integer("gifDataSize", &gifDataSize)
        pass.integer("width", &width)
        pass.integer("height", &height)
    }

    /// Checks the URL and the sizes.
    public func check(_ check: inout ContentCheck) {
        check.url(remoteUrl, at: "remoteUrl")
        check.limit(gifDataSize, at: "gifDataSize", to: 0...2 << 20, unit: "bytes")
        check.limit(width, at: "width", to: 0...Int64.max)
        check.limit(height, at: "height", to: 0...Int64.max)
    }

    /// The size in pixels, if known.
    public var digest: String { width > 0 && height > 0 ? "[GIF \(width)×\(height)]" : "[GIF]" }
}
