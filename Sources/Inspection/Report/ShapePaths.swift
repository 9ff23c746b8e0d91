import WireFormat

/// The paths from node to node that earlier trees took, so that the shape of most trees is known without being written.
///
/// Paths with the same beginning share its steps. There is room for some thousands of steps, and for a few after each
/// step: other trees are recognised by their written shapes (``ShapeList``).
struct ShapePaths: Sendable {
    /// The maximum number of steps.
    static let room = 1 << 14
    /// The maximum number of steps that may follow one step.
    private static let mostChoices = 8
    /// The step before the first node.
    static let start = 0

    private struct Step {
        let name: String
        let depth: Int
        let kind: UInt8
        /// An alternative to this step after the same step; 0 for none.
        let other: Int
        /// The latest of the steps that may follow; 0 for none.
        var next = 0
        /// The number of the shape that ends with this step; 0 if none does.
        var shape = 0
    }

    private var steps = [Step(name: "", depth: 0, kind: 0, other: 0)]

    /// Returns the step that leads to a node; `nil` if the step is new and there is no room for it.
    ///
    /// - Parameter kind: the node's kind in its shape.
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

    /// Returns the number of the shape that ends at a step; 0 if no known shape ends there.
    func shape(at place: Int) -> Int { steps[place].shape }

    /// Sets the number of the shape that ends at a step.
    mutating func set(shape: Int, at place: Int) { steps[place].shape = shape }
}
