import Inspection
import LeanCloud
import NIM
import RongCloud
import WireFormat
import WireProtobuf

/// The tables for a system's units, and the rebuilding of units that are not frames of RongCloud.
enum UnitTables {
    private static let rongCloudHTTP = LeafTable(
        LeafTable(wordsOf: RongCloudSchema.shared),
        RongCloudLeaves.contents,
        LeafTable(messagesOf: RongCloudSchema.shared),
        RongCloudLeaves.payloads,
        RongCloudLeaves.http
    )

    /// The fields of RongCloud's payloads that long polling may write as arrays of byte values.
    static let bytesFields: Set<String> = {
        let schema = RongCloudSchema.shared
        var names: Set<String> = []
        for message in schema.messageIndices {
            for field in schema.fieldIndices(of: message) where schema[field].kind == .bytes {
                names.insert(schema.name(of: field))
            }
        }
        return names
    }()

    /// The name that stands for the message of a body of HTTP, whose type is not known.
    private static let anyMessage = "polling"

    /// Returns whether long polling may write the numbers of a field as texts: a whole number of RongCloud's payloads.
    ///
    /// - Parameter message: the message of the field; ``anyMessage`` if it may be any message.
    static func isWholeNumber(_ field: String, of message: String) -> Bool {
        let schema = RongCloudSchema.shared
        func isWhole(_ message: MessageIndex) -> Bool? {
            schema.field(named: field, in: message).map { index in
                let field = schema[index]
                return field.wireType == .varint && field.kind != .bool
            }
        }
        if let message = schema.message(named: message) { return isWhole(message) ?? false }
        let kinds = message == anyMessage ? schema.messageIndices.compactMap(isWhole) : []
        return !kinds.isEmpty && kinds.allSatisfy { $0 }
    }

    static let leanCloud = LeafTable(
        LeafTable(wordsOf: LeanCloudSchema.shared),
        LeanCloudLeaves.payloads,
        contents: LeanCloudLeaves.contents
    )
    private static let leanCloudHTTP = LeafTable(
        LeanCloudLeaves.payloads,
        LeanCloudLeaves.http,
        contents: LeanCloudLeaves.contents
    )
    private static let nimHTTP = LeafTable(NIMLeaves.bodies, NIMLeaves.packets, NIMLeaves.http)

    /// Returns the table for the bodies and parameters of HTTP messages.
    static func http(of system: MessagingSystem) -> LeafTable {
        switch system {
        case .rongCloud: rongCloudHTTP
        case .leanCloud: leanCloudHTTP
        case .nim: nimHTTP
        case .yc: YCLeaves.replies
        }
    }

    // MARK: HTTP bodies

