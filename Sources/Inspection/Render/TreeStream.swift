import WireFormat

/// Writes the tree of a unit while it is made, so that neither its nodes nor its lines are ever all there.
final class TreeStream {
    private let style: TreeWriter
    @exclusivity(unchecked) private var tree: EventTree
    private let bytes: [UInt8]
    @exclusivity(unchecked) private var writer = ByteWriter(capacity: 1 << 16)
    @exclusivity(unchecked) private var place = TreeWriter.Place()

    /// - Parameters:
    ///   - tree: what is to be shown; its fields, still none, are written as they come.
    ///   - bytes: those that the fields lie in.
    init(_ style: TreeWriter, _ tree: EventTree, _ bytes: [UInt8], _ spill: OutputSpill?) {
        var style = style
        style.spill = spill
        self.style = style
        self.tree = tree
        self.bytes = bytes
    }

    /// Takes nodes in.
    func take(_ nodes: [FieldTree.Node]) {
        let bytes = bytes
        if let naming = tree.naming { tree.take(naming.names(of: nodes, bytes.span)) }
        style.append(nodes, of: tree, bytes.span, from: &place, to: &writer)
        style.leaveMuch(of: &writer)
    }

    /// Writes what is left, behind what was handed on.
    func finish(into output: inout ByteWriter) {
        take(tree.fields.nodes)
        // Beside what was left, where that can be: the output would take twice as much while it grows.
        guard !style.leave(&writer) else { return }
        output.append(0..<writer.count, of: writer)
    }
}
