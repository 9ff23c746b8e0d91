/// Checks a comparison against the table of fields, before any event is evaluated.
struct FilterCheck {
    let path: FieldPath
    let operation: FilterTest.Operation
    /// Whether the comparison requires that no value is equal; it is then true for values that the field never has.
    let isNegated: Bool
    /// The position of the operator, in characters.
    let operatorPosition: Int
    let operatorLength: Int

    /// Whether the field is defined by the application or the server, so that its values are not known.
    var isFree: Bool { path.kinds.isEmpty || path.kinds.contains(.json) }

    private func wrong(_ reason: String) -> FilterError {
        FilterError(position: operatorPosition, length: operatorLength, reason: reason)
    }

    /// Rejects an operator that does not apply to such a field.
    func checkOperation() throws(FilterError) {
        if path.isObject {
            throw wrong("\(path.spelling) has fields and no value: name one, as in \(Self.field(of: path.spelling))")
        }
        guard !isFree else { return }
        switch operation {
        case .exists, .equal, .oneOf: break
        case .less, .lessOrEqual, .greater, .greaterOrEqual:
            if path.kinds == [.boolean] || path.kinds == [.presence] {
                throw wrong("\(path.spelling) is true or false, which have no order")
            }
        case .contains, .matches:
            guard path.kinds.contains(where: \.isText) else {
                throw wrong("\(path.spelling) is \(Self.noun(path.kinds[0])): contains and matches look into texts")
            }
        }
    }

    /// Returns the first field of an object, as an example.
    private static func field(of path: String) -> String {
        let full = path == "message" ? "messages" : path
        let inner = EventFields.rows.first { $0.field.path.hasPrefix(full + ".") }
        return inner?.field.shortPath ?? path
    }

    /// Sets the value that a test compares with.
    func take(_ literal: FilterLiteral, as test: inout FilterTest) throws(FilterError) {
        switch test.operation {
        case .contains:
            test.search = SubstringSearch(Array(literal.text.utf8))
            try rejectLettersOutsideHex(literal)
            try rejectFruitlessSearch(literal) { test.search.isIn(Array($0.utf8).span) }
        case .matches:
            let program: PatternProgram
            do throws(FilterError) {
                program = try PatternProgram(literal.raw)
            } catch {
                var placed = error
                placed.position += literal.position + (literal.isQuoted ? 1 : 0)
                throw placed
            }
            test.pattern = program
            var matcher = PatternMatcher(program)
            try rejectFruitlessSearch(literal) { matcher.matches(Array($0.utf8).span) }
        case .equal, .exists, .oneOf:
            test.value = try value(literal, isExact: true)
            try rejectUnreachable(literal, test.value)
        case .less, .lessOrEqual, .greater, .greaterOrEqual:
            test.value = try value(literal, isExact: false)
            try rejectUnreachable(literal, test.value)
        }
    }

    /// Rejects a search that matches none of the names that the field may have.
    private func rejectFruitlessSearch(_ literal: FilterLiteral, _ fits: (String) -> Bool) throws(FilterError) {
        guard !isFree, path.kinds.allSatisfy({ $0.names != nil }) else { return }
        for name in path.kinds.flatMap({ $0.names ?? [] }) where fits(name) { return }
        throw literal.wrong("no \(path.spelling) is like this")
    }

    /// Returns a member of the list after `in`.
    ///
    /// - Parameters:
    ///   - low: the value, or the lower bound of a range.
    ///   - high: the upper bound of a range.
    func member(_ low: FilterLiteral, _ high: FilterLiteral?) throws(FilterError) -> FilterTest.Member {
        guard let high else {
            let value = try value(low, isExact: true)
            try rejectUnreachable(low, value)
            return FilterTest.Member(low: value)
        }
        let from = try value(low, isExact: false)
        let to = try value(high, isExact: false)
        let order: FilterOrder?
        if let one = from.number, let other = to.number {
            order = one.order(to: other)
        } else if let one = from.moment, let other = to.moment {
            order = FilterOrder(one, other)
        } else {
            throw low.wrong("a range goes from a number or a time to another")
        }
        guard order != .greater else { throw low.wrong("no value lies between \(low.spelling) and \(high.spelling)") }
        if !isNegated, let range = path.range, let first = from.number, let last = to.number,
            last.isLess(than: range.lowerBound) || first.isMore(than: range.upperBound)
        {
            throw low.wrong(rangeReason("between \(low.spelling) and \(high.spelling)", range))
        }
        return FilterTest.Member(low: from, high: to)
    }

    // MARK: Values

