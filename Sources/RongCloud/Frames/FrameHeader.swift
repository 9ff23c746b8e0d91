/// The type of a frame: the upper four bits of its first byte.
///
/// All sixteen values have a name; the bodies of types that no known SDK sends are not parsed. Source:
/// rongcloud-web-im-sdk-v2, `src/internal/rmtp/signalling.ts` and the later engines.
public struct FrameType: RawRepresentable, Hashable, Sendable {
    /// The number, 0…15.
    public let rawValue: UInt8

    /// Makes a type from the upper four bits of a first byte; only the low four bits of `rawValue` count.
    public init(rawValue: UInt8) { self.rawValue = rawValue & 15 }

    /// Key agreement of private clouds; unused in the web SDKs.
    public static let symmetric = FrameType(rawValue: 0)
    /// The client's introduction (TCP form only).
    public static let connect = FrameType(rawValue: 1)
    /// The server's answer to a connection.
    public static let connack = FrameType(rawValue: 2)
    /// A message or notice, in either direction.
    public static let publish = FrameType(rawValue: 3)
    /// The answer to a PUBLISH.
    public static let puback = FrameType(rawValue: 4)
    /// A request of the client.
    public static let query = FrameType(rawValue: 5)
    /// The answer to a QUERY.
    public static let queryack = FrameType(rawValue: 6)
    /// The client's confirmation of a QUERYACK.
    public static let querycon = FrameType(rawValue: 7)
    /// Unused on the web; RECONNECT in the TCP form.
    public static let subscribe = FrameType(rawValue: 8)
    /// Unused on the web; RECONNECTACK in the TCP form.
    public static let suback = FrameType(rawValue: 9)
    /// Unused.
    public static let unsubscribe = FrameType(rawValue: 10)
    /// Unused.
    public static let unsuback = FrameType(rawValue: 11)
    /// The client's heartbeat.
    public static let pingreq = FrameType(rawValue: 12)
    /// The server's answer to a heartbeat.
    public static let pingresp = FrameType(rawValue: 13)
    /// The end of a session.
    public static let disconnect = FrameType(rawValue: 14)
    /// Not assigned.
    public static let reserved = FrameType(rawValue: 15)

    /// Returns the name in capitals, as in the frame object.
    public func name(in form: FrameForm) -> StaticString {
        switch rawValue {
        case 0: "SYMMETRIC"
        case 1: "CONNECT"
        case 2: "CONNACK"
        case 3: "PUBLISH"
        case 4: "PUBACK"
        case 5: "QUERY"
        case 6: "QUERYACK"
        case 7: "QUERYCON"
        case 8: form == .tcp ? "RECONNECT" : "SUBSCRIBE"
        case 9: form == .tcp ? "RECONNECTACK" : "SUBACK"
        case 10: "UNSUBSCRIBE"
        case 11: "UNSUBACK"
        case 12: "PINGREQ"
        case 13: "PINGRESP"
        case 14: "DISCONNECT"
        default: "RESERVED"
        }
    }

    /// Finds the type with a name, in either form's spelling.
    public init?(name: some StringProtocol) {
        for raw in UInt8(0)...15 {
            let type = FrameType(rawValue: raw)
            if name == type.name(in: .websocket).description || name == type.name(in: .tcp).description {
                self = type
                return
            }
        }
        return nil
    }
}

/// The transport of a frame.
public enum FrameForm: String, Hashable, Sendable, CaseIterable {
    /// One frame per WebSocket message, without a length.
    case websocket
    /// Header, checksum, length and an obfuscated body.
    case tcp
    /// HTTP long polling with JSON bodies.
    case polling
}

/// The first byte of every frame: `tttt d qq r`.
public struct FrameHeader: Hashable, Sendable, BitwiseCopyable {
    /// The byte as it is on the wire.
    public var rawValue: UInt8

    /// Makes a header from its byte.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Makes a header from its parts.
    ///
    /// - Parameters:
    ///   - type: the frame's type.
    ///   - qos: 0…3; only the low two bits count.
    ///   - dup: on a server's PUBLISH, whether it is a copy of a message that another device of the account sent.
    ///   - retain: the flag RETAIN.
    public init(_ type: FrameType, qos: UInt8 = 0, dup: Bool = false, retain: Bool = false) {
        rawValue = type.rawValue << 4 | (dup ? 8 : 0) | (qos & 3) << 1 | (retain ? 1 : 0)
    }

    /// The type of the frame.
    @inlinable public var type: FrameType { FrameType(rawValue: rawValue >> 4) }
    /// The QoS: 0 at most once, 1 at least once, 2 exactly once, 3 "default".
    ///
    /// If it is not 0, the receiver must answer.
    @inlinable public var qos: UInt8 { rawValue >> 1 & 3 }
    /// Whether a server's PUBLISH is a copy of this account's message from another device (`syncMsg`); not a
    /// retransmission.
    @inlinable public var dup: Bool { rawValue & 8 != 0 }
    /// Whether RETAIN is set, as servers do on some pushes; the SDKs do not use it.
    @inlinable public var retain: Bool { rawValue & 1 != 0 }
}
