import WireFormat

/// A field of an event as it is handed to a reader within the same run: quick to write and to read.
///
/// A record is a word and another one, both in the order of bytes that the processor has, and bytes. The first word holds,
/// from its lowest place on, kind and part in 8 bits each, the length of the key in 16 and that of the bytes in 32; the
/// second one says where the key lies. The words are read where they are used: another module would call a function for each.
package enum EventRecord {
    /// Bytes of both words.
    package static let headSize = 16

    /// What the bytes are.
    package enum Kind: UInt8, CaseIterable {
        /// A text in UTF-8.
        case text
        /// A whole number, which ``EventRecord/number`` says.
        case number
        /// JSON.
        case json
        /// The name of a field that only the wire knows, whose value follows.
        case name
        /// A chat message begins.
        case message
        /// A content, which is on the event's tape.
        case content
        /// The name of a payload whose fields are on the event's tape of protobuf: each for itself, none repeated.
        case payload
    }

    /// Which part of an event a field is in.
    package enum Part: UInt8, Sendable, CaseIterable {
        case frame, reply, payload, message, diagnostic, packet
    }

    /// Tells names of fields apart, within one run: where the name lies in the program.
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

        /// What has no name.
        static let none = Key(address: 0, count: 0)

        /// The name.
        package var name: String {
            guard let start = UnsafePointer<UInt8>(bitPattern: UInt(address)), count > 4 else { return "" }
            // A literal of the program, which is always there: comma, mark, name, mark, colon.
            return String(decoding: UnsafeBufferPointer(start: start + 2, count: Int(count) - 4), as: UTF8.self)
        }
    }
}

/// Writes fields as records.
struct EventRecordSink: FieldSink, ~Copyable {
    var writer: ByteWriter
    /// Which part of the event comes.
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
        // Who reads the tape needs nothing written.
        if key.isOnTape { head(.content, EventRecord.Key(key), 0) } else { json(EventRecord.Key(key), write) }
    }

    @inline(__always)
    private mutating func json(_ key: EventRecord.Key, _ write: (inout ByteWriter) -> Void) {
        let start = writer.count
        head(.json, key, 0)
        write(&writer)
        endValue(from: start)
    }

    /// Says how long the value is that was written behind the head at `start`.
    @inline(__always)
    private mutating func endValue(from start: Int) {
        let count = UInt32(truncatingIfNeeded: writer.count - start - EventRecord.headSize)
        writer.replace(at: start + 4, bigEndian: count.bigEndian)
    }

    /// Says that the payload is on its tape; its name is written behind that.
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

    /// An object of JSON, whose members are fields of this part.
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
