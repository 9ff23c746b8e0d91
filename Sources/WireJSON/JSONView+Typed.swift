extension JSONView {
    /// The text of a string, escapes decoded; `nil` for another value.
    ///
    /// A lone surrogate becomes U+FFFD.
    public var string: String? {
        let node = node
        return node.isString ? text(of: node) : nil
    }

    /// Returns the text of the string in `node`.
    @inlinable
    @inline(__always)
    func text(of node: JSONNode) -> String {
        let content = base &+ Int(node.start) &+ 1..<base &+ Int(node.end) &- 1
        return isKnownUTF8 && !node.hasEscapes
            ? JSONText.copy(bytes, in: content, isASCII: node.isASCII)
            : JSONText.decode(bytes, in: content, hasEscapes: node.hasEscapes)
    }

    /// The value of a number that is spelt as an integer (no fraction, no exponent); `nil` for another value and out of
    /// range.
    public var int64: Int64? {
        node.kind == .number ? JSONDigits.int64(spelling) : nil
    }

    /// The value of a number that is spelt as an unsigned integer; `nil` for another value and out of range.
    public var uint64: UInt64? {
        node.kind == .number ? JSONDigits.uint64(spelling) : nil
    }

    /// The nearest double of a number, infinite beyond its range; `nil` for another value.
    public var double: Double? {
        node.kind == .number ? JSONDigits.double(spelling) : nil
    }

    /// `true` or `false`; `nil` for another value.
    public var bool: Bool? {
        switch node.kind {
        case .true: true
        case .false: false
        default: nil
        }
    }

    /// Whether this is `null`.
    @inlinable public var isNull: Bool { node.bits & 7 == UInt32(JSONNode.Kind.null.rawValue) }

    /// Returns whether this is a string with exactly this text, scalar for scalar.
    ///
    /// Allocates nothing unless the string has escapes.
    public func equals(_ text: String) -> Bool {
        let node = node
        guard node.kind == .string else { return false }
        let range = range
        return JSONText.equals(
            bytes,
            in: range.lowerBound &+ 1..<range.upperBound &- 1,
            hasEscapes: node.hasEscapes,
            text
        )
    }
}
