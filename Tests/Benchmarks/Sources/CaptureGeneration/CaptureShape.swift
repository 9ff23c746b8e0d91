/// What a generated capture is like.
///
/// The same shape always gives the same bytes.
public struct CaptureShape: Sendable {
    /// The transport form of the chat protocol.
    public enum Form: String, CaseIterable, Sendable {
        /// One frame a WebSocket message.
        case websocket
        /// Frames with checksum and length one behind the other, their bodies obfuscated.
        case tcp
        /// HTTP requests and answers with JSON bodies.
        case polling
    }

    /// Whose protocol is spoken.
    public enum System: String, CaseIterable, Sendable {
        /// RongCloud, as its web SDK of generation 2 speaks it.
        case rongcloud
    }

    /// What travels besides the chat messages themselves.
    public enum Extra: String, CaseIterable, Sendable {
        /// Every PUBLISH is answered by a PUBACK.
        case acks
        /// Every eighth delivered message is announced, asked for and confirmed: s_ntf, QUERY, QUERYACK, QUERYCON.
        case queries
        /// A heartbeat and its answer after each sixteen messages of a user; polling has only the answer.
        case heartbeats
    }

    /// What may happen to a packet on its way into the capture.
    public enum Disorder: String, CaseIterable, Sendable {
        /// It comes after later ones of its direction, as many as the window has at most.
        case swap
        /// It comes twice.
        case duplicate
        /// It is not captured.
        case lose
        /// It comes as two segments, the second of which repeats some bytes of the first.
        case cut
        /// Bytes of it and of the one before come once more, in one segment.
        case retransmit
    }

    /// The link layer of the capture.
    public enum Link: String, CaseIterable, Sendable {
        /// Ethernet.
        case ethernet
        /// BSD loopback.
        case null
        /// IP without a link layer.
        case raw
        /// Linux "cooked" capture.
        case sll
        /// Linux "cooked" capture, version 2.
        case sll2
    }

    /// The capture's file format.
    public enum FileFormat: String, CaseIterable, Sendable {
        /// pcap with microseconds.
        case pcap
        /// pcapng with microseconds.
        case pcapng
    }

    /// How client frames are masked.
    public enum Masking: String, CaseIterable, Sendable {
        /// With a key of its own for each frame.
        case random
        /// With the key 0, so that the bytes can be read in a hex dump.
        case zero
    }

    /// Chat messages in all, half of them in each direction.
    public var messages = 1000
    /// Connections of as many users, at most 10 million.
    ///
    /// All are open from the start to the end; messages take them in turn. With polling each has a second one, for the
    /// request that waits.
    public var flows = 64
    /// Bytes of a message's content; one shorter than its shortest form is as long as that (14 bytes).
    public var contentBytes = 60...200
    /// The transport form.
    public var form = Form.websocket
    /// The system.
    public var system = System.rongcloud
    /// The key of the TCP form's bodies, 8 bytes.
    public var obfuscationKey: [UInt8] = [0x3C, 0x9A, 0x51, 0xE7, 0x0B, 0xD4, 0x86, 0x2F]
    /// Whether all of it is inside TLS 1.3.
    public var isEncrypted = false
    /// What else travels.
    public var extras: Set<Extra> = []
    /// The share of data packets, 0…1, that something happens to.
    public var disorderShare = 0.0
    /// What may happen to them, one of these each.
    public var disorders = Disorder.allCases
    /// Most packets of its direction, 1 or more, that a swapped one comes after.
    public var disorderWindow = 3
    /// The share of connections, 0…1, whose SYNs are not captured.
    public var lostHandshakeShare = 0.0
    /// The link layer.
    public var link = Link.ethernet
    /// The file format.
    public var fileFormat = FileFormat.pcap
    /// Whether addresses are IPv6.
    public var isIPv6 = false
    /// How client frames are masked.
    public var masking = Masking.random
    /// Most bytes of payload in a packet, 1…60000.
    public var segmentBytes = 1460
    /// Where the random numbers start.
    public var seed: UInt64 = 7

    /// 1000 messages on 64 connections over Ethernet, nothing besides.
    public init() {}

    /// The server's port; the TCP form has none of its own.
    var serverPort: UInt16 {
        if isEncrypted { return 443 }
        return form == .tcp ? 9020 : 80
    }
}
