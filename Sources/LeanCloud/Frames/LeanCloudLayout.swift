public import WireFormat
package import WireJSON
public import WireProtobuf

/// The envelope of a command and the positions of its parts: the result of reading it, without a copy.
///
/// Made for reuse: reading the next command keeps the memory. A missing field is `nil`.
public struct LeanCloudLayout: Sendable {
    /// The form that was read.
    public private(set) var form = LeanCloudForm.protobuf
    /// The schema that ``tape`` was decoded with.
    public private(set) var generation = LeanCloudGeneration.current
    /// The tape of a command of the protobuf forms; its offsets count in ``payload(_:)``.
    public internal(set) var tape = ProtobufTape()
    /// The tape of a command of the JSON form; for a long command, without scalar elements of arrays.
    package internal(set) var json = JSONTape()
    /// Whether the command is `{}`, in the JSON form.
    var isEmptyObject = false
    /// The bytes decoded from base64.
    private(set) var decoded: [UInt8] = []

    /// The fields that all commands share.
    public internal(set) var header = LeanCloudHeader()
    /// The chat messages in the command, in the order of the bytes; see ``findMessages(in:atMost:)``.
    public var messages: ArraySlice<LeanCloudMessageLayout> { found[..<foundCount] }
    /// The messages, followed by reusable memory.
    private var found: [LeanCloudMessageLayout] = []
    private var foundCount = 0
    /// The number of messages to find, at most.
    var mostMessages = Int.max
    /// Whether there are more messages than the limit.
    public internal(set) var hasMoreMessages = false

    /// Makes a layout without any field.
    public init() {}

    /// Whether the command only keeps the connection alive: `echo`, or `{}` in the JSON form.
    public var isKeepAlive: Bool {
        header.cmd == .echo || isEmptyObject
    }

    /// Reads one command: a whole WebSocket message.
    ///
    /// Field 100 determines the schema if the bytes have it; otherwise `generation` does.
    /// - Throws: the errors of `ProtobufParser` and `JSONTape`, `value` for JSON that is not an object, and for
    ///   invalid base64 the errors of `Base64.decode(checking:)`. After an error nothing of the JSON form is kept; of
    ///   the protobuf forms, the fields read before it. Offsets in the command of the base64 form count decoded bytes.
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
            // A local copy, so that the tape can be filled while the bytes are read.
            let payload = decoded
            try readProtobuf(payload.span, limits)
        }
    }

    /// Returns the bytes to which all ranges of the layout refer: the unit itself, or its decoded base64.
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

    mutating func forgetMessages() {
        foundCount = 0
        hasMoreMessages = false
    }

    /// Appends to ``messages``, or records that there are more.
    mutating func append(_ message: LeanCloudMessageLayout) {
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

    /// Returns the other generation if field 100 requires it: its field 1 is a number in the older generation, and a
    /// message in the current one.
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
