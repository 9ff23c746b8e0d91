/// A member of a JSON object.
public struct JSONMember: Hashable, Sendable {
    /// The key.
    public var key: JSONString
    /// The value.
    public var value: JSONValue

    /// Makes a member.
    public init(_ key: JSONString, _ value: JSONValue) {
        self.key = key
        self.value = value
    }

    /// Returns whether the key's text equals `text`, scalar for scalar.
    func hasKey(_ text: String) -> Bool { key.text.utf8.elementsEqual(text.utf8) }
}
