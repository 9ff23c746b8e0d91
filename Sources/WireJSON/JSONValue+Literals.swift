extension JSONValue {
    /// Makes a string.
    public init(_ text: String) { self = .string(JSONString(text)) }
    /// Makes a number from an integer.
    public init(_ value: some BinaryInteger) { self = .number(JSONNumber(value)) }
    /// Makes a number; `nil` for infinities and NaN, which JSON lacks.
    public init?(_ value: Double) {
        guard let number = JSONNumber(value) else { return nil }
        self = .number(number)
    }
}

extension JSONValue: ExpressibleByStringLiteral {
    /// Makes a string.
    public init(stringLiteral value: String) { self.init(value) }
}

extension JSONValue: ExpressibleByIntegerLiteral {
    /// Makes a number from an integer.
    public init(integerLiteral value: Int64) { self.init(value) }
}

extension JSONValue: ExpressibleByFloatLiteral {
    /// Makes a number; `null` beyond the range of a double.
    public init(floatLiteral value: Double) { self = JSONValue(value) ?? .null }
}

extension JSONValue: ExpressibleByBooleanLiteral {
    /// Makes `true` or `false`.
    public init(booleanLiteral value: Bool) { self = .bool(value) }
}

extension JSONValue: ExpressibleByNilLiteral {
    /// Makes `null`.
    ///
    /// In a context that takes an optional, a literal `nil` means no value; write `.null` there.
    public init(nilLiteral: ()) { self = .null }
}

extension JSONValue: ExpressibleByArrayLiteral {
    /// Makes an array.
    public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
}

extension JSONValue: ExpressibleByDictionaryLiteral {
    /// Makes an object; keeps the order and repeated keys.
    public init(dictionaryLiteral elements: (JSONString, JSONValue)...) {
        self = .object(elements.map { JSONMember($0.0, $0.1) })
    }
}
