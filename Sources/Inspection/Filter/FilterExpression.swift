/// A filter as written: conditions joined by and, or, not.
indirect enum FilterExpression: Hashable, Sendable {
    /// All of these pass.
    case all([FilterExpression])
    /// One of these passes.
    case any([FilterExpression])
    /// The inside does not pass.
    case not(FilterExpression)
    /// A field meets a condition.
    case test(FilterTest)
}

/// A filter made for judging events: its conditions in the order in which they are asked, and after each the way on.
struct FilterProgram: Hashable, Sendable {
    /// A condition, and which comes next when it holds and when it does not.
    struct Step: Hashable, Sendable {
        var test: Int32
        var onTrue: Int32
        var onFalse: Int32
    }

    /// Stands for a next step when the event passes.
    static let passes: Int32 = -1
    /// Stands for a next step when the event does not pass.
    static let fails: Int32 = -2

    private(set) var tests: [FilterTest] = []
    private(set) var steps: [Step] = []
    private(set) var first = passes

    init(_ expression: FilterExpression) {
        first = add(expression, onTrue: Self.passes, onFalse: Self.fails)
    }

    /// Adds an expression, and answers its first step.
    private mutating func add(_ expression: FilterExpression, onTrue: Int32, onFalse: Int32) -> Int32 {
        switch expression {
        case .not(let inside): return add(inside, onTrue: onFalse, onFalse: onTrue)
        case .all(let parts):
            return parts.reversed().reduce(onTrue) { next, part in add(part, onTrue: next, onFalse: onFalse) }
        case .any(let parts):
            return parts.reversed().reduce(onFalse) { next, part in add(part, onTrue: onTrue, onFalse: next) }
        case .test(let test):
            tests.append(test)
            steps.append(Step(test: Int32(tests.count - 1), onTrue: onTrue, onFalse: onFalse))
            return Int32(steps.count - 1)
        }
    }
}
