import RongCloud
import WireFormat
import WireProtobuf

// Secrets in frames, by where they stand.
extension Secrets {
    /// Bytes that could not be decoded, as they may be shown.
    ///
    /// Where a CONNECT cannot be decoded, or a client's bytes before it was accepted, nobody knows where its token lies.
    static func shownUndecoded(_ range: Range<Int>, _ bytes: Span<UInt8>, _ event: borrowing Event) -> [UInt8] {
        let shown = bytes.extracting(range)
        guard isConnect(range, bytes, event) else { return masked(shown) }
        return Array(repeating: hiddenByte, count: shown.count)
    }

    /// Fields of a frame in which a token may stand, though they are called otherwise.
    static func hiddenFields(of event: borrowing Event) -> Set<String> {
        guard case .frame = event.kind, event.typeName == nil, event.layout.header.type == .connect else { return [] }
        guard event.layout.token == nil else { return ["trailing"] }
        return ["clientIp", "willTopic", "will", "appId", "trailing", "undecoded"]
    }

    private static func isConnect(_ range: Range<Int>, _ bytes: Span<UInt8>, _ event: borrowing Event) -> Bool {
        guard event.sender == .client else { return false }
        if case .frame = event.kind, event.typeName == nil { return event.layout.header.type == .connect }
        // Damaged bytes of a stream of frames: their first byte tells.
        return !range.isEmpty && FrameHeader(rawValue: bytes[range.lowerBound]).type == .connect
    }
}

extension FrameLayout {
    /// Whether this is a CONNECT whose flags do not fit its fields, so that a token may stand in the place of another text.
    var mayMisplaceToken: Bool { header.type == .connect && token == nil }
}

/// Which payloads may hold secrets.
struct PayloadSecrets: Sendable {
    /// Those of the built-in schema.
    static let shared = PayloadSecrets(RongCloudSchema.shared)

    private let holdsSecrets: [Bool]

    private init(_ schema: ProtobufSchema) {
        holdsSecrets = schema.reaches { message in
            schema.fieldIndices(of: message).contains { Secrets.isSecret(schema.name(of: $0)) }
        }
    }

    /// Whether a message has a field with a secret name, or may hold one that has.
    func mayHold(_ message: MessageIndex) -> Bool { message != .none && holdsSecrets[Int(message.rawValue)] }
}
