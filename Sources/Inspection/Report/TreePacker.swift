import WireFormat

/// Packs trees of fields: how a tree is built up is kept once, an event has the lengths of its leaves.
///
/// A shape is a varint count of nodes, and for each node its depth (varint), its kind (a byte) and its name (counted).
/// Most events have the shape of an earlier one. Every byte belongs to one leaf, so the leaves' lengths tell all ranges.
/// In a record a tree is
///
///     varint           the shape's number, from 1; 0 when the shape itself follows, counted
///     byte             0: a varint length for each leaf; 1: two varints for each node, its start and its length
///     for each node whose kind says so: what it says, counted
struct TreePacker: Sendable {
    /// What a node is; with `0x10` added its value is given as text, with `0x20` it is hidden.
    private enum Kind {
        static func of(_ value: FieldTree.Value) -> UInt8 {
            switch value {
            case .structure: 0
            case .integer, .unsigned, .double, .opaque: number
            case .text: 2
            case .bytes: 3
            case .token: 4
            case .word: word
            }
        }
        static let number: UInt8 = 1
        static let word: UInt8 = 5
        static let isGiven: UInt8 = 0x10
        static let isHidden: UInt8 = 0x20
    }

    /// Bytes of shapes that are kept; events with other shapes bring their own.
    private static let roomForShapes = 4 << 20

    /// The bytes of a shape.
    private struct Shape: Hashable {
        let bytes: [UInt8]

        // An array hashes its elements one by one.
        func hash(into hasher: inout Hasher) {
            bytes.withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
        }
    }

    private var numbers: [Shape: Int] = [:]
    /// The shapes in the order of their numbers.
    private(set) var shapes: [UInt8] = []

    /// Appends a tree to a record.
    mutating func append(_ tree: EventTree, _ unit: ReportUnit, showsSecrets: Bool, to record: inout ByteWriter) {
        let nodes = tree.fields.nodes
        appendShape(tree, nodes, unit, to: &record)
        record.append(Self.rangesFollow(fromLeavesOf: nodes) ? 0 : 1)
        if record.last == 0 {
            for index in nodes.indices {
                if case .structure = nodes[index].value { continue }
                record.append(varint: nodes[index].range.count)
            }
        } else {
            for index in nodes.indices {
                record.append(varint: nodes[index].range.lowerBound)
                record.append(varint: nodes[index].range.count)
            }
        }
        var hidden = unit.hidden[...]
        // The field whose value comes next.
        var field = ""
        for index in nodes.indices {
            if case .structure = nodes[index].value { field = nodes[index].name }
            guard !Self.isHidden(nodes[index], &hidden) else { continue }
            Self.appendValue(of: nodes[index], in: field, tree, showsSecrets: showsSecrets, to: &record)
        }
    }

    /// Appends the number of a tree's shape, or the shape itself when no more are kept.
    private mutating func appendShape(
        _ tree: EventTree,
        _ nodes: [FieldTree.Node],
        _ unit: ReportUnit,
        to record: inout ByteWriter
    ) {
        let start = record.count
        record.append(varint: nodes.count)
        var hidden = unit.hidden[...]
        var field = ""
        for index in nodes.indices {
            if case .structure = nodes[index].value { field = nodes[index].name }
            record.append(varint: nodes[index].depth)
            var kind = Kind.of(nodes[index].value)
            if Self.isHidden(nodes[index], &hidden) {
                kind |= Kind.isHidden
            } else if kind == Kind.number || kind == Kind.word || Self.meaning(of: nodes[index], in: field, tree) != nil
            {
                kind |= Kind.isGiven
            }
            record.append(kind)
            record.append(counted: nodes[index].name)
        }
        let shape = Shape(bytes: Array(copying: record.span.extracting(start..<record.count)))
        record.truncate(to: start)
        if let number = numbers[shape] {
            record.append(varint: number)
        } else if shapes.count + shape.bytes.count <= Self.roomForShapes {
            numbers[shape] = numbers.count + 1
            shapes += shape.bytes
            record.append(varint: numbers.count)
        } else {
            record.append(varint: 0)
            record.append(varint: shape.bytes.count)
            record.append(shape.bytes)
        }
    }

    /// Whether a node's bytes are not shown; nodes are asked for in order.
    ///
    /// - Parameter hidden: the ranges that are not shown; those that lie before the node are dropped.
    private static func isHidden(_ node: FieldTree.Node, _ hidden: inout ArraySlice<Range<Int>>) -> Bool {
        while let first = hidden.first, first.upperBound <= node.range.lowerBound { hidden.removeFirst() }
        guard let first = hidden.first, first.contains(node.range.lowerBound) else { return false }
        switch node.value {
        case .structure, .token: return false
        default: return first.upperBound >= node.range.upperBound
        }
    }

    /// Whether the lengths of the leaves tell the ranges of all nodes.
    private static func rangesFollow(fromLeavesOf nodes: [FieldTree.Node]) -> Bool {
        var position = 0
        // The ends of the nodes that are open.
        var ends: [Int] = []
        for index in nodes.indices {
            let (depth, range) = (nodes[index].depth, nodes[index].range)
            while ends.count > depth { if ends.removeLast() != position { return false } }
            guard depth == ends.count, range.lowerBound == position else { return false }
            if case .structure = nodes[index].value {
                ends.append(range.upperBound)
            } else {
                position = range.upperBound
            }
        }
        return ends.allSatisfy { $0 == position }
    }

    /// What a value means, where it is known.
    ///
    /// - Parameter field: the field that the node is the value of.
    private static func meaning(of node: FieldTree.Node, in field: String, _ tree: EventTree) -> String? {
        tree.meaning(node.name == "value" ? field : node.name, node)
    }

    /// Appends what a value is in words, where its bytes alone do not tell.
    private static func appendValue(
        of node: FieldTree.Node,
        in field: String,
        _ tree: EventTree,
        showsSecrets: Bool,
        to record: inout ByteWriter
    ) {
        if let meaning = meaning(of: node, in: field, tree) {
            return record.append(counted: showsSecrets ? meaning : Secrets.masked(meaning))
        }
        switch node.value {
        case .structure, .token, .text, .bytes: break
        case .integer(let value): record.appendCounted { $0.append(decimal: value) }
        case .unsigned(let value): record.appendCounted { $0.append(decimal: value) }
        case .double(let value): record.append(counted: "\(value)")
        case .opaque(let value): record.appendCounted { $0.append(hex: value) }
        case .word(let word): record.append(counted: showsSecrets ? word : Secrets.masked(word))
        }
    }
}
