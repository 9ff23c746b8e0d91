/// A voice recording inside the message: `RC:VcMsg`.
public struct VoiceMessage: MessageContent {
    /// The name on the wire.
    public static let objectName = "RC:VcMsg"
    /// All keys of the envelope.
    public static let envelopeKeys = MessageEnvelope.Keys.all

    /// AMR-NB audio in base64, without line breaks and without prefix.
    public var content = ""
    /// The duration in seconds, 1 to 60.
    public var duration: Int64 = 0
    /// The shared fields.
    public var envelope = MessageEnvelope()

    /// Makes a message without audio.
    public init() {}

    /// Hands the fields over; see ``MessagePart/fields(_:)``.
    public mutating func fields(_ pass: inout FieldPass) {
        pass.text("content", &content)
        pass.integer("duration", &duration)
    }

    /// Checks the base64, the audio and the duration.
    public func check(_ check: inout ContentCheck) {
        check.voice(content, duration: duration)
        check.voiceDuration(duration)
    }

    /// The duration of the recording.
    public var digest: String { "[voice \(duration) s]" }
}

/// A voice recording in a separate file: `RC:HQVCMsg`.
///
/// Flutter calls this type VoiceMessage.
public struct HQVoiceMessage: MessageContent {
    /// The name on the wire.
    public static let objectName = "RC:HQVCMsg"
    /// All keys of the envelope.
    public static let envelopeKeys = MessageEnvelope.Keys.all

    /// The URL of the AAC file.
    public var remoteUrl = ""
    /// The duration in seconds, at most 60.
    public var duration: Int64 = 0
    /// The path of the file on the sender's device; meaningless to a receiver.
    public var localPath: String?
    /// The file's name.
    public var name: String?
    /// The codec, `aac`; only the web writes it, and always.
    public var type: String?
    /// The shared fields.
    public var envelope = MessageEnvelope()

    /// Makes a message without a file.
    public init() {}

    /// Hands the fields over; see ``MessagePart/fields(_:)``.
    public mutating func fields(_ pass: inout FieldPass) {
        pass.text("name", &name)
        pass.text("localPath", &localPath)
        pass.text("remoteUrl", &remoteUrl)
        pass.integer("duration", &duration)
        pass.text("type", &type, of: .web, orWrites: "aac")
    }

    /// Checks the URL and the duration.
    public func check(_ check: inout ContentCheck) {
        check.url(remoteUrl, at: "remoteUrl")
        check.voiceDuration(duration)
    }

    /// The duration of the recording.
    public var digest: String { "[voice \(duration) s]" }
}
