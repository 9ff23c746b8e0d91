import Capture
import Inspection
import RongCloud
import Transport
import WireFormat
import WireProtobuf

/// Rewrites the streams of one connection, unit by unit.
///
/// Whatever it does not know how to rebuild is cut. Of the original's bytes only such stay as say nothing but what kind of
/// unit there is, and how long it is: the first one of what is no frame of WebSocket, the length before a frame of the TCP
/// form, the tag and the length of a field of protobuf that breaks its message.
final class FlowRewriter {
    enum Phase {
        case detecting
        case http
        case webSocket
        case tcpForm
        case cut
    }

    let context: RedactionContext
    let flow: Flow
    let system: MessagingSystem
    /// Which end is the client.
    @exclusivity(unchecked) var client: FlowSide
    /// Puts both streams in order.
    @exclusivity(unchecked) var connection = TCPConnection()
    let sides = Sides(first: RewrittenSide(), second: RewrittenSide())
    @exclusivity(unchecked) var phase = Phase.detecting
    @exclusivity(unchecked) var reader: SystemReader?
    @exclusivity(unchecked) var tls: TLSStream?
    /// Whether there is one, which is asked for each segment.
    @exclusivity(unchecked) var isEncrypted = false
    /// Requests whose answers have not come.
    @exclusivity(unchecked) var requests = UnansweredRequests()
    @exclusivity(unchecked) var awaitsSwitch = false
    @exclusivity(unchecked) var obfuscation: ObfuscationKey?
    /// Why the rest is cut.
    @exclusivity(unchecked) var reason: String?
    /// Whether it went on behind a hole, or where the capture begins inside the connection.
    @exclusivity(unchecked) var foundItsWay = false

    /// A request whose answer has not come, as far as it tells how to read that and what follows.
    struct PendingRequest: Sendable {
        var method: String
        var target: String
        var isUpgrade: Bool
        var subprotocol: String?
        /// Whether it offers to compress messages.
        var offersDeflate = false
        /// The key that the new request asks with.
        var socketKey: String?
    }

    init(_ flow: Flow, _ system: MessagingSystem, _ context: RedactionContext) {
        self.flow = flow
        self.system = system
        self.context = context
        client = flow.client
    }

    /// The other end.
    var server: FlowSide { client.other }

    // MARK: Segments

    /// Takes a segment in.
    func receive(_ segment: Segment, _ payload: Span<UInt8>) throws(RedactionError) {
        let fresh = connection.receive(segment, payload, &context.reassembly)
        if !fresh.isEmpty { try take(payload.extracting(fresh), segment.side, sides[segment.side]) }
        if connection.mayDeliver { try drain(.normal) }
    }

    /// Gives up what is missing, since other connections need the memory.
    func relieve() throws(RedactionError) { try drain(.relief) }

    /// Ends the connection: what waits is taken or cut.
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
        reader = nil
        tls = nil
        isEncrypted = false
        requests.removeAll()
        obfuscation = nil
    }

    /// Takes what comes up of what waited, in the order in which the inspector takes it.
    private func drain(_ patience: TCPConnection.Patience) throws(RedactionError) {
        while let delivery = connection.next(patience, limits: context.limits.capture, &context.reassembly) {
            switch delivery {
            case .bytes(let bytes, packet: _, time: _, let side): try take(bytes.span, side, sides[side])
            case .gap(offset: _, let length, let side): try passHole(length, side)
            case .end, .notice: break
            }
        }
    }

    /// Takes what comes next in a stream.
    private func take(_ bytes: Span<UInt8>, _ side: FlowSide, _ own: RewrittenSide) throws(RedactionError) {
        if case .detecting = phase, !isEncrypted, sides.first.map.oldEnd + sides.second.map.oldEnd == 0 {
            detectTLS(bytes, side)
        }
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
        case .cut: for side in [FlowSide.first, .second] { cut(side, sides[side].waiting.count) }
        case .detecting: break
        }
    }

    private func detect() throws(RedactionError) {
        for side in [FlowSide.first, .second] where !sides[side].waiting.isEmpty {
            let bytes = sides[side].waiting.array
            let beginning = HTTPBeginning(bytes.span, from: 0)
            switch beginning {
            case .request, .answer:
                if !flow.sawSYN { client = beginning == .answer ? side.other : side }
                phase = .http
                return
            case .begun: continue
            case .unclear, nil: break
            }
            if context.tcpForms.contains(flow.number) {
                phase = .tcpForm
                return
            }
            if beginning == .unclear, !mayJoin(side) { continue }
            if mayJoin(side) {
                if try join(side, isFinal: false) { return }
                continue
            }
            guard bytes.count < 8 else { return giveUp(Self.beginsInTheMiddle) }
        }
    }
}
