package import FuzzInputs
package import WireFormat

/// A system whose traffic targets begin with and take apart, also those that attack what carries it.
package protocol SampleSystem: SendableMetatype {
    /// Words that mean something to its decoder.
    static var words: [[UInt8]] { get }
    /// The units of a conversation over WebSocket, and who sends each.
    static var chat: [(FrameSender, [UInt8])] { get }
    /// Conversations in other forms.
    static var otherSessions: [SampleSession] { get }
    /// A binary WebSocket message taken apart; `nil` when it is none of the system's.
    static func shape(ofMessage bytes: [UInt8], from sender: FrameSender) -> Shape?
    /// A stretch of a TCP stream taken apart; `nil` when it is none of the system's.
    static func shape(ofStream bytes: [UInt8]) -> Shape?
}
