import RongCloud
import WireFormat
import WireProtobuf

// The payload of a frame whose topic is not in the table.
extension RongCloudDecoder {
    /// Returns the message of the payload: the user's choice for the topic, or for a PUBLISH the first message that
    /// fits, with a note that it is a guess.
    ///
    /// Afterwards the tape holds the payload. If no message fits, nothing is reported.
    /// Source: web SDK 2.5 sends an UpStreamMessage under an empty topic to a system conversation (real traffic).
    func payloadOfUnknownTopic(_ bytes: Span<UInt8>, _ data: Range<Int>, _ event: inout Event) -> MessageIndex? {
        guard event.units.rongCloud.layout.topic != nil else { return nil }
        if let message = statedMessage(bytes, event) {
            guard let error = decode(bytes, data, as: message, &event) else { return message }
            event.diagnose(error, stage: "payload")
            return nil
        }
        guard guessesPayloads, event.units.rongCloud.layout.header.type == .publish else { return nil }
        let candidates = event.sender == .client ? publishedMessages : pushedMessages
        let message = candidates.first { candidate in
            decode(bytes, data, as: candidate, &event) == nil && !event.units.rongCloud.tape.hasUnknown
                && !event.units.rongCloud.tape.hasInvalidUTF8
                && event.units.rongCloud.tape.fieldCount > 1
                && !event.units.rongCloud.tape.isMissingRequired(schema: map.schema)
                && isPlausible(candidate, bytes, event)
        }
        if let message {
            let name = map.schema.name(of: message)
            event.diagnose(
                .note,
                "payload-guessed",
                path: "data",
                offset: data.lowerBound,
                "the table does not know the topic; the payload fits \(name), which is a guess"
            )
        }
        return message
    }

    /// Returns the user's choice for the topic of a PUBLISH or QUERY.
    func statedMessage(_ bytes: Span<UInt8>, _ event: borrowing Event) -> MessageIndex? {
        let layout = event.units.rongCloud.layout
        guard !payloads.isEmpty, layout.header.type != .queryack, let topic = layout.topic else { return nil }
        return payloads[Array(copying: bytes.extracting(topic))]
    }

    /// Whether the object name on the tape is plausible for this message.
    private func isPlausible(_ message: MessageIndex, _ bytes: Span<UInt8>, _ event: borrowing Event) -> Bool {
        let name: UInt32
        switch message {
        case map.upStreamMessage: name = UpStreamField.classname
        case map.downStreamMessage: name = DownStreamField.classname
        default: return true
        }
        guard let node = event.units.rongCloud.tape.last(name) else { return false }
        let text = bytes.extracting(event.units.rongCloud.tape.nodes[node].valueRange)
        return (1...64).contains(text.count) && text.indices.allSatisfy { (0x21...0x7E).contains(text[$0]) }
    }

    /// Returns the messages that PUBLISH frames of a kind carry, the most frequent one first.
    static func messages(of kind: TopicKind, first: MessageIndex, _ map: PayloadMap) -> [MessageIndex] {
        var found = [first]
        for topic in map.topics where topic.kind == kind {
            for message in map.candidates(topic: topic.index, part: .request, generation: nil)
            where !found.contains(message) { found.append(message) }
        }
        return found
    }
}
