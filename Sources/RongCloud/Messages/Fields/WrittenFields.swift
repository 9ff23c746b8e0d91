import WireJSON

/// What a pass over the fields leaves behind when it writes.
final class WrittenFields {
    /// Whose keys to write.
    let spelling: ContentSpelling
    /// The members in order.
    var members: [JSONMember] = []
    /// The elements, of a content that is an array.
    var elements: [JSONValue]?
    /// Keys that were asked for, other spellings included.
    var keys: [String] = []

    init(_ spelling: ContentSpelling) { self.spelling = spelling }
}
