import WireFormat
import WireJSON

/// Keeps the fields of an event as values: a sink of the same walk that writes lines of JSON.
struct OwnedFieldSink: FieldSink, ~Copyable {
    /// The frame's fields.
    private(set) var frame = CaptureEvent.Frame()
    /// The chat messages.
    private(set) var messages: [CaptureEvent.ChatMessage] = []
    /// The message whose fields come, if one is open.
    private var message: CaptureEvent.ChatMessage?
    private var scratch = ByteWriter(capacity: 256)
    private let limits: Limits

    init(limits: Limits) { self.limits = limits }

    func wants(_ key: FieldKey) -> Bool { true }

    mutating func text(_ key: FieldKey, _ utf8: Span<UInt8>) { take(key, .text(String(decodingUTF8: utf8))) }
    mutating func word(_ key: FieldKey, _ word: StaticString) { take(key, .text(word.description)) }
    mutating func number(_ key: FieldKey, _ value: Int64) { take(key, .number(value)) }
    mutating func time(_ key: FieldKey, milliseconds: Int64) { take(key, .time(milliseconds: milliseconds)) }
    mutating func truth(_ key: FieldKey, _ value: Bool) { take(key, .truth(value)) }

    mutating func hex(_ key: FieldKey, _ bytes: Span<UInt8>) {
        scratch.removeAll()
        scratch.append(hex: bytes)
        take(key, .text(String(decodingUTF8: scratch.span)))
    }

    mutating func json(_ key: FieldKey, _ write: (inout ByteWriter) -> Void) {
        scratch.removeAll()
        write(&scratch)
        take(key, Self.value(of: scratch.array, limits))
    }

    mutating func named(_ name: String, _ write: (inout ByteWriter) -> Void) {
        scratch.removeAll()
        write(&scratch)
        frame.fields.append(.init(name: name, value: Self.value(of: scratch.array, limits)))
    }

    mutating func beginMessage(contentBytes: Int) { message = CaptureEvent.ChatMessage() }

    mutating func endMessage() {
        if let message = message.take() { messages.append(message) }
    }

    /// The value of a piece of JSON that the description of an event wrote; a text becomes one without its quotes.
    static func value(of json: [UInt8], _ limits: Limits) -> CaptureEvent.FieldValue {
        guard let value = try? JSONValue(parsing: json, limits: limits.json) else {
            return .text(String(decodingUTF8: json.span))
        }
        return switch value {
        case .string(let text): .text(text.text)
        case .bool(let truth): .truth(truth)
        case .number: value.int64.map { .number($0) } ?? .json(value)
        default: .json(value)
        }
    }

    private mutating func take(_ key: FieldKey, _ value: CaptureEvent.FieldValue) {
        guard message != nil else { return frame.fields.append(.init(name: key.name, value: value)) }
        switch key.name {
        case "objectName": message?.objectName = value.text
        case "content": message?.content = Self.content(value)
        case "contentBytes": message?.contentBytes = value.text.flatMap { Base64.decode(Array($0.utf8).span) }
        case "text": message?.text = value.text
        case "conversation": message?.conversation = value.description
        case "target": message?.target = value.text
        case "sender": message?.sender = value.text
        case "flags":
            guard case .json(let list) = value else { break }
            message?.flags = list.elements?.compactMap(\.string) ?? []
        case "uid": message?.uid = value.description
        case "sentTime":
            if case .time(let milliseconds) = value { message?.sentTime = milliseconds }
        default: break
        }
    }

    /// A content is JSON, whatever kind of value it is.
    private static func content(_ value: CaptureEvent.FieldValue) -> JSONValue {
        switch value {
        case .text(let text): JSONValue(text)
        case .number(let number), .time(let number): JSONValue(number)
        case .truth(let truth): .bool(truth)
        case .json(let json): json
        }
    }
}
