import RongCloud
import WireFormat
import WireProtobuf

/// Decodes RongCloud frames into events: header, payload by topic, chat messages, pairing of requests and answers.
///
/// A class, because the tables of a struct would be copied several times for each event.
final class RongCloudDecoder: Sendable {
    let map: PayloadMap
    let limits: Limits
    let depth: DecodingDepth
    /// Whether contents keep their tokens.
    let showsSecrets: Bool
    /// Whether the content of a unit with one message stays on its tape, from which it is read, and is not written
    /// anew.
    let leavesContentOnTape: Bool
    /// Whether the payload of a topic that the table does not know is guessed; the diagnostics say so.
    let guessesPayloads: Bool
    /// The payload messages that the user gave for topics outside of the table, by the topics' bytes.
    let payloads: [[UInt8]: MessageIndex]
    /// The messages that clients publish, and that servers push, the most frequent one first.
    let publishedMessages: [MessageIndex]
    let pushedMessages: [MessageIndex]
    let conversationOfTopic: [ConversationType?]
    /// The names of the conversation types, by the types' numbers, which are 0, 1, 2, ….
    let conversationNames = NameList(ConversationType.known.map { $0.name ?? "" })
    let generationsOfTopic: [GenerationSet]

    /// The key of the TCP form's bodies, if given.
    let obfuscationKey: ObfuscationKey?

    convenience init(_ options: DecodingOptions) { self.init(options, guessesPayloads: true) }

    init(_ options: DecodingOptions, guessesPayloads: Bool) {
        let map = PayloadMap.shared
        self.map = map
        limits = options.limits
        depth = options.depth
        showsSecrets = options.showsSecrets
        leavesContentOnTape = options.leavesContentOnTape && options.showsSecrets
        obfuscationKey = options.obfuscationKey.flatMap { try? ObfuscationKey($0) }
        self.guessesPayloads = guessesPayloads
        payloads = Dictionary(
            options.payloads.compactMap { topic, name in
                map.schema.message(named: name).map { (Array(topic.utf8), $0) }
            }
        ) { first, _ in first }
        publishedMessages = Self.messages(of: .publish, first: map.upStreamMessage, map)
        pushedMessages = Self.messages(of: .push, first: map.downStreamMessage, map)
        conversationOfTopic = map.topics.map(\.conversationType)
        generationsOfTopic = map.topics.map(\.generations)
    }

    /// Decodes one frame, the whole of `bytes`.
    ///
    /// `event` must have been reset for the frame, with time and sender set.
    func decode(
        _ bytes: Span<UInt8>,
        form: FrameForm,
        hasEnvelope: Bool = false,
        session: inout RongCloudSession,
        slots: inout SlotPool,
        into event: inout Event
    ) {
        var reader = ByteReader(bytes)
        do throws(WireError) {
            try event.units.rongCloud.layout.read(&reader, form: form, sender: event.sender, hasEnvelope: hasEnvelope)
        } catch {
            // Without a header, the bytes are no frame of any type.
            if reader.offset == 0 { event.kind = .undecoded }
            event.diagnose(error, stage: "frame")
            event.undecoded = reader.offset..<bytes.count
            event.units.rongCloud.generation = session.generation
            event.units.rongCloud.ownUser = session.ownUser
            return
        }
        pair(bytes, &session, &slots, &event)
        if event.units.rongCloud.ownUser != session.ownUser { event.units.rongCloud.ownUser = session.ownUser }
        checkHeader(bytes, &event)
        event.units.rongCloud.generation = session.generation
        if depth.contains(.payload) { decodePayload(bytes, &event) }
        if depth.contains(.contents) { readContents(bytes, &event) }
    }

    /// Decodes the parts that were left out at first, for a consumer that needs more than the filter did.
    func deepen(to wanted: DecodingDepth, _ bytes: Span<UInt8>, _ event: inout Event) {
        let missing = wanted.subtracting(depth)
        guard !missing.isEmpty, case .frame = event.kind, !event.isComplete else { return }
        if missing.contains(.payload) { decodePayload(bytes, &event) }
        if missing.contains(.contents) { readContents(bytes, &event) }
    }

