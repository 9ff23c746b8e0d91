/// The tree of all fields that were read, with the byte range of each field: the inspector's view.
///
/// Nodes are in preorder. Every byte of the input belongs to exactly one leaf: tags, lengths and punctuation are leaves
/// too.
public final class FieldTree: FieldTrace {
    /// The value of a node.
    public enum Value: Hashable, Sendable {
        /// An inner node.
        case structure
        /// A number.
        case integer(Int64)
        /// An unsigned number.
        case unsigned(UInt64)
        /// A floating-point number.
        case double(Double)
        /// Bits shown in hex.
        case opaque(UInt64)
        /// Text, in the bytes of the node's range.
        case text
        /// Bytes that are not decoded further.
        case bytes
        /// A length, a tag or punctuation, which matters for the layout only.
        case token
        /// A word: an enum value's name, `true`, `null`.
        case word(String)
    }

    /// A field: its name, value, byte range and depth.
    public struct Node: Hashable, Sendable {
        /// The field's name.
        public var name: String
        /// The value of a leaf, or `.structure`.
        public var value: Value
        /// The byte range of the field, from the start of the outermost input.
        public var range: Range<Int>
        /// The number of nodes that contain this node.
        public var depth: Int
    }

    /// An inner node that has not ended.
    private struct OpenNode {
        /// The index in ``nodes``; -1 if the node was already handed out.
        var place: Int
        /// Whether the node's range is already final.
        var isSettled = false
    }

    // Exclusivity checks are off: no access to these members overlaps another one, and every leaf makes several.

    /// All nodes in preorder, without the nodes that were handed out.
    @safe @exclusivity(unchecked) public private(set) var nodes: [Node] = []
    @safe @exclusivity(unchecked) private var open: [OpenNode] = []
    /// Receives the nodes that are handed out.
    @safe @exclusivity(unchecked) private var receiver: (([Node]) -> Void)?
    /// The number of nodes at which `makeRoom()` is called.
    @safe @exclusivity(unchecked) private var mostNodes = Int.max

    /// Whether nodes beyond `mostNodes` are left out.
    @safe @exclusivity(unchecked) private var keepsFirst = false
    /// Whether nodes were left out (``keepFirst(_:)``).
    @safe @exclusivity(unchecked) package private(set) var isCut = false

    /// Makes an empty tree.
    public init() {
        // Most units have fewer fields, so their trees never grow.
        nodes.reserveCapacity(64)
        open.reserveCapacity(8)
    }

    /// Opens an inner node; the nodes that follow belong to it until ``end(at:)``.
    public func begin(_ name: String, at offset: Int) {
        if nodes.count >= mostNodes, !makeRoom() { return open.append(OpenNode(place: -1)) }
        nodes.append(Node(name: name, value: .structure, range: offset..<offset, depth: open.count))
        open.append(OpenNode(place: nodes.count - 1))
    }

    /// Sets the final end of the innermost open node, which has more nodes than its tag and length.
    package func settle(end: Int) {
        guard let last = open.indices.last, open[last].place >= 0 else { return }
        open[last].isSettled = true
        let start = nodes[open[last].place].range.lowerBound
        nodes[open[last].place].range = start..<max(end, start)
    }

    /// Closes the innermost open node.
    public func end(at offset: Int) {
        guard let place = open.popLast()?.place, place >= 0 else { return }
        nodes[place].range = nodes[place].range.lowerBound..<max(offset, nodes[place].range.lowerBound)
    }

    /// Hands out finished nodes to `receiver` in order, about a thousand at a time, instead of keeping them.
    ///
    /// So the tree of a unit may exceed the memory for it. ``nodes`` holds the nodes that are left at the end. An open
    /// node keeps all nodes after it from being handed out, unless ``settle(end:)`` has set its end. Without a
    /// receiver, all nodes are kept.
    package func handOut(to receiver: (([Node]) -> Void)?) {
        self.receiver = receiver
        mostNodes = receiver == nil ? .max : Self.handedOut
    }

    /// Whether nodes are handed out.
    package var isHandedOut: Bool { receiver != nil }

    /// The approximate number of nodes that are handed out together.
    private static let handedOut = 1024

    /// Keeps the first `count` nodes and leaves out all later ones.
    package func keepFirst(_ count: Int) {
        mostNodes = count
        keepsFirst = true
    }

    /// Adds a leaf of bytes after the nodes that were kept, for the input that was left out.
    package func appendRest(_ name: String, _ range: Range<Int>) {
        nodes.append(Node(name: name, value: .bytes, range: range, depth: 0))
    }

    /// Returns whether another node may be added; hands out finished nodes first.
    private func makeRoom() -> Bool {
        guard !keepsFirst else {
            isCut = true
            return false
        }
        handOut()
        return true
    }

    private func handOut() {
        guard let receiver else { return }
        let count = open.first { !$0.isSettled }?.place ?? nodes.count
        if count > 0 {
            receiver(Array(nodes[..<count]))
            nodes.removeFirst(count)
            for index in open.indices { open[index].place = max(open[index].place - count, -1) }
        }
        // Doubled, so that many waiting nodes are not searched again for each new node.
        mostNodes = max(Self.handedOut, nodes.count * 2)
    }

    /// Closes nodes until `depth` nodes are open, after an error inside them.
    public func unwind(to depth: Int, at offset: Int) {
        while open.count > depth { end(at: offset) }
    }

    /// The number of open nodes.
    public var depth: Int { open.count }

    /// Adds a leaf.
    public func leaf(_ name: String, _ value: Value, _ range: Range<Int>) {
        if nodes.count >= mostNodes, !makeRoom() { return }
        nodes.append(Node(name: name, value: value, range: range, depth: open.count))
    }

    /// Removes the last node if it is a leaf, so that the caller can add its parts instead.
    public func removeLastLeaf() {
        if !isCut, let last = nodes.last, last.value != .structure { nodes.removeLast() }
    }

    /// Turns the leaves with a name into tokens, because they are punctuation.
    package func makeTokens(named name: String) {
        for index in nodes.indices where nodes[index].value != .structure && nodes[index].name == name {
            nodes[index].value = .token
        }
    }

    /// Adds an integer as a leaf.
    public func integer(_ name: StaticString, _ value: Int64, _ range: Range<Int>) {
        leaf(name.description, .integer(value), range)
    }

    /// Adds bits without a numeric meaning as a leaf, shown in hex.
    public func opaque(_ name: StaticString, _ value: UInt64, _ range: Range<Int>) {
        leaf(name.description, .opaque(value), range)
    }

    /// Adds a node for text, with one leaf for the length and one for the bytes.
    public func text(_ name: StaticString, _ content: Range<Int>, prefix: Int) {
        begin(name.description, at: content.lowerBound - prefix)
        leaf("length", .token, content.lowerBound - prefix..<content.lowerBound)
        leaf("text", .text, content)
        end(at: content.upperBound)
    }

    /// Adds a leaf of raw bytes.
    public func bytes(_ name: StaticString, _ range: Range<Int>) {
        leaf(name.description, .bytes, range)
    }

    /// The leaves, in the order of their bytes.
    public var leaves: [Node] { nodes.filter { $0.value != .structure } }
}
