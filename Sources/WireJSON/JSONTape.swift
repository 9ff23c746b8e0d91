public import WireFormat

/// A parsed JSON text as a flat list of nodes in the order of the bytes; read it through a ``JSONView``.
///
/// Reuse a tape: parsing into a used tape allocates nothing once it has grown to the size of the texts. The tape does
/// not hold the bytes. A member is a node for the key, followed by the nodes of its value.
public struct JSONTape: Sendable {
    var nodes: [JSONNode] = []
    /// The number of nodes of the last text, keys included; 0 after an error.
    public private(set) var count = 0
    /// Whether the last text had white space between or around its tokens.
    public private(set) var hasWhitespace = false
    /// Whether a key or string of the last text has escapes.
    private var hasEscapes = false
    /// The last two letters of each key of the last text, in the form of ``JSONLetterPairs``.
    private(set) var keyEndings: [UInt32] = []
    /// Whether elements of the last text were left out of the tape.
    private(set) var lacksElements = false
    /// The offset of the last text in the bytes; the nodes' offsets are relative to it.
    var base = 0

    /// Makes an empty tape.
    public init() {}

    /// Parses the JSON text in `range` of `bytes`; replaces the previous content of the tape, also after an error.
    ///
    /// - Returns: the outermost value. It is tied to the parsed bytes, which makes reading its strings cheaper than
    ///   through ``root(in:)``.
    /// - Throws: `json` at the first byte that is wrong or missing; `limit`, also for a text of 4 GiB or more.
    @discardableResult
    @_lifetime(&self, copy bytes)
    public mutating func parse(
        _ bytes: Span<UInt8>,
        in range: Range<Int>,
        limits: JSONLimits = JSONLimits()
    ) throws(WireError) -> JSONView {
        try fill(bytes, in: range, limits: limits)
        return parsedRoot(in: bytes)
    }

    /// Parses a text, but if it is long, leaves out array elements that are not containers.
    ///
    /// Lists of numbers and names may have many more nodes than the rest of a text. Arrays then contain only objects
    /// and arrays, and their counts include only these.
    @_lifetime(&self, copy bytes)
    package mutating func parse(
        leavingOutScalarsOf bytes: Span<UInt8>,
        in range: Range<Int>,
        limits: JSONLimits
    ) throws(WireError) -> JSONView {
        try fill(bytes, in: range, limits: limits, leavesOutScalars: range.count > Self.countedBytes)
        return parsedRoot(in: bytes)
    }

    private mutating func fill(
        _ bytes: Span<UInt8>,
        in range: Range<Int>,
        limits: JSONLimits,
        leavesOutScalars: Bool = false
    ) throws(WireError) {
        count = 0
        let base = range.lowerBound
        self.base = base
        var limits = limits
        limits.bytes = min(limits.bytes, Int(clamping: UInt32.max - 1))
        // A text has no more nodes than bytes, so the memory of an unusually long text is freed.
        if nodes.count > 1 << 16, nodes.count / 4 > range.count { nodes = [] }
        if range.count > Self.countedBytes {
            try makeRoom(bytes, in: range, limits, JSONNodeCounter(leavesOutScalars: leavesOutScalars))
        }
        if nodes.isEmpty { nodes = Array(repeating: JSONNode(), count: 64) }
        if keyEndings.isEmpty { keyEndings = Array(repeating: 0, count: JSONLetterPairs.rowCount) }
        while true {
            guard
                let found = try Self.read(
                    bytes,
                    in: range,
                    limits,
                    leavesOutScalars: leavesOutScalars,
                    into: &nodes,
                    &keyEndings
                )
            else {
                // Doubles the room and starts again; a first long text costs up to twice its time, once.
                nodes.append(contentsOf: repeatElement(JSONNode(), count: nodes.count))
                continue
            }
            (count, hasWhitespace, hasEscapes) = found
            lacksElements = leavesOutScalars
            return
        }
    }