    /// Returns the body of an HTTP message with other leaves.
    static func rebuild(httpBody body: [UInt8], of system: MessagingSystem, _ leaves: LeafReplacer) -> [UInt8] {
        guard let text = String(validating: body, as: UTF8.self) else { return leaves.pseudonyms.bytes(body) }
        if system == .nim, let made = rebuild(handshake: text, leaves) { return made }
        // An answer of the server without frames identifies nobody.
        if system == .rongCloud, PollingAnswer.isWithoutFrames(body.span) {
            leaves.pseudonyms.originals.keep(body)
            return body
        }
        // A text or a number alone is JSON, too, as in the bodies of long polling.
        if let made = leaves.json(body.span, leaves.place("body", of: "polling", in: .none), isScalar: true) {
            return made
        }
        let open = body.firstIndex { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "[") }
        let close = body.lastIndex { $0 == UInt8(ascii: "}") || $0 == UInt8(ascii: "]") }
        if let open, let close, open < close, open < 64, let made = call(body, open, close, of: system, leaves) {
            return made
        }
        return Array(leaves.pseudonyms.text(text).utf8)
    }

    /// Rebuilds JSON, or a script that calls a function with JSON; returns `nil` for other bodies.
    private static func call(
        _ body: [UInt8],
        _ open: Int,
        _ close: Int,
        of system: MessagingSystem,
        _ leaves: LeafReplacer
    ) -> [UInt8]? {
        let place = leaves.places.whole(anyMessage, in: http(of: system))
        guard var made = leaves.json(body.span.extracting(open..<close + 1), place), let last = made.popLast() else {
            return nil
        }
        // The blanks stand before the last bracket, so that a call stays one.
        made = padded(made, to: close - open) + [last]
        let before = String(decoding: body[..<open], as: UTF8.self)
        let after = String(decoding: body[(close + 1)...], as: UTF8.self)
        let name = before.trimmingSpaces
        let isCall = name.hasSuffix("(") && Vocabulary.isWord(String(name.dropLast()))
        let endsCall = after.utf8.allSatisfy { [41, 59, 13, 10, 32].contains($0) }
        var head = before
        var tail = after
        // A prefix or suffix that is read as part of a call must remain one.
        if !name.isEmpty, !isCall {
            head = leaves.pseudonyms.text(before)
            if PollingAnswer.beginsCall(before.utf8.span), !PollingAnswer.beginsCall(head.utf8.span) { head = "call(" }
        }
        if !endsCall {
            tail = leaves.pseudonyms.text(after)
            if PollingAnswer.endsCall(after.utf8.span), !PollingAnswer.endsCall(tail.utf8.span) { tail = ");" }
        }
        return Array(head.utf8) + made + Array(tail.utf8)
    }

    /// Rebuilds Socket.IO's first answer, such as `id:60:60:websocket,xhr-polling`; returns `nil` for other texts.
    private static func rebuild(handshake text: String, _ leaves: LeafReplacer) -> [UInt8]? {
        guard let handshake = try? NIMHandshake(decoding: Array(text.utf8).span),
            text.hasPrefix(handshake.sessionId + ":")
        else { return nil }
        let rest = text.dropFirst(handshake.sessionId.count).map { character in
            character.isASCII && (character.isLetter || character.isNumber || ":,-".contains(character))
                ? character : "x"
        }
        let words = String(rest).split(separator: ":", omittingEmptySubsequences: false).map { part in
            part.split(separator: ",").allSatisfy { Vocabulary.isWord(String($0)) }
                ? String(part) : leaves.pseudonyms.text(String(part))
        }
        return Array((leaves.pseudonyms.text(handshake.sessionId) + words.joined(separator: ":")).utf8)
    }

    // MARK: WebSocket messages of other systems

    /// Returns a command of LeanCloud with other leaves; `nil` if it cannot be rebuilt.
    ///
    /// - Parameters:
    ///   - form: the form of the command in the message.
    ///   - generation: the schema of the command.
    static func rebuild(
        leanCloud message: [UInt8],
        _ form: LeanCloudForm,
        _ generation: LeanCloudGeneration,
        _ leaves: LeafReplacer
    ) -> [UInt8]? {
        switch form {
        case .json:
            return leaves.json(message.span, leaves.places.whole("direct", in: leanCloud))
                .map { padded($0, to: message.count) }
        case .protobuf: return leanCloud(command: message, generation, leaves)
        case .protobufBase64:
            guard let bytes = Base64.decode(message.span), let made = leanCloud(command: bytes, generation, leaves)
            else { return nil }
            var writer = ByteWriter(capacity: message.count)
            writer.append(base64: made.span)
            return writer.array
        case .messagePack: return nil
        }
    }

    /// Returns JSON that blanks at its end make as long as the original, which may have had blanks and escapes.
    ///
    /// If it was shorter, there might not be a byte for each packet of the original, however small its packets are.
    static func padded(_ json: [UInt8], to count: Int) -> [UInt8] {
        json + [UInt8](repeating: UInt8(ascii: " "), count: max(0, count - json.count))
    }

    private static func leanCloud(
        command bytes: [UInt8],
        _ generation: LeanCloudGeneration,
        _ leaves: LeafReplacer
    ) -> [UInt8]? {
        let schema = LeanCloudSchema.shared
        let type = LeanCloudSchema.genericCommand(generation)
        return type == .none ? nil : leaves.protobuf(bytes.span, as: type, schema, leanCloud)
    }
}
