import WireFormat

/// Records the fields of a message with very many fields in fewer nodes than ``TapeRecorder``.
///
/// A field may take two bytes, but a node takes twenty. Of a singular field only the last occurrence counts, and
/// replaces the node of the first. Consecutive fields without children that are repeated, unknown or such later
/// occurrences share one node (``ProtobufNode/isRun``). Fields with children have nodes as usual. When the memory is
/// full, the remaining nodes are only counted.
struct CompactRecorder: ProtobufVisitor, ~Copyable, ~Escapable {
    /// An open message.
    private struct Open {
        var node = 0
        /// The number of the last known field.
        var lastNumber: UInt32 = 0
        /// The required fields that have not been seen, a bit each.
        var missing: UInt32
        var seenOneof = false
        /// Whether a field with the wrong wire type was seen; the first of these keeps its own node.
        var seenWrongWireType = false
        /// The node that the next field may join, and the offset at which that field must begin; -1 for none.
        var run = -1
        var runEnd = -1
    }

    /// The message and node in which a field was last seen.
    private struct Seen {
        var message: Int32 = -1
        var node: Int32 = -1
    }

    private var slots: MutableSpan<ProtobufNode>
    private var open: Open
    private var around: [Open] = []
    private var seen: [Seen]
    private let requiredMasks: Span<UInt32>
    private(set) var result: TapeRecorder.Result

    @_lifetime(copy slots, borrow schema)
    init(
        _ slots: consuming MutableSpan<ProtobufNode>,
        range: Range<Int>,
        message: MessageIndex,
        schema: borrowing ProtobufSchema,
        result: consuming TapeRecorder.Result
    ) {
        self.slots = slots
        self.result = result
        requiredMasks = schema.requiredMasks.span
        open = Open(missing: message.rawValue >= 0 ? requiredMasks[Int(message.rawValue)] : 0)
        seen = Array(repeating: Seen(), count: schema.fields.count)
        self.slots[0] = ProtobufNode(outermost: range)
    }

    // MARK: Fields without children

    private mutating func leaf(_ place: ProtobufPlace, _ flags: ProtobufNode.Flags) {
        guard place.field.isKnown else { return unknown(place) }
        note(place)
        let field = Int(place.field.rawValue)
        guard Int(seen[field].message) == open.node, place.info.oneof < 0 else {
            let node = add(place, flags)
            seen[field] = Seen(message: Int32(truncatingIfNeeded: open.node), node: Int32(truncatingIfNeeded: node))
            open.run = place.info.isRepeated ? node : -1
            open.runEnd = place.end
            return
        }
        if place.info.isRepeated { return join(place, flags, isKnown: true) }
        let node = Int(seen[field].node)
        if node < slots.count {
            let next = slots[node].next
            slots[node] = ProtobufNode(place, next: next, flags: flags)
        }
        if open.run >= 0, open.runEnd == place.tagStart { extend(to: place.end, isKnown: false) }
    }

    private mutating func unknown(_ place: ProtobufPlace) {
        result.hasUnknown = true
        guard place.isWrongWireType else { return join(place, .unknown, isKnown: false) }
        result.hasWrongWireType = true
        guard !open.seenWrongWireType else { return join(place, [.unknown, .wrongWireType], isKnown: false) }
        open.seenWrongWireType = true
        open.run = -1
        _ = add(place, [.unknown, .wrongWireType])
    }

    private mutating func add(_ place: ProtobufPlace, _ flags: ProtobufNode.Flags) -> Int {
        let node = result.count
        if node < slots.count {
            slots[node] = ProtobufNode(place, next: Int32(truncatingIfNeeded: node &+ 1), flags: flags)
        }
        result.count &+= 1
        return node
    }

    /// Joins a field to the run before it, or starts a new run.
    private mutating func join(_ place: ProtobufPlace, _ flags: ProtobufNode.Flags, isKnown: Bool) {
        if open.run >= 0, open.runEnd == place.tagStart { return extend(to: place.end, isKnown: isKnown) }
        open.run = add(place, flags)
        open.runEnd = place.end
    }

