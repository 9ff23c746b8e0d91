import RongCloud
import WireFormat
import WireJSON
import WireProtobuf

extension RongCloudDecoder {
    /// Fills the event of a polling unit; returns the bytes that the event's ranges refer to.
    ///
    /// The fields are those of a frame, and the payload becomes the protobuf message that the other forms carry. So the
    /// later steps are the same for all forms.
    func decode(
        _ unit: PollingUnit,
        session: inout RongCloudSession,
        slots: inout SlotPool,
        into event: inout Event
    ) -> [UInt8] {
        var bytes = unit.text
        event.transport = .polling
        event.units.rongCloud.layout = unit.layout
        event.units.rongCloud.typeName = unit.typeName
        event.units.rongCloud.extra = unit.extra
        event.diagnostics.append(contentsOf: unit.diagnostics)
        event.isComplete = true
        event.units.rongCloud.generation = session.generation
        if event.units.rongCloud.ownUser != session.ownUser { event.units.rongCloud.ownUser = session.ownUser }
        guard unit.typeName == nil else { return bytes }
        pair(bytes.span, &session, &slots, &event)
        if event.units.rongCloud.ownUser != session.ownUser { event.units.rongCloud.ownUser = session.ownUser }
        guard let payload = unit.payload else {
            return unit.isPayloadRefused ? Self.leave(unit, behind: bytes, &event) : bytes
        }
        let topic = event.units.rongCloud.topic
        let known = topic.flatMap { chooseMessage(payload, topic: $0, &event) }
        guard let message = known ?? statedMessage(bytes.span, event) else {
            event.diagnose(.note, "topic-unknown", path: "topic", "which message the payload is is not known")
            // SDKs from v4 on send a body with CONNECT that repeats the URL.
            return unit.layout.header.type == .connect ? bytes : Self.leave(unit, behind: bytes, &event)
        }
        var writer = ByteWriter()
        writer.append(bytes)
        var translation = PollingPayload(schema: map.schema)
        translation.append(payload, as: message, to: &writer)
        for path in translation.unknown {
            event.diagnose(
                .note,
                "payload-unknown-field",
                path: path,
                "a member that the schema lacks or that does not fit"
            )
        }
        let start = bytes.count
        bytes = writer.array
        event.units.rongCloud.layout.data = start..<bytes.count
        if let error = decode(bytes.span, start..<bytes.count, as: message, &event) {
            event.diagnose(error, stage: "payload")
            event.units.rongCloud.layout.data = nil
            return Self.leave(unit, behind: unit.text, &event)
        }
        event.units.rongCloud.payload = message
        describePayload(bytes.span, &event)
        if map.mayHoldMessages(message) { findMessages(bytes.span, topic: topic, &event) }
        readContents(bytes.span, &event)
        return bytes
    }

    /// Marks the payload as undecoded; returns `bytes` with the payload, as received, at the end.
    private static func leave(_ unit: PollingUnit, behind bytes: [UInt8], _ event: inout Event) -> [UInt8] {
        let all = bytes + unit.payloadBytes
        event.undecoded = bytes.count..<all.count
        return all
    }

    /// Returns the first candidate that knows all members of the payload; otherwise the first candidate.
    private func chooseMessage(_ payload: JSONValue, topic: Int, _ event: inout Event) -> MessageIndex? {
        let isAnswer = event.units.rongCloud.layout.header.type == .queryack
        let candidates = map.candidates(
            topic: topic,
            part: isAnswer ? .response : .request,
            generation: event.units.rongCloud.generation
        )
        guard candidates.count > 1 else { return candidates.first }
        return candidates.first { candidate in
            var scratch = ByteWriter()
            var translation = PollingPayload(schema: map.schema)
            translation.append(payload, as: candidate, to: &scratch)
            return translation.unknown.isEmpty
                && (payload["entry"]?["status"] != nil || !needsEntryStatus(candidate, topic: topic))
        } ?? candidates.first
    }
}
