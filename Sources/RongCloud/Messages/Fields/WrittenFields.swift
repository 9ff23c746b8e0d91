import WireJSON

/// The output of a writing pass over the fields.
@usableFromInline
final class WrittenFields {
    /// The platform whose keys are written.
    let spelling: ContentSpelling
    /// The members, in order.
    var members: [JSONMember] = []
    /// The elements, for a content that is an array.
    var elements: [JSONValue]?
    /// The keys of all fields, other spellings included.
    var keys: [String] = []
    /// The written parts by their key: one part, or the parts of a list.
    var parts: [String: [WrittenFields]] = [:]

    init(_ spelling: ContentSpelling) { self.spelling = spelling }

    /// Returns the members; at every depth, the source's members that are not fields follow.
    func members(completedFrom source: [JSONMember]) -> [JSONMember] {
        members.map { member in
            guard let parts = parts[member.key.text],
                let original = source.last(where: { LetterCase.equal($0.key.text, member.key.text) })
            else { return member }
            return JSONMember(member.key, Self.completed(member.value, parts, from: original.value))
        } + undescribed(source)
    }

    /// Returns the members of the source that are not fields.
    func undescribed(_ source: [JSONMember]) -> [JSONMember] {
        let names = Set(source.map(\.key.text))
        return source.filter { member in
            !keys.contains { key in
                // If two members differ only in letter case, only one of them was read.
                key == member.key.text || !names.contains(key) && LetterCase.equal(key, member.key.text)
            }
        }
    }

    private static func completed(_ value: JSONValue, _ parts: [WrittenFields], from source: JSONValue) -> JSONValue {
        switch (value, source) {
        case (.object, .object(let members)):
            return parts.first.map { .object($0.members(completedFrom: members)) } ?? value
        case (.array(let values), .array(let originals)) where values.count == originals.count:
            guard values.count == parts.count else { return value }
            return .array(values.indices.map { completed(values[$0], [parts[$0]], from: originals[$0]) })
        default: return value
        }
    }
}
