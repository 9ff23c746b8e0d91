/// The reason why live capture is not possible, or ended.
public struct LiveCaptureError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of reason.
    public enum Kind: Hashable, Sendable {
        /// The user is not permitted to capture.
        case notPermitted
        /// There is no such interface, or it is down.
        case noInterface
        /// The capture filter is not valid.
        case badFilter
        /// The system does not support it.
        case unavailable
        /// Reading packets or writing the file failed.
        case inputOutput
    }

    /// The kind of reason.
    public var kind: Kind
    /// The reason in a sentence.
    public var reason: String
    /// The reason in a sentence.
    public var description: String { reason }

    init(_ kind: Kind, _ reason: String) {
        self.kind = kind
        self.reason = reason
    }

    /// Converts a C string in a buffer.
    static func text(_ buffer: [CChar]) -> String {
        String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
