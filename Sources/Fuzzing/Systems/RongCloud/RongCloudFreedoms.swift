import Conformance
import RongCloud
import WireFormat
import WireJSON
import WireProtobuf

/// The replies that other RongCloud SDKs may give besides this library's reply.
enum RongCloudFreedoms {
    /// The members of a message that a payload's own bytes contain; the other members are derived from the frame and
    /// its flags.
    private static let messageMembers = ["objectName", "content", "contentBytes"]

    /// Returns the allowed values for a frame.
    ///
    /// `raw` exists in this library only; bytes after the last field and a damaged payload may be refused; a payload
    /// with invalid UTF-8 need not be shown.
    static func frames(
        _ value: JSONValue,
        _ question: AdapterQuestion,
        _ errors: inout Set<WireError.Code>
    ) -> [JSONValue] {
        var frames = [value]
        if question.input["form"]?.string == FrameForm.polling.rawValue,
            question.input["sender"]?.string == FrameSender.client.rawValue
        {
            if value["data"] != nil {
                // A request's body does not contain the bits of its header.
                for name in ["qos", "dup", "retain"] { frames[0][name] = nil }
            } else if let other = withoutPlus(question) {
                frames.append(other)
            }
        } else if let unit = bytes(question.input["hex"]).flatMap({ try? JSONValue(parsing: $0) }) {
            // Unknown members of an answer are texts here, whatever type they had.
            for name in (unit.members ?? []).map(\.key.text) where frames[0][name]?.kind == .string {
                if unit[name]?.kind != .string { frames[0][name] = nil }
            }
        }
        return frames.flatMap { frame -> [JSONValue] in
            var frame = frame
            frame["raw"] = nil
            if frame.repeatsKeys { frame = frame.withoutRepeatedMembers }
            if let data = bytes(frame["data"]), (try? JSONValue(parsing: data))?.repeatsKeys ?? false {
                for name in ["data", "payload", "messages"] { frame[name] = nil }
                return [frame]
            }
            if frame["trailing"] != nil { errors.formUnion([.trailing, .length]) }
            guard let payload = frame["payload"] else {
                if frame["data"] != nil {
                    errors.formUnion([.truncated, .varint, .length, .wireType, .required, .string])
                }
                return [frame]
            }
            var plain = frame
            plain["payload"] = nil
            plain["messages"] = nil
            if let messages = frame["messages"]?.elements {
                // This library shows a content that is not JSON among the messages, and also in the payload.
                if messages.contains(where: { $0["contentBytes"] != nil }) {
                    frame["payload"] = payload.without("content")
                }
                frame["messages"] = .array(
                    messages.map { message in
                        .object((message.members ?? []).filter { messageMembers.contains($0.key.text) })
                    }
                )
            }
            let isSettled = payload.settled == payload && frame["messages"]?.settled == frame["messages"]
            return isSettled && !isDoubtful(payload["message"], frame["data"]) ? [frame] : [frame, plain]
        }
    }

    /// Whether a payload may be refused: it lacks a required field, or has invalid UTF-8 in some text, perhaps in a
    /// text that a later field replaces.
    static func isDoubtful(_ message: JSONValue?, _ data: JSONValue?) -> Bool {
        let schema = RongCloudSchema.shared
        guard let type = message?.string.flatMap({ schema.message(named: $0) }), let bytes = bytes(data) else {
            return false
        }
        var tape = ProtobufTape()
        guard (try? tape.decode(bytes.span, in: 0..<bytes.count, as: type, schema: schema)) != nil else { return false }
        return tape.hasInvalidUTF8 || !tape.missingRequired(schema: schema).isEmpty
    }

    private static func reply(to question: AdapterQuestion) -> AdapterReply {
        LibraryAdapter(version: "").reply(to: AdapterRequest(question))
    }

    private static func bytes(_ hex: JSONValue?) -> [UInt8]? { hex?.string.flatMap { try? Hex.decode($0) } }

    /// Returns the frame of a request target whose plus signs are literal; in forms they mean spaces.
    private static func withoutPlus(_ question: AdapterQuestion) -> JSONValue? {
        guard let bytes = bytes(question.input["hex"]), bytes.contains(0x2B),
            case let escaped = bytes.flatMap({ $0 == 0x2B ? Array("%2B".utf8) : [$0] }),
            case .value(let frame) = reply(to: AdapterQuestion(question.operation, escaped, question.input))
        else { return nil }
        return frame
    }

    /// Returns the part of a content that the documented form spells as it was written; the rest may be returned in
    /// either form.
    ///
    /// `nil` if no part is the same.
    static func content(
        _ value: JSONValue,
        of input: JSONValue,
        _ errors: inout Set<WireError.Code>
    ) -> JSONValue? {
        errors.insert(.required)
        guard let bytes = bytes(input["hex"]), let written = try? JSONValue(parsing: bytes) else { return value }
        if written.members == nil { errors.formUnion([.json, .value]) }
        if written.repeatsKeys { errors.insert(.json) }
        var agreed = value.agreeing(with: written)
        // An avatar may have any of four keys, and is documented under the first.
        let avatars = ["portrait", "icon", "portraitUri", "portraitUrl"]
        if avatars.dropFirst().contains(where: { written["user"]?[$0] != nil }) {
            for key in avatars { agreed?["user"]?[key] = nil }
        }
        return agreed
    }
}
