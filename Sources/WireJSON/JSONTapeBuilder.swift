import WireFormat

/// Writes the nodes of a text into preallocated memory.
///
/// The open containers form a linked list through the nodes, so no stack is needed.
struct JSONTapeBuilder: JSONVisitor, ~Copyable, ~Escapable {
    private var nodes: MutableSpan<JSONNode>
    private var keyEndings: MutableSpan<UInt32>
    private let bytes: Span<UInt8>
    private let base: Int
    private var count = 0
    /// Whether parsing ended because the nodes were used up.
    private(set) var isFull = false
    /// Whether there is white space between or around the tokens.
    private var hasWhitespace = false
    /// Whether a key or string has escapes.
    private var hasEscapes = false
    /// Whether array elements that are not containers are left out.
    private let leavesOutScalars: Bool
    /// The index of the innermost open container; `children` is the number of its children so far.
    private var container: UInt32 = 0
    private var children: UInt32 = 0

    /// Takes the memory to fill.
    ///
    /// - Parameter keyEndings: the rows of letter pairs, which are reset first; see ``JSONTape/keyEndings``.
    @_lifetime(copy nodes, copy keyEndings, copy bytes)
    init(
        _ nodes: consuming MutableSpan<JSONNode>,
        keyEndings: consuming MutableSpan<UInt32>,
        of bytes: Span<UInt8>,
        base: Int,
        leavesOutScalars: Bool
    ) {
        self.nodes = nodes
        self.keyEndings = keyEndings
        self.bytes = bytes
        self.base = base
        self.leavesOutScalars = leavesOutScalars
        for index in self.keyEndings.indices { self.keyEndings[index] = 0 }
    }

    /// The facts that ``JSONTape`` keeps, after the whole text was parsed.
    var found: (count: Int, hasWhitespace: Bool, hasEscapes: Bool) { (count, hasWhitespace, hasEscapes) }

    /// Whether a scalar at the current place is left out.
    @inline(__always)
    private var isLeftOut: Bool {
        leavesOutScalars && count > 0 && !nodes[Int(container)].isObject
    }

    @inline(never)
    @_lifetime(self: copy self)
    private mutating func full(_ offset: Int) -> WireError {
        isFull = true
        return WireError(.limit, at: offset)
    }

    @inline(__always)
    @_lifetime(self: copy self)
    private mutating func add(_ kind: JSONNode.Kind, _ range: Range<Int>, flags: UInt32 = 0) throws(WireError) {
        guard count < nodes.count else { throw full(range.lowerBound) }
        nodes[count] = JSONNode(
            kind,
            start: UInt32(truncatingIfNeeded: range.lowerBound &- base),
            end: UInt32(truncatingIfNeeded: range.upperBound &- base),
            link: UInt32(truncatingIfNeeded: count &+ 1),
            flags: flags
        )
        count &+= 1
    }

    @inline(__always)
    @_lifetime(self: copy self)
    private mutating func begin(_ kind: JSONNode.Kind, _ offset: Int) throws(WireError) {
        guard count < nodes.count else { throw full(offset) }
        nodes[Int(container)].end = children
        nodes[count] = JSONNode(
            kind,
            start: UInt32(truncatingIfNeeded: offset &- base),
            end: 0,
            link: container
        )
        container = UInt32(truncatingIfNeeded: count)
        children = 0
        count &+= 1
    }

    @inline(__always)
    @_lifetime(self: copy self)
    private mutating func end(_ offset: Int) {
        let index = Int(container)
        var node = nodes[index]
        container = node.link
        node.end = UInt32(truncatingIfNeeded: offset &- base)
        node.link = UInt32(truncatingIfNeeded: count)
        node.children = children
        children = nodes[Int(container)].end &+ 1
        nodes[index] = node
    }

    @inline(__always)
    private func flags(_ hasEscapes: Bool, _ isASCII: Bool) -> UInt32 {
        (hasEscapes ? JSONNode.escapesFlag : 0) | (isASCII ? JSONNode.asciiFlag : 0)
    }

    @inline(__always)
    @_lifetime(self: copy self)
    mutating func whitespace(_ range: Range<Int>) { hasWhitespace = true }

    @inline(__always)
    @_lifetime(self: copy self)
    mutating func beginObject(at offset: Int) throws(WireError) { try begin(.object, offset) }

    @inline(__always)
    @_lifetime(self: copy self)
    mutating func endObject(at offset: Int) { end(offset) }

    @inline(__always)
    @_lifetime(self: copy self)
    mutating func beginArray(at offset: Int) throws(WireError) { try begin(.array, offset) }

    @inline(__always)
    @_lifetime(self: copy self)
    mutating func endArray(at offset: Int) { end(offset) }

    @inline(__always)
    @_lifetime(self: copy self)
    mutating func key(_ range: Range<Int>, hasEscapes: Bool, isASCII: Bool) throws(WireError) {
        // In bounds also for an empty key: its quotes follow at least the brace of the object.
        let last = ByteScan.byte(bytes, range.upperBound &- 2)
        let letter = ByteScan.byte(bytes, range.upperBound &- 3)
        keyEndings[Int(last & 31)] |= JSONLetterPairs.bit(of: letter)
        if hasEscapes { self.hasEscapes = true }
        try add(.string, range, flags: flags(hasEscapes, isASCII))
    }

    @inline(__always)
    @_lifetime(self: copy self)
    mutating func string(_ range: Range<Int>, hasEscapes: Bool, isASCII: Bool) throws(WireError) {
        if hasEscapes { self.hasEscapes = true }
        if isLeftOut { return }
        try add(.string, range, flags: flags(hasEscapes, isASCII))
        children &+= 1
    }

    @inline(__always)
    @_lifetime(self: copy self)
    mutating func number(_ range: Range<Int>) throws(WireError) {
        if isLeftOut { return }
        try add(.number, range)
        children &+= 1
    }

    @inline(__always)
    @_lifetime(self: copy self)
    mutating func literal(_ literal: JSONLiteral, _ range: Range<Int>) throws(WireError) {
        if isLeftOut { return }
        switch literal {
        case .true: try add(.true, range)
        case .false: try add(.false, range)
        case .null: try add(.null, range)
        }
        children &+= 1
    }
}
