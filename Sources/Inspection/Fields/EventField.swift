import WireFormat

/// A field of events: where it stands in a line of JSON, what it holds, and what it means.
struct EventField: Sendable {
    /// What a field holds.
    enum Kind: Hashable, Sendable {
        /// Any text.
        case text
        /// A text, or a number where no text is known for it.
        case textOrNumber
        /// One of these names.
        case name([String])
        /// One of many names, which are made when somebody asks for them.
        case manyNames(LateNames)
        /// One of these names, or a number that has none; those that have one stand with it.
        case nameOrNumber([String], named: [Int64: String])
        /// A whole number.
        case integer
        /// A whole number of bytes.
        case size
        /// A number of seconds.
        case seconds
        /// True or false.
        case boolean
        /// True where it is there.
        case presence
        /// A moment as text, RFC 3339 in UTC.
        case time
        /// Bytes as text in hex.
        case hex
        /// Bytes as text in base64.
        case base64
        /// Fields of its own, which the table has.
        case object
        /// Any JSON, whose fields are the application's or the server's.
        case json

        /// The word for it in lists of fields.
        var word: String {
            switch self {
            case .text: "text"
            case .textOrNumber: "text or integer"
            case .name, .manyNames: "name"
            case .nameOrNumber: "name or integer"
            case .integer: "integer"
            case .size: "size"
            case .seconds: "seconds"
            case .boolean, .presence: "boolean"
            case .time: "time"
            case .hex: "hex"
            case .base64: "base64"
            case .object: "object"
            case .json: "json"
            }
        }

        /// What a number of the kind may be if no more is known of it.
        var range: ClosedRange<Int64>? {
            switch self {
            case .integer: Int64.min...Int64.max
            case .size: 0...Int64.max
            default: nil
            }
        }

        /// Whether it is a name in every event.
        var isName: Bool {
            switch self {
            case .name, .manyNames: true
            default: false
            }
        }

        /// The names that it may be.
        var names: [String]? {
            switch self {
            case .name(let names), .nameOrNumber(let names, _): names
            case .manyNames(let late): late.names
            default: nil
            }
        }
    }

    /// Its place in a line, the names joined by dots; a list stands for its elements.
    let path: String
    /// What it holds.
    let kind: Kind
    /// Whether there may be several in one event.
    let isList: Bool
    /// What it means, in one sentence.
    let meaning: String
    /// Of a number, the least and the most that it may be.
    let range: ClosedRange<Int64>?
    /// A value as it is written in a filter.
    let example: String
    /// How deep an event must be decoded for it.
    let depth: DecodingDepth

    init(
        _ path: String,
        _ kind: Kind,
        isList: Bool = false,
        _ meaning: String,
        range: ClosedRange<Int64>? = nil,
        example: String = "",
        depth: DecodingDepth = []
    ) {
        self.path = path
        self.kind = kind
        self.isList = isList
        self.meaning = meaning
        self.range = range ?? kind.range
        self.example = example
        self.depth = depth
    }

    /// The path as it is shortest in a filter.
    var shortPath: String {
        if path == "inReplyTo.latency" { return "latency" }
        if path == "messages.content" { return "content" }
        return path.hasPrefix("messages.") ? "message." + path.dropFirst("messages.".count) : path
    }

    /// Whether fields of its own may follow that no table has.
    var isOpen: Bool { kind == .json }
}
