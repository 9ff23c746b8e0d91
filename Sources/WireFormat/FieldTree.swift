/// The tree of everything that was read, with the byte range of each field: what the inspector shows.
///
/// Nodes are in preorder. Every byte of the input belongs to exactly one leaf: tags, lengths and punctuation are leaves
/// too.
public final class FieldTree: FieldTrace {
    /// What a leaf holds.
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
        /// Bytes that nothing looks into.
        case bytes
        /// A length, a tag or punctuation: needed for the layout only.
        case token
        /// A word: an enum value's name, `true`, `null`.
        case word(String)
    }

    /// A field: its name, value and place.
    public struct Node: Hashable, Sendable {
        /// The field's name.
        public var name: String
        /// The value of a leaf, or `.structure`.
        public var value: Value
        /// The bytes that the field takes, from the start of the outermost input.
        public var range: Range<Int>
        /// How many nodes contain this one.
        public var depth: Int
    }

    /// An inner node that has not ended.
    private struct OpenNode {
        /// Its place among ``nodes``; -1 when it was handed out.
        var place: Int
        /// Whether its range is that which it will have.
        var isSettled = false
    }

    // No access to these members encloses another one, so none is checked for that: there are some for each leaf.

    /// All nodes in preorder; without those that were handed out.
    @safe @exclusivity(unchecked) public private(set) var nodes: [Node] = []
    @safe @exclusivity(unchecked) private var open: [OpenNode] = []
    /// Takes nodes that are not kept.
    @safe @exclusivity(unchecked) private var receiver: (([Node]) -> Void)?
    /// How many nodes there may be before some are handed out.
    @safe @exclusivity(unchecked) private var mostNodes = Int.max

    /// Whether no more nodes than there are will be kept.
    @safe @exclusivity(unchecked) private var keepsFirst = false
    /// Whether nodes were left out (``keepFirst(_:)``).
    @safe @exclusivity(unchecked) package private(set) var isCut = false

    /// Makes an empty tree.
    public init() {
        // Most units have fewer fields than this, and no tree has to grow for them.
        nodes.reserveCapacity(64)
        open.reserveCapacity(8)
    }

    /// Opens an inner node; nodes that follow belong to it until ``end(at:)``.
    public func begin(_ name: String, at offset: Int) {
        if nodes.count >= mostNodes, !makeRoom() { return open.append(OpenNode(place: -1)) }
        nodes.append(Node(name: name, value: .structure, range: offset..<offset, depth: open.count))
        open.append(OpenNode(place: nodes.count - 1))
    }

    /// Says where the innermost open node will end, and that more nodes than its tag and length follow in it.
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

    /// Hands nodes out, in their order, as soon as there are some hundreds that will stay as they are, instead of keeping
    /// them: so the tree of a unit may be larger than the memory for it.
    ///
    /// What is still there at the end is in ``nodes``. Nodes wait behind an open one whose end was not told by
    /// ``settle(end:)``. Without a receiver all are kept.
    package func handOut(to receiver: (([Node]) -> Void)?) {
        self.receiver = receiver
        mostNodes = receiver == nil ? .max : Self.handedOut
    }

    /// Whether nodes are handed out.
    package var isHandedOut: Bool { receiver != nil }

    /// Nodes that are handed out together, about.
    private static let handedOut = 1024

    /// Keeps so many nodes, and leaves out all that come later.
    package func keepFirst(_ count: Int) {
        mostNodes = count
        keepsFirst = true
    }

    /// Adds a leaf behind what was kept.
    package func appendRest(_ name: String, _ range: Range<Int>) {
        nodes.append(Node(name: name, value: .bytes, range: range, depth: 0))
    }

    /// Whether there is room for another node, after some were handed out.
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
        // When many have to wait, they are not looked at for each that comes.
        mostNodes = max(Self.handedOut, nodes.count * 2)
    }

    /// Closes nodes until `depth` are open: after an error inside them.
    public func unwind(to depth: Int, at offset: Int) {
        while open.count > depth { end(at: offset) }
    }

    /// How many nodes are open.
    public var depth: Int { open.count }

    /// Adds a leaf.
    public func leaf(_ name: String, _ value: Value, _ range: Range<Int>) {
        if nodes.count >= mostNodes, !makeRoom() { return }
        nodes.append(Node(name: name, value: value, range: range, depth: open.count))
    }

    /// Takes the last node back when it is a leaf: what it stands for is to be shown in detail.
    public func removeLastLeaf() {
        if !isCut, let last = nodes.last, last.value != .structure { nodes.removeLast() }
    }

    /// Makes leaves of a name tokens: they are punctuation.
    package func makeTokens(named name: String) {
        for index in nodes.indices where nodes[index].value != .structure && nodes[index].name == name {
            nodes[index].value = .token
        }
    }

    /// Adds an integer leaf.
    public func integer(_ name: StaticString, _ value: Int64, _ range: Range<Int>) {
        leaf(name.description, .integer(value), range)
    }

    /// Adds a leaf shown in hex.
    public func opaque(_ name: StaticString, _ value: UInt64, _ range: Range<Int>) {
        leaf(name.description, .opaque(value), range)
    }

    /// Adds text: a leaf for its length and one for its bytes.
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

    /// The leaves in the order of their bytes.
    public var leaves: [Node] { nodes.filter { $0.value != .structure } }
}
