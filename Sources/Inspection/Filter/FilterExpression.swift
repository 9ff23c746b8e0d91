/// A filter as written: conditions joined by `and`, `or` and `not`.
indirect enum FilterExpression: Hashable, Sendable {
    /// All parts must pass.
    case all([FilterExpression])
    /// At least one part must pass.
    case any([FilterExpression])
    /// The part must not pass.
    case not(FilterExpression)
    /// A field must meet a condition.
    case test(FilterTest)
}

/// A filter compiled for evaluation: its conditions in the order of evaluation, each with its two successors.
struct FilterProgram: Hashable, Sendable {
    /// A condition, and the next step if it is true and if it is false.
    struct Step: Hashable, Sendable {
        var test: Int32
        var onTrue: Int32
        var onFalse: Int32
    }

    /// The value of a next step if the event passes.
    static let passes: Int32 = -1
    /// The value of a next step if the event does not pass.
    static let fails: Int32 = -2

    private(set) var tests: [FilterTest] = []
    private(set) var steps: [Step] = []
    private(set) var first = passes

    init(_ expression: FilterExpression) {
        first = add(expression, onTrue: Self.passes, onFalse: Self.fails)
    }

    /// Adds an expression and returns its first step.
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
