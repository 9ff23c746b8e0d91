import Reporting
import WireFormat
import WireJSON

/// Writes fields as the members of a JSON object.
struct JSONFieldSink: FieldSink, ~Copyable {
    /// What is written, up to now; what is not made of fields is written here as it is.
    var writer: ByteWriter
    /// Messages written into the list that is open.
    private var messages = 0
    private var times = TimestampWriter()
    /// Takes what is too much to be kept; `nil` where all is kept.
    let spill: OutputSpill?
    /// The end of what has to stay in ``writer`` of the event, before which what is left elsewhere belongs; -1 where all has
    /// to stay.
    private(set) var headEnd = -1
    /// Whether something of the event may be elsewhere.
    private(set) var hasLeft = false
    /// Whether the rest of the event can not be left.
    private var keepsRest = false
    /// Whether nothing leaves before the line is whole, because more is to be done with it.
    var keepsLine = false
    /// Bytes that are left free at the end of the head, for who knows only at the end what belongs there.
    var headRoom = 0

    /// Makes a sink with room for so many bytes.
    init(capacity: Int = 256, spill: OutputSpill? = nil) {
        writer = ByteWriter(capacity: capacity)
        self.spill = spill
    }

    // MARK: Large events

    /// Begins an event.
    @inline(__always)
    mutating func beginEvent() {
        headEnd = -1
        hasLeft = false
        keepsRest = false
    }

    /// Says that what comes now may be left elsewhere when it is much.
    @inline(__always)
    mutating func markHead() {
        if headRoom > 0 { for _ in 0..<headRoom { writer.append(0) } }
        headEnd = writer.count
    }

    /// Moves the end of the head along with bytes that were put in before it.
    @inline(__always)
    mutating func moveHead(by count: Int) { headEnd &+= count }

    /// The same as ``markHead()`` for one who leaves bytes by himself, behind what there is up to now.
    mutating func leaveFromHere() -> OutputSpill? {
        guard spill != nil, headEnd >= 0 else { return nil }
        headEnd = writer.count
        hasLeft = true
        return spill
    }

    /// Leaves what there is of the event behind its head.
    mutating func leave() {
        guard let spill, !keepsRest, headEnd >= 0, writer.count > headEnd else { return }
        if spill.append(headEnd..<writer.count, of: writer) {
            writer.truncate(to: headEnd)
            hasLeft = true
        } else {
            keepsRest = true
        }
    }

    /// Leaves what there is of the event behind its head when it is much.
    mutating func leaveMuch() { if writer.count - headEnd > OutputSpill.piece { leave() } }

    /// Bytes of the event behind its head, wherever they are.
    var countBehindHead: Int { (spill?.count ?? 0) + writer.count - headEnd }

    /// Leaves what there is of a line behind its head, which is JSON that no more is done with.
    @inline(never)
    mutating func leaveEscaped() {
        guard spill != nil, !keepsRest, !keepsLine, headEnd >= 0 else { return }
        writer.escapeFormatCharacters(from: headEnd)
        leave()
    }

    @inline(__always)
    func wants(_ key: FieldKey) -> Bool { true }

    @inline(__always)
    private mutating func key(_ key: FieldKey) {
        // Behind a brace the first member has no comma.
        if writer.last == UInt8(ascii: "{") {
            writer.append(key.spelled, droppingFirst: 1)
        } else {
            writer.append(key.spelled)
        }
    }

    @inline(__always)
    mutating func text(_ key: FieldKey, _ utf8: Span<UInt8>) {
        self.key(key)
        writer.append(jsonString: utf8)
    }

    @inline(__always)
    mutating func word(_ key: FieldKey, _ word: StaticString) {
        self.key(key)
        writer.append(UInt8(ascii: "\""))
        writer.append(word)
        writer.append(UInt8(ascii: "\""))
    }

    @inline(__always)
    mutating func number(_ key: FieldKey, _ value: Int64) {
        self.key(key)
        writer.append(decimal: value)
    }

    @inline(__always)
    mutating func time(_ key: FieldKey, milliseconds: Int64) {
        self.key(key)
        writer.append(UInt8(ascii: "\""))
        times.append(milliseconds.multipliedSaturated(by: 1_000_000), digits: 3, to: &writer)
        writer.append(UInt8(ascii: "\""))
    }

    @inline(__always)
    mutating func truth(_ key: FieldKey, _ value: Bool) {
        self.key(key)
        writer.append(value ? "true" : "false")
    }

    @inline(__always)
    mutating func hex(_ key: FieldKey, _ bytes: Span<UInt8>) {
        self.key(key)
        writer.append(UInt8(ascii: "\""))
        writer.append(hex: bytes)
        writer.append(UInt8(ascii: "\""))
    }

    @inline(__always)
    mutating func json(_ key: FieldKey, _ write: (inout ByteWriter) -> Void) {
        self.key(key)
        write(&writer)
    }

    mutating func named(_ name: String, _ write: (inout ByteWriter) -> Void) {
        if writer.last != UInt8(ascii: "{") { writer.append(UInt8(ascii: ",")) }
        writer.append(jsonString: name)
        writer.append(UInt8(ascii: ":"))
        write(&writer)
    }

    /// Begins the list of messages.
    @inline(__always)
    mutating func beginMessages() {
        messages = 0
        writer.append(",\"messages\":[")
    }

    @inline(__always)
    mutating func beginMessage(contentBytes: Int) {
        if messages > 0 { writer.append(UInt8(ascii: ",")) }
        messages &+= 1
        writer.append(UInt8(ascii: "{"))
    }

    @inline(__always)
    mutating func endMessage() {
        writer.append(UInt8(ascii: "}"))
        if writer.count &- headEnd > OutputSpill.piece { leaveEscaped() }
    }

    /// Ends the list of messages.
    @inline(__always)
    mutating func endMessages() { writer.append(UInt8(ascii: "]")) }
}

extension JSONFieldSink {
    /// Writes the members `payload` and `messages` of an event, where there are any.
    @inline(__always)
    mutating func appendPayload(
        of event: inout Event,
        _ bytes: Span<UInt8>,
        _ system: some InspectedSystem
    ) {
        let mark = writer.count
        writer.append(",\"payload\":{")
        if system.appendPayload(&event, bytes, to: &writer) {
            writer.append(UInt8(ascii: "}"))
        } else {
            writer.truncate(to: mark)
        }
        guard system.messageCount(event) > 0 else { return }
        beginMessages()
        system.describeMessages(&event, bytes, to: &self)
        endMessages()
    }
}
