import Inspection
import WireJSON

/// The state for recording a system's units as cases, beside their bytes.
protocol UnitRecording: Sendable {
    /// Observes an event, recorded or not: an object of the schema `imwire-event/1` with `hex`.
    mutating func hear(_ event: JSONValue)
    /// Returns the further members of an event's input, beside form, sender and bytes.
    func members(of event: JSONValue) -> [JSONMember]
    /// Returns the contents of the messages in an event with a frame object, each with the name of its type.
    func contents(of frame: JSONValue, _ event: JSONValue) -> [(name: JSONValue, bytes: [UInt8])]
    /// Returns whether an event holds a secret, such as a user's token.
    func holdsSecret(_ event: JSONValue) -> Bool
}

extension UnitRecording {
    mutating func hear(_ event: JSONValue) {}
    func members(of event: JSONValue) -> [JSONMember] { [] }
    func contents(of frame: JSONValue, _ event: JSONValue) -> [(name: JSONValue, bytes: [UInt8])] {
        shownContents(of: frame)
    }
    func holdsSecret(_ event: JSONValue) -> Bool {
        ["frame", "payload", "messages"].contains { event[$0]?.holdsSecret ?? false }
    }

    /// Returns the contents of the messages that a frame object shows, without white space between tokens.
    func shownContents(of frame: JSONValue) -> [(name: JSONValue, bytes: [UInt8])] {
        (frame["messages"]?.elements ?? []).compactMap { message in
            guard let name = message["objectName"], let content = message["content"] else { return nil }
            return (name, content.minified)
        }
    }
}

/// The recording of units that need nothing from elsewhere.
struct PlainRecording: UnitRecording {}

extension JSONValue {
    /// Whether a member at any depth has a name of secrets and a value.
    fileprivate var holdsSecret: Bool {
        switch self {
        case .object(let members):
            members.contains { member in
                let isEmpty = member.value.isNull || member.value.string == ""
                return !isEmpty && Secrets.isSecret(member.key.text) || member.value.holdsSecret
            }
        case .array(let elements): elements.contains(where: \.holdsSecret)
        case .null, .bool, .number, .string: false
        }
    }
}
