public import WireFormat

/// The frame types whose fields are known; the bodies of other types are opaque.
///
/// The enumeration is closed, so code that misses a newly added type does not compile.
@usableFromInline
enum KnownFrame: UInt8, CaseIterable {
    case connect = 1
    case connack = 2
    case publish = 3
    case puback = 4
    case query = 5
    case queryack = 6
    case querycon = 7
    case pingreq = 12
    case pingresp = 13
    case disconnect = 14
}

extension FrameType {
    /// The known type with this number; `nil` if the body is opaque.
    @inlinable
    var known: KnownFrame? { KnownFrame(rawValue: rawValue) }

    /// The only end that sends frames of this type; `nil` if both ends do, or if the type has no known fields.
    ///
    /// Source: rongcloud-web-im-sdk-v2, `signalling.ts`, which writes the client's types and reads the server's.
    public var onlySender: FrameSender? {
        switch known {
        case .connect, .query, .querycon, .pingreq: .client
        case .connack, .queryack, .pingresp: .server
        case .publish, .puback, .disconnect, nil: nil
        }
    }

    /// Returns whether a frame of this type, from either end, can have a body of that length in the TCP form.
    ///
    /// For finding frames in bytes of unknown meaning: rules out lengths that no SDK writes.
    package func isPlausible(bodyLengthOverTCP length: Int) -> Bool {
        switch known {
        case .pingreq, .pingresp: length == 0
        case .querycon: length == 2
        case .puback, .connack, .disconnect: length >= 2 && length < 4096
        case .queryack: length >= 8
        case .publish, .query: length >= 14
        case .connect: length >= 12
        case nil: false
        }
    }

    /// Returns whether a frame of this type can have a body of that length in a WebSocket message from `sender`.
    package func isPlausible(bodyLengthOverWebSocket length: Int, from sender: FrameSender) -> Bool {
        guard onlySender == nil || onlySender == sender else { return false }
        return switch known {
        case .publish, .query: length >= 6
        case .puback: sender == .client ? length == 2 : length >= 8
        case .querycon: length == 2
        case .queryack: length >= 8
        case .pingreq, .pingresp: length == 0
        case .connack: length >= 2
        case .disconnect: sender == .server && length >= 2
        case .connect, nil: false
        }
    }
}
