/// The room of a call.
///
/// iOS and the web write an object under `channelInfo`, with capital keys; Android writes the id under `channelId`.
public struct CallChannel: MessagePart {
    /// The room's id.
    public var id: String?
    /// The key of the room; often empty.
    public var key: String?

    /// Makes an empty room.
    public init() {}

    /// Makes a room.
    public init(id: String, key: String = "") {
        self.id = id
        self.key = key
    }

    /// Hands the fields over; see ``MessagePart/fields(_:)``.
    public mutating func fields(_ pass: inout FieldPass) {
        pass.text("Id", &id)
        pass.text("Key", &key)
    }
}

extension FieldPass {
    /// Handles the room of a call, in either form.
    mutating func channel(_ value: inout CallChannel?) {
        guard let written else {
            var id: String?
            text("channelId", &id, of: .android)
            part("channelInfo", &value)
            if value == nil, let id { value = CallChannel(id: id, key: "") }
            return
        }
        if uses("channelId", insteadOf: "channelInfo", on: .android) {
            var id = value?.id
            text("channelId", &id)
            written.keys.append("channelInfo")
        } else {
            part("channelInfo", &value)
            written.keys.append("channelId")
        }
    }
}

/// Names the reasons that calls end with.
enum CallReason {
    static func words(_ reason: Int64) -> String {
        let words = ["cancelled", "rejected", "hung up", "busy", "no answer", "engine not supported", "network"]
        switch reason {
        case 1...7: return words[Int(reason) - 1]
        case 11...17: return words[Int(reason) - 11] + " by the other side"
        default: return "reason \(reason)"
        }
    }
}

/// Names the media of calls.
enum CallMedia {
    static func words(_ type: Int64) -> String { type == 1 ? "audio" : type == 2 ? "video" : "media \(type)" }
}
