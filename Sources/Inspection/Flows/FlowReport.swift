import Capture

/// What a connection was, when it is over: a row of `imwire flows`.
struct FlowReport: Sendable {
    /// Figures of one direction.
    struct Direction: Hashable, Sendable {
        /// Packets with or without payload.
        var packets = 0
        /// Bytes of payload on the wire, repetitions included.
        var bytes = 0
        /// Events.
        var events = 0
        /// WebSocket control frames.
        var controlFrames = 0
    }

    /// The capture's name, where there are several.
    var file: String?
    /// Number of the connection, from 1.
    var number: Int
    var client: String
    var server: String
    /// Nanoseconds since 1970, of the first and the last packet.
    var firstTime: Int64
    var lastTime: Int64
    /// What it speaks, in a word: `websocket`, `tcp`, `http`, `http2`, `tls`, `other`.
    var transport: String
    /// The followed system, if it is one.
    var system: String?
    /// Why it was taken for that.
    var reason: String
    /// What is known of who is on it.
    var facts = FlowFacts()
    var fromClient = Direction()
    var fromServer = Direction()
    /// The code of the WebSocket close frame; 1005 when it had none.
    var closeCode: Int?
    /// Bytes that the capture lacks.
    var gapBytes = 0
    /// Number of its first packet.
    var firstPacket = 0
    /// Whether it is TLS, and whether some of it was decrypted.
    var isTLS = false
    var isDecrypted = false
    /// How it ended, in words.
    var ending = ""
}

/// What is counted while a connection lives.
struct FlowTally: Sendable {
    var firstTime: Int64 = 0
    var lastTime: Int64 = 0
    /// Number of the first packet; 0 while there is none.
    var firstPacket = 0
    /// When an end closed the connection first, by FIN or RST.
    var closingTime: Int64?
    /// Whether the capture keeps time finer than a microsecond.
    var hasNanoseconds = false
    /// Units whose bodies nobody could read for want of their key.
    var unreadBodies = 0
    /// Figures of each end.
    var sides = Sides(first: FlowReport.Direction(), second: FlowReport.Direction())
    /// All flags that an end has sent.
    var flags = Sides(first: TCPFlags(), second: TCPFlags())
    var gapBytes = 0
    /// Why the connection was taken for what it is.
    var reason = Self.noReason
    /// The reason of a connection that carried nothing.
    static let noReason = "no payload that tells"
    /// What requests told about who is on it.
    var facts = FlowFacts()
    /// A protocol that is recognised and not followed.
    var other: String?
    /// Whether it was said why the connection is not followed.
    var isTold = false
    /// How many bytes had come when the last hole made what the connection speaks uncertain.
    var bytesAtHole = 0

    /// Events of both ends.
    var events: Int { sides.first.events + sides.second.events }

    /// Why a connection that carried nothing did not, as far as its flags say.
    var emptyReason: String {
        switch (flags.first.contains(.syn), flags.second.contains(.syn)) {
        case (true, false) where flags.second.contains(.rst): "refused: the answer to its SYN was RST"
        case (false, true) where flags.first.contains(.rst): "refused: the answer to its SYN was RST"
        case (true, false) where sides.second.packets == 0: "unanswered: nothing came back for its SYN"
        case (true, true): "opened, and nothing was sent on it"
        default: Self.noReason
        }
    }

    /// How the connection ended, as far as its packets say.
    ///
    /// - Parameter closeCode: that of WebSocket.
    func ending(client side: FlowSide, closeCode: Int?) -> String {
        let client = flags[side]
        let server = flags[side.other]
        switch closeCode {
        case 1000?, 1001?, 1005?: return "clean"
        case let code?: return "closed with code \(code)"
        case nil: break
        }
        // An end that has finished may reset what still comes.
        if client.contains(.fin) || server.contains(.fin) { return "clean" }
        if client.contains(.rst) { return "reset by the client" }
        if server.contains(.rst) { return "reset by the server" }
        return "cut off"
    }

    /// Counts a packet.
    @inline(__always)
    mutating func note(_ segment: Segment) {
        if firstPacket == 0 {
            firstPacket = segment.packet
            firstTime = segment.time
        }
        lastTime = max(lastTime, segment.time)
        let flags = segment.isStrayEnd ? segment.flags.subtracting([.fin, .rst]) : segment.flags
        if closingTime == nil, !flags.isDisjoint(with: [.fin, .rst]) { closingTime = segment.time }
        hasNanoseconds = segment.hasNanoseconds
        self.flags[segment.side].formUnion(flags)
        sides[segment.side].packets &+= 1
        sides[segment.side].bytes &+= segment.payloadCount &+ segment.missingCount
    }
}
