import Inspection
import WireFormat
import WireJSON

/// The content of a chat message of LeanCloud, NIM or YC, by the type that it is said to be.
///
/// Contents are given as they are written. What says its type itself has to say the one that is asked for.
struct SystemContent {
    /// The system.
    let system: MessagingSystem
    /// The type's id as in events: `-1`, `100/1`, `new_chat`.
    let objectName: String

    init(_ system: MessagingSystem, _ objectName: String) {
        self.system = system
        self.objectName = objectName
    }

    /// The content, when it can be one of the type.
    ///
    /// Throws `unsupported` for a name that is no type's, `value` for another type's content and for what is no object.
    func checked(_ content: JSONValue) throws(WireError) -> JSONValue {
        switch system {
        case .rongCloud: return content
        case .leanCloud:
            guard let type = Int64(objectName) else { throw unknown }
            try demandObject(content)
            guard content["_lctype"]?.int64 == type else { throw another("_lctype", type) }
        case .nim:
            let parts = objectName.split(separator: "/").map(String.init)
            guard let first = parts.first, let last = parts.last, parts.count <= 2,
                ["chatroom", "sys"].contains(first) || Int64(first) != nil, let number = Int64(last)
            else { throw unknown }
            if objectName == "100" { return content }
            try demandObject(content)
            switch first {
            case "100": guard content["type"]?.int64 == number else { throw another("type", number) }
            case "sys": guard content["id"]?.int64 == number else { throw another("id", number) }
            case "5", "chatroom":
                guard content["id"]?.int64 != nil else {
                    throw WireError(.value, at: 0, path: ["id"], expected: "the number of a notification")
                }
            default: break
            }
        case .yc: try demandObject(content)
        }
        return content
    }

    private func demandObject(_ content: JSONValue) throws(WireError) {
        guard content.members != nil else { throw WireError(.value, at: 0, expected: "an object") }
    }

    private var unknown: WireError {
        WireError(.unsupported, at: 0, path: ["objectName"], expected: "a type of \(system.name), not \(objectName)")
    }

    private func another(_ key: String, _ number: Int64) -> WireError {
        WireError(.value, at: 0, path: [key], expected: "\(number), which the type is")
    }
}
