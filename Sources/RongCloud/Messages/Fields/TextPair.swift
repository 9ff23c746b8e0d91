import WireJSON

/// A key and its text, in an object whose order counts.
public struct TextPair: Hashable, Sendable {
    /// The key.
    public var key: String
    /// The text.
    public var value: String

    /// Makes a pair.
    public init(_ key: String, _ value: String) {
        self.key = key
        self.value = value
    }

    var member: JSONMember { JSONMember(JSONString(key), JSONValue(value)) }
}