    private mutating func extend(to end: Int, isKnown: Bool) {
        open.runEnd = end
        guard open.run < slots.count else { return }
        slots[open.run].join(end: end, isKnown: isKnown)
        if slots[open.run].holdsKnown { unordered() }
    }

    /// Updates the state of the open message with a known field.
    private mutating func note(_ place: ProtobufPlace) {
        let number = place.number
        if number <= open.lastNumber && !(number == open.lastNumber && place.info.isRepeated) { unordered() }
        open.lastNumber = number
        if place.info.isRequired && place.info.requiredPlace < 31 {
            open.missing &= ~(1 &<< UInt32(place.info.requiredPlace))
        }
        guard place.info.oneof >= 0 else { return }
        if open.seenOneof { unordered() }
        open.seenOneof = true
    }

    private mutating func unordered() {
        if open.node < slots.count { slots[open.node].flags.insert(.unordered) }
    }

    mutating func varint(_ place: ProtobufPlace, _ value: UInt64) { leaf(place, []) }
    mutating func fixed32(_ place: ProtobufPlace, _ value: UInt32) { leaf(place, []) }
    mutating func fixed64(_ place: ProtobufPlace, _ value: UInt64) { leaf(place, []) }
    mutating func beginPacked(_ place: ProtobufPlace) { leaf(place, .packed) }

    mutating func bytes(_ place: ProtobufPlace, _ bytes: Span<UInt8>) {
        let isBroken = place.field.isKnown && place.info.kind == .string && !bytes.isUTF8(in: place.valueRange)
        if isBroken { result.hasInvalidUTF8 = true }
        leaf(place, isBroken ? .invalidUTF8 : [])
    }

    // MARK: Messages

    mutating func beginMessage(_ place: ProtobufPlace) { begin(place) }
    mutating func beginGroup(_ place: ProtobufPlace) { begin(place) }
    mutating func endMessage(at end: Int) { close() }

    mutating func endGroup(tag: Range<Int>) {
        if open.node < slots.count {
            slots[open.node].end = tag.upperBound
            slots[open.node].lengthLength = tag.count
        }
        close()
    }

    private mutating func begin(_ place: ProtobufPlace) {
        var flags: ProtobufNode.Flags = .structure
        if place.field.isKnown {
            note(place)
        } else {
            flags.insert(.unknown)
            result.hasUnknown = true
            if place.isWrongWireType {
                flags.insert(.wrongWireType)
                result.hasWrongWireType = true
            }
        }
        open.run = -1
        let node = add(place, flags)
        around.append(open)
        let target = place.field.isKnown ? Int(place.info.target) : -1
        open = Open(node: node, missing: target >= 0 ? requiredMasks[target] : 0)
    }

    private mutating func close() {
        if open.missing != 0 { result.mayMissRequired = true }
        if open.node < slots.count { slots[open.node].next = Int32(truncatingIfNeeded: result.count) }
        if let outer = around.popLast() { open = outer }
    }

    /// Returns the end of the message that contains the innermost open group; `whole` if that is the outermost message.
    private func endOfOuter(_ whole: Int) -> Int {
        for outer in around.reversed() where slots[outer.node].wireType != .startGroup {
            return outer.node > 0 ? slots[outer.node].end : whole
        }
        return whole
    }

    /// Closes the outermost message and, after an error, all open messages inside it; returns the result.
    consuming func finish(at end: Int, failed: Bool) -> TapeRecorder.Result {
        while open.node > 0 {
            if open.node < slots.count {
                if slots[open.node].wireType == .startGroup { slots[open.node].end = endOfOuter(end) }
                slots[open.node].flags.insert(.incomplete)
            }
            close()
        }
        if open.missing != 0 { result.mayMissRequired = true }
        if failed { slots[0].flags.insert(.incomplete) }
        slots[0].next = Int32(truncatingIfNeeded: result.count)
        return result
    }
}
