import WireFormat

/// Keeps the fields of an event as values; it receives the same calls as the sink that writes JSON lines.
struct OwnedFieldSink: FieldSink, ~Copyable {
    /// The fields so far.
    var parts: EventParts
    private var scratch = ByteWriter(capacity: 256)

    init(limits: Limits) { parts = EventParts(limits: limits) }

    func wants(_ key: FieldKey) -> Bool { true }

    mutating func text(_ key: FieldKey, _ utf8: Span<UInt8>) { parts.take(key.name, text: utf8) }
    mutating func word(_ key: FieldKey, _ word: StaticString) { parts.take(key.name, .text(word.description)) }
    mutating func number(_ key: FieldKey, _ value: Int64) { parts.take(key.name, .number(value)) }
    mutating func time(_ key: FieldKey, milliseconds: Int64) { parts.take(key.name, .time(milliseconds: milliseconds)) }
    mutating func truth(_ key: FieldKey, _ value: Bool) { parts.take(key.name, .truth(value)) }

    mutating func hex(_ key: FieldKey, _ bytes: Span<UInt8>) {
        written({ $0.append(hex: bytes) }) { parts, text in parts.take(key.name, text: text) }
    }

    mutating func json(_ key: FieldKey, _ write: (inout ByteWriter) -> Void) {
        written(write) { parts, json in parts.take(key.name, json: json) }
    }

    mutating func named(_ name: String, _ write: (inout ByteWriter) -> Void) {
        written(write) { parts, json in parts.takeNamed(name, json: json) }
    }

    mutating func beginMessage(contentBytes: Int) { parts.beginMessage() }

    mutating func endMessage() { parts.endMessage() }

    /// Passes on the text that `write` appends.
    private mutating func written(
        _ write: (inout ByteWriter) -> Void,
        _ take: (inout EventParts, Span<UInt8>) -> Void
    ) {
        var text = ByteWriter(capacity: 0)
        swap(&text, &scratch)
        text.removeAll()
        write(&text)
        take(&parts, text.span)
        swap(&text, &scratch)
    }
}
