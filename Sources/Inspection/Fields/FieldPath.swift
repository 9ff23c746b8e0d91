import WireFormat

/// A field of events as a filter or a list of fields names it, checked against the table.
///
/// `message.x` means any of `messages`, `content.x` any of their contents, `latency` is `inReplyTo.latency`.
public struct FieldPath: Hashable, Sendable {
    /// Where in an event the walk to the field begins.
    enum Source: UInt8, Sendable {
        case n, file, time, flow, client, server, sender, transport, tls, system
        case frame, frameField
        case reply, replyNumber, replyTopic, replyLatency
        case payload
        case messages, messageField
        case diagnostics, diagnosticField
        case packets, bytes, hex, undecoded, undecodedBytes
    }

    /// A name in a path as it is written.
    struct Name: Hashable, Sendable {
        var text: String
        /// Whether it stands in brackets and quotes, so that it need not be in the table.
        var isQuoted = false
    }

    /// The path as it was written.
    public let spelling: String
    let source: Source
    /// The role of the field that is looked for in frames and messages.
    let role: FieldKey.Role
    /// Its name there as a key spells it: `,"name":`.
    let key: [UInt8]
    /// The same without what a key adds.
    let name: String
    /// The way from that field on, through JSON.
    let rest: [String]
    /// What it holds as far as the table knows; empty for what applications and servers put there.
    let kinds: [EventField.Kind]
    /// Of a number, the least and the most that it may be; `nil` where nothing is known.
    let range: ClosedRange<Int64>?
    /// How deep an event must be decoded for it.
    let depth: DecodingDepth

    /// Whether it is there with `--raw` only.
    public var needsRaw: Bool { source == .hex }
    /// Whether it is the number of an event, which is known only where one worker does all.
    var needsNumbers: Bool { source == .n || source == .replyNumber }
    /// Whether a key is spelt like the field's.
    func isKey(_ spelled: StaticString) -> Bool { key.span.equals(spelled) }
    /// Whether it has fields of its own and no value.
    var isObject: Bool { kinds == [.object] }

    /// Reads the path of a field that is to be shown.
    ///
    /// - Throws: an error for a text that is no path, for one that no event has, and for a field that has no value itself.
    public init(shown text: String) throws(FilterError) {
        self = try FilterParser.path(text)
        let length = text.unicodeScalars.count
        try FilterCheck(path: self, operation: .equal, isNegated: false, operatorPosition: 0, operatorLength: length)
            .checkOperation()
    }

    /// Takes a path's names.
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

    /// What the table says of a path, or of the last field before which it leaves the table.
    private static func entry(of names: [Name]) -> (entry: EventFields.Entry, isFree: Bool)? {
        var path = ""
        var last: EventFields.Entry?
        for (index, name) in names.enumerated() {
            path += index == 0 ? name.text : "." + name.text
            // A dot in a quoted name is no step.
            if !(name.isQuoted && name.text.contains(".")), let entry = EventFields.entries[path] {
                last = entry
                continue
            }
            guard let before = last else { return nil }
            // What URLs and polls say besides is shown in the frame, too.
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
