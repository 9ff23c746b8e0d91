public import WireJSON

extension CaptureEvent {
    /// A frame's fields by name, in the order of the frame object that `imwire frame decode` writes.
    public struct Frame: Sendable {
        /// A field: a name and a value.
        public struct Field: Hashable, Sendable {
            /// The name, as the protocol's SDKs spell it.
            public internal(set) var name: String
            /// The value.
            public internal(set) var value: FieldValue
        }

        /// The fields, in their order.
        public internal(set) var fields: [Field] = []

        /// The value of a field; `nil` when the frame has no such field.
        public subscript(name: String) -> FieldValue? { fields.first { $0.name == name }?.value }

        /// What the frame is: `PUBLISH`, `QUERYACK`; of LeanCloud the command; empty where it says nothing.
        public var type: String { (self["type"] ?? self["cmd"])?.text ?? "" }
        /// What the frame is about, in systems that have topics.
        public var topic: String? { self["topic"]?.text }
        /// The result in an answer.
        public var status: Int64? { self["status"]?.number }
    }

    /// The value of a field.
    public enum FieldValue: Hashable, Sendable, CustomStringConvertible {
        /// A text, a name, or bytes in hex.
        case text(String)
        /// A whole number.
        case number(Int64)
        /// True or false.
        case truth(Bool)
        /// A moment, in milliseconds since 1970.
        case time(milliseconds: Int64)
        /// A value with parts.
        case json(JSONValue)

        /// The text; `nil` for other values.
        public var text: String? {
            if case .text(let text) = self { text } else { nil }
        }

        /// The number; `nil` for other values.
        public var number: Int64? {
            if case .number(let number) = self { number } else { nil }
        }

        /// The value in words.
        public var description: String {
            switch self {
            case .text(let text): text
            case .number(let number), .time(let number): "\(number)"
            case .truth(let truth): "\(truth)"
            case .json(let value): "\(value)"
            }
        }
    }

    /// A chat message, on its way up or down, or in an answer that brings several.
    public struct ChatMessage: Sendable {
        /// The message's type: `RC:TxtMsg`, or in other systems the type's number; `nil` where it has none.
        public internal(set) var objectName: String?
        /// The content, where it is JSON.
        public internal(set) var content: JSONValue?
        /// The content, where it is text that is no JSON.
        public internal(set) var text: String?
        /// The content, where it is neither.
        public internal(set) var contentBytes: [UInt8]?
        /// The kind of conversation: `private`, `group`, `chatroom` and so on; the number of a kind that is not known.
        public internal(set) var conversation: String?
        /// The conversation's id.
        public internal(set) var target: String?
        /// Who wrote it; `nil` while that is not known.
        public internal(set) var sender: String?
        /// The message's flags by name, such as `persisted`; `nil` where it says nothing of them.
        public internal(set) var flags: [String]?
        /// The message's id at the server.
        public internal(set) var uid: String?
        /// When it was sent, in milliseconds since 1970.
        public internal(set) var sentTime: Int64?
    }
}
