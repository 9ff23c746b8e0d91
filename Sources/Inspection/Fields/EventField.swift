/// A field of events: its place in a JSON line, the kind of its values, and its meaning.
struct EventField: Sendable {
    /// The kind of a field's values.
    enum Kind: Hashable, Sendable {
        /// Any text.
        case text
        /// A text, or a number if no text is known for it.
        case textOrNumber
        /// One of these names.
        case name([String])
        /// One of many names, which are computed on demand.
        case manyNames(LateNames)
        /// One of these names, or a number without a name; `named` has the numbers that are always shown by a name.
        case nameOrNumber([String], named: [Int64: String])
        /// An integer.
        case integer
        /// A number of bytes.
        case size
        /// A number of seconds.
        case seconds
        /// True or false.
        case boolean
        /// True, or absent.
        case presence
        /// A time as text, RFC 3339 in UTC.
        case time
        /// Bytes as text in hex.
        case hex
        /// Bytes as text in base64.
        case base64
        /// An object whose fields are in the table.
        case object
        /// Any JSON; its fields are defined by the application or the server.
        case json

        /// The name of the kind in lists of fields.
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

        /// The values that a number of the kind may have if no more is known.
        var range: ClosedRange<Int64>? {
            switch self {
            case .integer: Int64.min...Int64.max
            case .size: 0...Int64.max
            default: nil
            }
        }

        /// Whether the value is a name in every event.
        var isName: Bool {
            switch self {
            case .name, .manyNames: true
            default: false
            }
        }

        /// The names that the value may be.
        var names: [String]? {
            switch self {
            case .name(let names), .nameOrNumber(let names, _): names
            case .manyNames(let late): late.names
            default: nil
            }
        }
    }

    /// The path in a line: the names joined by dots, without indices for lists.
    let path: String
    /// The kind of its values.
    let kind: Kind
    /// Whether one event may have several values.
    let isList: Bool
    /// The meaning, in one sentence.
    let meaning: String
    /// The smallest and the largest value of a number.
    let range: ClosedRange<Int64>?
    /// An example value as it is written in a filter.
    let example: String
    /// The decoding depth that the field needs.
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

    /// The shortest spelling of the path in a filter.
    var shortPath: String {
        if path == "inReplyTo.latency" { return "latency" }
        if path == "messages.content" { return "content" }
        return path.hasPrefix("messages.") ? "message." + path.dropFirst("messages.".count) : path
    }

    /// Whether the field may contain fields that are not in the table.
    var isOpen: Bool { kind == .json }
}
