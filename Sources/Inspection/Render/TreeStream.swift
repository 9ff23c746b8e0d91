import WireFormat

/// Writes the tree of a unit while it is made, so that neither its nodes nor its lines are ever all there.
final class TreeStream {
    private let style: TreeWriter
    @exclusivity(unchecked) private var tree: EventTree
    private let bytes: [UInt8]
    private let spill: OutputSpill?
    @exclusivity(unchecked) private var writer = ByteWriter(capacity: 1 << 16)
    @exclusivity(unchecked) private var place = TreeWriter.Place()

    /// - Parameters:
    ///   - tree: what is to be shown; its fields, still none, are written as they come.
    ///   - bytes: those that the fields lie in.
    init(_ style: TreeWriter, _ tree: EventTree, _ bytes: [UInt8], _ spill: OutputSpill?) {
        self.style = style
        self.tree = tree
        self.bytes = bytes
        self.spill = spill
    }

    /// Takes nodes in.
    func take(_ nodes: [FieldTree.Node]) {
        let bytes = bytes
        if let naming = tree.naming { tree.take(naming.names(of: nodes, bytes.span)) }
        style.append(nodes, of: tree, bytes.span, from: &place, to: &writer)
        guard writer.count >= OutputSpill.piece, let spill, spill.append(0..<writer.count, of: writer) else { return }
        writer.removeAll()
    }

    /// Writes what is left, behind what was handed on.
    func finish(into output: inout ByteWriter) {
        take(tree.fields.nodes)
        output.append(0..<writer.count, of: writer)
    }
}
