import RongCloud
import Transport
import WireFormat
import WireJSON

/// The frame object of a unit of the long-polling form.
///
/// A server's unit is a JSON object of an answer. A client's unit is a request target, or the JSON body of a request; a
/// body needs its topic as an argument. `data` is the payload's JSON text; `raw.unit` holds the unit itself if the
/// encoder would write it otherwise.
enum PollingObject {
    /// Decodes a unit to its object as JSON text.
    static func decode(_ bytes: [UInt8], sender: FrameSender, topic: String?) throws(WireError) -> String {
        var unit: PollingUnit
        var data: [UInt8]?
        if sender == .server {
            var tape = JSONTape()
            let object = try tape.parse(bytes)
            guard let answer = try PollingUnit(answer: object) else { throw PollingAnswer.failure(of: object) }
            unit = answer
            if let payload = try object["data"]?.value() {
                data = payload.string.map { Array($0.utf8) } ?? payload.minified
            }
        } else if bytes.first == UInt8(ascii: "/") {
            unit = PollingUnit(request: HTTPTarget(String(decoding: bytes, as: UTF8.self)), body: [])
        } else {
            guard let topic else {
                throw WireError(.required, path: ["topic"], expected: "the topic of a request's body")
            }
            let kind = TopicTable.shared.topic(topic, kind: .query)?.kind ?? .query
            let header = FrameHeader(kind == .query ? .query : .publish)
            var target = HTTPTarget("/websocket?header=\(header.rawValue)")
            target.query.append(HTTPTarget.Parameter(name: "topic", value: topic))
            unit = PollingUnit(request: target, body: bytes)
            data = bytes
        }
        if let failure = unit.failure { throw failure }
        return try write(unit, data, bytes, sender: sender, topic: topic)
    }

    /// Returns the end that wrote a unit: only a server's unit has its type under `headerCode`.
    static func sender(of bytes: [UInt8]) -> FrameSender {
        (try? JSONValue(parsing: bytes))?["headerCode"] == nil ? .client : .server
    }

    private static func write(
        _ unit: PollingUnit,
        _ data: [UInt8]?,
        _ bytes: [UInt8],
        sender: FrameSender,
        topic: String?
    ) throws(WireError) -> String {
        let decoder = RongCloudDecoder(DecodingOptions(showsSecrets: true), guessesPayloads: false)
        var session = RongCloudSession()
        var slots = SlotPool()
        if let topic, let messageId = unit.layout.messageId, unit.layout.header.type == .queryack {
            session.expect(answerTo: topic, messageId, decoder.map.topics)
        }
        var event = Event(flow: .nobody)
        event.sender = sender
        let decoded = decoder.decode(unit, session: &session, slots: &slots, into: &event)
        event.reply = nil
        var sink = JSONFieldSink()
        sink.writer.append(UInt8(ascii: "{"))
        decoder.describeFrame(&event, decoded.span, to: &sink)
        if let data {
            sink.writer.append(",\"data\":\"")
            sink.writer.append(hex: data.span)
            sink.writer.append(UInt8(ascii: "\""))
        }
        let fields = sink.writer.count
        sink.writer.append(UInt8(ascii: "}"))
        if (try? encode(JSONValue(parsing: sink.writer.array), sender: sender)) != bytes {
            sink.writer.truncate(to: fields)
            sink.writer.append(",\"raw\":{\"unit\":\"")
            sink.writer.append(hex: bytes.span)
            sink.writer.append("\"}}")
        }
        sink.writer.truncate(to: sink.writer.count - 1)
        sink.appendPayload(of: &event, decoded.span, decoder)
        sink.writer.append(UInt8(ascii: "}"))
        return String(decodingUTF8: sink.writer.span)
    }
}
