/// An alert of either end (RFC 8446 section 6).
public struct TLSAlert: Hashable, Sendable, BitwiseCopyable {
    /// Whether the level is `fatal`; TLS 1.3 treats all errors as fatal, whatever the level.
    public var isFatal: Bool
    /// The number of the alert.
    public var code: UInt8

    /// The alert that ends a direction.
    static let closeNotify: UInt8 = 0
    /// The alert that may precede it.
    static let userCanceled: UInt8 = 90

    /// Whether the alert announces the end of its direction, and is no error (RFC 8446 section 6.1).
    public var isClosure: Bool { code == Self.closeNotify || code == Self.userCanceled }

    /// The name of the number in the registry; `nil` if it has none.
    public var name: String? {
        switch code {
        case 0: "close_notify"
        case 10: "unexpected_message"
        case 20: "bad_record_mac"
        case 21: "decryption_failed"
        case 22: "record_overflow"
        case 30: "decompression_failure"
        case 40: "handshake_failure"
        case 41: "no_certificate"
        case 42: "bad_certificate"
        case 43: "unsupported_certificate"
        case 44: "certificate_revoked"
        case 45: "certificate_expired"
        case 46: "certificate_unknown"
        case 47: "illegal_parameter"
        case 48: "unknown_ca"
        case 49: "access_denied"
        case 50: "decode_error"
        case 51: "decrypt_error"
        case 60: "export_restriction"
        case 70: "protocol_version"
        case 71: "insufficient_security"
        case 80: "internal_error"
        case 86: "inappropriate_fallback"
        case 90: "user_canceled"
        case 100: "no_renegotiation"
        case 109: "missing_extension"
        case 110: "unsupported_extension"
        case 111: "certificate_unobtainable"
        case 112: "unrecognized_name"
        case 113: "bad_certificate_status_response"
        case 114: "bad_certificate_hash_value"
        case 115: "unknown_psk_identity"
        case 116: "certificate_required"
        case 120: "no_application_protocol"
        case 121: "ech_required"
        default: nil
        }
    }
}

extension TLSAlert: CustomStringConvertible {
    /// The name, or the number if it has no name.
    public var description: String { name ?? "alert \(code)" }
}