    private func decodePayload(_ bytes: Span<UInt8>, _ event: inout Event) {
        guard let data = event.units.rongCloud.layout.data, !data.isEmpty else { return }
        let isAnswer = event.units.rongCloud.layout.header.type == .queryack
        guard let topic = event.units.rongCloud.topic else {
            if !isAnswer, let message = payloadOfUnknownTopic(bytes, data, &event) {
                event.units.rongCloud.payload = message
                describePayload(bytes, &event)
                if map.mayHoldMessages(message) { findMessages(bytes, topic: nil, &event) }
                return
            }
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
        let part = isAnswer ? Topic.Part.response : .request
        let found =
            if let only = map.message(topic: topic, part: part) {
                take(only, bytes, data, &event)
            } else {
                choose(
                    map.candidates(topic: topic, part: part, generation: event.units.rongCloud.generation),
                    bytes,
                    data,
                    topic: topic,
                    &event
                )
            }
        guard let message = found else { return }
        event.units.rongCloud.payload = message
        describePayload(bytes, &event)
        if map.mayHoldMessages(message) { findMessages(bytes, topic: topic, &event) }
    }

    /// Whether a payload is this message only if its entry has a status.
    ///
    /// On the topic delKV two messages have the same layout; the older one, DeleteChrmKV, is sent without the status.
    /// Source: topics.csv, web SDK v2 to v5.
    func needsEntryStatus(_ message: MessageIndex, topic: Int) -> Bool {
        map.topics[topic].name == "delKV" && map.schema.name(of: message) == "SetChrmKV"
    }

    /// Whether the first field, an entry, has its third field, the status.
    private func hasEntryStatus(_ tape: ProtobufTape) -> Bool {
        tape.last(1).flatMap { tape.last(3, in: $0) } != nil
    }

    /// Decodes the payload as the first candidate that fits; leaves the payload undecoded if none can be decoded.
    private func choose(
        _ candidates: [MessageIndex],
        _ bytes: Span<UInt8>,
        _ data: Range<Int>,
        topic: Int,
        _ event: inout Event
    ) -> MessageIndex? {
        guard let first = candidates.first else {
            if let stated = statedMessage(bytes, event) { return take(stated, bytes, data, &event) }
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
        var isDecoded = false
        if candidates.count > 1 {
            let fitting = candidates.first { candidate in
                decode(bytes, data, as: candidate, &event) == nil && !event.units.rongCloud.tape.hasUnknown
                    && !event.units.rongCloud.tape.isMissingRequired(schema: map.schema)
                    && (hasEntryStatus(event.units.rongCloud.tape) || !needsEntryStatus(candidate, topic: topic))
            }
            chosen = fitting ?? first
            // The fitting message is on the tape already.
            isDecoded = fitting != nil
            let name = map.schema.name(of: chosen)
            let others = candidates.filter { $0 != chosen }.map(map.schema.name(of:)).joined(separator: ", ")
            event.diagnose(
                .note,
                "payload-chosen",
                path: "data",
                offset: data.lowerBound,
                fitting == nil
                    ? "nothing that the topic allows fits as a whole; read as \(name), it could also be \(others)"
                    : "\(name) fits; by topic it could also be \(others)"
            )
        }
        return isDecoded ? chosen : take(chosen, bytes, data, &event)
    }

    /// Decodes the payload as this message and returns the message; on failure, reports the error and returns `nil`.
    private func take(
        _ message: MessageIndex,
        _ bytes: Span<UInt8>,
        _ data: Range<Int>,
        _ event: inout Event
    ) -> MessageIndex? {
        guard let error = decode(bytes, data, as: message, &event) else { return message }
        event.diagnose(error, stage: "payload")
        event.undecoded = data
        event.units.rongCloud.refusedPayload = message
        return nil
    }

    func decode(
        _ bytes: Span<UInt8>,
        _ data: Range<Int>,
        as message: MessageIndex,
        _ event: inout Event
    ) -> WireError? {
        do throws(WireError) {
            try event.units.rongCloud.tape.decode(
                bytes,
                in: data,
                as: message,
                schema: map.schema,
                limits: limits.protobuf,
                joinsFields: true
            )
            return nil
        } catch {
            return error
        }
    }

    /// Reports the oddities of the payload on the tape.
    func describePayload(_ bytes: Span<UInt8>, _ event: inout Event) {
        event.diagnostics.describe(event.units.rongCloud.tape, bytes, map.schema)
    }
}
