import WireFormat

/// Counts the nodes that a text needs on a ``JSONTape``.
struct JSONNodeCounter: JSONVisitor {
    private(set) var count = 0
    /// Whether array elements that are not containers are left out.
    private let leavesOutScalars: Bool
    /// The open containers, `true` for an array; empty unless `leavesOutScalars`.
    private var open: [Bool] = []

    init(leavesOutScalars: Bool) { self.leavesOutScalars = leavesOutScalars }

    private mutating func begin(isArray: Bool) {
        count &+= 1
        if leavesOutScalars { open.append(isArray) }
    }

    private mutating func end() { if leavesOutScalars { open.removeLast() } }

    private mutating func scalar() { if open.last != true { count &+= 1 } }

    @inline(__always)
    mutating func beginObject(at offset: Int) { begin(isArray: false) }

    @inline(__always)
    mutating func endObject(at offset: Int) { end() }

    @inline(__always)
    mutating func beginArray(at offset: Int) { begin(isArray: true) }

    @inline(__always)
    mutating func endArray(at offset: Int) { end() }

    @inline(__always)
    mutating func key(_ range: Range<Int>, hasEscapes: Bool, isASCII: Bool) { count &+= 1 }

    @inline(__always)
    mutating func string(_ range: Range<Int>, hasEscapes: Bool, isASCII: Bool) { scalar() }

    @inline(__always)
    mutating func number(_ range: Range<Int>) { scalar() }

    @inline(__always)
    mutating func literal(_ literal: JSONLiteral, _ range: Range<Int>) { scalar() }
}
