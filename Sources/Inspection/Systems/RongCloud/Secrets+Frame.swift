import RongCloud
import WireFormat
import WireProtobuf

// Secrets in frames, by their place.
extension Secrets {
    /// Returns undecoded bytes as they may be shown.
    ///
    /// The place of the token in an undecoded CONNECT is not known, nor that of the secret in a payload that holds one,
    /// so all bytes of both are hidden.
    static func shownUndecoded(ofRongCloud range: Range<Int>, _ bytes: Span<UInt8>, _ event: borrowing Event) -> [UInt8]
    {
        let shown = bytes.extracting(range)
        guard isConnect(range, bytes, event) || PayloadSecrets.shared.mayHoldPayload(of: event) else {
            return masked(shown)
        }
        return Array(repeating: hiddenByte, count: shown.count)
    }

    /// Returns the fields of a frame that may hold a secret in spite of their names.
    static func hiddenFields(ofRongCloud event: borrowing Event) -> HiddenFields {
        var hidden = HiddenFields()
        guard case .frame = event.kind, event.units.rongCloud.typeName == nil else { return hidden }
        if event.units.rongCloud.layout.header.type == .connect {
            hidden.names =
                event.units.rongCloud.layout.token == nil
                ? ["clientIp", "willTopic", "will", "appId", "trailing", "undecoded"] : ["trailing"]
        } else if PayloadSecrets.shared.mayHoldPayload(of: event) {
            // The secret may be in a field with another number, or of another type.
            hidden.names = event.units.rongCloud.payload == .none ? ["data", "undecoded"] : ["undecoded"]
            hidden.hasUnknown = true
        }
        return hidden
    }

    private static func isConnect(_ range: Range<Int>, _ bytes: Span<UInt8>, _ event: borrowing Event) -> Bool {
        guard event.sender == .client else { return false }
        if case .frame = event.kind, event.units.rongCloud.typeName == nil {
            return event.units.rongCloud.layout.header.type == .connect
        }
        // In damaged bytes of a stream of frames, the first byte tells the type.
        return !range.isEmpty && FrameHeader(rawValue: bytes[range.lowerBound]).type == .connect
    }
}

extension FrameLayout {
    /// Whether this is a CONNECT whose flags do not fit its fields, so that a token may stand in the place of another
    /// text.
    @inline(__always) var mayMisplaceToken: Bool { header.type == .connect && token == nil }
}

/// The payload messages that may hold secrets.
struct PayloadSecrets: Sendable {
    /// The table for the built-in schema.
    static let shared = PayloadSecrets(RongCloudSchema.shared)

    private let holdsSecrets: [Bool]

    private init(_ schema: ProtobufSchema) {
        holdsSecrets = schema.reaches { message in
            schema.fieldIndices(of: message).contains { Secrets.isSecret(schema.name(of: $0)) }
        }
    }

    /// Whether a message, or a message inside of it, may have a field with a secret name.
    func mayHold(_ message: MessageIndex) -> Bool { message != .none && holdsSecrets[Int(message.rawValue)] }

    /// Whether the event's payload, or a message that it should be, may hold secrets.
    func mayHoldPayload(of event: borrowing Event) -> Bool {
        if event.units.rongCloud.payload != .none { return mayHold(event.units.rongCloud.payload) }
        guard case .frame = event.kind, let topic = event.units.rongCloud.topic else { return false }
        let part = event.units.rongCloud.layout.header.type == .queryack ? Topic.Part.response : .request
        return PayloadMap.shared.candidates(topic: topic, part: part, generation: nil).contains { mayHold($0) }
    }
}
