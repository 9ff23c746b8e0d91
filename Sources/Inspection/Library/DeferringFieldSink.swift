import WireFormat

/// Stores the fields of an event in the order in which they arrive (``DeferredPart``).
struct DeferringFieldSink: FieldSink, ~Copyable {
    /// The stored parts.
    var writer: ByteWriter

    init(_ writer: consuming ByteWriter) { self.writer = writer }

    func wants(_ key: FieldKey) -> Bool { true }

    mutating func text(_ key: FieldKey, _ utf8: Span<UInt8>) { record(.text, key) { $0.append(utf8) } }
    mutating func word(_ key: FieldKey, _ word: StaticString) { record(.text, key) { $0.append(word) } }
    mutating func number(_ key: FieldKey, _ value: Int64) { record(.number, key) { $0.append(bigEndian: value) } }
    mutating func time(_ key: FieldKey, milliseconds: Int64) {
        record(.time, key) { $0.append(bigEndian: milliseconds) }
    }
    mutating func truth(_ key: FieldKey, _ value: Bool) {
        record(.truth, key) { $0.append(bigEndian: Int64(value ? 1 : 0)) }
    }
    mutating func hex(_ key: FieldKey, _ bytes: Span<UInt8>) { record(.text, key) { $0.append(hex: bytes) } }
    mutating func json(_ key: FieldKey, _ write: (inout ByteWriter) -> Void) { record(.json, key, write) }

    mutating func named(_ name: String, _ write: (inout ByteWriter) -> Void) {
        DeferredPart.named.append(named: Array(name.utf8).span, to: &writer, write)
    }

    mutating func beginMessage(contentBytes: Int) { DeferredPart.messageBegins.append(to: &writer) { _ in } }

    mutating func endMessage() { DeferredPart.messageEnds.append(to: &writer) { _ in } }

    private mutating func record(_ record: DeferredPart, _ key: FieldKey, _ write: (inout ByteWriter) -> Void) {
        key.withName { unsafe record.append(named: Span(_unsafeElements: $0), to: &writer, write) }
    }
}
