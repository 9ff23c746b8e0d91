/// The reason why a capture cannot be read at all.
public enum CaptureError: Error, Hashable, Sendable {
    /// The input is empty.
    case empty
    /// The first bytes belong to no capture format; `looksLike` names the format they resemble, if known.
    case notACapture(looksLike: String?)
    /// A capture format that exists but cannot be read, with advice on what to do.
    case unsupported(String)
    /// Reading failed; the system's error number.
    case inputOutput(Int32)
    /// Writing failed; the system's error number.
    case writing(Int32)
    /// Capturing on an interface failed after it began; the reason in a sentence.
    case capturing(String)
}

extension CaptureError: CustomStringConvertible {
    /// The error in one sentence.
    public var description: String {
        switch self {
        case .empty: "the input is empty"
        case .notACapture(let looksLike?): "this is not a packet capture but \(looksLike)"
        case .notACapture(nil): "this is not a pcap or pcapng capture"
        case .unsupported(let what): what
        case .inputOutput(let code): "reading failed: \(SystemCall.reason(code))"
        case .writing(let code): "writing failed: \(SystemCall.reason(code))"
        case .capturing(let reason): "capturing failed: \(reason)"
        }
    }
}

/// The place and kind of damage in a capture; everything before it is decoded.
public struct CaptureDamage: Hashable, Sendable {
    /// Byte offset in the file.
    public var offset: Int
    /// The kind of damage, in a few words.
    public var reason: String
}
