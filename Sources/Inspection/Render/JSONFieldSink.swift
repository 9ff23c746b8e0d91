import Reporting
import WireFormat
import WireJSON

/// Writes fields as the members of a JSON object.
struct JSONFieldSink: FieldSink, ~Copyable {
    /// The output so far; anything that is not made of fields is written here directly.
    var writer: ByteWriter
    /// The number of messages written into the open list.
    private var messages = 0
    private var times = TimestampWriter()
    /// The spill for events too large to be kept in memory; `nil` if everything is kept.
    let spill: OutputSpill?
    /// The end of the event's head in ``writer``, which spilled bytes follow; -1 if the event must stay in memory.
    private(set) var headEnd = -1
    /// Whether some of the event may be in the spill.
    private(set) var hasLeft = false
    /// Whether the rest of the event must stay in memory, because the spill has failed.
    private var keepsRest = false
    /// Whether nothing is spilled before the line is complete, because the line is still to be changed.
    var keepsLine = false
    /// The number of bytes reserved at the end of the head, for values known only at the end.
    var headRoom = 0

    /// Makes a sink with an initial capacity in bytes.
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

    /// Marks the end of the head: the bytes from here on may be spilled if there are many.
    @inline(__always)
    mutating func markHead() {
        if headRoom > 0 { for _ in 0..<headRoom { writer.append(0) } }
        headEnd = writer.count
    }

    /// Moves the end of the head after bytes were inserted before it.
    @inline(__always)
    mutating func moveHead(by count: Int) { headEnd &+= count }

    /// Marks the end of the head like ``markHead()``, for a caller that spills bytes itself; returns the spill to use.
    mutating func leaveFromHere() -> OutputSpill? {
        guard spill != nil, headEnd >= 0 else { return nil }
        headEnd = writer.count
        hasLeft = true
        return spill
    }

    /// Spills the event's bytes after the head.
    mutating func leave() {
        guard let spill, !keepsRest, headEnd >= 0, writer.count > headEnd else { return }
        if spill.append(headEnd..<writer.count, of: writer) {
            writer.truncate(to: headEnd)
            hasLeft = true
        } else {
            keepsRest = true
        }
    }

    /// Spills the event's bytes after the head if there are many.
    mutating func leaveMuch() { if writer.count - headEnd > OutputSpill.piece { leave() } }

    /// The number of the event's bytes after the head, in the spill and in memory.
    var countBehindHead: Int { (spill?.count ?? 0) + writer.count - headEnd }

    /// Spills the bytes of a line after the head; the bytes must be JSON that is not changed any more.
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
        // The first member after a brace has no comma.
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
    /// Writes the members `payload` and `messages` of an event, if it has them.
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
