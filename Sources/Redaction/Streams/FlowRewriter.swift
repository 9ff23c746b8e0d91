import Capture
import Inspection
import RongCloud
import Transport

/// Rewrites the streams of one connection, unit by unit.
///
/// Units that cannot be rebuilt are cut. Original bytes stay only if they reveal no more than the kind and length of a
/// unit: the first byte of data that is not a WebSocket frame and the width of its length, the length before a frame of
/// the TCP form, and the tag and length of a protobuf field that breaks its message.
final class FlowRewriter {
    enum Phase {
        case detecting
        case http
        case webSocket
        case tcpForm
        /// After an HTTP message that cannot be read.
        case unread
        case cut
    }

    let context: RedactionContext
    let flow: Flow
    let system: MessagingSystem
    /// The direction that the client sends.
    @exclusivity(unchecked) var client: FlowSide
    /// The reassembly of both streams.
    @exclusivity(unchecked) var connection = TCPConnection()
    let sides = Sides(first: RewrittenSide(), second: RewrittenSide())
    @exclusivity(unchecked) var phase = Phase.detecting
    @exclusivity(unchecked) var reader: SystemReader?
    @exclusivity(unchecked) var tls: TLSStream?
    /// Whether `tls` is set; a separate flag, since every segment checks it.
    @exclusivity(unchecked) var isEncrypted = false
    /// The requests without an answer.
    @exclusivity(unchecked) var requests = UnansweredRequests()
    @exclusivity(unchecked) var awaitsSwitch = false
    /// The target of the latest request of NIM's long polling, which names the session.
    @exclusivity(unchecked) var polledTarget: String?
    @exclusivity(unchecked) var obfuscation: ObfuscationKey?
    /// Whether the search for the key was given up.
    @exclusivity(unchecked) var hasGivenUpKey = false
    /// The reason why the rest is cut.
    @exclusivity(unchecked) var reason: String?
    /// The memory for units that are not complete that is counted in the context, in bytes.
    @exclusivity(unchecked) private(set) var unfinishedBytes = 0
    /// Whether reading continued after a hole, or began in the middle of the connection.
    @exclusivity(unchecked) var foundItsWay = false
    /// Whether only the first part of a system's upgrade request was captured.
    @exclusivity(unchecked) var sawRequestLine = false

    /// A request without an answer: the facts that decide how the answer and the following bytes are read.
    struct PendingRequest: Sendable {
        var method: String
        var target: String
        var isUpgrade: Bool
        var subprotocol: String?
        /// Whether the request offers to compress messages.
        var offersDeflate = false
        /// The `Sec-WebSocket-Key` of the new request.
        var socketKey: String?
    }

    init(_ flow: Flow, _ system: MessagingSystem, _ context: RedactionContext) {
        self.flow = flow
        self.system = system
        self.context = context
        client = flow.client
    }

    /// The direction that the server sends.
    var server: FlowSide { client.other }

    // MARK: Segments

    /// Reads a segment.
    func receive(_ segment: Segment, _ payload: Span<UInt8>) throws(RedactionError) {
        let fresh = connection.receive(segment, payload, &context.reassembly)
        if !fresh.isEmpty { try take(payload.extracting(fresh), segment.side, sides[segment.side]) }
        if connection.mayDeliver {
            connection.noteRequest(side: segment.side)
            try drain(.normal)
        }
        if !payload.isEmpty { weighUnfinished() }
    }

    /// Counts the memory for units that are not complete.
    private func weighUnfinished() {
        let bytes = sides.first.unfinishedBytes &+ sides.second.unfinishedBytes
        guard bytes != unfinishedBytes else { return }
        context.unfinished.change(by: bytes &- unfinishedBytes)
        unfinishedBytes = bytes
    }

    /// Cuts the rest of the connection, since the units that are not complete take too much memory in all connections.
    func giveUpUnfinished() {
        giveUp("all connections together hold back as much as the limit allows")
        sides.first.http = HTTPSide()
        sides.second.http = HTTPSide()
        weighUnfinished()
    }

    /// Stops waiting for missing bytes, since other connections need the memory.
    func relieve() throws(RedactionError) { try drain(.relief) }

    /// Ends the connection; waiting bytes are rewritten or cut.
    func finish() throws(RedactionError) {
        try drain(.final)
        connection.discard(&context.reassembly)
        try presumeSwitch()
        try endHTTP()
        try endStreams()
        for side in [FlowSide.first, .second] {
            cut(side, sides[side].waiting.count)
            sides[side].close()
        }
        weighUnfinished()
        reader = nil
        tls = nil
        isEncrypted = false
        requests.removeAll()
        obfuscation = nil
    }

    /// Reads the reassembled bytes, in the same order as the inspector.
    private func drain(_ patience: TCPConnection.Patience) throws(RedactionError) {
        while let delivery = connection.next(patience, limits: context.limits.capture, &context.reassembly) {
            switch delivery {
            case .bytes(let bytes, packet: _, time: _, let side): try take(bytes.span, side, sides[side])
            case .gap(offset: _, let length, let side): try passHole(length, side)
            // The server's last answer may end with its stream, and tell that there was no switch.
            case .end(let side): if side == server { try endHTTP() }
            case .notice: break
            }
        }
    }

    /// Reads the next bytes of a stream.
    private func take(_ bytes: Span<UInt8>, _ side: FlowSide, _ own: RewrittenSide) throws(RedactionError) {
        if isEncrypted { return try decrypt(bytes, side) }
        var done = 0
        if case .webSocket = phase { done = try takeFrames(bytes, side, own) }
        guard done < bytes.count else { return }
        own.waiting.append(bytes.extracting(droppingFirst: done))
        try advance()
    }

    // MARK: Phases

    func advance() throws(RedactionError) {
        if case .detecting = phase { try detect() }
        switch phase {
        case .http: try advanceHTTP()
        case .webSocket:
            for side in [client, server] where !sides[side].waiting.isEmpty { try advanceWebSocket(side) }
        case .tcpForm: try advanceTCPForm()
        case .unread: try fillUnread()
        case .cut: for side in [FlowSide.first, .second] { cut(side, sides[side].waiting.count) }
        case .detecting: break
        }
    }

    private func detect() throws(RedactionError) {
        for side in [client, server] where !sides[side].waiting.isEmpty {
            if !isEncrypted {
                let waiting = sides[side].waiting
                switch TLSRecordHeader.looksLikeHello(waiting.span, from: 0) {
                case true?: return try startTLS(side)
                case nil: continue
                case false?: break
                }
            }
            if side == client, try passProxyHeader() { return }
            let bytes = sides[side].waiting.array
            let beginning = HTTPBeginning(bytes.span, from: 0)
            switch beginning {
            case .request, .answer:
                if !flow.sawSYN { client = beginning == .answer ? side.other : side }
                phase = .http
                sides[side].seeksHTTP = false
                return
            case .begun: continue
            case .unclear, nil: break
            }
            if try passProxy() { return }
            if context.tcpForms.contains(flow.number) { return beginTCPForm(bytes.span, side) }
            if beginning == .unclear, !mayJoin(side) { continue }
            if mayJoin(side) {
                if try join(side, isFinal: false) { return }
                continue
            }
            guard bytes.count < 8 else { return giveUp(Self.beginsInTheMiddle) }
        }
    }
}
