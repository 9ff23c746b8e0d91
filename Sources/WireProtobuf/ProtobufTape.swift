public import WireFormat

/// A decoded message as a flat tree: one node a field, in the order of the bytes.
///
/// Made for reuse: decoding the next message keeps the memory. Node 0 is the outermost message; the children of node
/// `n` begin at `n + 1`, and `nodes[n].next` is the first node after them. The tape holds offsets, not bytes: queries
/// that need bytes are handed them again.
public struct ProtobufTape: Sendable {
    /// The nodes, and after them memory for more.
    @usableFromInline var storage: [ProtobufNode] = []
    /// Memory of the recorder; empty between two messages.
    private var states: [UInt64] = []
    /// How many nodes there are.
    public private(set) var count = 0
    /// The type of the outermost message.
    public private(set) var message = MessageIndex.none
    /// Whether a field is not in the schema, or has a wire type that is not.
    public private(set) var hasUnknown = false
    /// Whether a field has a wire type that is not the schema's.
    public private(set) var hasWrongWireType = false
    /// Whether a string is not UTF-8.
    public private(set) var hasInvalidUTF8 = false
    /// Whether ``missingRequired(schema:)`` may find something; `false` is certain.
    public private(set) var mayMissRequired = false
    /// Whether the message has so many fields that only what counts of them has nodes: of a field that is there once by
    /// its type the last occurrence, at the place of the first, and of repeated fields without children only runs.
    public private(set) var isCompact = false
    /// How many fields there are, those that were joined because the schema does not know them counted as one.
    public private(set) var fieldCount = 0

    /// Makes an empty tape.
    public init() {}

    /// Decodes the message in `range` of `bytes`; offsets are counted from the start of `bytes`.
    ///
    /// - Parameters:
    ///   - bytes: the input.
    ///   - range: where the message is in `bytes`.
    ///   - message: its type.
    ///   - schema: the schema of `message`.
    ///   - limits: how deep it may nest, and how many nodes there may be.
    ///   - joinsFields: whether fields in a row that the schema does not know, but for groups and those of another wire
    ///     type, become one node (``ProtobufNode/isRun``), and of very many fields only what counts is kept
    ///     (``isCompact``).
    /// - Throws: what ``ProtobufParser`` throws, and `limit` beyond `fields`, for 2 GiB and more, and for offsets beyond
    ///   4 GiB. The nodes up to an error of the parser stay.
    public mutating func decode(
        _ bytes: Span<UInt8>,
        in range: Range<Int>,
        as message: MessageIndex,
        schema: borrowing ProtobufSchema,
        limits: ProtobufLimits = ProtobufLimits(),
        joinsFields: Bool = false
    ) throws(WireError) {
        self.message = message
        isCompact = false
        // Offsets are kept in 32 bits, and positions of nodes with a sign.
        guard range.count < Int(Int32.max), range.upperBound <= Int(UInt32.max) else {
            throw WireError(.limit, at: range.lowerBound, needed: range.upperBound, available: Int(Int32.max) - 1)
        }
        if storage.isEmpty { grow(to: max(32, min(range.count / 4, 1 << 12))) }
        do throws(WireError) {
            try record(bytes, in: range, schema, limits, joinsFields)
        } catch  where count <= storage.count && !(joinsFields && count > limits.compactBeyond) {
            fieldCount = count - 1
            throw error
        } catch {}
        fieldCount = count - 1
        // The fields were counted before there is memory for them.
        guard fieldCount <= limits.fields else {
            throw tooMany(in: range, schema, "at most \(limits.fields) fields, not \(fieldCount)")
        }
        if joinsFields, count > limits.compactBeyond {
            isCompact = true
            // Nodes are counted before there is memory for them, too.
            try? recordCompact(bytes, in: range, schema, limits)
            let most = max(limits.compactNodes, range.count / max(limits.bytesPerNode, 1))
            guard count - 1 <= most else {
                let nodes = "at most \(most) fields that count by themselves, not \(count - 1)"
                throw tooMany(in: range, schema, nodes)
            }
            makeRoom()
            return try recordCompact(bytes, in: range, schema, limits)
        }
        guard count > storage.count else { return }
        makeRoom()
        try record(bytes, in: range, schema, limits, joinsFields)
    }

    /// Empties the tape.
    private mutating func tooMany(
        in range: Range<Int>,
        _ schema: borrowing ProtobufSchema,
        _ expected: String
    ) -> WireError {
        storage[0] = ProtobufNode(outermost: range)
        storage[0].next = 1
        count = 1
        return WireError(.limit, at: range.lowerBound, path: [schema.name(of: message)], expected: expected)
    }

    /// Makes room for the nodes that were counted.
    private mutating func makeRoom() {
        guard count > storage.count else { return }
        // Many are rare, and get memory in their size, without that for less beside it.
        if count > 1 << 14 { storage = [] }
        storage.reserveCapacity(count)
        grow(to: max(count, min(storage.count * 2, 1 << 14)))
    }

