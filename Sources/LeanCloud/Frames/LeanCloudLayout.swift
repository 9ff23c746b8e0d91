public import WireFormat
public import WireJSON
public import WireProtobuf

/// What a command's envelope says and where its parts lie: the result of reading it, without a copy.
///
/// Made for reuse: reading the next command keeps the memory. A field that the command does not have is `nil`.
public struct LeanCloudLayout: Sendable {
    /// The form that was read.
    public private(set) var form = LeanCloudForm.protobuf
    /// The schema that ``tape`` was decoded with.
    public private(set) var generation = LeanCloudGeneration.current
    /// The command of the protobuf forms, its offsets in ``payload(_:)``.
    public internal(set) var tape = ProtobufTape()
    /// The command of the JSON form.
    public internal(set) var json = JSONTape()
    /// The bytes that base64 stood for.
    private var decoded: [UInt8] = []

    /// What it is about.
    public internal(set) var cmd: LeanCloudCommand?
    /// What it does.
    public internal(set) var op: LeanCloudOp?
    /// JSON form: the text of `cmd`, known or not.
    public internal(set) var cmdText: LeanCloudText?
    /// JSON form: the text of `op`, known or not.
    public internal(set) var opText: LeanCloudText?
    /// Pairs an answer with its request; a client's command without it expects none, a server's is a push.
    public internal(set) var i: Int32?
    /// The app.
    public internal(set) var appId: LeanCloudText?
    /// The client; when it is left out, the one that was opened first on this connection.
    public internal(set) var peerId: LeanCloudText?
    /// The installation, or the subscription of a live query.
    public internal(set) var installationId: LeanCloudText?
    /// Of a message in a chat room: 1 high, 2 normal, 3 low.
    public internal(set) var priority: Int32?
    /// 0 push, 1 live query, 2 instant messaging.
    public internal(set) var service: Int32?
    /// Server's clock, milliseconds since 1970.
    public internal(set) var serverTs: Int64?
    /// Client's clock, milliseconds since 1970.
    public internal(set) var clientTs: Int64?
    /// 1: the server keeps the notification.
    public internal(set) var notificationType: Int32?
    /// Protobuf forms: the node of the body in ``tape``; of several, the last.
    public internal(set) var body: Int?
    /// The chat messages in it, in the order of the bytes; see ``findMessages(in:)``.
    public internal(set) var messages: [LeanCloudMessage] = []

    /// A layout without any field.
    public init() {}

    /// Whether the command only keeps the connection alive: `echo`, or `{}` of the JSON form.
    public var isKeepAlive: Bool {
        cmd == .echo || form == .json && json.count == 1
    }

    /// Reads one command: a whole WebSocket message.
    ///
    /// Which schema the bytes follow is settled by field 100 where they have it; else by `generation`.
    /// - Throws: what ``ProtobufParser`` and ``JSONTape`` throw, `value` for JSON that is no object; for text that is no
    ///   base64 what ``Base64/decode(checking:)`` throws. Of the JSON form nothing is kept then, of the protobuf forms
    ///   what was read before; offsets of the base64 form's command count decoded bytes.
    public mutating func read(
        _ bytes: Span<UInt8>,
        form: LeanCloudForm,
        generation: LeanCloudGeneration = .current,
        limits: Limits = Limits()
    ) throws(WireError) {
        reset(form, generation)
        guard bytes.count <= limits.frameBytes else {
            throw WireError(.limit, at: 0, expected: "at most \(limits.frameBytes) bytes")
        }
        switch form {
        case .messagePack: return
        case .json: try readJSON(bytes, limits)
        case .protobuf: try readProtobuf(bytes, limits)
        case .protobufBase64:
            do throws(WireError) {
                decoded = try Base64.decode(checking: bytes)
            } catch {
                throw error.inside("base64")
            }
            // Taken out, so that the tape can be filled while the bytes are read.
            let payload = decoded
            try readProtobuf(payload.span, limits)
        }
    }

    /// The bytes that all ranges of the layout count in: the unit itself, or what its base64 stands for.
    @_lifetime(borrow self, copy unit)
    public func payload(_ unit: Span<UInt8>) -> Span<UInt8> {
        form == .protobufBase64 ? decoded.span : unit
    }

    private mutating func reset(_ form: LeanCloudForm, _ generation: LeanCloudGeneration) {
        self.form = form
        self.generation = generation
        cmd = nil
        op = nil
        cmdText = nil
        opText = nil
        i = nil
        appId = nil
        peerId = nil
        installationId = nil
        priority = nil
        service = nil
        serverTs = nil
        clientTs = nil
        notificationType = nil
        body = nil
        messages.removeAll(keepingCapacity: true)
    }

    private mutating func readProtobuf(_ bytes: Span<UInt8>, _ limits: Limits) throws(WireError) {
        defer { readEnvelope() }
        try decode(bytes, limits)
        guard let other = otherGeneration() else { return }
        generation = other
        try decode(bytes, limits)
    }

    private mutating func decode(_ bytes: Span<UInt8>, _ limits: Limits) throws(WireError) {
        try tape.decode(
            bytes,
            in: 0..<bytes.count,
            as: LeanCloudSchema.genericCommand(generation),
            schema: LeanCloudSchema.shared,
            limits: limits
        )
    }

    /// The other generation, when field 100 says so: its field 1 is a number in the older one, a message in this one.
    private func otherGeneration() -> LeanCloudGeneration? {
        guard tape.hasWrongWireType, let login = tape.last(100) else { return nil }
        let nodes = tape.nodes
        let first = login + 1
        guard first < Int(nodes[login].next), nodes[first].number == 1 else { return nil }
        switch (generation, nodes[first].wireType) {
        case (.current, .varint): return .older
        case (.older, .lengthDelimited): return .current
        default: return nil
        }
    }

    private mutating func readEnvelope() {
        var index = 1
        while index < tape.count {
            let node = tape.nodes[index]
            if node.field.isKnown {
                switch node.number {
                case 1: cmd = LeanCloudCommand(rawValue: Int32(truncatingIfNeeded: node.bits))
                case 2: op = LeanCloudOp(rawValue: Int32(truncatingIfNeeded: node.bits))
                case 3: appId = LeanCloudText(node.valueRange)
                case 4: peerId = LeanCloudText(node.valueRange)
                case 5: i = Int32(truncatingIfNeeded: node.bits)
                case 6: installationId = LeanCloudText(node.valueRange)
                case 7: priority = Int32(truncatingIfNeeded: node.bits)
                case 8: service = Int32(truncatingIfNeeded: node.bits)
                case 9: serverTs = Int64(bitPattern: node.bits)
                case 10: clientTs = Int64(bitPattern: node.bits)
                case 11: notificationType = Int32(truncatingIfNeeded: node.bits)
                default: body = index
                }
            }
            // After an error the last node may not say where it ends.
            index = max(index &+ 1, Int(node.next))
        }
    }
}