    /// Parses a text into the available nodes; returns `nil` if there are too few.
    @inline(__always)
    private static func read(
        _ bytes: Span<UInt8>,
        in range: Range<Int>,
        _ limits: JSONLimits,
        leavesOutScalars: Bool,
        into nodes: inout [JSONNode],
        _ keyEndings: inout [UInt32]
    ) throws(WireError) -> (count: Int, hasWhitespace: Bool, hasEscapes: Bool)? {
        var builder = JSONTapeBuilder(
            nodes.mutableSpan,
            keyEndings: keyEndings.mutableSpan,
            of: bytes,
            base: range.lowerBound,
            leavesOutScalars: leavesOutScalars
        )
        do throws(WireError) {
            try JSONParser.parse(bytes, in: range, limits: limits, visitor: &builder)
        } catch {
            guard builder.isFull else { throw error }
            return nil
        }
        return builder.found
    }

    /// The longest text whose nodes are not counted before memory is allocated, in bytes.
    private static let countedBytes = 1 << 17

    /// Allocates exactly the nodes of a long text; growing by doubling would take up to three times the memory
    /// meanwhile.
    @inline(never)
    private mutating func makeRoom(
        _ bytes: Span<UInt8>,
        in range: Range<Int>,
        _ limits: JSONLimits,
        _ counter: consuming JSONNodeCounter
    ) throws(WireError) {
        try JSONParser.parse(bytes, in: range, limits: limits, visitor: &counter)
        guard nodes.count < counter.count || nodes.count / 2 > counter.count else { return }
        // Frees the old nodes first.
        nodes = []
        nodes = Array(repeating: JSONNode(), count: counter.count)
    }

    /// Parses `bytes` and returns the outermost value.
    ///
    /// Throws `json`, `limit`.
    @discardableResult
    @_lifetime(&self, borrow bytes)
    public mutating func parse(_ bytes: [UInt8], limits: JSONLimits = JSONLimits()) throws(WireError) -> JSONView {
        try parse(bytes.span, in: 0..<bytes.count, limits: limits)
    }

    /// Returns whether a key or string of the last text meets a condition.
    ///
    /// - Parameters:
    ///   - bytes: the bytes that were parsed.
    ///   - onlyEscaped: whether only strings with escapes are checked.
    ///   - condition: receives the spelling between the quotes, whether it is a key, and whether it has escapes.
    package func hasString(
        in bytes: Span<UInt8>,
        onlyEscaped: Bool = false,
        where condition: (_ spelling: Span<UInt8>, _ isKey: Bool, _ hasEscapes: Bool) -> Bool
    ) -> Bool {
        // Elements that are not on the tape cannot be ruled out.
        if lacksElements { return true }
        if onlyEscaped, !hasEscapes { return false }
        let nodes = nodes.span
        for index in 0..<count where nodes[index].isString && (nodes[index].hasEscapes || !onlyEscaped) {
            let node = nodes[index]
            let end = base &+ Int(node.end)
            // A key is always followed by a colon, a value never.
            var next = end
            while next < bytes.count, bytes[next] <= 0x20 { next &+= 1 }
            let isKey = next < bytes.count && bytes[next] == UInt8(ascii: ":")
            let spelling = bytes.extracting(base &+ Int(node.start) &+ 1..<end &- 1)
            if condition(spelling, isKey, node.hasEscapes) { return true }
        }
        return false
    }

    /// The range of the outermost value of the last text; `nil` if there is none.
    var range: Range<Int>? {
        count > 0 ? base + Int(nodes[0].start)..<base + Int(nodes[0].end) : nil
    }

    /// Frees the memory that the last text does not need.
    mutating func trim() { nodes = Array(nodes.prefix(count)) }

    /// Returns the outermost value of the last text; traps if there is none, for example after an error.
    ///
    /// - Parameter bytes: The bytes that were parsed.
    @_lifetime(borrow self, copy bytes)
    public func root(in bytes: Span<UInt8>) -> JSONView {
        precondition(count > 0, "nothing is on the tape")
        return JSONView(bytes: bytes, nodes: nodes.span, base: base, index: 0, isKnownUTF8: false)
    }

    /// Returns the outermost value, for callers that certainly pass the bytes that were parsed.
    @_lifetime(borrow self, copy bytes)
    func parsedRoot(in bytes: Span<UInt8>) -> JSONView {
        JSONView(bytes: bytes, nodes: nodes.span, base: base, index: 0, isKnownUTF8: true)
    }
}
