import WireFormat

/// The ways that were gone from node to node, so that the shape of most trees is known without being written.
///
/// Ways that begin alike share their steps. There is room for some thousands of steps, and for a few at each place: trees
/// that go other ways are told by their written shapes (``ShapeList``).
struct ShapePaths: Sendable {
    /// Steps that are kept.
    static let room = 1 << 14
    /// Steps that may follow one.
    private static let mostChoices = 8
    /// The place before the first node.
    static let start = 0

    private struct Step {
        let name: String
        let depth: Int
        let kind: UInt8
        /// Another step that may be taken at the same place; 0 for none.
        let other: Int
        /// The last one of those that may follow; 0 for none.
        var next = 0
        /// The number of the shape that ends here; 0 where none does.
        var shape = 0
    }

    private var steps = [Step(name: "", depth: 0, kind: 0, other: 0)]

    /// The place behind a node; `nil` when there is no room for a way that nobody has gone.
    ///
    /// - Parameter kind: what the node is, as its shape says.
    mutating func place(
        behind node: Int,
        of nodes: Span<FieldTree.Node>,
        _ kind: UInt8,
        from place: Int
    ) -> Int? {
        let first = steps[place].next
        var step = first
        var choices = 0
        while step > 0 {
            if steps[step].kind == kind, steps[step].depth == nodes[node].depth,
                steps[step].name.isSpelled(as: nodes[node].name)
            {
                return step
            }
            step = steps[step].other
            choices += 1
        }
        guard choices < Self.mostChoices, steps.count < Self.room else { return nil }
        steps.append(Step(name: nodes[node].name, depth: nodes[node].depth, kind: kind, other: first))
        steps[place].next = steps.count - 1
        return steps.count - 1
    }

    /// The number of the shape that ends at a place; 0 where none is known to end.
    func shape(at place: Int) -> Int { steps[place].shape }

    /// Says which shape ends at a place.
    mutating func set(shape: Int, at place: Int) { steps[place].shape = shape }
}
