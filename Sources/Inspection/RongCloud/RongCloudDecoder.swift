import RongCloud
import WireFormat
import WireJSON
import WireProtobuf

/// How deep a unit is to be read: what the output and the filter need.
struct DecodingDepth: OptionSet, Sendable {
    let rawValue: UInt8
    /// The payload, and which chat messages it holds.
    static let payload = DecodingDepth(rawValue: 1)
    /// The messages' contents.
    static let contents = DecodingDepth(rawValue: 2)
    /// Everything.
    static let all: DecodingDepth = [.payload, .contents]
}

/// Decodes RongCloud frames into events: header, payload by topic, chat messages, pairing of requests and answers.
struct RongCloudDecoder: Sendable {
    let map: PayloadMap
    let limits: Limits
    let depth: DecodingDepth
    var slots = SlotPool()
    let conversationOfTopic: [ConversationType?]

    init(map: PayloadMap = .shared, limits: Limits, depth: DecodingDepth) {
        self.map = map
        self.limits = limits
        self.depth = depth
        conversationOfTopic = map.topics.map(\.conversationType)
    }

    /// Decodes one frame, the whole of `bytes`. `event` has been reset for it and knows time and sender.
    mutating func decode(
        _ bytes: Span<UInt8>,
        form: FrameForm,
        hasEnvelope: Bool = false,
        session: inout RongCloudSession,
        into event: inout Event
    ) {
        event.layout = FrameLayout()
        var reader = ByteReader(bytes)
        do throws(WireError) {
            try event.layout.read(&reader, form: form, sender: event.sender, hasEnvelope: hasEnvelope)
        } catch {
            event.diagnose(error, stage: "frame")
            event.undecoded = reader.offset..<bytes.count
            event.ownUser = session.ownUser
            return
        }
        pair(bytes, &session, &event)
        if event.ownUser != session.ownUser { event.ownUser = session.ownUser }
        checkHeader(bytes, &event)
        event.generation = session.generation
        if depth.contains(.payload) { decodePayload(bytes, &event) }
        if depth.contains(.contents) { readContents(bytes, &event) }
    }

    // MARK: Requests and answers

    mutating func pair(_ bytes: Span<UInt8>, _ session: inout RongCloudSession, _ event: inout Event) {
        let layout = event.layout
        let isClient = event.sender == .client
        switch layout.header.type {
        case .publish:
            guard let topic = layout.topic else { return }
            event.topic = map.topics.index(of: bytes.extracting(topic), kind: isClient ? .publish : .push)
            if isClient {
                remember(&session.clientPublishes, &event)
            } else if layout.header.dup {
                remember(&session.syncMessages, &event)
            } else if layout.header.qos > 0 {
                remember(&session.serverPublishes, &event)
            }
        case .query:
            guard let topic = layout.topic else { return }
            event.topic = map.topics.index(of: bytes.extracting(topic), kind: .query)
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
            session.ping = PendingRequests.Request(
                time: event.time,
                topic: -1,
                slot: slot,
                messageId: 0,
                isWaiting: true
            )
        case .pingresp:
            answer(session.ping, &event)
            session.ping = nil
        case .connack:
            if let userId = layout.userId { session.logIn(bytes.extracting(userId)) }
        default: break
        }
    }

    private mutating func remember(_ table: inout PendingRequests, _ event: inout Event) {
        guard let id = event.layout.messageId else { return }
        let slot = slots.take()
        event.requestSlot = slot
        let request = PendingRequests.Request(
            time: event.time,
            topic: Int32(event.topic ?? -1),
            slot: slot,
            messageId: id,
            isWaiting: true
        )
        slots.giveBack(table.insert(request, limit: limits.pendingRequests))
    }

    private mutating func answer(_ request: PendingRequests.Request?, _ event: inout Event) {
        guard let request else { return }
        event.reply = Event.Reply(slot: request.slot, topic: Int(request.topic), latency: event.time - request.time)
        if request.topic >= 0 { event.topic = Int(request.topic) }
        slots.giveBack(request.slot)
    }

    // MARK: Oddities

    private func checkHeader(_ bytes: Span<UInt8>, _ event: inout Event) {
        let layout = event.layout
        if let trailing = layout.trailing {
            event.diagnose(
                .warning,
                "frame-trailing",
                offset: trailing.lowerBound,
                "\(trailing.count) bytes after the last field"
            )
            event.undecoded = trailing
        }
        if layout.header.retain {
            event.diagnose(.note, "frame-retain", path: "retain", "the retain flag is set; SDKs ignore it")
        }
        if layout.header.dup, event.sender == .client {
            event.diagnose(.note, "frame-dup", path: "dup", "the dup flag is set; the web SDKs never set it")
        }
        if layout.header.qos > 1 {
            event.diagnose(.note, "frame-qos", path: "qos", "QoS \(layout.header.qos); SDKs use 0 and 1 only")
        }
        switch layout.header.type {
        case .symmetric, .subscribe, .suback, .unsubscribe, .unsuback, .reserved:
            event.diagnose(.note, "frame-type", path: "type", "a type that the SDKs do not use")
            if let data = layout.data, !data.isEmpty { event.undecoded = data }
        case .puback where event.sender == .server && layout.messageUId == nil && layout.status == 0:
            event.diagnose(.note, "puback-short", path: "messageUId", "the frame ends before the message's unique id")
        default: break
        }
        checkText(layout.topic, "topic", bytes, &event)
        checkText(layout.targetId, "targetId", bytes, &event)
        checkText(layout.userId, "userId", bytes, &event)
    }

