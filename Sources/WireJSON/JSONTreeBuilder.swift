import WireFormat

/// Adds a node to a ``FieldTree`` for each token.
struct JSONTreeBuilder: JSONVisitor, ~Escapable {
    /// An open container.
    private struct Container {
        var name: String
        /// The next element's number; `nil` in an object.
        var element: Int?
    }

    private let tree: FieldTree
    private let bytes: Span<UInt8>
    private var open: [Container] = []
    /// The name of the next value, if it is known.
    private var name: String?
    /// The offset after the last leaf.
    private(set) var covered: Int
    /// The long containers that have not begun yet; their ends are known in advance.
    private var long: ArraySlice<Range<Int>>

    @_lifetime(copy bytes)
    init(_ tree: FieldTree, _ name: String, _ bytes: Span<UInt8>, from start: Int, long: [Range<Int>]) {
        self.long = long[...]
        self.tree = tree
        self.bytes = bytes
        self.name = name
        covered = start
    }

    /// The names that lead to the parser's current place.
    var path: [String] { open.map(\.name) + (name.map { [$0] } ?? []) }

    @_lifetime(self: copy self)
    private mutating func takeName() -> String {
        if let name {
            self.name = nil
            return name
        }
        guard let last = open.indices.last, let element = open[last].element else { return "" }
        open[last].element = element + 1
        return "[\(element)]"
    }

    @_lifetime(self: copy self)
    private mutating func leaf(_ name: String, _ value: FieldTree.Value, _ range: Range<Int>) {
        tree.leaf(name, value, range)
        covered = range.upperBound
    }

    @_lifetime(self: copy self)
    private mutating func begin(_ element: Int?, _ offset: Int) {
        let name = takeName()
        tree.begin(name, at: offset)
        if let next = long.first, next.lowerBound == offset {
            tree.settle(end: next.upperBound)
            long.removeFirst()
        }
        open.append(Container(name: name, element: element))
    }

    @_lifetime(self: copy self)
    private mutating func end(_ offset: Int) {
        tree.end(at: offset)
        open.removeLast()
    }

    @_lifetime(self: copy self)
    mutating func beginObject(at offset: Int) { begin(nil, offset) }

    @_lifetime(self: copy self)
    mutating func endObject(at offset: Int) { end(offset) }

    @_lifetime(self: copy self)
    mutating func beginArray(at offset: Int) { begin(0, offset) }

    @_lifetime(self: copy self)
    mutating func endArray(at offset: Int) { end(offset) }

    @_lifetime(self: copy self)
    mutating func key(_ range: Range<Int>, hasEscapes: Bool, isASCII: Bool) {
        name = JSONText.decode(bytes, in: range.lowerBound + 1..<range.upperBound - 1, hasEscapes: hasEscapes)
        leaf("key", .token, range)
    }

    @_lifetime(self: copy self)
    mutating func string(_ range: Range<Int>, hasEscapes: Bool, isASCII: Bool) { leaf(takeName(), .text, range) }

    @_lifetime(self: copy self)
    mutating func number(_ range: Range<Int>) {
        let spelling = bytes.extracting(range)
        if let integer = JSONDigits.int64(spelling) {
            leaf(takeName(), .integer(integer), range)
        } else if let integer = JSONDigits.uint64(spelling) {
            leaf(takeName(), .unsigned(integer), range)
        } else {
            leaf(takeName(), .double(JSONDigits.double(spelling)), range)
        }
    }

    @_lifetime(self: copy self)
    mutating func literal(_ literal: JSONLiteral, _ range: Range<Int>) {
        leaf(takeName(), .word(String(decodingUTF8: bytes.extracting(range))), range)
    }

    @_lifetime(self: copy self)
    mutating func punctuation(_ range: Range<Int>) {
        // Literals, so that no string is made for every comma.
        let name =
            switch bytes[range.lowerBound] {
            case UInt8(ascii: "{"): "{"
            case UInt8(ascii: "}"): "}"
            case UInt8(ascii: "["): "["
            case UInt8(ascii: "]"): "]"
            case UInt8(ascii: ":"): ":"
            default: ","
            }
        leaf(name, .token, range)
    }

    @_lifetime(self: copy self)
    mutating func whitespace(_ range: Range<Int>) { leaf("whitespace", .token, range) }
}
