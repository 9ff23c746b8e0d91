import WireJSON

/// What a pass over the fields leaves behind when it writes.
@usableFromInline
final class WrittenFields {
    /// Whose keys to write.
    let spelling: ContentSpelling
    /// The members in order.
    var members: [JSONMember] = []
    /// The elements, of a content that is an array.
    var elements: [JSONValue]?
    /// Keys that were asked for, other spellings included.
    var keys: [String] = []
    /// The parts that were written, by the key that they stand under: one, or those of a list.
    var parts: [String: [WrittenFields]] = [:]

    init(_ spelling: ContentSpelling) { self.spelling = spelling }

    /// The members, followed at every depth by those of the source that are no fields.
    func members(completedFrom source: [JSONMember]) -> [JSONMember] {
        members.map { member in
            guard let parts = parts[member.key.text],
                let original = source.last(where: { LetterCase.equal($0.key.text, member.key.text) })
            else { return member }
            return JSONMember(member.key, Self.completed(member.value, parts, from: original.value))
        } + undescribed(source)
    }

    /// The members of the source that are no fields.
    func undescribed(_ source: [JSONMember]) -> [JSONMember] {
        let names = Set(source.map(\.key.text))
        return source.filter { member in
            !keys.contains { key in
                // Of two members that differ in letter case only one was read.
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
