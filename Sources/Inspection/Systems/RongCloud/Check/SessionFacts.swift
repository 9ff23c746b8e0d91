import RongCloud
import WireFormat

/// The facts about a session that its rules share.
struct SessionFacts: Sendable {
    /// The connection of the latest event.
    var flow: Int
    var form: FrameForm
    /// The SDK's generation, if known.
    var generation: SDKGeneration?
    /// Whether the SDK is a v4 with the heartbeats of v5.
    var hasHeartbeatsOfV5 = false
    /// TCP form: the heartbeat interval that CONNECT announced, in seconds.
    var keepAlive: UInt16?
    /// Whether the client sent a message id that is no number of 16 bits.
    var hasWideIds = false
    /// Whether the latest event may repeat such an id: the client sent one, or may have before the capture.
    var mayRepeatWideId = false
    /// The number and time of the latest event.
    var lastNumber: Int
    var lastTime: Int64
    /// The time up to which each end was heard; at the end of a session, the time up to which it could have been heard.
    ///
    /// After a hole, one direction comes out of the capture later than the other. So only the clock of the answering
    /// end tells whether an answer is missing.
    var clientTime = Int64.min
    var serverTime = Int64.min
    /// The time of each end's first frame; the capture may lack earlier frames of that end.
    var clientSince = Int64.max
    var serverSince = Int64.max
    /// The time until which answers may belong to requests that the capture lacks.
    var blindUntil: Int64
    /// The time of the latest hole; an earlier event that comes out after the hole may follow its own answer.
    var disorderUntil = Int64.min
    /// Whether the capture holds the session from its first frame on, and nothing of it is missing.
    var isWhole: Bool
    /// Whether the session ended with a DISCONNECT: later frames belong to no exchange.
    var isOver = false
    /// The type of the frame that is being judged.
    var type: FrameType?

    /// Whether frames of the client, and of the server, are in the capture at all.
    var hearsClient: Bool { clientSince < .max }
    var hearsServer: Bool { serverSince < .max }
    /// Whether the capture holds both directions; with one direction alone, no frame of the other can be called
    /// missing.
    var hearsBoth: Bool { hearsClient && hearsServer }

    /// Whether requests from before this time may be missing from the capture.
    func isBlind(at time: Int64) -> Bool { time < blindUntil }

    /// Returns what the decoder says of a message id in a URL that is no number of 16 bits; `nil` for any other id.
    static func wideId(_ event: borrowing Event) -> String? {
        guard event.transport == .polling else { return nil }
        for index in event.diagnostics.indices where event.diagnostics[index].isAboutWideId {
            return event.diagnostics[index].text
        }
        return nil
    }

    /// Whether a diagnostic is about the message id of a server's answer, which repeats that of the client's request.
    func repeatsWideId(_ event: borrowing Event, _ diagnostic: Diagnostic) -> Bool {
        guard event.transport == .polling, event.sender == .server, type == .puback || type == .queryack else {
            return false
        }
        return diagnostic.code == PollingUnit.badMemberCode && diagnostic.path == "messageId" && mayRepeatWideId
    }

    /// Returns the time up to which an end was heard.
    func time(of end: FrameSender) -> Int64 { end == .client ? clientTime : serverTime }

    /// Sets all times back to a time, so that later times can be compared with them.
    mutating func setClockBack(to time: Int64) {
        lastTime = time
        clientTime = min(clientTime, time)
        serverTime = min(serverTime, time)
        if hearsClient { clientSince = min(clientSince, time) }
        if hearsServer { serverSince = min(serverSince, time) }
        disorderUntil = .min
    }

    /// Returns the time of an end's first frame.
    func firstTime(of end: FrameSender) -> Int64 { end == .client ? clientSince : serverSince }
}

/// Returns text from the wire for the sentence of a finding: in quotes, and cut to 80 bytes.
func quoted(_ bytes: Span<UInt8>) -> String {
    let most = 80
    guard bytes.count > most else { return "\"\(WireString.decode(bytes).text)\"" }
    // Do not split a character: in UTF-8, up to three bytes follow its first byte.
    var end = most
    while end > most - 3, bytes[end] & 0xC0 == 0x80 { end -= 1 }
    return "\"\(WireString.decode(bytes.extracting(0..<end)).text)…\""
}
