import Conformance
import WireJSON

// `return .none`: a plain `nil` would be JSON's null here.
extension JSONValue {
    /// The value without the texts that contain U+FFFD; `nil` if nothing is left.
    ///
    /// The number of U+FFFD for invalid bytes is not settled, nor whether decoders accept such bytes at all. An array
    /// with such a text is dropped as a whole, because indices count.
    var settled: JSONValue? {
        switch self {
        case .object(let members):
            return .object(
                members.compactMap { member in
                    guard !member.key.text.unicodeScalars.contains("\u{FFFD}") else { return .none }
                    return member.value.settled.map { JSONMember(member.key, $0) }
                }
            )
        case .array(let elements):
            return elements.allSatisfy { $0.settled == $0 } ? self : .none
        case .string(let string): return string.text.unicodeScalars.contains("\u{FFFD}") ? .none : self
        case .number, .bool, .null: return self
        }
    }

    /// Returns the part that is the same in this value and in another one; `nil` if they agree in nothing.
    func agreeing(with other: JSONValue) -> JSONValue? {
        switch (self, other) {
        case (.object(let members), .object):
            return .object(
                members.compactMap { member in
                    guard let value = self[member.key.text], let there = other[member.key.text] else { return .none }
                    return value.agreeing(with: there).map { JSONMember(member.key, $0) }
                }
            )
        case (.array(let elements), .array(let others)):
            guard elements.count == others.count else { return .none }
            return zip(elements, others).allSatisfy { $0.agreeing(with: $1) == $0 } ? self : .none
        default: return ValueComparison.differences(self, other).isEmpty ? self : .none
        }
    }

    /// Whether this value has every member of another value, at any depth, and none of them is `null`.
    func hasMembers(of other: JSONValue) -> Bool {
        switch other {
        case .object(let members):
            members.allSatisfy { member in
                guard let value = self[member.key.text], value.kind != .null else { return false }
                return value.hasMembers(of: member.value)
            }
        case .array(let elements):
            zip(elements, self.elements ?? []).allSatisfy { $1.hasMembers(of: $0) }
        default: true
        }
    }

    /// Returns the value without the members of a name, at any depth.
    func without(_ name: String) -> JSONValue {
        switch self {
        case .object(let members):
            .object(
                members.filter { $0.key.text != name }.map { JSONMember($0.key, $0.value.without(name)) }
            )
        case .array(let elements): .array(elements.map { $0.without(name) })
        default: self
        }
    }

    /// The object without the members whose key appears more than once.
    var withoutRepeatedMembers: JSONValue {
        let counts = Dictionary((members ?? []).map { ($0.key.text, 1) }, uniquingKeysWith: +)
        return .object((members ?? []).filter { counts[$0.key.text] == 1 })
    }

    /// Whether an object in the value has a key twice, at any depth.
    var repeatsKeys: Bool {
        switch self {
        case .object(let members):
            Set(members.map(\.key.text)).count < members.count || members.contains { $0.value.repeatsKeys }
        case .array(let elements): elements.contains(where: \.repeatsKeys)
        default: false
        }
    }
}
