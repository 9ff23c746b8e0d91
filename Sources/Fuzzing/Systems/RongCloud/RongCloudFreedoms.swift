import Conformance
import RongCloud
import WireFormat
import WireJSON
import WireProtobuf

/// What other SDKs of RongCloud may answer beside what this library does.
enum RongCloudFreedoms {
    /// What of a message in a payload is read from its own bytes; the rest is worked out from frame and flags.
    private static let messageMembers = ["objectName", "content", "contentBytes"]

    /// A frame: `raw` is this library's own, bytes behind the last field may be refused, and so may a payload that is
    /// damaged; one whose texts are no UTF-8 need not be shown.
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
                // A request's body does not say what its header's bits are.
                for name in ["qos", "dup", "retain"] { frames[0][name] = nil }
            } else if let other = withoutPlus(question) {
                frames.append(other)
            }
        } else if let unit = bytes(question.input["hex"]).flatMap({ try? JSONValue(parsing: $0) }) {
            // Members of an answer that nobody knows are texts here, whatever they were.
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
                // What is no JSON stands among the messages, and here in the payload, too.
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

    /// Whether a payload may be refused: it lacks what its message requires, or has a text that is no UTF-8 somewhere,
    /// perhaps one that another field takes the place of.
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

    /// The frame of a request target whose plus signs stand for themselves; in forms they stand for spaces.
    private static func withoutPlus(_ question: AdapterQuestion) -> JSONValue? {
        guard let bytes = bytes(question.input["hex"]), bytes.contains(0x2B),
            case let escaped = bytes.flatMap({ $0 == 0x2B ? Array("%2B".utf8) : [$0] }),
            case .value(let frame) = reply(to: AdapterQuestion(question.operation, escaped, question.input))
        else { return nil }
        return frame
    }

    /// A content: what the documented form says otherwise than it was written may come back in either form; `nil` where
    /// all of it does.
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
        // An avatar goes by four keys, and is documented under the first.
        let avatars = ["portrait", "icon", "portraitUri", "portraitUrl"]
        if avatars.dropFirst().contains(where: { written["user"]?[$0] != nil }) {
            for key in avatars { agreed?["user"]?[key] = nil }
        }
        return agreed
    }
}
