package import FuzzInputs
package import WireFormat

/// A system that supplies samples of its traffic and shapes of its units to all targets, also those for transports.
package protocol SampleSystem: SendableMetatype {
    /// The words that have a meaning for the system's decoder.
    static var words: [[UInt8]] { get }
    /// The units of a conversation over WebSocket, each with its sender.
    static var chat: [(FrameSender, [UInt8])] { get }
    /// The conversations in other forms.
    static var otherSessions: [SampleSession] { get }
    /// Returns the shape of a binary WebSocket message; `nil` if the message is not one of the system.
    static func shape(ofMessage bytes: [UInt8], from sender: FrameSender) -> Shape?
    /// Returns the shape of a stretch of a TCP stream; `nil` if it does not belong to the system.
    static func shape(ofStream bytes: [UInt8]) -> Shape?
}
