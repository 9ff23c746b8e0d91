public import WireFormat

/// The frame types whose bodies have fields that are known; the others carry opaque data.
///
/// The list is closed: what forgets a type that is added here does not compile.
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
    /// Which of the known types this is; `nil` for those whose body is opaque.
    @inlinable
    var known: KnownFrame? { KnownFrame(rawValue: rawValue) }

    /// The end that alone sends frames of this type; `nil` where both ends do, and for types without known fields.
    ///
    /// Source: rongcloud-web-im-sdk-v2, `signalling.ts`, which writes the ones and reads the others.
    public var onlySender: FrameSender? {
        switch known {
        case .connect, .query, .querycon, .pingreq: .client
        case .connack, .queryack, .pingresp: .server
        case .publish, .puback, .disconnect, nil: nil
        }
    }

    /// Whether a frame of this type can have a body of that length in the TCP form, whichever end sent it.
    ///
    /// For frames that are looked for in bytes of unknown meaning: lengths that no SDK writes do not count.
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

    /// Whether a frame of this type can have a body of that length in a WebSocket message that this end sent.
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
