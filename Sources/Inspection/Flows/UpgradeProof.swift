import Capture
import Transport
import WireFormat

/// An upgrade to WebSocket that several known or unknown systems may have asked for.
struct UpgradeProof {
    /// The exchange; it becomes an event when its system is proved.
    var exchange: HTTPExchange
    /// The request.
    let head: RequestHead
    /// The claims of the systems that may have asked.
    var candidates: [Claim]
    /// The packets of the request and the answer.
    let packets: HTTPPackets
    let arrival: Arrival
    /// The position up to which each end's messages were checked.
    var places = Sides(first: Place(), second: Place())

    /// A position in the bytes of one end.
    struct Place {
        /// The offset after the last checked frame.
        var position = 0
        /// The number of messages that were not proof.
        var messages = 0
        /// The message whose last frame has not arrived.
        var begun: Message?

        /// Moves past the frames up to the end of a message, and returns the message; `nil` if its end has not arrived,
        /// or after as many messages as are waited for.
        mutating func next(in bytes: Span<UInt8>) -> Message? {
            while messages < UpgradeProof.patience, let head = try? WebSocketFrameHeader(bytes, at: position),
                bytes.count - position >= head.totalLength
            {
                let start = position
                position += head.totalLength
                if head.opcode.isControl { continue }
                if head.opcode != .continuation {
                    begun = Message(isText: head.opcode == .text, isCompressed: head.reserved & 0x40 != 0)
                }
                begun?.payload += head.payload(of: bytes, at: start).array
                guard head.isFinal else { continue }
                messages += 1
                guard let whole = begun else { continue }
                begun = nil
                return whole
            }
            return nil
        }
    }

    /// The frames of a message up to a position.
    struct Message {
        let isText: Bool
        let isCompressed: Bool
        var payload: [UInt8] = []

        /// Returns the message without its compression; `nil` if it cannot be inflated without earlier messages.
        func content(_ limits: TransportLimits) -> [UInt8]? {
            guard isCompressed else { return payload }
            return try? PerMessageDeflate.inflate(payload, Inflater(.raw), keepsContext: false, limits: limits)
        }
    }

    /// The number of messages from one end after which no claim is believed.
    static let patience = 8
}
