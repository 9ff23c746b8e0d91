/// A filter as written: comparisons of event fields, joined by and, or, not.
indirect enum FilterExpression: Hashable, Sendable {
    /// Both sides pass.
    case and(FilterExpression, FilterExpression)
    /// One side passes.
    case or(FilterExpression, FilterExpression)
    /// The inside does not pass.
    case not(FilterExpression)
    /// The event has the field.
    case exists(FilterField)
    /// A value of the field is this one.
    case equal(FilterField, FilterValue)
    /// The event has the field, and no value of it is this one.
    case notEqual(FilterField, FilterValue)

    /// All fields that are named.
    var fields: [FilterField] {
        switch self {
        case .and(let left, let right), .or(let left, let right): left.fields + right.fields
        case .not(let inside): inside.fields
        case .exists(let field), .equal(let field, _), .notEqual(let field, _): [field]
        }
    }
}

/// A value that a field is compared with.
enum FilterValue: Hashable, Sendable {
    /// Text.
    case string(FilterText)
    /// A number, by its spelling and its value.
    case number(FilterText, Double)
    /// True or false.
    case bool(Bool)
}

/// A text to compare with, also as its bytes, which are made once.
struct FilterText: Hashable, Sendable {
    let text: String
    let utf8: [UInt8]

    init(_ text: String) {
        self.text = text
        utf8 = Array(text.utf8)
    }
}

/// Why a filter can not be used, and where.
public struct FilterError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Characters before the place.
    public var position: Int
    /// What is wrong.
    public var reason: String
    /// The reason and the place.
    public var description: String { "\(reason) at character \(position + 1) of the filter" }
}
