import WireFormat

/// Records the fields that the parser reads, into preallocated memory.
///
/// When the memory is full, the remaining nodes are only counted, and the tape starts again with more memory. While a
/// message is open, its node's `next` is the index of its parent.
struct TapeRecorder: ProtobufVisitor, ~Copyable, ~Escapable {
    private var slots: MutableSpan<ProtobufNode>
    private var count: Int { result.count }
    private var open = 0
    /// The number of the last known field of the innermost open message.
    private var lastNumber: UInt32 = 0
    /// The required fields of the innermost open message that have not been seen; the highest bit is never cleared.
    private var missing: UInt32
    /// Whether a field of a oneof was seen in the innermost open message.
    private var seenOneof = false
    private let requiredMasks: Span<UInt32>
    /// Whether consecutive unknown fields become one node.
    private let joinsUnknown: Bool
    /// The offset after the last node if that is an unknown field without children, so that the next field may join;
    /// otherwise -1.
    private var joint = -1

    @_lifetime(copy slots, borrow schema)
    init(
        _ slots: consuming MutableSpan<ProtobufNode>,
        range: Range<Int>,
        message: MessageIndex,
        schema: borrowing ProtobufSchema,
        joinsUnknown: Bool,
        result: consuming Result
    ) {
        self.result = result
        self.joinsUnknown = joinsUnknown
        self.slots = slots
        requiredMasks = schema.requiredMasks.span
        missing = message.rawValue >= 0 ? requiredMasks[Int(message.rawValue)] : 0
        self.slots[0] = ProtobufNode(outermost: range)
    }

    /// The parts of the recorder that the tape keeps.
    struct Result {
        /// The number of nodes, also of those that did not fit.
        var count = 1
        var hasUnknown = false
        var hasWrongWireType = false
        var hasInvalidUTF8 = false
        var mayMissRequired = false
        /// The recorder's ``TapeRecorder/state`` for each message that contains the innermost open message.
        var states: [UInt64] = []
    }

    private(set) var result: Result

    private var isFull: Bool { count > slots.count }

    @inline(__always)
    private mutating func add(_ place: ProtobufPlace, _ extra: ProtobufNode.Flags) {
        var flags = extra
        if place.field.isKnown {
            let number = place.number
            if number <= lastNumber && !(number == lastNumber && place.info.isRepeated) { unordered() }
            lastNumber = number
            if place.info.isRequired && place.info.requiredPlace < 31 {
                missing &= ~(1 &<< UInt32(place.info.requiredPlace))
            }
            if place.info.oneof >= 0 {
                if seenOneof { unordered() }
                seenOneof = true
            }
        } else {
            result.hasUnknown = true
            flags.insert(.unknown)
            if place.isWrongWireType {
                result.hasWrongWireType = true
                flags.insert(.wrongWireType)
            } else if joinsUnknown, extra.isEmpty, join(place) {
                return
            }
        }
        if count < slots.count {
            slots[count] = ProtobufNode(
                place,
                next: Int32(truncatingIfNeeded: count &+ 1),
                flags: flags
            )
        }
        result.count &+= 1
    }

    /// Joins an unknown field to the unknown field before it, if there is one; returns whether it did.
    private mutating func join(_ place: ProtobufPlace) -> Bool {
        let isJoined = joint == place.tagStart
        if isJoined, !isFull { slots[count &- 1].join(end: place.end) }
        joint = place.end
        return isJoined
    }

    @inline(never)
    private mutating func unordered() { slots[open].flags.insert(.unordered) }

    @inline(__always)
    mutating func varint(_ place: ProtobufPlace, _ value: UInt64) { add(place, []) }
    @inline(__always)
    mutating func fixed32(_ place: ProtobufPlace, _ value: UInt32) { add(place, []) }
    @inline(__always)
    mutating func fixed64(_ place: ProtobufPlace, _ value: UInt64) { add(place, []) }

    @inline(__always)
    mutating func bytes(_ place: ProtobufPlace, _ bytes: Span<UInt8>) {
        if place.field.isKnown, place.info.kind == .string, !bytes.isUTF8(in: place.valueRange) {
            result.hasInvalidUTF8 = true
            add(place, .invalidUTF8)
        } else {
            add(place, [])
        }
    }

    @inline(__always)
    mutating func beginPacked(_ place: ProtobufPlace) { add(place, .packed) }

    @inline(__always)
    mutating func beginMessage(_ place: ProtobufPlace) { begin(place) }
    mutating func endMessage(at end: Int) { close() }
    @inline(__always)
    mutating func beginGroup(_ place: ProtobufPlace) { begin(place) }

    mutating func endGroup(tag: Range<Int>) {
        joint = -1
        guard !isFull else { return }
        slots[open].end = tag.upperBound
        slots[open].lengthLength = tag.count
        close()
    }

    private mutating func begin(_ place: ProtobufPlace) {
        joint = -1
        add(place, .structure)
        guard !isFull else { return }
        result.states.append(state)
        slots[count &- 1].next = Int32(truncatingIfNeeded: open)
        open = count &- 1
        lastNumber = 0
        seenOneof = false
        let target = place.field.isKnown ? Int(place.info.target) : -1
        missing = target >= 0 ? requiredMasks[target] : 0
    }

    private mutating func close() {
        joint = -1
        guard !isFull else { return }
        if missing != 0 { result.mayMissRequired = true }
        if let outer = result.states.popLast() { state = outer }
        let parent = Int(slots[open].next)
        slots[open].next = Int32(truncatingIfNeeded: count)
        open = parent
    }

    /// The recorder's facts about the innermost open message, in 64 bits.
    private var state: UInt64 {
        get { UInt64(lastNumber) << 32 | UInt64(seenOneof ? 1 : 0) << 63 | UInt64(missing) }
        set {
            lastNumber = UInt32(truncatingIfNeeded: newValue >> 32) & 0x7FFF_FFFF
            seenOneof = newValue >> 63 != 0
            missing = UInt32(truncatingIfNeeded: newValue)
        }
    }

    /// Returns the end of the message that contains the innermost open group; `whole` if that is the outermost message.
    private func endOfOuter(_ whole: Int) -> Int {
        var outer = Int(slots[open].next)
        while outer > 0, slots[outer].wireType == .startGroup { outer = Int(slots[outer].next) }
        return outer > 0 ? slots[outer].end : whole
    }

    /// Closes the outermost message and, after an error, all open messages inside it; returns the result with its
    /// memory.
    consuming func finish(at end: Int, failed: Bool) -> Result {
        guard !isFull else { return result }
        while open > 0 {
            if slots[open].wireType == .startGroup { slots[open].end = endOfOuter(end) }
            slots[open].flags.insert(.incomplete)
            close()
        }
        if missing != 0 { result.mayMissRequired = true }
        if failed { slots[0].flags.insert(.incomplete) }
        slots[0].next = Int32(truncatingIfNeeded: count)
        return result
    }
}
