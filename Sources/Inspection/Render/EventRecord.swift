import WireFormat

/// A field of an event as passed to a reader within the same run: quick to write and to read.
///
/// A record is two words in the processor's byte order, then bytes. The first word holds, from its lowest bits, the
/// kind and the part in 8 bits each, the length of the key in 16 and the length of the bytes in 32; the second word is
/// the address of the key. Readers decode the words themselves: another module would call a function for each.
package enum EventRecord {
    /// The size of both words in bytes.
    package static let headSize = 16

    /// The meaning of the bytes.
    package enum Kind: UInt8, CaseIterable {
        /// A text in UTF-8.
        case text
        /// A whole number of 8 bytes in the processor's order.
        case number
        /// JSON.
        case json
        /// The name of a field that is known only from the wire; the next record is its value.
        case name
        /// The beginning of a chat message.
        case message
        /// A content, which is on the event's JSON tape.
        case content
        /// The name of a payload whose fields are on the event's protobuf tape: separate fields, none of them repeated.
        case payload
    }

    /// The part of an event that a field belongs to.
    package enum Part: UInt8, Sendable, CaseIterable {
        case frame, reply, payload, message, diagnostic, packet
    }

    /// The identity of a field's name within one run: the address of the name in the program.
    package struct Key: Hashable, BitwiseCopyable, Sendable {
        package let address: UInt64
        let count: UInt16

        package init(address: UInt64, count: UInt16) {
            self.address = address
            self.count = count
        }

        @inline(__always)
        init(_ key: FieldKey) {
            address = UInt64(UInt(bitPattern: key.spelled.utf8Start))
            count = UInt16(truncatingIfNeeded: key.spelled.utf8CodeUnitCount)
        }

        /// The key of a record without a name.
        static let none = Key(address: 0, count: 0)

        /// The name of the field.
        package var name: String {
            guard let start = UnsafePointer<UInt8>(bitPattern: UInt(address)), count > 4 else { return "" }
            // The address is that of a literal, which lives as long as the program: comma, mark, name, mark, colon.
            return String(decoding: UnsafeBufferPointer(start: start + 2, count: Int(count) - 4), as: UTF8.self)
        }
    }
}

/// Writes fields as records.
struct EventRecordSink: FieldSink, ~Copyable {
    var writer: ByteWriter
    /// The part of the event that the next fields belong to.
    var part = EventRecord.Part.frame

    init(capacity: Int) { writer = ByteWriter(capacity: capacity) }

    @inline(__always)
    private mutating func head(_ kind: EventRecord.Kind, _ key: EventRecord.Key, _ count: Int) {
        let word =
            UInt64(kind.rawValue) | UInt64(part.rawValue) &<< 8 | UInt64(key.count) &<< 16
            | UInt64(truncatingIfNeeded: count) &<< 32
        writer.append(bigEndian: word.bigEndian)
        writer.append(bigEndian: key.address.bigEndian)
    }

    @inline(__always)
    mutating func text(_ key: FieldKey, _ utf8: Span<UInt8>) {
        head(.text, EventRecord.Key(key), utf8.count)
        writer.append(utf8)
    }

    @inline(__always)
    mutating func word(_ key: FieldKey, _ word: StaticString) {
        head(.text, EventRecord.Key(key), word.utf8CodeUnitCount)
        writer.append(word)
    }

    @inline(__always)
    mutating func number(_ key: FieldKey, _ value: Int64) {
        head(.number, EventRecord.Key(key), 8)
        writer.append(bigEndian: UInt64(bitPattern: value).bigEndian)
    }

    @inline(__always)
    mutating func time(_ key: FieldKey, milliseconds: Int64) { number(key, milliseconds) }

    @inline(__always)
    mutating func truth(_ key: FieldKey, _ value: Bool) { json(key) { $0.append(value ? "true" : "false") } }

    @inline(__always)
    mutating func hex(_ key: FieldKey, _ bytes: Span<UInt8>) {
        head(.text, EventRecord.Key(key), bytes.count * 2)
        writer.append(hex: bytes)
    }

    @inline(__always)
    mutating func json(_ key: FieldKey, _ write: (inout ByteWriter) -> Void) {
        // A reader finds the content on its tape, so nothing is written.
        if key.isOnTape { head(.content, EventRecord.Key(key), 0) } else { json(EventRecord.Key(key), write) }
    }

    @inline(__always)
    private mutating func json(_ key: EventRecord.Key, _ write: (inout ByteWriter) -> Void) {
        let start = writer.count
        head(.json, key, 0)
        write(&writer)
        endValue(from: start)
    }

    /// Sets the length of the value that was written after the head at `start`.
    @inline(__always)
    private mutating func endValue(from start: Int) {
        let count = UInt32(truncatingIfNeeded: writer.count - start - EventRecord.headSize)
        writer.replace(at: start + 4, bigEndian: count.bigEndian)
    }

    /// Begins a record about a payload on the tape; the name of the payload is to be written next.
    @inline(__always)
    mutating func beginPayloadOnTape() -> Int {
        let start = writer.count
        head(.payload, .none, 0)
        return start
    }

    @inline(__always)
    mutating func endPayloadOnTape(from start: Int) { endValue(from: start) }

    mutating func named(_ name: String, _ write: (inout ByteWriter) -> Void) {
        let start = writer.count
        head(.name, .none, 0)
        writer.append(text: name)
        endValue(from: start)
        json(.none, write)
    }

    /// Writes a JSON object whose members are fields of a part; nothing if `write` returns `false`.
    @inline(__always)
    mutating func object(_ part: EventRecord.Part, _ write: (inout ByteWriter) -> Bool) {
        self.part = part
        let start = writer.count
        head(.json, .none, 0)
        writer.append(UInt8(ascii: "{"))
        guard write(&writer) else { return writer.truncate(to: start) }
        writer.append(UInt8(ascii: "}"))
        endValue(from: start)
    }

    @inline(__always)
    func wants(_ key: FieldKey) -> Bool { true }

    @inline(__always)
    mutating func beginMessage(contentBytes: Int) {
        part = .message
        head(.message, .none, 0)
    }

    @inline(__always)
    mutating func endMessage() {}
}
