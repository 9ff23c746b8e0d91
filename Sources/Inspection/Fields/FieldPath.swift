import WireFormat

/// A field of events as written in a filter or a list of fields, checked against the table.
///
/// `message.x` means any of `messages`, `content.x` any of their contents, `latency` is `inReplyTo.latency`.
public struct FieldPath: Hashable, Sendable {
    /// The part of an event in which the field is found.
    enum Source: UInt8, Sendable {
        case n, file, time, flow, client, server, sender, transport, tls, system
        case frame, frameField
        case reply, replyNumber, replyTopic, replyLatency
        case payload
        case messages, messageField
        case diagnostics, diagnosticField
        case packets, bytes, hex, undecoded, undecodedBytes
    }

    /// A name in a path, as it was written.
    struct Name: Hashable, Sendable {
        var text: String
        /// Whether the name was quoted in brackets, so that it need not be in the table.
        var isQuoted = false
    }

    /// The path as it was written.
    public let spelling: String
    let source: Source
    /// The role of the field in frames and messages.
    let role: FieldKey.Role
    /// The field's name in the form of a JSON key: `,"name":`.
    let key: [UInt8]
    let name: String
    /// The names after that field, which lead through JSON.
    let rest: [String]
    /// The kinds of values in the table; empty for fields that applications and servers define.
    let kinds: [EventField.Kind]
    /// The smallest and the largest value of a number; `nil` if it is not known.
    let range: ClosedRange<Int64>?
    /// The decoding depth that the field needs.
    let depth: DecodingDepth

    /// Whether the field holds the units' bytes, which events have only if they are asked for.
    public var needsBytes: Bool { source == .hex }
    /// Whether the field exists only with several captures.
    var needsSeveralCaptures: Bool { source == .file }
    /// Whether the field is an event's number, which is known only if one worker does all the work.
    var needsNumbers: Bool { source == .n || source == .replyNumber }
    /// Whether a key is spelled like the field's key.
    func isKey(_ spelled: StaticString) -> Bool { key.span.equals(spelled) }
    /// Whether the field is an object, which has fields and no value.
    var isObject: Bool { kinds == [.object] }

    /// Parses the path of a field to be shown.
    ///
    /// - Throws: an error for a text that is no path, for a path that no event has, and for a field without a value of
    ///   its own.
    public init(shown text: String) throws(FilterError) {
        self = try FilterParser.path(text)
        let length = text.unicodeScalars.count
        try FilterCheck(path: self, operation: .equal, isNegated: false, operatorPosition: 0, operatorLength: length)
            .checkOperation()
    }

    /// Creates a path from its names.
    ///
    /// - Throws: an error about `spelling`, whose first character is at `position`.
    init(_ written: [Name], spelling: String, position: Int) throws(FilterError) {
        var names = written
        switch names[0].text {
        case "message": names[0].text = "messages"
        case "content": names.insert(Name(text: "messages"), at: 0)
        case "latency" where names.count == 1: names = [Name(text: "inReplyTo"), Name(text: "latency")]
        default: break
        }
        guard let found = Self.entry(of: names) else {
            throw FilterError(
                position: position,
                length: spelling.unicodeScalars.count,
                reason: "an event has no field \(spelling)",
                suggestion: EventFields.nearest(to: written.map(\.text).joined(separator: "."))
            )
        }
        let texts = names.map(\.text)
        self.spelling = spelling
        kinds = found.isFree ? [] : found.entry.kinds
        range = found.isFree ? nil : found.entry.range
        depth = found.entry.depth
        source = Self.source(texts)
        switch source {
        case .frameField, .messageField, .diagnosticField:
            name = texts[1]
            rest = Array(texts.dropFirst(2))
        case .payload:
            name = "payload"
            rest = Array(texts.dropFirst())
        default:
            name = texts[0]
            rest = []
        }
        key = Array(",\"\(name)\":".utf8)
        role =
            switch (source, name) {
            case (.frameField, "type"): .type
            case (.frameField, "cmd"): .command
            case (.frameField, "topic"): .topic
            case (.frameField, "messageId"): .messageId
            case (.frameField, "status"): .status
            case (.messageField, "objectName"): .objectName
            case (.messageField, "conversation"): .conversation
            case (.messageField, "target"): .target
            default: .other
            }
    }

    /// Returns the table's entry for a path, or for its longest beginning in the table if that is open.
    private static func entry(of names: [Name]) -> (entry: EventFields.Entry, isFree: Bool)? {
        var path = ""
        var last: EventFields.Entry?
        for (index, name) in names.enumerated() {
            path += index == 0 ? name.text : "." + name.text
            // A dot in a quoted name does not separate names.
            if !(name.isQuoted && name.text.contains(".")), let entry = EventFields.entries[path] {
                last = entry
                continue
            }
            guard let before = last else { return nil }
            // The frame also shows other values from URLs and polls.
            if path.hasPrefix("frame."), index == 1, name.isQuoted {
                return (EventFields.Entry(kinds: [], range: nil, depth: [], isOpen: true), true)
            }
            return before.isOpen ? (before, true) : nil
        }
        guard let last else { return nil }
        return (last, last.kinds == [.json])
    }

    private static func source(_ names: [String]) -> Source {
        switch names[0] {
        case "n": .n
        case "file": .file
        case "time": .time
        case "flow": .flow
        case "client": .client
        case "server": .server
        case "sender": .sender
        case "transport": .transport
        case "tls": .tls
        case "system": .system
        case "frame": names.count == 1 ? .frame : .frameField
        case "inReplyTo":
            switch names.count > 1 ? names[1] : "" {
            case "n": .replyNumber
            case "topic": .replyTopic
            case "latency": .replyLatency
            default: .reply
            }
        case "payload": .payload
        case "messages": names.count == 1 ? .messages : .messageField
        case "diagnostics": names.count == 1 ? .diagnostics : .diagnosticField
        case "packets": .packets
        case "bytes": .bytes
        case "hex": .hex
        case "undecoded": .undecoded
        default: .undecodedBytes
        }
    }
}
