/// Why live capture is not possible, or ended.
public struct LiveCaptureError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What kind of reason it is.
    public enum Kind: Hashable, Sendable {
        /// The user may not capture.
        case notPermitted
        /// There is no such interface, or it is down.
        case noInterface
        /// The condition for packets is not one.
        case badFilter
        /// The system can not do it.
        case unavailable
        /// Reading packets or writing the file failed.
        case inputOutput
    }

    /// What kind of reason it is.
    public var kind: Kind
    /// The reason in a sentence.
    public var reason: String
    /// The reason in a sentence.
    public var description: String { reason }

    init(_ kind: Kind, _ reason: String) {
        self.kind = kind
        self.reason = reason
    }

    /// A text of C in a buffer.
    static func text(_ buffer: [CChar]) -> String {
        String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
