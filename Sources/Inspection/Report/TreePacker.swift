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
///
/// Each worker knows the shapes of its own events, so what it hands on begins with a ``ShapeReference`` in the number's
/// place, which ``ReportShapes`` turns into the number.
struct TreePacker: Sendable {
    /// What a node is; with `0x10` added its value is given as text, with `0x20` it is hidden.
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

    /// The worker whose events these are.
    var worker = 0
    private var shapes = ShapeList()
    /// What is written behind the shape, of the tree under way: a node, and its meaning where it has one.
    private var given: [(place: Int, meaning: String?)] = []
    /// The ends of the nodes that are open, likewise.
    private var ends: [Int] = []

    /// Appends a tree to what is handed on.
    mutating func append(_ tree: EventTree, _ unit: ReportUnit, showsSecrets: Bool, to record: inout ByteWriter) {
        let nodes = tree.fields.nodes
        given.removeAll(keepingCapacity: true)
        let start = record.count
        appendShape(of: nodes, tree, unit, to: &record)
        let (number, isNew) = shapes.number(of: record.span.extracting(start..<record.count))
        ShapeReference.replace(from: start, number: number, isNew: isNew, worker: worker, in: &record)
        appendRanges(of: nodes, to: &record)
        for (place, meaning) in given {
            if let meaning {
                record.append(counted: showsSecrets ? meaning : Secrets.masked(meaning))
            } else {
                Self.append(nodes[place].value, showsSecrets: showsSecrets, to: &record)
            }
        }
    }

    /// Appends the shape of a tree, and notes what is written behind it.
    private mutating func appendShape(
        of nodes: [FieldTree.Node],
        _ tree: EventTree,
        _ unit: ReportUnit,
        to record: inout ByteWriter
    ) {
        record.append(varint: nodes.count)
        // Borrowed, an element is not copied with all that it refers to.
        let nodes = nodes.span
        var hidden = unit.hidden[...]
        // The field whose value comes next.
        var field = 0
        for index in nodes.indices {
            var kind = Kind.of(nodes[index].value)
            if kind == Kind.structure { field = index }
            if !hidden.isEmpty, Self.isHidden(nodes[index], &hidden) {
                kind |= Kind.isHidden
            } else {
                switch kind {
                case Kind.number, Kind.word, Kind.bytes:
                    let name = nodes[index].name
                    let meaning = tree.meaning(name == "value" ? nodes[field].name : name, nodes[index])
                    if kind == Kind.bytes, meaning == nil { break }
                    kind |= Kind.isGiven
                    given.append((index, meaning))
                default: break
                }
            }
            record.append(varint: nodes[index].depth)
            record.append(kind)
            record.append(counted: nodes[index].name)
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

    /// Appends the lengths of the leaves, or where these do not tell everything the ranges of all nodes.
    private mutating func appendRanges(of nodes: [FieldTree.Node], to record: inout ByteWriter) {
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

    /// Appends the lengths of the leaves; `false` where they do not tell the ranges of all nodes.
    private mutating func appendLengths(ofLeavesOf nodes: [FieldTree.Node], to record: inout ByteWriter) -> Bool {
        var position = 0
        ends.removeAll(keepingCapacity: true)
        let nodes = nodes.span
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

    /// Appends what a value is in words, where its bytes alone do not tell.
    private static func append(_ value: FieldTree.Value, showsSecrets: Bool, to record: inout ByteWriter) {
        switch value {
        case .structure, .token, .text, .bytes: break
        case .integer(let value): record.appendCounted { $0.append(decimal: value) }
        case .unsigned(let value): record.appendCounted { $0.append(decimal: value) }
        case .double(let value): record.append(counted: "\(value)")
        case .opaque(let value): record.appendCounted { $0.append(hex: value) }
        case .word(let word): record.append(counted: showsSecrets ? word : Secrets.masked(word))
        }
    }
}