    /// Returns the value of a literal in a comparison with the field.
    ///
    /// - Parameter isExact: whether the comparison is for equality; a value that the field never has is then rejected.
    private func value(_ literal: FilterLiteral, isExact: Bool) throws(FilterError) -> FilterValue {
        guard !isFree else { return uncheckedValue(literal) }
        var first: FilterError?
        for kind in path.kinds {
            do throws(FilterError) {
                return try value(literal, kind, isExact: isExact)
            } catch {
                first = first ?? error
            }
        }
        throw first ?? literal.wrong("\(path.spelling) has no such value")
    }

    /// Returns the value of a literal for a field without a known kind.
    private func uncheckedValue(_ literal: FilterLiteral) -> FilterValue {
        var value = FilterValue(text: Array(literal.text.utf8))
        if literal.isQuoted {
            value.isText = true
        } else if literal.text == "true" || literal.text == "false" {
            value.truth = literal.text == "true"
        } else if let number = literal.number ?? literal.size ?? literal.seconds {
            value.number = number
        } else if let moment = literal.moment {
            value.moment = moment
        } else {
            value.isText = true
        }
        return value
    }

    private func value(
        _ literal: FilterLiteral,
        _ kind: EventField.Kind,
        isExact: Bool
    ) throws(FilterError) -> FilterValue {
        var value = FilterValue(text: Array(literal.text.utf8))
        let never = "\(path.spelling) is \(Self.noun(kind)) and never \(literal.spelling)"
        switch kind {
        case .text, .textOrNumber, .hex, .base64:
            if kind == .hex, isExact { try rejectOddHex(literal) }
            // A text of digits may be an id, which a line shows as text.
            value.number = literal.number
            value.isText = value.number == nil
        case .name, .manyNames:
            guard literal.number == nil else { throw literal.wrong(never) }
            try rejectUnknownName(literal, kind.names ?? [], isExact: isExact)
            value.isText = true
        case .nameOrNumber(let names, let named):
            value.number = literal.number
            if let number = value.number {
                try rejectNamedNumber(literal, number, named, isExact: isExact)
                break
            }
            try rejectUnknownName(literal, names, isExact: isExact)
            value.isText = true
        case .integer, .size, .seconds:
            value.number = literal.number ?? (kind == .size ? literal.size : kind == .seconds ? literal.seconds : nil)
            guard let number = value.number else { throw literal.wrong(never + Self.hint(literal, kind)) }
            if isExact, kind != .seconds, !number.isWhole {
                throw literal.wrong("\(path.spelling) is whole and never \(literal.spelling)")
            }
        case .boolean, .presence:
            guard !literal.isQuoted, literal.text == "true" || literal.text == "false" else {
                throw literal.wrong("\(path.spelling) is true or false and never \(literal.spelling)")
            }
            value.truth = literal.text == "true"
        case .time:
            guard let moment = literal.moment else {
                throw literal.wrong(
                    "\(path.spelling) is a time and never \(literal.spelling): times are written as 2026-11-21T03:18:33Z"
                )
            }
            value.moment = moment
        case .object, .json: return uncheckedValue(literal)
        }
        return value
    }

    /// Rejects a text that is none of the field's names, in a comparison for equality.
    private func rejectUnknownName(_ literal: FilterLiteral, _ names: [String], isExact: Bool) throws(FilterError) {
        guard isExact, !names.contains(literal.text) else { return }
        throw literal.wrong(
            "no \(path.spelling) is \(literal.spelling)",
            suggestion: EventFields.nearest(to: literal.text, in: names)
        )
    }

    /// Returns a hint about the correct spelling of the value.
    private static func hint(_ literal: FilterLiteral, _ kind: EventField.Kind) -> String {
        var bare = literal
        bare.isQuoted = false
        if literal.isQuoted, bare.number != nil { return ": write it without quotes" }
        switch kind {
        case .size where bare.seconds != nil: return ": sizes are written as 4KiB"
        case .seconds where bare.size != nil: return ": durations are written as 500ms"
        default: return ""
        }
    }

    /// Returns a kind of value in words, with an article.
    private static func noun(_ kind: EventField.Kind) -> String {
        switch kind {
        case .text, .hex, .base64: "a text"
        case .textOrNumber: "a text or a number"
        case .name, .manyNames, .nameOrNumber: "a name"
        case .integer: "a number"
        case .size: "a number of bytes"
        case .seconds: "a number of seconds"
        case .boolean, .presence: "true or false"
        case .time: "a time"
        case .object, .json: "an object"
        }
    }
}

extension EventField.Kind {
    /// Whether a line shows the value as text.
    fileprivate var isText: Bool {
        switch self {
        case .text, .textOrNumber, .name, .manyNames, .nameOrNumber, .time, .hex, .base64: true
        case .integer, .size, .seconds, .boolean, .presence, .object, .json: false
        }
    }
}
