import Capture
import Inspection
import RongCloud
import Transport
import WireFormat
import WireProtobuf

/// Rewrites the streams of one connection, unit by unit.
///
/// Whatever it does not know how to rebuild is cut: no byte of the output comes from the original.
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
    let sides = Sides(first: RewrittenSide(), second: RewrittenSide())
    @exclusivity(unchecked) var phase = Phase.detecting
    @exclusivity(unchecked) var reader: SystemReader?
    @exclusivity(unchecked) var tls: TLSStream?
    /// Whether there is one, which is asked for each segment.
    @exclusivity(unchecked) var isEncrypted = false
    /// Requests whose answers have not come.
    @exclusivity(unchecked) var requests: [PendingRequest] = []
    @exclusivity(unchecked) var awaitsSwitch = false
    /// What the ends agreed to speak over WebSocket.
    @exclusivity(unchecked) var subprotocol: String?
    @exclusivity(unchecked) var obfuscation: ObfuscationKey?
    /// Why the rest is cut.
    @exclusivity(unchecked) var reason: String?
    /// Whether it went on behind a hole, or where the capture begins inside the connection.
    @exclusivity(unchecked) var foundItsWay = false

    struct PendingRequest {
        var method: String
        var target: String
        var isUpgrade: Bool
        var subprotocol: String?
        /// Whether it offers to compress messages.
        var offersDeflate = false
        /// The key that the new request asks with.
        var socketKey: String?

        init(
            method: String,
            target: String,
            isUpgrade: Bool,
            subprotocol: String? = nil,
            offersDeflate: Bool = false,
            socketKey: String? = nil
        ) {
            self.method = method
            self.target = target
            self.isUpgrade = isUpgrade
            self.subprotocol = subprotocol
            self.offersDeflate = offersDeflate
            self.socketKey = socketKey
        }
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
        let side = segment.side
        let (own, other) = (sides[side], sides[side.other])
        own.assembly.note(own: segment)
        other.assembly.note(answering: segment)
        if !payload.isEmpty {
            let (offset, before) = own.assembly.place(of: segment, payload.count)
            let fresh = payload.extracting(droppingFirst: before)
            let isAnswer = segment.flags.contains(.ack)
            let answers = isAnswer ? other.assembly.offset(of: segment.acknowledgment) : 0
            let isEarly = other.assembly.isAhead(answers)
            if own.assembly.passes(fresh.count, at: offset, isEarly: isEarly) {
                try take(fresh, side, own)
            } else {
                own.assembly.receive(Array(copying: fresh), at: offset, answering: answers, time: segment.time)
            }
        }
        guard own.assembly.isHolding || other.assembly.isHolding else { return }
        try drain(from: side, segment.time, isFinal: false)
    }

    /// Ends the connection: what waits is taken or cut.
    func finish() throws(RedactionError) {
        try drain(from: client, .max, isFinal: true)
        try endHTTP()
        try endStreams()
        for side in [FlowSide.first, .second] {
            cut(side, sides[side].waiting.count)
            sides[side].close()
        }
        reader = nil
        tls = nil
        isEncrypted = false
        requests = []
        obfuscation = nil
    }

    /// Takes what both ends have ready: what one end was given may be what the other one's bytes waited for.
    private func drain(from side: FlowSide, _ now: Int64, isFinal: Bool) throws(RedactionError) {
        // At the end what comes last waits for bytes that do not come.
        for isOrdered in isFinal ? [true, false] : [true] {
            var hasCome = true
            while hasCome {
                hasCome = try drain(side, now, isFinal: isFinal, isOrdered)
                if try drain(side.other, now, isFinal: isFinal, isOrdered) { hasCome = true }
            }
        }
    }

    /// - Parameter isOrdered: whether bytes wait for those of the other end that their sender had received.
    /// - Returns: whether something came.
    private func drain(
        _ side: FlowSide,
        _ now: Int64,
        isFinal: Bool,
        _ isOrdered: Bool
    ) throws(RedactionError) -> Bool {
        var hasCome = false
        while true {
            let other = isOrdered ? sides[side.other].assembly : nil
            guard let delivery = sides[side].assembly.take(now: now, isFinal: isFinal, answering: other) else {
                return hasCome
            }
            hasCome = true
            switch delivery {
            case .bytes(let bytes): try take(bytes.span, side, sides[side])
            case .hole(let length):
                try passHole(length, side)
                // What the other end sent before may have waited for it.
                return true
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
            if HTTPStream.looksLikeHTTP(bytes.span, from: 0) {
                if !flow.sawSYN { client = bytes.starts(with: Array("HTTP/".utf8)) ? side.other : side }
                phase = .http
                return
            }
            if context.tcpForms.contains(flow.number) {
                phase = .tcpForm
                return
            }
            if mayJoin(side) {
                if try join(side, isFinal: false) { return }
                continue
            }
            guard bytes.count < 8 else { return giveUp(Self.beginsInTheMiddle) }
        }
    }
}
