public import WireFormat

/// Makes the parser's errors, outside of its fast path.
@usableFromInline
enum JSONFault {
    @usableFromInline
    @inline(never)
    static func unexpected(_ offset: Int, _ expected: StaticString) -> WireError {
        WireError(.json, at: offset, expected: expected.description)
    }

    @usableFromInline
    @inline(never)
    static func tooDeep(_ offset: Int, _ limits: JSONLimits) -> WireError {
        WireError(.limit, at: offset, expected: "at most \(limits.depth) levels of JSON")
    }

    @usableFromInline
    @inline(never)
    static func tooLong(_ range: Range<Int>, _ limits: JSONLimits) -> WireError {
        let allowed = max(0, limits.bytes)
        return WireError(.limit, at: range.lowerBound + allowed, expected: "at most \(allowed) bytes of JSON")
    }
}