    private mutating func grow(to capacity: Int) {
        let blank = ProtobufNode(outermost: 0..<0)
        storage.append(contentsOf: repeatElement(blank, count: capacity - storage.count))
    }

    /// Decodes into the memory that is there; afterwards `count` may be more than that.
    private mutating func record(
        _ bytes: Span<UInt8>,
        in range: Range<Int>,
        _ schema: borrowing ProtobufSchema,
        _ limits: ProtobufLimits,
        _ joinsFields: Bool
    ) throws(WireError) {
        var result = TapeRecorder.Result()
        swap(&result.states, &states)
        defer {
            swap(&result.states, &states)
            states.removeAll(keepingCapacity: true)
            take(result)
        }
        let message = message
        var recorder = TapeRecorder(
            storage.mutableSpan,
            range: range,
            message: message,
            schema: schema,
            joinsUnknown: joinsFields,
            result: consume result
        )
        do throws(WireError) {
            try ProtobufParser.parse(
                bytes,
                in: range,
                as: message,
                schema: schema,
                limits: limits,
                visitor: &recorder
            )
        } catch {
            result = recorder.finish(at: range.upperBound, failed: true)
            throw error
        }
        result = recorder.finish(at: range.upperBound, failed: false)
    }

    /// The same with as few nodes as possible.
    private mutating func recordCompact(
        _ bytes: Span<UInt8>,
        in range: Range<Int>,
        _ schema: borrowing ProtobufSchema,
        _ limits: ProtobufLimits
    ) throws(WireError) {
        var result = TapeRecorder.Result()
        defer { take(result) }
        let message = message
        var recorder = CompactRecorder(
            storage.mutableSpan,
            range: range,
            message: message,
            schema: schema,
            result: consume result
        )
        do throws(WireError) {
            try ProtobufParser.parse(
                bytes,
                in: range,
                as: message,
                schema: schema,
                limits: limits,
                visitor: &recorder
            )
        } catch {
            result = recorder.finish(at: range.upperBound, failed: true)
            throw error
        }
        result = recorder.finish(at: range.upperBound, failed: false)
    }

    private mutating func take(_ result: borrowing TapeRecorder.Result) {
        count = result.count
        hasUnknown = result.hasUnknown
        hasWrongWireType = result.hasWrongWireType
        hasInvalidUTF8 = result.hasInvalidUTF8
        mayMissRequired = result.mayMissRequired
    }

    /// All nodes in preorder; after an error, those that were read before it.
    @inlinable
    public var nodes: Span<ProtobufNode> {
        @_lifetime(borrow self)
        borrowing get { storage.span.extracting(first: count) }
    }

    /// Leaves a node, with all that it contains, out of the JSON, or puts it back.
    @inlinable
    public mutating func setOmitted(_ node: Int, _ isOmitted: Bool = true) {
        precondition(node >= 0 && node < count)
        if isOmitted { storage[node].flags.insert(.omitted) } else { storage[node].flags.remove(.omitted) }
    }

    /// The first field of a number among the children of a node; fields that the schema does not know do not count.
    @inlinable
    public func first(_ number: UInt32, in parent: Int = 0) -> Int? {
        guard parent < nodes.count else { return nil }
        return search(number, from: parent &+ 1, to: Int(nodes[parent].next))
    }

    /// The last field of a number among the children of a node: of a scalar, the one that counts.
    @inlinable
    public func last(_ number: UInt32, in parent: Int = 0) -> Int? {
        var found = first(number, in: parent)
        while let earlier = found, let later = following(earlier, in: parent) { found = later }
        return found
    }

    /// The next field of the same number after `node` among the children of `parent`.
    @inlinable
    public func following(_ node: Int, in parent: Int) -> Int? {
        search(nodes[node].number, from: Int(nodes[node].next), to: Int(nodes[parent].next))
    }

    @inlinable
    func search(_ number: UInt32, from start: Int, to end: Int) -> Int? {
        let nodes = storage.span
        var index = start
        while index < end {
            if nodes[index].number == number && nodes[index].field.isKnown { return index }
            index = Int(nodes[index].next)
        }
        return nil
    }

    /// The children of a node in the order of their bytes.
    public func children(of parent: Int = 0) -> [Int] {
        guard parent < nodes.count, nodes[parent].isStructure else { return [] }
        var found: [Int] = []
        var index = parent + 1
        while index < Int(nodes[parent].next) {
            found.append(index)
            index = Int(nodes[index].next)
        }
        return found
    }

    /// The fields of a number among the children of a node, in the order of their bytes.
    public func children(_ number: UInt32, of parent: Int = 0) -> [Int] {
        var found: [Int] = []
        var next = first(number, in: parent)
        while let node = next {
            found.append(node)
            next = following(node, in: parent)
        }
        return found
    }

    /// The message type of a node: `.none` for what is no message of the schema.
    public func messageType(of node: Int, schema: borrowing ProtobufSchema) -> MessageIndex {
        if node == 0 { return message }
        let field = nodes[node].field
        return field.isKnown ? schema[field].message : .none
    }
}
