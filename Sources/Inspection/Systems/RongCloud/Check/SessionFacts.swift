import Reporting
import RongCloud
import WireFormat

/// What the rules of a session have in common: where it is, and what is known of it.
struct SessionFacts: Sendable {
    /// The connection of the latest event.
    var flow: Int
    /// The transport.
    var form: FrameForm
    /// The SDK's generation, where it is known.
    var generation: SDKGeneration?
    /// Whether the SDK is one of v4 whose heartbeats are those of v5.
    var hasHeartbeatsOfV5 = false
    /// TCP form: the heartbeat interval that CONNECT announced, in seconds.
    var keepAlive: UInt16?
    /// Number and time of the latest event.
    var lastNumber: Int
    var lastTime: Int64
    /// Up to when each end was heard; at the end of a session, up to when it could have been heard.
    ///
    /// After a hole, one direction comes out of the capture later than the other, so that only the clock of the end that
    /// has to answer tells whether an answer is missing.
    var clientTime = Int64.min
    var serverTime = Int64.min
    /// When each end was heard first: before that, the capture may lack what it said.
    var clientSince = Int64.max
    var serverSince = Int64.max
    /// Until then answers may belong to requests that the capture lacks.
    var blindUntil: Int64
    /// What is from before this time came out after a hole: its answers may have come out before it.
    var disorderUntil = Int64.min
    /// Whether the capture holds the session from its first frame on, and nothing of it is missing.
    var isWhole: Bool
    /// The type of the frame that is being judged.
    var type: FrameType?

    /// Whether frames of the client, and of the server, are in the capture at all.
    var hearsClient: Bool { clientSince < .max }
    var hearsServer: Bool { serverSince < .max }
    /// Whether the capture holds both directions; of one alone, nothing can be said to be missing in the other.
    var hearsBoth: Bool { hearsClient && hearsServer }

    /// Whether requests from before this time may be missing from the capture.
    func isBlind(at time: Int64) -> Bool { time < blindUntil }

    /// Up to when an end was heard.
    func time(of end: FrameSender) -> Int64 { end == .client ? clientTime : serverTime }

    /// When an end was heard first.
    func firstTime(of end: FrameSender) -> Int64 { end == .client ? clientSince : serverSince }
}

/// Text from the wire in a finding's sentence: in quotes, and not longer than a line.
func quoted(_ bytes: Span<UInt8>) -> String {
    let most = 80
    guard bytes.count > most else { return "\"\(WireString.decode(bytes).text)\"" }
    // Cut no character in two: in UTF-8, up to three bytes follow its first.
    var end = most
    while end > most - 3, bytes[end] & 0xC0 == 0x80 { end -= 1 }
    return "\"\(WireString.decode(bytes.extracting(0..<end)).text)…\""
}