    private func checkText(_ range: Range<Int>?, _ name: String, _ bytes: Span<UInt8>, _ event: inout Event) {
        guard let range else { return }
        for index in range where bytes[index] >= 0x80 || bytes[index] == 0 {
            switch WireString.decode(bytes.extracting(range)).encoding {
            case .common, .cesu8: return
            case .utf8:
                event.diagnose(
                    .note,
                    "string-utf8",
                    path: name,
                    offset: range.lowerBound,
                    "four-byte UTF-8; the SDKs write surrogate pairs of three bytes each"
                )
            case .modifiedUTF8:
                event.diagnose(
                    .note,
                    "string-modified-utf8",
                    path: name,
                    offset: range.lowerBound,
                    "NUL as two bytes: Java's modified UTF-8"
                )
            case .invalid:
                event.diagnose(
                    .warning,
                    "string-invalid",
                    path: name,
                    offset: range.lowerBound,
                    "bytes that are not text, shown as U+FFFD"
                )
            }
            return
        }
    }

    // MARK: Payloads

    /// Reads what was left out when the event was decoded, for a consumer that needs more than the filter did.
    func deepen(to wanted: DecodingDepth, _ bytes: Span<UInt8>, _ event: inout Event) {
        let missing = wanted.subtracting(depth)
        guard !missing.isEmpty, case .frame = event.kind, !event.isComplete else { return }
        if missing.contains(.payload) { decodePayload(bytes, &event) }
        if missing.contains(.contents) { readContents(bytes, &event) }
    }

    private func decodePayload(_ bytes: Span<UInt8>, _ event: inout Event) {
        guard let data = event.layout.data, !data.isEmpty else { return }
        let isAnswer = event.layout.header.type == .queryack
        guard let topic = event.topic else {
            if isAnswer, event.reply == nil {
                event.diagnose(
                    .note,
                    "answer-unpaired",
                    path: "messageId",
                    "the QUERY that this answers was not seen, so what the payload is remains unknown"
                )
            } else {
                event.diagnose(.note, "topic-unknown", path: "topic", "a topic that the table does not know")
            }
            event.undecoded = data
            return
        }
        let candidates = map.candidates(
            topic: topic,
            part: isAnswer ? .response : .request,
            generation: event.generation
        )
        guard let message = choose(candidates, bytes, data, topic: topic, &event) else { return }
        event.payload = message
        describePayload(&event)
        if map.mayHoldMessages(message) { findMessages(bytes, topic: topic, &event) }
    }

    /// Decodes the payload as the first candidate that fits; leaves it undecoded when none can be decoded.
    private func choose(
        _ candidates: [MessageIndex],
        _ bytes: Span<UInt8>,
        _ data: Range<Int>,
        topic: Int,
        _ event: inout Event
    ) -> MessageIndex? {
        guard let first = candidates.first else {
            event.diagnose(
                .note,
                "payload-unknown",
                path: "data",
                offset: data.lowerBound,
                "which message \(map.topics[topic].name) carries here is not known"
            )
            event.undecoded = data
            return nil
        }
        var chosen = first
        if candidates.count > 1 {
            chosen =
                candidates.first { candidate in
                    decode(bytes, data, as: candidate, &event) == nil && !event.tape.hasUnknown
                        && event.tape.missingRequired(schema: map.schema).isEmpty
                } ?? first
            let others = candidates.filter { $0 != chosen }.map(map.schema.name(of:)).joined(separator: ", ")
            event.diagnose(
                .note,
                "payload-chosen",
                path: "data",
                offset: data.lowerBound,
                "\(map.schema.name(of: chosen)) fits; by topic it could also be \(others)"
            )
        }
        if let error = decode(bytes, data, as: chosen, &event) {
            event.diagnose(error, stage: "payload")
            event.undecoded = data
            return nil
        }
        return chosen
    }

    func decode(
        _ bytes: Span<UInt8>,
        _ data: Range<Int>,
        as message: MessageIndex,
        _ event: inout Event
    ) -> WireError? {
        do throws(WireError) {
            try event.tape.decode(bytes, in: data, as: message, schema: map.schema, limits: limits)
            return nil
        } catch {
            return error
        }
    }

    func describePayload(_ event: inout Event) {
        if event.tape.mayMissRequired {
            for missing in event.tape.missingRequired(schema: map.schema) {
                event.diagnose(
                    .warning,
                    "payload-required",
                    path: (missing.path + [missing.field]).joined(separator: "."),
                    offset: missing.offset,
                    "a required field is missing"
                )
            }
        }
        guard event.tape.hasUnknown || event.tape.hasInvalidUTF8 else { return }
        for index in event.tape.nodes.indices {
            let node = event.tape.nodes[index]
            if node.flags.contains(.wrongWireType) {
                event.diagnose(
                    .note,
                    "payload-wire-type",
                    path: "#\(node.number)",
                    offset: node.tagStart,
                    "field \(node.number) has another wire type than the schema's"
                )
            } else if node.isUnknown {
                event.diagnose(
                    .note,
                    "payload-unknown-field",
                    path: "#\(node.number)",
                    offset: node.tagStart,
                    "field \(node.number) is not in the schema"
                )
            } else if node.flags.contains(.invalidUTF8) {
                event.diagnose(
                    .warning,
                    "payload-string",
                    path: map.schema.name(of: node.field),
                    offset: node.valueRange.lowerBound,
                    "text that is not UTF-8, shown with U+FFFD"
                )
            }
        }
    }
}
