import WireFormat
import WireJSON

/// The parts of a frame event as values while they are collected: frame, messages, payload.
struct EventParts: ~Copyable {
    private(set) var frame = CaptureEvent.Frame()
    private(set) var messages: [CaptureEvent.ChatMessage] = []
    private(set) var payload: CaptureEvent.Payload?
    /// The approximate memory that the values take, in bytes.
    private(set) var weight = 0
    /// The message that is open: it receives the fields that arrive.
    private var message: CaptureEvent.ChatMessage?
    private var tape = JSONTape()
    private let limits: Limits

    /// The memory that a value takes in addition to its text, in bytes: a field, or a member with its key.
    private static let valueWeight = 64

    init(limits: Limits) { self.limits = limits }

    /// Adds a field to the frame, even while a message is open.
    mutating func takeNamed(_ name: String, _ value: CaptureEvent.FieldValue) {
        weight &+= Self.valueWeight
        frame.fields.append(.init(name: name, value: value))
    }

    /// Adds a JSON field to the frame.
    mutating func takeNamed(_ name: String, json: Span<UInt8>) {
        let value = value(ofJSON: json)
        takeNamed(name, value)
    }

    /// Adds a text field to the open message, or to the frame if none is open.
    mutating func take(_ name: String, text utf8: Span<UInt8>) {
        let value = value(ofText: utf8)
        take(name, value)
    }

    /// Adds a JSON field to the open message, or to the frame if none is open.
    mutating func take(_ name: String, json: Span<UInt8>) {
        let value = value(ofJSON: json)
        take(name, value)
    }

    /// Adds a field to the open message, or to the frame if none is open.
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

    /// Sets the payload from an object with the name and the value of its message.
    mutating func take(payload json: Span<UInt8>) {
        guard let payload = parse(json) else { return }
        self.payload = CaptureEvent.Payload(
            message: payload["message"]?.string ?? "",
            value: payload["value"] ?? .null
        )
    }

    /// Returns a text field's value and counts its memory.
    private mutating func value(ofText utf8: Span<UInt8>) -> CaptureEvent.FieldValue {
        weight &+= utf8.count
        return .text(String(decodingUTF8: utf8))
    }

    /// Returns the value of a piece of JSON; a JSON string becomes a text without quotes.
    private mutating func value(ofJSON json: Span<UInt8>) -> CaptureEvent.FieldValue {
        guard let value = parse(json) else { return value(ofText: json) }
        return switch value {
        case .string(let text): .text(text.text)
        case .bool(let truth): .truth(truth)
        case .number: value.int64.map { .number($0) } ?? .json(value)
        default: .json(value)
        }
    }

    /// Parses JSON and counts its memory; returns `nil` if the text is not JSON.
    mutating func parse(_ json: Span<UInt8>) -> JSONValue? {
        let value = try? tape.parse(json, in: 0..<json.count, limits: limits.json).value()
        weight &+= json.count &+ tape.count &* Self.valueWeight
        return value
    }

    /// Returns a message's content: always JSON, whatever the kind of the value.
    private static func content(_ value: CaptureEvent.FieldValue) -> JSONValue {
        switch value {
        case .text(let text): JSONValue(text)
        case .number(let number), .time(let number): JSONValue(number)
        case .truth(let truth): .bool(truth)
        case .json(let json): json
        }
    }
}
