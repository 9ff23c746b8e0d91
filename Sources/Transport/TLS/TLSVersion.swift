/// A version of the protocol, as in its hellos.
public struct TLSVersion: RawRepresentable, Hashable, Sendable, BitwiseCopyable {
    /// The two bytes: major and minor.
    public let rawValue: UInt16
    /// Makes a version from its two bytes.
    public init(rawValue: UInt16) { self.rawValue = rawValue }
    /// SSL 3.0.
    public static let ssl3 = TLSVersion(rawValue: 0x0300)
    /// TLS 1.0.
    public static let tls10 = TLSVersion(rawValue: 0x0301)
    /// TLS 1.1.
    public static let tls11 = TLSVersion(rawValue: 0x0302)
    /// TLS 1.2 (RFC 5246).
    public static let tls12 = TLSVersion(rawValue: 0x0303)
    /// TLS 1.3 (RFC 8446).
    public static let tls13 = TLSVersion(rawValue: 0x0304)
}

extension TLSVersion: CustomStringConvertible {
    /// The usual name: `TLS 1.3`.
    public var description: String {
        switch self {
        case .ssl3: return "SSL 3.0"
        case .tls10: return "TLS 1.0"
        case .tls11: return "TLS 1.1"
        case .tls12: return "TLS 1.2"
        case .tls13: return "TLS 1.3"
        default:
            if rawValue >> 8 == 0x7F { return "TLS 1.3 draft \(rawValue & 0xFF)" }
            let digits = String(rawValue, radix: 16, uppercase: true)
            return "TLS version 0x" + String(repeating: "0", count: 4 - digits.count) + digits
        }
    }
}
