/// Why a capture cannot be read at all.
public enum CaptureError: Error, Hashable, Sendable {
    /// The input is empty.
    case empty
    /// The first bytes are of no capture format; what they look like instead, if that is known.
    case notACapture(looksLike: String?)
    /// A form of capture that exists but is not read, with what to do about it.
    case unsupported(String)
    /// Reading failed; the system's error number.
    case inputOutput(Int32)
    /// Writing failed; the system's error number.
    case writing(Int32)
}

extension CaptureError: CustomStringConvertible {
    /// One clear sentence.
    public var description: String {
        switch self {
        case .empty: "the input is empty"
        case .notACapture(let looksLike?): "this is not a packet capture but \(looksLike)"
        case .notACapture(nil): "this is not a pcap or pcapng capture"
        case .unsupported(let what): what
        case .inputOutput(let code): "reading failed (error \(code))"
        case .writing(let code): "writing failed (error \(code))"
        }
    }
}

/// Where and how a capture is damaged: what was before it is decoded.
public struct CaptureDamage: Hashable, Sendable {
    /// Byte offset in the file.
    public var offset: Int
    /// What is wrong, in a few words.
    public var reason: String
}
