struct FilterEvaluator: ~Copyable {
    private let steps: [FilterProgram.Step]
    private let first: Int32
    private var walk: FieldWalk<FilterJudge>

    init(_ filter: EventFilter, view: EventRendition) {
        steps = filter.program.steps
        first = filter.program.first
        walk = FieldWalk(FilterJudge(filter.program.tests), paths: filter.program.tests.map(\.path), view: view)
    }

    /// Returns whether an event passes; its number must be correct if the filter uses numbers.
    mutating func matches(_ event: inout Event, _ bytes: Span<UInt8>, _ systems: SystemDecoders) -> Bool {
        var next = first
        while next >= 0 {
            let step = steps[Int(next)]
            walk.visitor.begin(Int(step.test))
            walk.visit(Int(step.test), &event, bytes, systems)
            next = walk.visitor.verdict ? step.onTrue : step.onFalse
        }
        return next == FilterProgram.passes
    }
}
