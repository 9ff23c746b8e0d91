import WireFormat

/// One condition of a filter on the values of one field.
struct FilterTest: Hashable, Sendable {
    /// What is asked of a value.
    enum Operation: UInt8, Hashable, Sendable {
        case exists, equal, less, lessOrEqual, greater, greaterOrEqual, contains, matches, oneOf
    }

    /// How many of the values must meet it.
    enum Quantifier: UInt8, Hashable, Sendable {
        /// One of them.
        case any
        /// All; the field must be there.
        case all
        /// None; the field must be there.
        case none
    }

    /// A member of a set: a value, or all between two.
    struct Member: Hashable, Sendable {
        var low: FilterValue
        var high: FilterValue?
    }

    /// The field.
    var path: FieldPath
    var operation = Operation.exists
    var quantifier = Quantifier.any
    /// Whether a value meets it that does not pass.
    var isInverted = false
    /// What values are compared with.
    var value = FilterValue(text: [])
    /// The set of `in`.
    var members: [Member] = []
    /// The text of `contains`.
    var search = SubstringSearch([])
    /// The expression of `matches`.
    var pattern: PatternProgram?

    /// Whether a value passes that stands to another as an order says.
    func accepts(_ order: (FilterValue) -> FilterOrder?) -> Bool {
        switch operation {
        case .exists: return true
        case .equal: return order(value) == .equal
        case .less: return order(value) == .less
        case .lessOrEqual:
            let found = order(value)
            return found == .less || found == .equal
        case .greater: return order(value) == .greater
        case .greaterOrEqual:
            let found = order(value)
            return found == .greater || found == .equal
        case .contains, .matches: return false
        case .oneOf:
            for member in members {
                let low = order(member.low)
                if low == .equal { return true }
                guard let high = member.high, low == .greater else { continue }
                let found = order(high)
                if found == .less || found == .equal { return true }
            }
            return false
        }
    }
}
