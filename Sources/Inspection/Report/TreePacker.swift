import WireFormat

/// Packs trees of fields: each shape is kept once, and an event has only the lengths of its leaves.
///
/// A shape is a varint count of nodes, and for each node its depth (varint), its kind (a byte) and its name (counted).
/// Most events have the shape of an earlier one. Every byte belongs to one leaf, so all ranges follow from the leaves'
/// lengths. In a record a tree is
///
///     varint           the shape's number, from 1; or 0, followed by the shape itself, counted
///     byte             0: a varint length for each leaf; 1: two varints for each node, its start and its length
///     for each node with a given value: the value as text, counted
///
/// Each worker numbers the shapes of its own events, so its output begins with a ``ShapeReference`` in place of the
/// number, which ``ReportShapes`` replaces by the number.
struct TreePacker: Sendable {
    /// The kind of a node; `0x10` is added if its value is given as text, `0x20` if it is hidden.
    private enum Kind {
        static func of(_ value: FieldTree.Value) -> UInt8 {
            switch value {
            case .structure: structure
            case .integer, .unsigned, .double, .opaque: number
            case .text: text
            case .bytes: bytes
            case .token: token
            case .word: word
            }
        }
        static let structure: UInt8 = 0
        static let number: UInt8 = 1
        static let text: UInt8 = 2
        static let bytes: UInt8 = 3
        static let token: UInt8 = 4
        static let word: UInt8 = 5
        static let isGiven: UInt8 = 0x10
        static let isHidden: UInt8 = 0x20
    }

    /// The worker that packs the trees.
    var worker = 0
    private var shapes = ShapeList()
    private var paths = ShapePaths()
    /// The kinds of the current tree's nodes.
    private var kinds: [UInt8] = []
    /// The nodes whose values are given as text, each with the field whose value it is.
    private var given: [(node: Int, field: Int)] = []
    /// The ends of the ranges of open nodes.
    private var ends: [Int] = []

    /// Appends a tree to the output.
    ///
    /// - Parameter hidden: the ranges whose bytes are not shown, in order.
    mutating func append(
        _ tree: EventTree,
        hidden: [Range<Int>],
        showsSecrets: Bool,
        to record: inout ByteWriter
    ) {
        let nodes = tree.fields.nodes
        appendShape(of: nodes.span, tree, hidden, to: &record)
        appendRanges(of: nodes.span, to: &record)
        for (node, field) in given {
            Self.append(nodes[node], as: nodes[field].name, of: tree, showsSecrets: showsSecrets, to: &record)
        }
    }

    /// Appends a tree with its shape, without looking for another event with the same shape.
    static func append(
        whole tree: EventTree,
        hidden: [Range<Int>],
        _ showsSecrets: Bool,
        to record: inout ByteWriter
    ) {
        var packer = TreePacker()
        let nodes = tree.fields.nodes
        _ = packer.follow(nodes.span, tree, hidden, from: nil, &record)
        var shape = ByteWriter()
        packer.appendShape(of: nodes.span, to: &shape)
        record.append(varint: 0)
        record.append(varint: shape.count)
        record.append(shape.span)
        packer.appendRanges(of: nodes.span, to: &record)
        for (node, field) in packer.given {
            append(nodes[node], as: nodes[field].name, of: tree, showsSecrets: showsSecrets, to: &record)
        }
    }

    // MARK: Shapes

    /// Appends the reference to the shape of a tree, and fills ``kinds`` and ``given``.
    private mutating func appendShape(
        of nodes: Span<FieldTree.Node>,
        _ tree: EventTree,
        _ hidden: [Range<Int>],
        to record: inout ByteWriter
    ) {
        let place = follow(nodes, tree, hidden, from: ShapePaths.start, &record)
        if let place, paths.shape(at: place) > 0 {
            return ShapeReference.append(paths.shape(at: place), worker: worker, to: &record)
        }
        let start = record.count
        appendShape(of: nodes, to: &record)
        let (number, isNew) = shapes.number(of: record.span.extracting(start..<record.count))
        ShapeReference.replace(from: start, number: number, isNew: isNew, worker: worker, in: &record)
        if let place { paths.set(shape: number, at: place) }
    }

    /// Appends a shape; ``kinds`` must be filled.
    private func appendShape(of nodes: Span<FieldTree.Node>, to record: inout ByteWriter) {
        record.append(varint: nodes.count)
        for index in nodes.indices {
            record.append(varint: nodes[index].depth)
            record.append(kinds[index])
            record.append(counted: nodes[index].name)
        }
    }

