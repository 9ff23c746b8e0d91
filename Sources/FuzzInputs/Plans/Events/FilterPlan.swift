/// A filter, and the events that pass it according to their JSON lines.
///
/// A plan contains the expression in prefix order. The filter's text has the parentheses that the grammar needs, and
/// some more.
package struct FilterPlan: Sendable {
    /// An expression.
    indirect enum Expression: Sendable {
        case any([Expression])
        case all([Expression])
        case not(Expression)
        case condition(Condition)
    }

    /// A condition on a number, a word, a list, a text, a time, or the presence of a value.
    struct Condition: Sendable {
        enum Quantifier: Sendable { case plain, any, all }

        var field: String
        var quantifier = Quantifier.plain
        var operation: Operation?
        var number = 0
        /// Whether 0.5 is added to the number, so that no whole number equals it.
        var isHalf = false
        /// The spelling of the number, if it has a unit.
        var spelling: String?
        var word: String?
        var set: [ClosedRange<Int>] = []
        /// A search in the field's text.
        var search: Search?
        /// A time in fractions of a second with this number of digits, and the zone of its spelling in minutes.
        var moment: (time: Int64, digits: Int, zone: Int)?
    }

    /// A comparison.
    enum Operation: Int, CaseIterable, Sendable {
        case equal, different, less, lessOrEqual, greater, greaterOrEqual, isIn, isNotIn

        func sign(_ style: Int) -> String {
            let signs = ["==", "!=", "<", "<=", ">", ">=", "in", "not in"]
            let words = ["eq", "ne", "lt", "le", "gt", "ge", "in", "not in"]
            return (style & 16 == 0 ? signs : words)[rawValue]
        }

        func holds(_ left: Int, _ right: Int) -> Bool {
            switch self {
            case .equal: left == right
            case .different: left != right
            case .less: left < right
            case .lessOrEqual: left <= right
            case .greater: left > right
            case .greaterOrEqual: left >= right
            case .isIn, .isNotIn: false
            }
        }
    }

    /// The value of a field in an event's line.
    package enum Value: Sendable {
        case text(String)
        /// A number, or a list of numbers with possible `null`s.
        case numbers([Int?])
        case other
    }

    /// The fields that the filters use.
    package static let fields = [
        "sender", "inReplyTo", "packets", "diagnostics", "error", "n", "bytes", "time", textField, listField,
    ]

    /// The expression.
    let expression: Expression
    /// The filter.
    package private(set) var text = ""

    package init(_ plan: [UInt8]) {
        var reader = PlanReader(plan)
        let style = reader.byte()
        expression = Self.expression(&reader, depth: 0)
        text = Self.text(expression, inside: 0, style)
    }

    private static func expression(_ reader: inout PlanReader, depth: Int) -> Expression {
        let choice = reader.byte()
        guard depth < 7, !reader.isAtEnd, choice % 8 < 6 else { return .condition(condition(&reader, choice)) }
        switch choice % 8 {
        case 0, 1, 2, 3:
            let parts = (0..<2 + choice >> 3 & 1).map { _ in expression(&reader, depth: depth + 1) }
            return choice % 8 < 2 ? .any(parts) : .all(parts)
        default: return .not(expression(&reader, depth: depth + 1))
        }
    }

    private static func condition(_ reader: inout PlanReader, _ choice: Int) -> Condition {
        let number = 1 + reader.byte()
        let operation = Operation(rawValue: choice >> 3 & 7) ?? .equal
        let kind = reader.byte()
        if 240..<248 ~= kind { return Condition(field: textField, search: .pattern(PlannedPattern(&reader))) }
        guard kind < 208 else { return Self.text(kind, choice, number) }
        guard kind < 192 else { return moment(number, kind, operation) }
        guard kind < 176 else { return measure(number, operation) }
        switch kind % 6 {
        case 0:
            return Condition(
                field: "sender",
                operation: choice & 8 == 0 ? .equal : .different,
                word: number & 1 == 0 ? "client" : "server"
            )
        case 1: return Condition(field: ["inReplyTo", "packets", "diagnostics", "error"][number % 3])
        case 2, 3:
            let quantifier = [Condition.Quantifier.plain, .any, .all][number % 3]
            let comparison = operation == .isIn || operation == .isNotIn ? .greater : operation
            let isOfList = number & 16 != 0
            return Condition(
                field: isOfList ? listField : "packets",
                quantifier: quantifier,
                operation: comparison,
                number: isOfList ? 1 + number % 5 : 4 + number % 60
            )
        default:
            let field = choice & 64 == 0 ? "n" : "bytes"
            // `bytes < 0` would be refused, since no event can be below it.
            let value = field == "n" ? 2 + number % 24 : operation == .less ? max(1, number) : number
            let set = [value...value, value + 2...value + 4]
            let isOrder = [.less, .lessOrEqual, .greater, .greaterOrEqual].contains(operation)
            let isHalf = isOrder && choice & 128 != 0
            return Condition(field: field, operation: operation, number: value, isHalf: isHalf, set: set)
        }
    }

    /// Returns a condition on texts of two letters with repetitions, or on brackets, also inverted ones, in either
    /// letter case.
    private static func text(_ kind: Int, _ choice: Int, _ number: Int) -> Condition {
        if kind >= 248 { return Condition(field: textField, search: Search(kind, choice, number)) }
        var condition = Condition(field: textField)
        guard kind >= 224 else {
            let count = 1 + choice >> 3 & 7
            let letters = (0..<count).map { number >> $0 & 1 == 0 ? "a" : "b" }
            condition.search = .part(letters.joined())
            return condition
        }
        condition.search = .letters(
            Search.bounds[number % 6],
            isInverted: choice & 8 != 0,
            ignoresCase: choice & 16 != 0
        )
        return condition
    }

    /// The field with these texts.
    static let textField = "frame.query.r"

    /// Sizes and durations with units, and their values in bytes or seconds; the lists contain these values and near
    /// ones.
    package static let measures = [
        ("999B", 999), ("1kB", 1000), ("1.024kB", 1024), ("1.5KB", 1500), ("1KiB", 1024), ("1MB", 1_000_000),
        ("1MiB", 1 << 20), ("0.5MiB", 1 << 19), ("1GB", 1_000_000_000), ("1GiB", 1 << 30), ("60s", 60), ("60000ms", 60),
        ("60000000us", 60), ("60000000µs", 60), ("60000000000ns", 60), ("1m", 60), ("1min", 60), ("1h", 3600),
        ("1d", 86_400), ("0.5d", 43_200), ("16.65min", 999), ("0x3E8", 1000),
    ]

    private static func measure(_ number: Int, _ operation: Operation) -> Condition {
        let (spelling, value) = measures[number % measures.count]
        let comparison = operation == .isIn || operation == .isNotIn ? .equal : operation
        return Condition(field: listField, quantifier: .any, operation: comparison, number: value, spelling: spelling)
    }

    /// Returns a condition on times around those of the events, in zones of hours and minutes.
    private static func moment(_ number: Int, _ kind: Int, _ operation: Operation) -> Condition {
        var condition = Condition(field: "time")
        let time = 1_795_000_000_000_000 + Int64(number) * 500
        // A part of a time is searched as a text.
        if kind & 8 != 0 {
            let text = PlanMoment.text(time * 1000 + Int64(nanoseconds), digits: 9)
            condition.search = .part(String(text.suffix(8 - number & 3)))
            return condition
        }
        condition.operation = operation == .isIn || operation == .isNotIn ? .less : operation
        let zones = [0, 330, -210, 60, 345, -570, 840, 765]
        let isFine = number & 1 == 0
        condition.moment = (isFine ? time * 1000 + Int64(nanoseconds) : time, isFine ? 9 : 6, zones[kind & 7])
        return condition
    }

    // MARK: Text

    /// Returns the text of an expression; the strength of "or" is 0, of "and" 1, of "not" 2.
    private static func text(_ expression: Expression, inside strength: Int, _ style: Int) -> String {
        let own: Int
        let text: String
        switch expression {
        case .any(let parts):
            own = 0
            // An "or" directly inside an "or" needs no parentheses and has the same meaning with them.
            text = parts.map { Self.text($0, inside: 0, style) }.joined(separator: style & 1 == 0 ? " || " : " or ")
        case .all(let parts):
            own = 1
            text = parts.map { Self.text($0, inside: 1, style) }.joined(separator: style & 2 == 0 ? " && " : " and ")
        case .not(let part):
            own = 2
            text = (style & 4 == 0 ? "!" : "not ") + Self.text(part, inside: 2, style)
        case .condition(let condition):
            own = 2
            text = Self.text(condition, style)
        }
        // Extra parentheses around a weaker expression do not change its meaning.
        return own < strength || style & 8 != 0 && own < 2 ? "(\(text))" : text
    }

    private static func text(_ condition: Condition, _ style: Int) -> String {
        let path =
            switch condition.quantifier {
            case .plain: condition.field
            case .any: "any(\(condition.field))"
            case .all: "all(\(condition.field))"
            }
        if let search = condition.search { return "\(path) \(search.text(style))" }
        guard let operation = condition.operation else { return path }
        let sign = operation.sign(style)
        if let word = condition.word { return "\(path) \(sign) \"\(word)\"" }
        if let moment = condition.moment {
            return "\(path) \(sign) \(PlanMoment.text(moment.time, digits: moment.digits, zone: moment.zone))"
        }
        guard operation == .isIn || operation == .isNotIn else {
            return "\(path) \(sign) \(condition.spelling ?? "\(condition.number)")" + (condition.isHalf ? ".5" : "")
        }
        let members = condition.set.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)..\($0.upperBound)" }
        return "\(path) \(sign) {\(members.joined(separator: ", "))}"
    }

    // MARK: Judgement

    /// Returns whether an event with these values of ``fields`` passes.
    package func passes(_ event: [String: Value]) -> Bool { Self.holds(expression, event) }

    private static func holds(_ expression: Expression, _ event: [String: Value]) -> Bool {
        switch expression {
        case .any(let parts): parts.contains { holds($0, event) }
        case .all(let parts): !parts.contains { !holds($0, event) }
        case .not(let part): !holds(part, event)
        case .condition(let condition): holds(condition, event)
        }
    }

    private static func holds(_ condition: Condition, _ event: [String: Value]) -> Bool {
        let value = event[condition.field]
        if let search = condition.search { return value?.text.map { search.holds($0) } ?? false }
        if let moment = condition.moment {
            return holds(condition, moment.digits == 9 ? moment.time : moment.time * 1000, value?.text)
        }
        guard let operation = condition.operation, let value else { return value != nil }
        if let word = condition.word { return (value.text == word) == (operation == .equal) }
        let numbers = value.numbers
        if operation == .isIn || operation == .isNotIn {
            let isIn = numbers.contains { number in
                number.map { one in condition.set.contains { $0.contains(one) } } ?? false
            }
            return isIn == (operation == .isIn)
        }
        switch condition.quantifier {
        // On a list, "!=" means that no element is equal.
        case .plain where operation == .different: return !numbers.contains(condition.number)
        // Both sides doubled, so that a half is whole.
        case .plain, .any:
            let wanted = condition.number * 2 + (condition.isHalf ? 1 : 0)
            return numbers.contains { holds(operation, $0.map { $0 * 2 }, wanted) }
        case .all: return !numbers.contains { !holds(operation, $0, condition.number) }
        }
    }

    /// Returns the comparison with a number; `null` differs from every number, and is neither less nor greater.
    private static func holds(_ operation: Operation, _ number: Int?, _ wanted: Int) -> Bool {
        number.map { operation.holds($0, wanted) } ?? (operation == .different)
    }

    /// Compares times as texts, because all lines spell times in the same way.
    private static func holds(_ condition: Condition, _ time: Int64, _ text: String?) -> Bool {
        guard let text, let operation = condition.operation else { return false }
        let wanted = PlanMoment.text(time, digits: 9)
        return operation.holds(text == wanted ? 0 : text < wanted ? -1 : 1, 0)
    }
}

extension FilterPlan.Value {
    /// The text; `nil` for another value.
    fileprivate var text: String? { if case .text(let text) = self { text } else { nil } }

    /// The numbers; -1, which no filter uses, for another value.
    fileprivate var numbers: [Int?] { if case .numbers(let numbers) = self { numbers } else { [-1] } }
}
