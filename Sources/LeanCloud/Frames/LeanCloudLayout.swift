public import WireFormat
package import WireJSON
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
    /// The command of the JSON form; of a long one without elements of arrays that are no objects or arrays themselves.
    package internal(set) var json = JSONTape()
    /// JSON form: whether the command is `{}`.
    var isEmptyObject = false
    /// The bytes that base64 stood for.
    private(set) var decoded: [UInt8] = []

    /// The fields that all commands share.
    public internal(set) var header = LeanCloudHeader()
    /// The chat messages in it, in the order of the bytes; see ``findMessages(in:atMost:)``.
    public var messages: ArraySlice<LeanCloudMessage> { found[..<foundCount] }
    /// The messages, and after them memory for more.
    private var found: [LeanCloudMessage] = []
    private var foundCount = 0
    /// How many messages are looked for.
    var mostMessages = Int.max
    /// Whether there are more messages than were looked for.
    public internal(set) var hasMoreMessages = false

    /// A layout without any field.
    public init() {}

    /// Whether the command only keeps the connection alive: `echo`, or `{}` of the JSON form.
    public var isKeepAlive: Bool {
        header.cmd == .echo || isEmptyObject
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
        limits: LeanCloudLimits = LeanCloudLimits()
    ) throws(WireError) {
        reset(form, generation)
        let longest = min(limits.frameBytes, LeanCloudText.longestCommand)
        guard bytes.count <= longest else { throw WireError(.limit, at: 0, expected: "at most \(longest) bytes") }
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
        header = LeanCloudHeader()
        isEmptyObject = false
        forgetMessages()
    }

    /// Empties ``messages``.
    mutating func forgetMessages() {
        foundCount = 0
        hasMoreMessages = false
    }

    /// Adds to ``messages``.
    mutating func append(_ message: LeanCloudMessage) {
        guard foundCount < mostMessages else {
            hasMoreMessages = true
            return
        }
        if foundCount < found.count { found[foundCount] = message } else { found.append(message) }
        foundCount += 1
    }

    private mutating func readProtobuf(_ bytes: Span<UInt8>, _ limits: LeanCloudLimits) throws(WireError) {
        defer { header.read(tape, bytes) }
        try decode(bytes, limits)
        guard let other = otherGeneration() else { return }
        generation = other
        try decode(bytes, limits)
    }

    private mutating func decode(_ bytes: Span<UInt8>, _ limits: LeanCloudLimits) throws(WireError) {
        try tape.decode(
            bytes,
            in: 0..<bytes.count,
            as: LeanCloudSchema.genericCommand(generation),
            schema: LeanCloudSchema.shared,
            limits: limits.protobuf,
            joinsFields: true
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
}
