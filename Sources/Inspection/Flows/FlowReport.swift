import Capture

/// The protocol of a connection; the raw value is its name in the list of connections.
enum FlowProtocol: String, Sendable {
    case websocket
    /// Units of a system directly in the TCP stream.
    case tcp
    /// HTTP/1.1 without an upgrade.
    case http
    case http2
    /// TLS that was not decrypted, or that carried no data.
    case tls
    /// A protocol that was not recognised, or is not followed.
    case other
}

/// The report of a connection after its end: a row of `imwire flows`.
struct FlowReport: Sendable {
    /// The counts of one direction.
    struct Direction: Hashable, Sendable {
        /// The number of packets, with or without payload.
        var packets = 0
        /// The number of payload bytes on the wire, including retransmissions.
        var bytes = 0
        var events = 0
        var controlFrames = 0
    }

    /// The capture's name, if there are several captures.
    var file: String?
    /// The number of the connection, from 1.
    var number: Int
    var client: String
    var server: String
    /// The earliest and the latest time of a packet, in nanoseconds since 1970; the clock may have been set back.
    var firstTime: Int64
    var lastTime: Int64
    var transport: FlowProtocol
    var system: String?
    /// The reason for the classification.
    var reason: String
    /// The facts about the app, the SDK, the user and the session.
    var facts = FlowFacts()
    var fromClient = Direction()
    var fromServer = Direction()
    /// The code of the WebSocket close frame; 1005 when it had none.
    var closeCode: Int?
    /// The number of bytes missing from the capture.
    var gapBytes = 0
    var firstPacket = 0
    /// Whether the connection is TLS, and whether some of it was decrypted.
    var isTLS = false
    var isDecrypted = false
    /// The reason why some records of TLS were not decrypted.
    var undecrypted: String?
    /// The description of the connection's end.
    var ending = ""
}

/// The counts of a connection that has not ended.
struct FlowTally: Sendable {
    /// The earliest time of a packet, in nanoseconds since 1970.
    var firstTime = Int64.max
    /// When each end was heard.
    var reach = FlowReach()
    /// The number of the first packet; 0 before there is one.
    var firstPacket = 0
    /// The time when an end first closed the connection, by FIN or RST.
    var closingTime: Int64?
    /// Whether the capture's time resolution is finer than a microsecond.
    var hasNanoseconds = false
    /// The number of units whose bodies could not be read because their key is missing.
    var unreadBodies = 0
    var sides = Sides(first: FlowReport.Direction(), second: FlowReport.Direction())
    /// The TCP flags that each end has sent.
    var flags = Sides(first: TCPFlags(), second: TCPFlags())
    var gapBytes = 0
    /// The reason for the connection's classification.
    var reason = Self.noReason
    /// The reason before any payload was classified.
    static let noReason = "no payload that tells"
    /// The facts from requests and from long-polling units.
    var facts = FlowFacts()
    /// Whether units of a system came in requests or answers.
    var hasPolled = false
    /// The protocol, if it was recognised but is not followed.
    var unfollowed: FlowProtocol?
    /// Whether the reason why the connection is not followed was reported.
    var isTold = false
    /// The first reason why records of TLS were not decrypted.
    var undecrypted: String?
    /// The alert of TLS that ended the connection after its data.
    var alert: String?
    /// The number of missing bytes that the stream offsets of both ends include.
    var passedHoleBytes = 0
    /// The connection's `seenBytes` after the last hole that made detection start anew.
    var bytesAtHole = 0

    var lastTime: Int64 { reach.lastTime }
    var events: Int { sides.first.events + sides.second.events }

    /// The reason why a connection carried no data, from its TCP flags.
    var emptyReason: String {
        switch (flags.first.contains(.syn), flags.second.contains(.syn)) {
        case (true, false) where flags.second.contains(.rst): "refused: the answer to its SYN was RST"
        case (false, true) where flags.first.contains(.rst): "refused: the answer to its SYN was RST"
        case (true, false) where sides.second.packets == 0: "unanswered: nothing came back for its SYN"
        case (true, true): "opened, and nothing was sent on it"
        default: Self.noReason
        }
    }

    /// Returns a description of the connection's end, from its packets.
    ///
    /// - Parameter closeCode: the code of the WebSocket close frame.
    func ending(client side: FlowSide, closeCode: Int?) -> String {
        let client = flags[side]
        let server = flags[side.other]
        switch closeCode {
        case 1000?, 1001?, 1005?: return "clean"
        case let code?: return "closed with code \(code)"
        case nil: break
        }
        if let alert { return alert }
        // An end that has sent FIN may still reset the connection when more data arrives.
        if client.contains(.fin) || server.contains(.fin) { return "clean" }
        if client.contains(.rst) { return "reset by the client" }
        if server.contains(.rst) { return "reset by the server" }
        return "cut off"
    }

    @inline(__always)
    mutating func note(_ segment: Segment) {
        if firstPacket == 0 { firstPacket = segment.packet }
        firstTime = min(firstTime, segment.time)
        reach.note(segment)
        let flags = segment.isStrayEnd ? segment.flags.subtracting([.fin, .rst]) : segment.flags
        if closingTime == nil, !flags.isDisjoint(with: [.fin, .rst]) { closingTime = segment.time }
        hasNanoseconds = segment.hasNanoseconds
        self.flags[segment.side].formUnion(flags)
        sides[segment.side].packets &+= 1
        sides[segment.side].bytes &+= segment.payloadCount &+ segment.missingCount
    }
}
