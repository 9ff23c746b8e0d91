import WireJSON

/// Whether two JSON values mean the same: the order of keys and the spelling of numbers aside.
func meansSame(_ one: JSONValue, _ other: JSONValue) -> Bool {
    switch (one, other) {
    case (.object(let members), .object(let others)):
        guard members.count == others.count else { return false }
        return members.allSatisfy { member in
            let found = others.filter { $0.key.text == member.key.text }
            return found.count == 1 && meansSame(member.value, found[0].value)
        }
    case (.array(let elements), .array(let others)):
        return elements.count == others.count && zip(elements, others).allSatisfy { meansSame($0, $1) }
    case (.number(let number), .number(let other)): return number.double == other.double
    case (.string(let string), .string(let other)): return string.text == other.text
    default: return one == other
    }
}
