import Parley
import Transport
import WireFormat
import WireJSON

/// Decodes the frames of Parley into events.
struct ParleyDecoder: InspectedSystem {
    let limits: Limits
    let depth: DecodingDepth
    let showsSecrets: Bool

    init(_ options: DecodingOptions) {
        limits = options.limits
        depth = options.depth
        showsSecrets = options.showsSecrets
    }

    static var name: StaticString { "parley" }
    static var typeNames: [String] { ParleyFrame.Kind.allCases.map(\.name.description) }

    // MARK: Claims

    static func claim(_ head: RequestHead) -> Claim? {
        guard head.isUpgrade, head.subprotocol == "parley.1" else { return nil }
        return Claim(system: .parley, certainty: .sure, purpose: .upgrade) { "upgrade with the sub-protocol parley.1" }
    }

    static func mayBe(_ first: UInt8, length: Int, isText: Bool, from sender: FrameSender) -> Bool {
        !isText && ParleyFrame.Kind(rawValue: first) != nil
    }

    static func plausibility(of message: Span<UInt8>, isText: Bool, from sender: FrameSender) -> Plausibility {
        guard !isText, let frame = try? ParleyFrame(decoding: message) else { return .none }
        switch (frame.kind, sender) {
        case (.hello, .client), (.ping, .client), (.welcome, .server), (.pong, .server), (.say, _), (.ack, _):
            return .likely
        default: return .none
        }
    }

    // MARK: Sessions

    static func session(begunBy head: RequestHead?) -> ParleySession { ParleySession() }
    static func facts(of head: RequestHead) -> FlowFacts { FlowFacts() }

    static func facts(of session: ParleySession) -> FlowFacts {
        var facts = FlowFacts()
        facts.user = session.user
        return facts
    }

    static func forEachSlot(of session: ParleySession, _ body: (Int32) -> Void) { session.requests.forEachSlot(body) }

    // MARK: Units

    func decode(
        binary message: Span<UInt8>,
        _ session: inout ParleySession,
        _ slots: inout SlotPool,
        into event: inout Event
    ) {
        do throws(WireError) {
            let frame = try ParleyFrame(decoding: message)
            if case .hello(_, let user, _) = frame { session.user = user }
            event.units.parley.frame = frame
            event.units.parley.user = session.user
            pair(frame, &session, &slots, &event)
            if let status = frame.status, ParleyStatus.meaning(of: status) == nil {
                event.diagnose(.note, "frame-status", path: "status", "the protocol has no result \(status)")
            }
        } catch {
            event.diagnose(error, stage: "frame")
            event.undecoded = 0..<message.count
        }
    }

    func decode(
        text message: [UInt8],
        _ session: inout ParleySession,
        _ slots: inout SlotPool,
        into event: inout Event
    ) -> [UInt8] {
        event.kind = .undecoded
        event.diagnose(.warning, "frame-text", "a text message; the frames of Parley are binary")
        event.undecoded = 0..<message.count
        return message
    }

    func decode(cut message: Span<UInt8>, into event: inout Event) {}
    func deepen(to wanted: DecodingDepth, _ bytes: Span<UInt8>, _ event: inout Event) {}

    /// Pairs an answer with its request, and remembers a request until its answer.
    private func pair(
        _ frame: ParleyFrame,
        _ session: inout ParleySession,
        _ slots: inout SlotPool,
        _ event: inout Event
    ) {
        // Both ends count their messages, so the id includes the kind and the end that asks.
        func id(_ kind: ParleyFrame.Kind, _ number: UInt16, from sender: FrameSender) -> UInt32 {
            UInt32(kind.rawValue) << 24 | (sender == .client ? 1 << 16 : 0) | UInt32(number)
        }
        let other: FrameSender = event.sender == .client ? .server : .client
        let answered: UInt32
        switch frame {
        case .hello: return remember(id(.hello, 0, from: event.sender), &session, &slots, &event)
        case .say(let number, _, _, _):
            return remember(id(.say, number, from: event.sender), &session, &slots, &event)
        case .ping: return remember(id(.ping, 0, from: event.sender), &session, &slots, &event)
        case .welcome: answered = id(.hello, 0, from: other)
        case .ack(let number, _): answered = id(.say, number, from: other)
        case .pong: answered = id(.ping, 0, from: other)
        }
        guard let request = session.requests.take(answered, answeredBy: event) else { return }
        event.reply = Event.Reply(
            slot: request.slot,
            topic: -1,
            latency: request.latency(to: event)
        )
        slots.giveBack(request.slot)
    }

    private func remember(
        _ id: UInt32,
        _ session: inout ParleySession,
        _ slots: inout SlotPool,
        _ event: inout Event
    ) {
        event.requestSlot = slots.take()
        let request = PendingRequests<UInt32>.Request(event, slot: event.requestSlot, topic: -1, id: id)
        slots.giveBack(session.requests.insert(request, limit: slots.limit(of: session.requests.count, limits)))
    }

    // MARK: Answers

    func isPing(_ event: borrowing Event) -> Bool {
        switch event.units.parley.frame {
        case .ping, .pong: true
        default: false
        }
    }

    func status(_ event: borrowing Event, _ bytes: Span<UInt8>) -> UnitStatus? {
        guard let frame = event.units.parley.frame, let status = frame.status else { return nil }
        return UnitStatus(scope: frame.kind == .welcome ? .connack : .answer, code: Int64(status))
    }

    static func meaning(of status: UnitStatus) -> String? {
        UInt16(exactly: status.code).flatMap(ParleyStatus.meaning)
    }

    func replyKind(_ event: borrowing Event) -> ReplyKind? {
        switch event.units.parley.frame {
        case .welcome: .query
        case .ack: event.sender == .server ? .publish : .push
        case .pong: .ping
        default: nil
        }
    }

    func replyTopic(_ topic: Int) -> String { "" }

    // MARK: Single units

    static func frameObject(of bytes: [UInt8], _ options: FrameObjectOptions) throws(WireError) -> String {
        try ParleyFrame(decoding: bytes.span).object.description
    }

    static func frameBytes(of object: [UInt8], _ options: FrameObjectOptions) throws(WireError) -> [UInt8] {
        try ParleyFrame(object: try JSONValue(parsing: object)).encoded()
    }
}
