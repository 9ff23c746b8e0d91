extension JSONValue {
    /// The value of the last member with this key; `nil` if there is none, or this is not an object.
    ///
    /// Setting replaces that value in place, or adds a member at the end; setting `nil` removes every member with the
    /// key. If this is not an object, setting does nothing.
    public subscript(key: String) -> JSONValue? {
        get {
            guard case .object(let members) = self else { return nil }
            return members.last { $0.hasKey(key) }?.value
        }
        set {
            guard case .object(var members) = self else { return }
            self = .null  // so that the members are changed in place
            defer { self = .object(members) }
            guard let newValue else {
                members.removeAll { $0.hasKey(key) }
                return
            }
            if let index = members.lastIndex(where: { $0.hasKey(key) }) {
                members[index].value = newValue
            } else {
                members.append(JSONMember(JSONString(key), newValue))
            }
        }
    }

    /// The element at this position; `nil` if there is none, or this is not an array.
    ///
    /// Setting replaces an existing element; setting `nil` removes it. If there is no such element, setting does
    /// nothing.
    public subscript(position: Int) -> JSONValue? {
        get {
            guard case .array(let elements) = self, elements.indices.contains(position) else { return nil }
            return elements[position]
        }
        set {
            guard case .array(var elements) = self, elements.indices.contains(position) else { return }
            self = .null  // so that the elements are changed in place
            if let newValue { elements[position] = newValue } else { elements.remove(at: position) }
            self = .array(elements)
        }
    }

    /// The members of an object; `nil` for another value.
    public var members: [JSONMember]? {
        guard case .object(let members) = self else { return nil }
        return members
    }

    /// The elements of an array; `nil` for another value.
    public var elements: [JSONValue]? {
        guard case .array(let elements) = self else { return nil }
        return elements
    }

    /// The text of a string; `nil` for another value.
    public var string: String? {
        guard case .string(let string) = self else { return nil }
        return string.text
    }

    /// The value of a number that is spelt as an integer; `nil` for another value and out of range.
    public var int64: Int64? {
        guard case .number(let number) = self else { return nil }
        return number.int64
    }

    /// The value of a number that is spelt as an unsigned integer; `nil` for another value and out of range.
    public var uint64: UInt64? {
        guard case .number(let number) = self else { return nil }
        return number.uint64
    }

    /// The nearest double of a number; `nil` for another value.
    public var double: Double? {
        guard case .number(let number) = self else { return nil }
        return number.double
    }

    /// `true` or `false`; `nil` for another value.
    public var bool: Bool? {
        guard case .bool(let bool) = self else { return nil }
        return bool
    }

    /// Whether this is `null`.
    public var isNull: Bool { self == .null }
}
