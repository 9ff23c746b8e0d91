/// A decoded input that can be changed and encoded again: leaves of bytes in nested frames.
///
/// Encoding writes the right lengths, unless a node claims another one.
package struct Shape: Hashable, Sendable {
    /// The meaning of a leaf's bytes, which decides how to mutate them.
    package enum Role: UInt8, Hashable, Sendable {
        /// A big-endian number of the leaf's own width.
        case integer
        /// A varint: seven bits in each byte, the lowest first.
        case varint
        /// Text.
        case text
        /// Bytes without known meaning.
        case bytes
        /// A JSON value that is not a text: a number or a word.
        case literal
        /// Punctuation and tags, which are rarely changed.
        case token
        /// An inner node.
        case group
    }

    /// The name of the node; nodes with the same name may replace each other.
    package var name: String
    /// The role of the node.
    package var role: Role
    /// The bytes of a leaf.
    package var bytes: [UInt8]
    /// The parts of an inner node.
    package var children: [Shape]
    /// The framing around the parts.
    package var framing: Framing?
    /// The length that is written instead of the right one.
    package var claim: Int?

    /// Creates a leaf.
    @inlinable
    package init(_ name: String, _ role: Role, _ bytes: some Sequence<UInt8>) {
        self.name = name
        self.role = role
        self.bytes = Array(bytes)
        children = []
    }

    /// Creates an inner node.
    package init(_ name: String, framing: Framing? = nil, _ children: [Shape]) {
        self.name = name
        role = .group
        bytes = []
        self.framing = framing
        self.children = children
    }

    /// The number of nodes, this one included.
    package var count: Int { children.reduce(1) { $0 + $1.count } }

    /// Appends the encoded bytes.
    package func encode(into output: inout [UInt8]) {
        guard role == .group else {
            output += bytes
            return
        }
        guard let framing else {
            for child in children { child.encode(into: &output) }
            return
        }
        var body: [UInt8] = []
        for child in children { child.encode(into: &body) }
        framing.append(body, claiming: claim ?? body.count, to: &output)
    }

    /// The encoded bytes.
    package var encoded: [UInt8] {
        var output: [UInt8] = []
        encode(into: &output)
        return output
    }

    /// Changes the node with a number in preorder, and returns whether the node exists.
    @discardableResult
    package mutating func update(_ number: Int, _ change: (inout Shape) -> Void) -> Bool {
        var left = number
        return update(&left, change)
    }

    private mutating func update(_ left: inout Int, _ change: (inout Shape) -> Void) -> Bool {
        if left == 0 {
            change(&self)
            return true
        }
        left -= 1
        for index in children.indices where children[index].update(&left, change) { return true }
        return false
    }

    /// All nodes in preorder.
    package var nodes: [Shape] {
        var all: [Shape] = []
        func add(_ shape: Shape) {
            all.append(shape)
            for child in shape.children { add(child) }
        }
        add(self)
        return all
    }
}
