public import WireFormat

extension ProtobufParser {
    @usableFromInline
    @inline(never)
    func badTag(_ tag: UInt64, at offset: Int) -> WireError {
        if tag >> 3 > UInt64(Self.largestNumber) {
            return WireError(.value, at: offset, expected: "a field number from 1 to 536870911")
        }
        if tag < 8 { return WireError(.wireType, at: offset, expected: "a field number from 1 to 536870911") }
        return WireError(.wireType, at: offset, expected: "a wire type from 0 to 5")
    }

    @usableFromInline
    @inline(never)
    func longTag(at offset: Int) -> WireError {
        WireError(.varint, at: offset, expected: "a tag of at most five bytes")
    }

    @usableFromInline
    @inline(never)
    func short(_ needed: Int, at offset: Int, _ end: Int) -> WireError {
        WireError(.truncated, at: offset, needed: needed, available: end - offset)
    }

    @usableFromInline
    @inline(never)
    func tooLong(_ length: UInt64, at offset: Int, available: Int) -> WireError {
        WireError(.length, at: offset, needed: Int(clamping: length), available: available)
    }

    @usableFromInline
    @inline(never)
    func tooDeep(at offset: Int) -> WireError {
        WireError(.limit, at: offset, expected: "at most \(depthLimit) nested messages")
    }

    /// Returns the error with its path: parses again with a visitor that tracks it.
    ///
    /// A `length` error outside of nested messages becomes `truncated` if a longer input could hold such a value.
    @usableFromInline
    @inline(never)
    static func located(
        _ error: WireError,
        _ bytes: Span<UInt8>,
        _ range: Range<Int>,
        _ message: MessageIndex,
        _ schema: borrowing ProtobufSchema,
        _ limits: ProtobufLimits
    ) -> WireError {
        let parser = ProtobufParser(
            bytes: bytes,
            schema: schema,
            depthLimit: min(limits.depth, largestDepth)
        )
        var visitor = PathVisitor()
        _ = try? parser.read(
            message.rawValue,
            from: range.lowerBound,
            to: range.upperBound,
            group: 0,
            depth: 0,
            visitor: &visitor
        )
        var result = error
        result.path = visitor.path(of: message, schema)
        if error.code == .length, visitor.openMessages == 0, let needed = error.needed, needed <= Int(Int32.max),
            let available = error.available
        {
            result.code = .truncated
            result.offset = range.upperBound - available
        }
        return result
    }
}

/// Tracks the names of the open fields while the parser reads up to the error.
private struct PathVisitor: ProtobufVisitor {
    private struct Level {
        var counts: [UInt32: Int] = [:]
        var current: (field: FieldIndex, number: UInt32)?
        var packedIndex: Int?
        var isMessage = true
    }

    private var levels = [Level()]
    private var last: Int { levels.count - 1 }

    var openMessages: Int { levels.dropFirst().count { $0.isMessage } }

    mutating func field(_ field: FieldIndex, number: UInt32, at tagStart: Int) {
        levels[last].current = (field, number)
    }

    private mutating func finish(_ count: Int = 1) {
        guard let current = levels[last].current else { return }
        levels[last].counts[current.number, default: 0] += count
        levels[last].current = nil
        levels[last].packedIndex = nil
    }

    mutating func varint(_ place: ProtobufPlace, _ value: UInt64) { finish() }
    mutating func fixed32(_ place: ProtobufPlace, _ value: UInt32) { finish() }
    mutating func fixed64(_ place: ProtobufPlace, _ value: UInt64) { finish() }
    mutating func bytes(_ place: ProtobufPlace, _ bytes: Span<UInt8>) { finish() }
    mutating func beginPacked(_ place: ProtobufPlace) { levels[last].packedIndex = 0 }
    mutating func packed(_ place: ProtobufPlace, _ value: UInt64, _ range: Range<Int>) {
        levels[last].packedIndex? += 1
    }
    mutating func endPacked(_ place: ProtobufPlace) { finish(levels[last].packedIndex ?? 0) }
    mutating func beginMessage(_ place: ProtobufPlace) { levels.append(Level()) }
    mutating func beginGroup(_ place: ProtobufPlace) {
        levels.append(Level())
        levels[last].isMessage = false
    }
    mutating func endMessage(at end: Int) { close() }
    mutating func endGroup(tag: Range<Int>) { close() }

    private mutating func close() {
        if levels.count > 1 { levels.removeLast() }
        finish()
    }

    func path(of message: MessageIndex, _ schema: borrowing ProtobufSchema) -> [String] {
        var path = [schema.name(of: message)]
        for level in levels {
            guard let (field, number) = level.current else { continue }
            guard field.isKnown else {
                path.append("#\(number)")
                continue
            }
            let index = level.counts[number, default: 0] + (level.packedIndex ?? 0)
            path.append(schema.name(of: field) + (schema[field].isRepeated ? "[\(index)]" : ""))
        }
        return path
    }
}
