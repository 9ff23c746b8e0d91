extension JSONValue {
    /// Text.
    public init(_ text: String) { self = .string(JSONString(text)) }
    /// An integer.
    public init(_ value: some BinaryInteger) { self = .number(JSONNumber(value)) }
    /// A number; `nil` for infinities and NaN, which JSON lacks.
    public init?(_ value: Double) {
        guard let number = JSONNumber(value) else { return nil }
        self = .number(number)
    }
}

extension JSONValue: ExpressibleByStringLiteral {
    /// Text.
    public init(stringLiteral value: String) { self.init(value) }
}

extension JSONValue: ExpressibleByIntegerLiteral {
    /// An integer.
    public init(integerLiteral value: Int64) { self.init(value) }
}

extension JSONValue: ExpressibleByFloatLiteral {
    /// A number; `null` beyond the range of a double.
    public init(floatLiteral value: Double) { self = JSONValue(value) ?? .null }
}

extension JSONValue: ExpressibleByBooleanLiteral {
    /// `true` or `false`.
    public init(booleanLiteral value: Bool) { self = .bool(value) }
}

extension JSONValue: ExpressibleByNilLiteral {
    /// `null`.
    ///
    /// In a place that takes an optional, `nil` is no value; write `.null` there.
    public init(nilLiteral: ()) { self = .null }
}

extension JSONValue: ExpressibleByArrayLiteral {
    /// An array.
    public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
}

extension JSONValue: ExpressibleByDictionaryLiteral {
    /// An object; order and repeated keys are kept.
    public init(dictionaryLiteral elements: (JSONString, JSONValue)...) {
        self = .object(elements.map { JSONMember($0.0, $0.1) })
    }
}
