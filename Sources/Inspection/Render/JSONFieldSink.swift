import WireFormat
import WireJSON

/// Writes fields as the members of a JSON object.
struct JSONFieldSink: FieldSink, ~Copyable {
    /// What is written, up to now; what is not made of fields is written here as it is.
    var writer: ByteWriter
    /// Messages written into the list that is open.
    private var messages = 0
    private var times = TimestampWriter()

    /// Makes a sink with room for so many bytes.
    init(capacity: Int = 256) { writer = ByteWriter(capacity: capacity) }

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
    mutating func endMessage() { writer.append(UInt8(ascii: "}")) }

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
