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
            case .integer, .unsigned, .double, .opaque: 1
            case .text: 2
            case .bytes: 3
            case .token: 4
            case .word: 5
            }
        }
        static let isGiven: UInt8 = 0x10
        static let isHidden: UInt8 = 0x20
    }

    /// Bytes of shapes that are kept; events with other shapes bring their own.
    private static let roomForShapes = 4 << 20

    private var numbers: [[UInt8]: Int] = [:]
    /// The shapes in the order of their numbers.
    private(set) var shapes: [UInt8] = []
    private var shape: [UInt8] = []
    private var values: [UInt8] = []

    /// Appends a tree to a record.
    mutating func append(_ tree: EventTree, _ unit: ReportUnit, showsSecrets: Bool, to record: inout [UInt8]) {
        let nodes = tree.fields.nodes
        shape.removeAll(keepingCapacity: true)
        values.removeAll(keepingCapacity: true)
        shape.append(varint: nodes.count)
        var hidden = unit.hidden[...]
        // The field whose value comes next.
        var field = ""
        for node in nodes {
            if node.value == .structure { field = node.name }
            while let first = hidden.first, first.upperBound <= node.range.lowerBound { hidden.removeFirst() }
            let isHidden =
                node.value != .structure && node.value != .token
                && hidden.first.map { $0.contains(node.range.lowerBound) && $0.upperBound >= node.range.upperBound }
                    == true
            var kind = Kind.of(node.value)
            if isHidden {
                kind |= Kind.isHidden
            } else if let value = tree.meaning(node.name == "value" ? field : node.name, node)
                ?? Self.text(node.value)
            {
                kind |= Kind.isGiven
                values.append(counted: showsSecrets ? value : Secrets.masked(value))
            }
            shape.append(varint: node.depth)
            shape.append(kind)
            shape.append(counted: node.name)
        }
        if let number = numbers[shape] {
            record.append(varint: number)
        } else if shapes.count + shape.count <= Self.roomForShapes {
            numbers[shape] = numbers.count + 1
            shapes += shape
            record.append(varint: numbers.count)
        } else {
            record.append(varint: 0)
            record.append(varint: shape.count)
            record += shape
        }
        let isPlain = Self.rangesFollow(fromLeavesOf: nodes)
        record.append(isPlain ? 0 : 1)
        if isPlain {
            for node in nodes where node.value != .structure { record.append(varint: node.range.count) }
        } else {
            for node in nodes {
                record.append(varint: node.range.lowerBound)
                record.append(varint: node.range.count)
            }
        }
        record += values
    }

    /// Whether the lengths of the leaves tell the ranges of all nodes.
    private static func rangesFollow(fromLeavesOf nodes: [FieldTree.Node]) -> Bool {
        var position = 0
        // The ends of the nodes that are open.
        var ends: [Int] = []
        for node in nodes {
            while ends.count > node.depth { if ends.removeLast() != position { return false } }
            guard node.depth == ends.count, node.range.lowerBound == position else { return false }
            if node.value == .structure {
                ends.append(node.range.upperBound)
            } else {
                position = node.range.upperBound
            }
        }
        return ends.allSatisfy { $0 == position }
    }

    /// What a value is in words, where its bytes alone do not tell.
    private static func text(_ value: FieldTree.Value) -> String? {
        switch value {
        case .structure, .token, .text, .bytes: nil
        case .integer(let value): "\(value)"
        case .unsigned(let value): "\(value)"
        case .double(let value): "\(value)"
        case .opaque(let value): Hex.encode((0..<8).map { UInt8(truncatingIfNeeded: value >> UInt64(56 - $0 * 8)) })
        case .word(let word): word
        }
    }
}
