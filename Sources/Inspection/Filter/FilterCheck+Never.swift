/// Rejects comparisons that are true for no possible value of the field.
extension FilterCheck {
    /// Rejects a value that the field never has, and an order comparison that is true for none of its values.
    func rejectUnreachable(_ literal: FilterLiteral, _ value: FilterValue) throws(FilterError) {
        guard !isNegated, !isFree else { return }
        if let range = path.range, let number = value.number { return try rejectOutOfRange(literal, number, range) }
        switch operation {
        case .less, .lessOrEqual, .greater, .greaterOrEqual:
            guard value.isText, path.kinds.allSatisfy({ $0.names != nil }) else { return }
            var test = FilterTest(path: path)
            test.operation = operation
            test.value = value
            for name in path.kinds.flatMap({ $0.names ?? [] })
            where test.accepts({ $0.order(of: Array(name.utf8).span) }) { return }
            throw literal.wrong(
                "no \(path.spelling) is \(operatorWords)\(literal.spelling), as names are ordered by their letters"
            )
        default: return
        }
    }

    /// Whether a test waits for `false` in a field that is either true or absent.
    ///
    /// This is no error: such filters were accepted from the beginning, and let nothing pass.
    func isWithoutFalse(_ test: FilterTest) -> Bool {
        guard path.kinds == [.presence] else { return false }
        let truths = test.operation == .oneOf ? test.members.map(\.low.truth) : [test.value.truth]
        return isNegated == truths.contains(true)
    }

    private func rejectOutOfRange(
        _ literal: FilterLiteral,
        _ number: FilterNumber,
        _ range: ClosedRange<Int64>
    ) throws(FilterError) {
        let (least, most) = (FilterNumber.integer(range.lowerBound), FilterNumber.integer(range.upperBound))
        let holds =
            switch operation {
            case .less: least.order(to: number) == .less
            case .lessOrEqual: !number.isLess(than: range.lowerBound)
            case .greater: most.order(to: number) == .greater
            case .greaterOrEqual: !number.isMore(than: range.upperBound)
            default: !number.isLess(than: range.lowerBound) && !number.isMore(than: range.upperBound)
            }
        if !holds { throw literal.wrong(rangeReason(operatorWords + literal.spelling, range)) }
    }

    /// Returns the reason of an error: the range of the field, and the impossible value.
    func rangeReason(_ what: String, _ range: ClosedRange<Int64>) -> String {
        let values =
            switch (range.lowerBound, range.upperBound) {
            case (.min, .max): "a whole number of 64 bits"
            case (let least, .max): "\(least) or more, in 64 bits,"
            case (.min, let most): "\(most) or less, in 64 bits,"
            case (let least, let most): "\(least) to \(most)"
            }
        return "\(path.spelling) is \(values) and never \(what)"
    }

    /// The words for the operator, with a space at the end.
    private var operatorWords: String {
        switch operation {
        case .less: "less than "
        case .lessOrEqual: "at most "
        case .greater: "more than "
        case .greaterOrEqual: "at least "
        default: ""
        }
    }

    /// Rejects a number that is always shown by its name, and a number that is not an integer.
    func rejectNamedNumber(
        _ literal: FilterLiteral,
        _ number: FilterNumber,
        _ named: [Int64: String],
        isExact: Bool
    ) throws(FilterError) {
        guard isExact, !isNegated else { return }
        guard number.isWhole else {
            throw literal.wrong("\(path.spelling) is a name or a whole number and never \(literal.spelling)")
        }
        guard case .integer(let whole) = number, let name = named[whole] else { return }
        throw literal.wrong("\(path.spelling) \(literal.spelling) is shown by its name", suggestion: name)
    }

    /// Rejects text that can never be the hex form of bytes.
    func rejectOddHex(_ literal: FilterLiteral) throws(FilterError) {
        guard path.kinds == [.hex], !isNegated, literal.number == nil else { return }
        guard literal.text.utf8.count % 2 == 0, literal.text.utf8.allSatisfy(EventField.Kind.hexDigits.contains) else {
            throw notLowerCaseHex(literal, isWhole: true)
        }
    }

    /// Rejects a part of a text with letters that the field never has.
    func rejectLettersOutsideHex(_ literal: FilterLiteral) throws(FilterError) {
        guard path.kinds == [.hex], !literal.text.utf8.allSatisfy(EventField.Kind.hexDigits.contains) else { return }
        throw notLowerCaseHex(literal, isWhole: false)
    }

    private func notLowerCaseHex(_ literal: FilterLiteral, isWhole: Bool) -> FilterError {
        let lower = literal.text.lowercased()
        let isHex = lower.utf8.allSatisfy(EventField.Kind.hexDigits.contains) && !(isWhole && lower.utf8.count % 2 == 1)
        return literal.wrong(
            "\(path.spelling) is bytes in lower-case hex and never \(literal.spelling)",
            suggestion: isHex ? lower : nil
        )
    }
}

extension EventField.Kind {
    fileprivate static let hexDigits = Array("0123456789abcdef".utf8)
}

extension FilterNumber {
    func isLess(than bound: Int64) -> Bool { order(to: .integer(bound)) == .less }
    func isMore(than bound: Int64) -> Bool { order(to: .integer(bound)) == .greater }
}