    /// Walks the nodes, and fills ``kinds`` and ``given``.
    ///
    /// - Parameters:
    ///   - start: the step at which the path begins; `nil` if no path is looked for.
    ///   - scratch: a buffer; the bytes written to it are removed again.
    /// - Returns: the step after the last node; `nil` if there is no room for the path.
    private mutating func follow(
        _ nodes: Span<FieldTree.Node>,
        _ tree: EventTree,
        _ hidden: [Range<Int>],
        from start: Int?,
        _ scratch: inout ByteWriter
    ) -> Int? {
        kinds.removeAll(keepingCapacity: true)
        given.removeAll(keepingCapacity: true)
        var hidden = hidden[...]
        var place = start
        // The field to which the next value belongs.
        var field = 0
        for index in nodes.indices {
            var kind = Kind.of(nodes[index].value)
            if kind == Kind.structure { field = index }
            if !hidden.isEmpty, Self.isHidden(nodes[index], &hidden) {
                kind |= Kind.isHidden
            } else if kind == Kind.number || kind == Kind.word || kind == Kind.bytes {
                let named = nodes[index].name == "value" ? field : index
                if kind != Kind.bytes || Self.hasMeaning(index, as: named, nodes, of: tree, &scratch) {
                    kind |= Kind.isGiven
                    given.append((index, named))
                }
            }
            kinds.append(kind)
            if let known = place { place = paths.place(behind: index, of: nodes, kind, from: known) }
        }
        return place
    }

    /// Returns whether a node's bytes are hidden; must be called for the nodes in order.
    ///
    /// - Parameter hidden: the hidden ranges; those before the node are removed.
    private static func isHidden(_ node: FieldTree.Node, _ hidden: inout ArraySlice<Range<Int>>) -> Bool {
        while let first = hidden.first, first.upperBound <= node.range.lowerBound { hidden.removeFirst() }
        guard let first = hidden.first, first.contains(node.range.lowerBound) else { return false }
        switch node.value {
        case .structure, .token: return false
        default: return first.upperBound >= node.range.upperBound
        }
    }

    // MARK: Ranges

    /// Appends the lengths of the leaves, or the ranges of all nodes if the lengths are not enough.
    private mutating func appendRanges(of nodes: Span<FieldTree.Node>, to record: inout ByteWriter) {
        let start = record.count
        record.append(0)
        if appendLengths(ofLeavesOf: nodes, to: &record) { return }
        record.truncate(to: start)
        record.append(1)
        for index in nodes.indices {
            record.append(varint: nodes[index].range.lowerBound)
            record.append(varint: nodes[index].range.count)
        }
    }

    /// Appends the lengths of the leaves; returns `false` if the ranges of the nodes do not follow from them.
    private mutating func appendLengths(ofLeavesOf nodes: Span<FieldTree.Node>, to record: inout ByteWriter) -> Bool {
        var position = 0
        ends.removeAll(keepingCapacity: true)
        for index in nodes.indices {
            let (depth, range) = (nodes[index].depth, nodes[index].range)
            while ends.count > depth { if ends.removeLast() != position { return false } }
            guard depth == ends.count, range.lowerBound == position else { return false }
            if case .structure = nodes[index].value {
                ends.append(range.upperBound)
            } else {
                record.append(varint: range.count)
                position = range.upperBound
            }
        }
        return ends.allSatisfy { $0 == position }
    }

    // MARK: Values

    /// Returns whether a node has a meaning beside its value.
    private static func hasMeaning(
        _ node: Int,
        as field: Int,
        _ nodes: Span<FieldTree.Node>,
        of tree: EventTree,
        _ scratch: inout ByteWriter
    ) -> Bool {
        let start = scratch.count
        defer { scratch.truncate(to: start) }
        return tree.meaning(nodes[field].name, nodes[node], &scratch)
    }

    /// Appends a value in words, if its bytes alone do not tell it.
    private static func append(
        _ node: FieldTree.Node,
        as field: String,
        of tree: EventTree,
        showsSecrets: Bool,
        to record: inout ByteWriter
    ) {
        record.appendCounted { record in
            let start = record.count
            if !tree.meaning(field, node, &record) {
                switch node.value {
                case .structure, .token, .text, .bytes: return
                case .integer(let value): return record.append(decimal: value)
                case .unsigned(let value): return record.append(decimal: value)
                case .double(let value): return record.append(text: "\(value)")
                case .opaque(let value): return record.append(hex: value)
                case .word(let word): record.append(text: word)
                }
            }
            if !showsSecrets { Secrets.maskText(from: start, in: &record) }
        }
    }
}
