import WireFormat

/// A field of an event as it is handed to a reader within the same run: quick to write and to read.
package struct EventRecord: ~Escapable {
    /// What the bytes are.
    package enum Kind: UInt8 {
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

    package let kind: Kind
    package let part: Part
    /// The field's name; of an object whose members are fields, one without letters.
    package let key: Key
    package let bytes: Span<UInt8>

    @usableFromInline
    @_lifetime(copy bytes)
    init(kind: Kind, part: Part, key: Key, bytes: Span<UInt8>) {
        self.kind = kind
        self.part = part
        self.key = key
        self.bytes = bytes
    }

    /// The number of a field that is one.
    package var number: Int64 {
        guard kind == .number, bytes.count == 8 else { return 0 }
        return Int64(bitPattern: bytes.loadUnaligned(at: 0, as: UInt64.self))
    }

    /// Tells names of fields apart, within one run: where the name lies in the program.
    package struct Key: Hashable, BitwiseCopyable, Sendable {
        package let address: UInt64
        @usableFromInline let count: UInt16

        @usableFromInline
        init(address: UInt64, count: UInt16) {
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

/// Goes through the records of an event.
package struct EventRecordReader: ~Escapable {
    @usableFromInline var rest: Span<UInt8>

    static let headSize = 16

    @_lifetime(copy bytes)
    package init(_ bytes: Span<UInt8>) { rest = bytes }

    /// The next record; `nil` behind the last one.
    @inlinable
    @_lifetime(copy self)
    @_lifetime(self: copy self)
    package mutating func next() -> EventRecord? {
        guard rest.count >= 16 else { return nil }
        let head = rest.loadUnaligned(at: 0, as: UInt64.self)
        let address = rest.loadUnaligned(at: 8, as: UInt64.self)
        let count = Int(truncatingIfNeeded: head &>> 32)
        guard let kind = EventRecord.Kind(rawValue: UInt8(truncatingIfNeeded: head)),
            let part = EventRecord.Part(rawValue: UInt8(truncatingIfNeeded: head &>> 8)), rest.count &- 16 >= count
        else { return nil }
        let key = EventRecord.Key(address: address, count: UInt16(truncatingIfNeeded: head &>> 16))
        let record = EventRecord(kind: kind, part: part, key: key, bytes: rest.extracting(16..<16 &+ count))
        rest = rest.extracting(droppingFirst: 16 &+ count)
        return record
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
        let count = UInt32(truncatingIfNeeded: writer.count - start - EventRecordReader.headSize)
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
