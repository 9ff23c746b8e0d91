public import WireFormat
public import WireJSON
public import WireProtobuf

/// One command of LeanCloud: a whole WebSocket message.
///
/// Decoding keeps everything, so that encoding produces the same bytes.
/// ```swift
/// let frame = try LeanCloudFrame(decoding: Hex.decode("080e2801").span)
/// frame.envelope.cmd == .echo  // true
/// ```
public struct LeanCloudFrame: Hashable, Sendable {
    /// The content of the message.
    public enum Content: Hashable, Sendable {
        /// A `GenericCommand`.
        case command(ProtobufMessage)
        /// The object of the JSON form; `{}` is a keep-alive.
        case json(JSONDocument)
        /// MessagePack, unread.
        case opaque([UInt8])
    }

    /// The form in the WebSocket message.
    public let form: LeanCloudForm
    /// The schema of a ``Content/command(_:)``.
    public let generation: LeanCloudGeneration
    /// The content of the message.
    public let content: Content
    /// The fields that all commands share.
    public let envelope: LeanCloudEnvelope
    /// The base64 text, if this library's writer would spell it differently.
    let spelling: [UInt8]?

    /// Makes a command of the protobuf forms.
    ///
    /// - Parameters:
    ///   - command: a `GenericCommand`.
    ///   - form: `protobuf` or `protobufBase64`; other forms count as `protobuf`.
    ///   - generation: the command's schema; field 100 tells it, too, and takes precedence.
    /// - Throws: the errors of ``LeanCloudLayout/read(_:form:generation:limits:)``, which reads the encoded command.
    public init(
        _ command: ProtobufMessage,
        form: LeanCloudForm = .protobuf,
        generation: LeanCloudGeneration = .current
    ) throws(WireError) {
        let bytes = command.encoded()
        var layout = LeanCloudLayout()
        try layout.read(bytes.span, form: .protobuf, generation: generation)
        self.form = form == .protobufBase64 ? form : .protobuf
        self.generation = layout.generation
        content = .command(command)
        envelope = LeanCloudEnvelope(layout, bytes.span)
        spelling = nil
    }

    /// Reads a command: a whole WebSocket message.
    ///
    /// - Throws: the errors of ``LeanCloudLayout/read(_:form:generation:limits:)``.
    public init(
        decoding bytes: Span<UInt8>,
        form: LeanCloudForm = .protobuf,
        generation: LeanCloudGeneration = .current,
        limits: LeanCloudLimits = LeanCloudLimits()
    ) throws(WireError) {
        var layout = LeanCloudLayout()
        try layout.read(bytes, form: form, generation: generation, limits: limits)
        self.form = form
        self.generation = layout.generation
        envelope = LeanCloudEnvelope(layout, bytes)
        var spelling: [UInt8]?
        switch form {
        case .protobuf, .protobufBase64:
            let payload = layout.payload(bytes)
            content = .command(ProtobufMessage(layout.tape, 0, payload, LeanCloudSchema.shared))
            if form == .protobufBase64 {
                var usual = ByteWriter(capacity: bytes.count)
                usual.append(base64: payload)
                if !usual.span.equals(bytes) { spelling = Array(copying: bytes) }
            }
        case .json: content = .json(try JSONDocument(Array(copying: bytes), limits: limits.json))
        case .messagePack: content = .opaque(Array(copying: bytes))
        }
        self.spelling = spelling
    }

    init(json: JSONDocument) throws(WireError) {
        try self.init(decoding: json.bytes.span, form: .json)
    }

    init(opaque bytes: [UInt8]) {
        form = .messagePack
        generation = .current
        content = .opaque(bytes)
        envelope = LeanCloudEnvelope()
        spelling = nil
    }

    init(_ frame: LeanCloudFrame, spelling: [UInt8]?) {
        form = frame.form
        generation = frame.generation
        content = frame.content
        envelope = frame.envelope
        self.spelling = spelling
    }

    /// Appends the bytes of the WebSocket message.
    public func encode(into writer: inout ByteWriter) {
        switch content {
        case .json(let document): document.encode(into: &writer)
        case .opaque(let bytes): writer.append(bytes)
        case .command(let command) where form == .protobufBase64:
            if let spelling { return writer.append(spelling) }
            writer.append(base64: command.encoded().span)
        case .command(let command): command.encode(into: &writer)
        }
    }

    /// Returns the bytes of the WebSocket message.
    public func encoded() -> [UInt8] {
        var writer = ByteWriter()
        encode(into: &writer)
        return writer.array
    }
}

/// The fields that all commands share, as independent values.
public struct LeanCloudEnvelope: Hashable, Sendable {
    /// The subject; `nil` if it is missing, and for a text of the JSON form that is not a known command.
    public var cmd: LeanCloudCommand?
    /// The action.
    public var op: LeanCloudOp?
    /// The number that pairs an answer with its request.
    public var i: Int32?
    /// The app's id.
    public var appId: String?
    /// The client's id.
    public var peerId: String?
    /// The id of the installation, or of the subscription of a live query.
    public var installationId: String?
    /// The priority of a message in a chat room: 1 high, 2 normal, 3 low.
    public var priority: Int32?
    /// The service: 0 push, 1 live query, 2 instant messaging.
    public var service: Int32?
    /// The server's clock, in milliseconds since 1970.
    public var serverTs: Int64?
    /// The client's clock, in milliseconds since 1970.
    public var clientTs: Int64?
    /// The notification type; 1: the server keeps the notification.
    public var notificationType: Int32?
    /// The code of a failure, a refusal, or a session's end, from the body.
    public var code: Int64?
    /// The text of an unknown `cmd`, in the JSON form.
    public var unknownCmd: String?
    /// The text of an unknown `op`, in the JSON form.
    public var unknownOp: String?

    /// Makes an envelope without any field.
    public init() {}

    /// Copies the fields of a layout that was read from `unit`.
    public init(_ layout: LeanCloudLayout, _ unit: Span<UInt8>) {
        cmd = layout.header.cmd
        op = layout.header.op
        i = layout.header.i
        appId = layout.header.appId.map { layout.string($0, of: unit) }
        peerId = layout.header.peerId.map { layout.string($0, of: unit) }
        installationId = layout.header.installationId.map { layout.string($0, of: unit) }
        priority = layout.header.priority
        service = layout.header.service
        serverTs = layout.header.serverTs
        clientTs = layout.header.clientTs
        notificationType = layout.header.notificationType
        code = layout.code(in: unit)
        if cmd == nil { unknownCmd = layout.header.cmdText.map { layout.string($0, of: unit) } }
        if op == nil { unknownOp = layout.header.opText.map { layout.string($0, of: unit) } }
    }
}
