public import WireFormat

extension JSONView {
    /// Returns a ``JSONValue`` with the same content.
    ///
    /// - Throws: `limit` if it is nested deeper than ``JSONValue/maximumDepth``.
    public func value() throws(WireError) -> JSONValue { try value(depth: 0) }

    private func value(depth: Int) throws(WireError) -> JSONValue {
        let node = node
        switch node.kind {
        case .object:
            try checkDepth(depth)
            var values: [JSONMember] = []
            values.reserveCapacity(count)
            var members = members
            while let member = members.next() {
                let key = member.key
                values.append(
                    JSONMember(
                        JSONString(bytes, token: key.range, hasEscapes: key.node.hasEscapes),
                        try member.value.value(depth: depth + 1)
                    )
                )
            }
            return .object(values)
        case .array:
            try checkDepth(depth)
            var values: [JSONValue] = []
            values.reserveCapacity(count)
            var elements = elements
            while let element = elements.next() { values.append(try element.value(depth: depth + 1)) }
            return .array(values)
        case .string: return .string(JSONString(bytes, token: range, hasEscapes: node.hasEscapes))
        case .number: return .number(JSONNumber(unchecked: String(decodingUTF8: spelling)))
        case .true: return .bool(true)
        case .false: return .bool(false)
        case .null: return .null
        }
    }

    private func checkDepth(_ depth: Int) throws(WireError) {
        guard depth < JSONValue.maximumDepth else {
            throw WireError(
                .limit,
                at: range.lowerBound,
                expected: "at most \(JSONValue.maximumDepth) levels of JSON"
            )
        }
    }
}
