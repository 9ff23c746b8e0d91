public import WireFormat

extension FieldTree {
    /// Adds the fields of a protobuf message: every byte of `range` belongs to exactly one leaf.
    ///
    /// A field is a node with leaves for its tag, its length and its value. Repeated fields are named `list[2]`,
    /// unknown fields `#12`, with the possible meanings of their value. After an error, the bytes that could not be
    /// decoded are a leaf named `undecoded`.
    /// - Parameters:
    ///   - bytes: the input; offsets are counted from its start.
    ///   - range: the range of the message in `bytes`.
    ///   - message: the type of the message.
    ///   - schema: the schema of `message`.
    ///   - limits: the limit of nesting.
    ///   - embed: called for each `bytes` or string field that is not empty, with `bytes`, the field and the range of
    ///     its content. Either adds nodes that cover the content and returns `true`, or returns `false`, and the
    ///     content becomes one leaf.
    /// - Throws: the errors of ``ProtobufParser``; the tree is complete all the same.
    public func append(
        protobuf bytes: Span<UInt8>,
        in range: Range<Int>,
        as message: MessageIndex,
        schema: ProtobufSchema,
        limits: ProtobufLimits = ProtobufLimits(),
        embed: ((Span<UInt8>, FieldIndex, Range<Int>, FieldTree) -> Bool)? = nil
    ) throws(WireError) {
        let depth = depth
        var visitor = TreeVisitor(tree: self, schema: schema, bytes: bytes, start: range.lowerBound, embed: embed)
        do throws(WireError) {
            try ProtobufParser.parse(
                bytes,
                in: range,
                as: message,
                schema: schema,
                limits: limits,
                visitor: &visitor
            )
        } catch {
            let done = visitor.done
            if done < range.upperBound { leaf("undecoded", .bytes, done..<range.upperBound) }
            unwind(to: depth, at: range.upperBound)
            throw error
        }
    }
}

/// Adds a node to a ``FieldTree`` for everything that the parser reads.
private struct TreeVisitor: ProtobufVisitor, ~Copyable, ~Escapable {
    let tree: FieldTree
    let schema: ProtobufSchema
    let bytes: Span<UInt8>
    let embed: ((Span<UInt8>, FieldIndex, Range<Int>, FieldTree) -> Bool)?
    /// The end of the last leaf.
    private(set) var done: Int
    /// The number of occurrences so far of each repeated field in the open messages; the innermost message comes last.
    private var counts: [(field: FieldIndex, depth: Int, count: Int)] = []
    /// The number of open messages.
    private var depth = 0

    @_lifetime(copy bytes)
    init(
        tree: FieldTree,
        schema: ProtobufSchema,
        bytes: Span<UInt8>,
        start: Int,
        embed: ((Span<UInt8>, FieldIndex, Range<Int>, FieldTree) -> Bool)?
    ) {
        self.tree = tree
        self.schema = schema
        self.bytes = bytes
        self.embed = embed
        done = start
    }

    private mutating func open(_ place: ProtobufPlace) {
        var name = place.field.isKnown ? schema.name(of: place.field) : "#\(place.number)"
        if place.field.isKnown && place.info.isRepeated {
            name += "[\(next(place.field))]"
        }
        tree.begin(name, at: place.tagStart)
        leaf("tag", .token, place.tagRange)
        if place.wireType == .lengthDelimited { leaf("length", .token, place.lengthRange) }
    }

    /// Returns the index of a repeated field's next occurrence in the innermost message.
    private mutating func next(_ field: FieldIndex) -> Int {
        var index = counts.count
        while index > 0, counts[index - 1].depth == depth {
            index -= 1
            guard counts[index].field == field else { continue }
            counts[index].count += 1
            return counts[index].count - 1
        }
        counts.append((field, depth, 1))
        return 0
    }

    private mutating func closeMessage() {
        while let last = counts.last, last.depth == depth { counts.removeLast() }
        depth -= 1
    }

    private mutating func leaf(_ name: String, _ value: FieldTree.Value, _ range: Range<Int>) {
        tree.leaf(name, value, range)
        done = range.upperBound
    }

    private mutating func scalar(_ place: ProtobufPlace, _ bits: UInt64) {
        open(place)
        leaf("value", value(place, bits), place.valueRange)
        tree.end(at: place.end)
    }

    private func value(_ place: ProtobufPlace, _ bits: UInt64) -> FieldTree.Value {
        guard place.field.isKnown else {
            let readings = ProtobufReadings.value(place.wireType, bits: bits, bytes: bytes.extracting(0..<0))
            return .word(readings.joined(separator: "; "))
        }
        switch place.info.kind {
        case .double: return .double(Double(bitPattern: bits))
        case .float: return .double(Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits))))
        case .int64, .sfixed64: return .integer(Int64(bitPattern: bits))
        case .uint64, .fixed64: return .unsigned(bits)
        case .int32, .sfixed32: return .integer(Int64(Int32(truncatingIfNeeded: bits)))
        case .uint32, .fixed32: return .unsigned(UInt64(UInt32(truncatingIfNeeded: bits)))
        case .sint32: return .integer(Int64(UInt32(truncatingIfNeeded: bits).zigzag))
        case .sint64: return .integer(bits.zigzag)
        case .bool: return .word(bits != 0 ? "true" : "false")
        case .enumeration:
            let number = Int32(truncatingIfNeeded: bits)
            guard let name = schema.valueName(number, in: place.info.enumeration) else {
                return .integer(Int64(number))
            }
            return .word("\(name) (\(number))")
        case .string, .bytes, .message, .group: return .unsigned(bits)
        }
    }

    mutating func varint(_ place: ProtobufPlace, _ value: UInt64) { scalar(place, value) }
    mutating func fixed32(_ place: ProtobufPlace, _ value: UInt32) { scalar(place, UInt64(value)) }
    mutating func fixed64(_ place: ProtobufPlace, _ value: UInt64) { scalar(place, value) }

    mutating func bytes(_ place: ProtobufPlace, _ bytes: Span<UInt8>) {
        open(place)
        let range = place.valueRange
        if !place.field.isKnown {
            let readings = ProtobufReadings.bytes(bytes.extracting(range))
            leaf("value", .word(readings.joined(separator: "; ")), range)
        } else if !range.isEmpty, let embed, embed(bytes, place.field, range, tree) {
            done = range.upperBound
        } else if place.info.kind == .string {
            leaf("text", .text, range)
        } else {
            leaf("bytes", .bytes, range)
        }
        tree.end(at: place.end)
    }

    mutating func beginPacked(_ place: ProtobufPlace) {
        // The elements carry the indices; the packed field itself has none.
        tree.begin(schema.name(of: place.field), at: place.tagStart)
        leaf("tag", .token, place.tagRange)
        leaf("length", .token, place.lengthRange)
        tree.settle(end: place.end)
    }

    mutating func packed(_ place: ProtobufPlace, _ value: UInt64, _ range: Range<Int>) {
        leaf("[\(next(place.field))]", self.value(place, value), range)
    }

    mutating func endPacked(_ place: ProtobufPlace) { tree.end(at: place.end) }

    mutating func beginMessage(_ place: ProtobufPlace) {
        open(place)
        tree.settle(end: place.end)
        depth += 1
    }

    mutating func beginGroup(_ place: ProtobufPlace) {
        open(place)
        depth += 1
    }

    mutating func endMessage(at end: Int) {
        closeMessage()
        tree.end(at: end)
    }

    mutating func endGroup(tag: Range<Int>) {
        closeMessage()
        leaf("tag", .token, tag)
        tree.end(at: tag.upperBound)
    }
}
