public import WireJSON

extension CaptureEvent {
    /// A frame's fields by name, in the order of the frame object that `imwire frame decode` writes.
    public struct Frame: Hashable, Sendable {
        /// A field: a name and a value.
        public struct Field: Hashable, Sendable {
            /// The name, as the protocol's SDKs spell it.
            public internal(set) var name: String
            /// The value.
            public internal(set) var value: FieldValue
        }

        /// The fields in the order of the frame object.
        public internal(set) var fields: [Field] = []

        /// Returns the value of a field, or `nil` if the frame has no such field.
        public subscript(name: String) -> FieldValue? { fields.first { $0.name == name }?.value }

        /// The frame's type, such as `PUBLISH` or `QUERYACK`; for LeanCloud the command; empty if the frame has
        /// neither.
        public var type: String { (self["type"] ?? self["cmd"])?.text ?? "" }
        /// The frame's topic, in systems that have topics.
        public var topic: String? { self["topic"]?.text }
        /// The number that an answer gives as its result: the field `status`, `code` or `retCode` of the system; `nil`
        /// in frames without one.
        public var status: Int64? { (self["status"] ?? self["code"] ?? self["retCode"])?.number }
    }

    /// The value of a field.
    public enum FieldValue: Hashable, Sendable, CustomStringConvertible {
        /// A text, a name, or bytes in hex.
        case text(String)
        /// An integer.
        case number(Int64)
        /// True or false.
        case truth(Bool)
        /// A time, in milliseconds since 1970.
        case time(milliseconds: Int64)
        /// Any other JSON: an object, an array, `null`, or a number that is no integer of 64 bits.
        case json(JSONValue)

        /// The text; `nil` for other values.
        public var text: String? {
            if case .text(let text) = self { text } else { nil }
        }

        /// The number; `nil` for other values.
        public var number: Int64? {
            if case .number(let number) = self { number } else { nil }
        }

        /// True or false; `nil` for other values.
        public var truth: Bool? {
            if case .truth(let truth) = self { truth } else { nil }
        }

        /// The time, in milliseconds since 1970; `nil` for other values.
        public var time: Int64? {
            if case .time(let milliseconds) = self { milliseconds } else { nil }
        }

        /// The JSON; `nil` for the values that have an accessor of their own.
        public var json: JSONValue? {
            if case .json(let value) = self { value } else { nil }
        }

        /// The value as text.
        public var description: String {
            switch self {
            case .text(let text): text
            case .number(let number), .time(let number): "\(number)"
            case .truth(let truth): "\(truth)"
            case .json(let value): "\(value)"
            }
        }
    }

    /// A chat message: one that was sent, one that was delivered, or one of several in an answer.
    public struct ChatMessage: Hashable, Sendable {
        /// The message's type: `RC:TxtMsg`, or in other systems the number of the type; `nil` if it has none.
        public internal(set) var objectName: String?
        /// The content, if it is JSON.
        public internal(set) var content: JSONValue?
        /// The content, if it is text other than JSON.
        public internal(set) var text: String?
        /// The content, if it is neither JSON nor text.
        public internal(set) var contentBytes: [UInt8]?
        /// The conversation type: `private`, `group`, `chatroom` and so on; an unknown type's number.
        public internal(set) var conversation: String?
        /// The conversation's id.
        public internal(set) var target: String?
        /// The author's id; `nil` if it is not known.
        public internal(set) var sender: String?
        /// The names of the message's flags, such as `persisted`; `nil` if the message does not carry flags.
        public internal(set) var flags: [String]?
        /// The message's id on the server.
        public internal(set) var uid: String?
        /// The send time, in milliseconds since 1970.
        public internal(set) var sentTime: Int64?
    }
}
