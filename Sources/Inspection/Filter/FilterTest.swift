/// One condition of a filter on the values of a field.
struct FilterTest: Hashable, Sendable {
    /// The operation that is applied to each value.
    enum Operation: UInt8, Hashable, Sendable {
        case exists, equal, less, lessOrEqual, greater, greaterOrEqual, contains, matches, oneOf
    }

    /// The number of values that must meet the condition.
    enum Quantifier: UInt8, Hashable, Sendable {
        /// At least one value.
        case any
        /// All values; the field must exist.
        case all
        /// No value; the field must exist.
        case none
    }

    /// A member of a set: a value, or a range of values.
    struct Member: Hashable, Sendable {
        var low: FilterValue
        var high: FilterValue?
    }

    var path: FieldPath
    var operation = Operation.exists
    var quantifier = Quantifier.any
    /// Whether a value meets the condition if the operation is false for it.
    var isInverted = false
    var value = FilterValue(text: [])
    var members: [Member] = []
    /// The text of the operation `contains`.
    var search = SubstringSearch([])
    /// The regular expression of the operation `matches`.
    var pattern: PatternProgram?

    /// Returns whether the operation is true for a value.
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
