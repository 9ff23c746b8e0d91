public import WireFormat

/// A decoded message as a flat tree: one node per field, in the order of the bytes.
///
/// Reuse a tape: decoding the next message keeps the memory. Node 0 is the outermost message; the children of node `n`
/// begin at `n + 1`, and `nodes[n].next` is the first node after them. The tape holds offsets, not bytes: queries that
/// need the bytes take them as a parameter.
public struct ProtobufTape: Sendable {
    /// The nodes, followed by unused memory.
    @usableFromInline var storage: [ProtobufNode] = []
    /// The memory of the recorder; empty between two messages.
    private var states: [UInt64] = []
    /// The number of nodes.
    public private(set) var count = 0
    /// The type of the outermost message.
    public private(set) var message = MessageIndex.none
    /// Whether a field is not in the schema, or has another wire type than in the schema.
    public private(set) var hasUnknown = false
    /// Whether a field has another wire type than in the schema.
    public private(set) var hasWrongWireType = false
    /// Whether a string is not UTF-8.
    public private(set) var hasInvalidUTF8 = false
    /// Whether ``missingRequired(schema:)`` may find a field; `false` is certain.
    public private(set) var mayMissRequired = false
    /// Whether the message has so many fields that only those that count have nodes.
    ///
    /// Of a singular field, only the last occurrence has a node, at the place of the first; repeated fields without
    /// children share runs.
    public private(set) var isCompact = false
    /// The number of fields; unknown fields that were joined count as one.
    public private(set) var fieldCount = 0

    /// Makes an empty tape.
    public init() {}

    /// Decodes the message in `range` of `bytes`; offsets are counted from the start of `bytes`.
    ///
    /// - Parameters:
    ///   - bytes: the input.
    ///   - range: the range of the message in `bytes`.
    ///   - message: the type of the message.
    ///   - schema: the schema of `message`.
    ///   - limits: the limits of nesting and of the number of nodes.
    ///   - joinsFields: whether consecutive fields that the schema does not know, except groups and fields with another
    ///     wire type, become one node (``ProtobufNode/isRun``), and a message with very many fields becomes compact
    ///     (``isCompact``).
    /// - Throws: the errors of ``ProtobufParser``, and `limit` for more than `fields` fields, for 2 GiB and more, and
    ///   for offsets beyond 4 GiB. The nodes before an error of the parser stay.
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
        // Offsets take 32 bits, and indices of nodes are signed.
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
        // The fields were counted before memory for them is allocated.
        guard fieldCount <= limits.fields else {
            throw tooMany(in: range, schema, "at most \(limits.fields) fields, not \(fieldCount)")
        }
        if joinsFields, count > limits.compactBeyond {
            isCompact = true
            // The first pass only counts the nodes, before memory for them is allocated.
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

    /// Empties the tape and returns the error.
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

    /// Allocates memory for the nodes that were counted.
    private mutating func makeRoom() {
        guard count > storage.count else { return }
        // Many nodes are rare: allocate exactly their number, and free the old memory first.
        if count > 1 << 14 { storage = [] }
        storage.reserveCapacity(count)
        grow(to: max(count, min(storage.count * 2, 1 << 14)))
    }

    private mutating func grow(to capacity: Int) {
        let blank = ProtobufNode(outermost: 0..<0)
        storage.append(contentsOf: repeatElement(blank, count: capacity - storage.count))
    }

    /// Decodes into the available memory; afterwards, `count` may exceed it.
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

    /// Decodes like `record`, with as few nodes as possible.
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

    /// All nodes in preorder; after an error, the nodes that were read before it.
    @inlinable
    public var nodes: Span<ProtobufNode> {
        @_lifetime(borrow self)
        borrowing get { storage.span.extracting(first: count) }
    }

    /// Leaves a node and its descendants out of the JSON, or includes them again.
    @inlinable
    public mutating func setOmitted(_ node: Int, _ isOmitted: Bool = true) {
        precondition(node >= 0 && node < count)
        if isOmitted { storage[node].flags.insert(.omitted) } else { storage[node].flags.remove(.omitted) }
    }

    /// Returns the first child of a node with a field number; ignores fields that the schema does not know.
    @inlinable
    public func first(_ number: UInt32, in parent: Int = 0) -> Int? {
        guard parent < nodes.count else { return nil }
        return search(number, from: parent &+ 1, to: Int(nodes[parent].next))
    }

    /// Returns the last child of a node with a field number: for a singular scalar, the one that counts.
    @inlinable
    public func last(_ number: UInt32, in parent: Int = 0) -> Int? {
        var found = first(number, in: parent)
        while let earlier = found, let later = following(earlier, in: parent) { found = later }
        return found
    }

    /// Returns the next child of `parent` after `node` with the same number.
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

    /// Returns the children of a node, in the order of their bytes.
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

    /// Returns the children of a node with a field number, in the order of their bytes.
    public func children(_ number: UInt32, of parent: Int = 0) -> [Int] {
        var found: [Int] = []
        var next = first(number, in: parent)
        while let node = next {
            found.append(node)
            next = following(node, in: parent)
        }
        return found
    }

    /// Returns the message type of a node, or `.none` if it is not a message of the schema.
    public func messageType(of node: Int, schema: borrowing ProtobufSchema) -> MessageIndex {
        if node == 0 { return message }
        let field = nodes[node].field
        return field.isKnown ? schema[field].message : .none
    }
}
