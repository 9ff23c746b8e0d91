/// A voice recording within the message: `RC:VcMsg`.
public struct VoiceMessage: MessageContent {
    /// The name on the wire.
    public static let objectName = "RC:VcMsg"
    /// All keys of the envelope.
    public static let envelopeKeys = MessageEnvelope.Keys.all

    /// AMR-NB audio in base64, without line breaks and without prefix.
    public var content = ""
    /// Seconds, 1 to 60.
    public var duration: Int64 = 0
    /// What contents have in common.
    public var envelope = MessageEnvelope()

    /// Makes a message without audio.
    public init() {}

    /// The keys; see ``MessagePart/fields(_:)``.
    public mutating func fields(_ pass: inout FieldPass) {
        pass.text("content", &content)
        pass.integer("duration", &duration)
    }

    /// Judges the base64, the audio and how long it lasts.
    public func check(_ check: inout ContentCheck) {
        check.voice(content, duration: duration)
        check.voiceDuration(duration)
    }

    /// That it is a voice message, and its length.
    public var digest: String { "[voice \(duration) s]" }
}

/// A voice recording in a file of its own: `RC:HQVCMsg`.
///
/// Flutter calls it VoiceMessage.
public struct HQVoiceMessage: MessageContent {
    /// The name on the wire.
    public static let objectName = "RC:HQVCMsg"
    /// All keys of the envelope.
    public static let envelopeKeys = MessageEnvelope.Keys.all

    /// The URL of the AAC file.
    public var remoteUrl = ""
    /// Seconds, at most 60.
    public var duration: Int64 = 0
    /// Where the sender keeps the file; means nothing to a receiver.
    public var localPath: String?
    /// The file's name.
    public var name: String?
    /// The codec, `aac`; only the web writes it, and always.
    public var type: String?
    /// What contents have in common.
    public var envelope = MessageEnvelope()

    /// Makes a message without a file.
    public init() {}

    /// The keys; see ``MessagePart/fields(_:)``.
    public mutating func fields(_ pass: inout FieldPass) {
        pass.text("name", &name)
        pass.text("localPath", &localPath)
        pass.text("remoteUrl", &remoteUrl)
        pass.integer("duration", &duration)
        pass.text("type", &type, of: .web, orWrites: "aac")
    }

    /// Judges the URL and the duration.
    public func check(_ check: inout ContentCheck) {
        check.url(remoteUrl, at: "remoteUrl")
        check.voiceDuration(duration)
    }

    /// That it is a voice message, and its length.
    public var digest: String { "[voice \(duration) s]" }
}
