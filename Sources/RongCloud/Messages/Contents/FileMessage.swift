/// A file: `RC:FileMsg`.
public struct FileMessage: MessageContent {
    /// The name on the wire; the first iOS generation used `RC:SFMsg`.
    public static let objectName = "RC:FileMsg"
    /// All keys of the envelope.
    public static let envelopeKeys = MessageEnvelope.Keys.all

    /// The file's name.
    public var name = ""
    /// The size in bytes; Go servers write it as a string.
    public var size: Int64 = 0
    /// The suffix without the dot; `bin` if there is none.
    public var type = ""
    /// The URL of the file.
    public var fileUrl = ""
    /// The path of the file on the sender's device.
    public var localPath: String?
    /// The shared fields.
    public var envelope = MessageEnvelope()

    /// Makes a message without a file.
    public init() {}

    /// Hands the fields over; see ``MessagePart/fields(_:)``.
    public mutating func fields(_ pass: inout FieldPass) {
        pass.text("name", &name)
        pass.integer("size", &size)
        pass.text("type", &type)
        pass.text("localPath", &localPath)
        pass.text("fileUrl", &fileUrl, or: [.read("fileUri", .android)])
    }

    /// Checks the URL, the size and the suffix.
    public func check(_ check: inout ContentCheck) {
        check.url(fileUrl, at: "fileUrl")
        check.limit(size, at: "size", to: 0...Int64.max)
        if type.hasPrefix(".") {
            check.report(.platformValue, at: "type", "type begins with the dot, as Unity writes it")
        }
    }

    /// The name of the file.
    public var digest: String { "[file \(name)]" }
}
