import RongCloud
import WireFormat

// Which request an answer belongs to: by message id, direction and family.
extension RongCloudDecoder {
    mutating func pair(_ bytes: Span<UInt8>, _ session: inout RongCloudSession, _ event: inout Event) {
        let layout = event.layout
        let isClient = event.sender == .client
        switch layout.header.type {
        case .publish:
            guard let topic = layout.topic else { return }
            event.topic = map.topics.index(of: bytes.extracting(topic), kind: isClient ? .publish : .push)
            if isClient {
                noteGeneration(&session, event.topic)
                remember(&session.clientPublishes, &event)
            } else if layout.header.dup {
                remember(&session.syncMessages, &event)
            } else if layout.header.qos > 0 {
                remember(&session.serverPublishes, &event)
            }
        case .query:
            guard let topic = layout.topic else { return }
            event.topic = map.topics.index(of: bytes.extracting(topic), kind: .query)
            noteGeneration(&session, event.topic)
            remember(&session.queries, &event)
        case .puback:
            guard let id = layout.messageId else { return }
            if isClient {
                answer(session.serverPublishes.take(id), &event)
            } else if let request = session.clientPublishes.take(id) {
                answer(request, &event)
            } else {
                answer(session.syncMessages.take(id), &event)
            }
        case .queryack:
            guard let id = layout.messageId else { return }
            answer(session.queries.take(id), &event)
            if layout.header.qos > 0 { remember(&session.answers, &event) }
        case .querycon:
            guard let id = layout.messageId else { return }
            answer(session.answers.take(id), &event)
        case .pingreq:
            slots.giveBack(session.ping?.slot ?? -1)
            let slot = slots.take()
            event.requestSlot = slot
            session.ping = PendingRequests.Request(time: event.time, slot: slot, topic: -1, messageId: 0)
        case .pingresp:
            answer(session.ping, &event)
            session.ping = nil
        case .connack:
            if let userId = layout.userId { session.logIn(bytes.extracting(userId)) }
            if let id = layout.sessionId { session.sessionId = WireString.decode(bytes.extracting(id)).text }
        default: break
        }
    }

    @inline(__always)
    private func noteGeneration(_ session: inout RongCloudSession, _ topic: Int?) {
        guard session.generation == nil, let topic else { return }
        session.note(generationsOfTopic[topic])
    }

    private mutating func remember(_ table: inout PendingRequests, _ event: inout Event) {
        guard let id = event.layout.messageId else { return }
        let slot = slots.take()
        event.requestSlot = slot
        let request = PendingRequests.Request(
            time: event.time,
            slot: slot,
            topic: Int16(event.topic ?? -1),
            messageId: id
        )
        // When too many wait in all, as where nothing is ever answered, each connection keeps what it has, or one.
        let isCrowded = slots.used > limits.pendingRequestsInAll
        let limit = isCrowded ? min(limits.pendingRequests, max(table.count, 1)) : limits.pendingRequests
        slots.giveBack(table.insert(request, limit: limit))
    }

    private mutating func answer(_ request: PendingRequests.Request?, _ event: inout Event) {
        guard let request else { return }
        event.reply = Event.Reply(
            slot: request.slot,
            topic: Int(request.topic),
            latency: event.time.subtractingSaturated(request.time)
        )
        if request.topic >= 0 { event.topic = Int(request.topic) }
        slots.giveBack(request.slot)
    }
}
