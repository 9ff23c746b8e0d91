import WireFormat
import WireJSON

/// What an event says, while it becomes values: its frame, its messages, its payload.
struct EventParts: ~Copyable {
    /// The frame's fields.
    private(set) var frame = CaptureEvent.Frame()
    /// The chat messages.
    private(set) var messages: [CaptureEvent.ChatMessage] = []
    private(set) var payload: CaptureEvent.Payload?
    /// Memory for the values, about, in bytes.
    private(set) var weight = 0
    /// The message whose fields come, if one is open.
    private var message: CaptureEvent.ChatMessage?
    private var tape = JSONTape()
    private let limits: Limits

    /// Memory for a value beside its text, in bytes: a member with its key, or a field.
    private static let valueWeight = 64

    init(limits: Limits) { self.limits = limits }

    /// Takes a field of the frame, whatever is open.
    mutating func takeNamed(_ name: String, _ value: CaptureEvent.FieldValue) {
        weight &+= Self.valueWeight
        frame.fields.append(.init(name: name, value: value))
    }

    /// Takes a field of the frame, of which there is JSON.
    mutating func takeNamed(_ name: String, json: Span<UInt8>) {
        let value = value(ofJSON: json)
        takeNamed(name, value)
    }

    /// Takes a text of the message that is open, else of the frame.
    mutating func take(_ name: String, text utf8: Span<UInt8>) {
        let value = value(ofText: utf8)
        take(name, value)
    }

    /// The same of a value of which there is JSON.
    mutating func take(_ name: String, json: Span<UInt8>) {
        let value = value(ofJSON: json)
        take(name, value)
    }

    /// Takes a field of the message that is open, else of the frame.
    mutating func take(_ name: String, _ value: CaptureEvent.FieldValue) {
        guard message != nil else { return takeNamed(name, value) }
        switch name {
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

    mutating func beginMessage() { message = CaptureEvent.ChatMessage() }

    mutating func endMessage() {
        guard let message = message.take() else { return }
        weight &+= MemoryLayout<CaptureEvent.ChatMessage>.stride
        messages.append(message)
    }

    /// Takes the payload: an object with its message's name and its value.
    mutating func take(payload json: Span<UInt8>) {
        guard let payload = parse(json) else { return }
        self.payload = CaptureEvent.Payload(
            message: payload["message"]?.string ?? "",
            value: payload["value"] ?? .null
        )
    }

    /// The value of a text that the description of an event gave.
    private mutating func value(ofText utf8: Span<UInt8>) -> CaptureEvent.FieldValue {
        weight &+= utf8.count
        return .text(String(decodingUTF8: utf8))
    }

    /// The value of a piece of JSON that the description of an event wrote; a text becomes one without its quotes.
    private mutating func value(ofJSON json: Span<UInt8>) -> CaptureEvent.FieldValue {
        guard let value = parse(json) else { return value(ofText: json) }
        return switch value {
        case .string(let text): .text(text.text)
        case .bool(let truth): .truth(truth)
        case .number: value.int64.map { .number($0) } ?? .json(value)
        default: .json(value)
        }
    }

    /// A value of JSON; `nil` where the text is none.
    mutating func parse(_ json: Span<UInt8>) -> JSONValue? {
        let value = try? tape.parse(json, in: 0..<json.count, limits: limits.json).value()
        weight &+= json.count &+ tape.count &* Self.valueWeight
        return value
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
