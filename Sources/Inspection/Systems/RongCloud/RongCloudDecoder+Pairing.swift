import RongCloud
import WireFormat

// The pairing of answers with their requests: by message id, direction and family.
extension RongCloudDecoder {
    func pair(
        _ bytes: Span<UInt8>,
        _ session: inout RongCloudSession,
        _ slots: inout SlotPool,
        _ event: inout Event
    ) {
        // Not the whole layout: it would be copied for every frame.
        let type = event.units.rongCloud.layout.header.type
        switch type {
        case .publish, .query: rememberRequest(type, bytes, &session, &slots, &event)
        case .puback, .queryack, .querycon:
            guard let id = event.units.rongCloud.layout.messageId else { return }
            pairAnswer(type, id, &session, &slots, &event)
        case .pingreq: rememberPing(&session, &slots, &event)
        case .pingresp: answerPing(&session, &slots, &event)
        case .connect:
            session.connect = facts(ofConnect: event.units.rongCloud.layout, bytes)
            if let seconds = event.units.rongCloud.layout.keepAlive { session.announce(heartbeats: seconds) }
        case .connack:
            if let userId = event.units.rongCloud.layout.userId { session.logIn(bytes.extracting(userId)) }
            if let id = event.units.rongCloud.layout.sessionId {
                session.sessionId = WireString.decode(bytes.extracting(id)).text
            }
        case .disconnect: session.connect.ending = ending(event, bytes)
        default: break
        }
    }

    /// Remembers a PUBLISH or QUERY until its answer comes.
    @inline(__always)
    private func rememberRequest(
        _ type: FrameType,
        _ bytes: Span<UInt8>,
        _ session: inout RongCloudSession,
        _ slots: inout SlotPool,
        _ event: inout Event
    ) {
        guard let topic = event.units.rongCloud.layout.topic else { return }
        let isClient = event.sender == .client
        let kind: TopicKind = type == .query ? .query : isClient ? .publish : .push
        event.units.rongCloud.topic = map.topics.index(of: bytes.extracting(topic), kind: kind)
        if type == .query || isClient { noteGeneration(&session, event.units.rongCloud.topic) }
        let header = event.units.rongCloud.layout.header
        if type == .query {
            remember(&session.queries, &slots, &event)
        } else if isClient {
            remember(&session.clientPublishes, &slots, &event)
        } else if header.dup {
            remember(&session.syncMessages, &slots, &event)
        } else if header.qos > 0 {
            remember(&session.serverPublishes, &slots, &event)
        }
    }

    /// Pairs a PUBACK, QUERYACK or QUERYCON with its request.
    @inline(__always)
    private func pairAnswer(
        _ type: FrameType,
        _ id: UInt16,
        _ session: inout RongCloudSession,
        _ slots: inout SlotPool,
        _ event: inout Event
    ) {
        switch type {
        case .puback:
            if event.sender == .client {
                answer(session.serverPublishes.take(id, answeredBy: event), &slots, &event)
            } else if let request = session.clientPublishes.take(id, answeredBy: event) {
                answer(request, &slots, &event)
            } else {
                answer(session.syncMessages.take(id, answeredBy: event), &slots, &event)
            }
        case .queryack:
            answer(session.queries.take(id, answeredBy: event), &slots, &event)
            if event.units.rongCloud.layout.header.qos > 0 { remember(&session.answers, &slots, &event) }
        default: answer(session.answers.take(id, answeredBy: event), &slots, &event)
        }
    }

    /// Remembers a PINGREQ until its PINGRESP comes.
    private func rememberPing(_ session: inout RongCloudSession, _ slots: inout SlotPool, _ event: inout Event) {
        let limit = min(RongCloudSession.mostPings, slots.limit(of: session.pings.count, limits))
        while session.pings.count >= limit, let oldest = session.pings.popFirst() { slots.giveBack(oldest.slot) }
        let slot = slots.take()
        event.requestSlot = slot
        session.pings.append(PendingRequests<UInt16>.Request(event, slot: slot, topic: -1, id: 0))
    }

    /// Pairs a PINGRESP with the oldest PINGREQ that it may still answer.
    private func answerPing(_ session: inout RongCloudSession, _ slots: inout SlotPool, _ event: inout Event) {
        while session.pings.count > 1, let oldest = session.pings.first,
            event.time.subtractingSaturated(oldest.time) > session.heartbeatPatience
        {
            session.pings.popFirst()
            slots.giveBack(oldest.slot)
        }
        guard session.pings.first?.mayBeAnswered(by: event) ?? true else { return event.isAnswer = true }
        answer(session.pings.popFirst(), &slots, &event)
    }

    /// Returns how the session ended, according to a DISCONNECT.
    private func ending(_ event: borrowing Event, _ bytes: Span<UInt8>) -> String {
        guard event.sender == .server, let status = self.status(event, bytes) else { return "clean" }
        return "kicked: \(status.code) \(Self.meaning(of: status) ?? "not in the table")"
    }

    /// Returns app, platform and version of a CONNECT with fields.
    func facts(ofConnect layout: FrameLayout, _ bytes: Span<UInt8>) -> FlowFacts {
        var facts = FlowFacts()
        // If the fields may be misplaced, the text in the app's field may be a token.
        guard !layout.mayMisplaceToken else { return facts }
        facts.appKey = layout.appId.map { WireString.decode(bytes.extracting($0)).text }
        // Platform, device and version, with `$$` between them.
        let will = layout.will.map { WireString.decode(bytes.extracting($0)).text } ?? ""
        let parts = will.split(separator: "$$", omittingEmptySubsequences: false)
        if parts.count >= 3, let last = parts.last {
            facts.platform = String(parts[0])
            facts.sdkVersion = String(last)
        }
        return facts
    }

    @inline(__always)
    func noteGeneration(_ session: inout RongCloudSession, _ topic: Int?) {
        guard session.generation == nil, let topic else { return }
        session.note(generationsOfTopic[topic])
    }

    private func remember(_ table: inout PendingRequests<UInt16>, _ slots: inout SlotPool, _ event: inout Event) {
        guard let id = event.units.rongCloud.layout.messageId else { return }
        let slot = slots.take()
        event.requestSlot = slot
        let request = PendingRequests<UInt16>.Request(
            event,
            slot: slot,
            topic: Int16(event.units.rongCloud.topic ?? -1),
            id: id
        )
        slots.giveBack(table.insert(request, limit: slots.limit(of: table.count, limits)))
    }

    private func answer(_ request: PendingRequests<UInt16>.Request?, _ slots: inout SlotPool, _ event: inout Event) {
        event.isAnswer = true
        guard let request else { return }
        event.reply = Event.Reply(
            slot: request.slot,
            topic: Int(request.topic),
            latency: request.latency(to: event)
        )
        if request.topic >= 0 { event.units.rongCloud.topic = Int(request.topic) }
        slots.giveBack(request.slot)
    }
}
