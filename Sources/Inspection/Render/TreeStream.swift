import WireFormat

/// Writes the tree of a unit while it is built, so that neither all nodes nor all lines are in memory at once.
final class TreeStream {
    private let style: TreeWriter
    @exclusivity(unchecked) private var tree: EventTree
    private let bytes: [UInt8]
    @exclusivity(unchecked) private var writer = ByteWriter(capacity: 1 << 16)
    @exclusivity(unchecked) private var nesting = SecretNesting()

    /// - Parameters:
    ///   - tree: the tree, still without fields; they are written as they arrive.
    ///   - bytes: the bytes that the fields' ranges refer to.
    init(_ style: TreeWriter, _ tree: EventTree, _ bytes: [UInt8], _ spill: OutputSpill?) {
        var style = style
        style.spill = spill
        self.style = style
        self.tree = tree
        self.bytes = bytes
    }

    /// Writes the lines of further nodes.
    func take(_ nodes: [FieldTree.Node]) {
        let bytes = bytes
        if let naming = tree.naming { tree.take(naming.names(of: nodes, bytes.span)) }
        style.append(nodes, of: tree, bytes.span, from: &nesting, to: &writer)
        style.leaveMuch(of: &writer)
    }

    /// Writes the remaining lines, after those that were spilled.
    func finish(into output: inout ByteWriter) {
        take(tree.fields.nodes)
        // Spilled too, if possible: growing the output would take twice as much memory.
        guard !style.leave(&writer) else { return }
        output.append(0..<writer.count, of: writer)
    }
}
