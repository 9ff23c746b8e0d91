package import WireJSON

/// A place where a value differs from the expected value.
package struct ValueDifference: Hashable, Sendable {
    /// The members and positions that lead to the place, such as `payload.value.list[2]`; empty for the whole value.
    package var path: String
    /// The expected value; `nil` if nothing is expected.
    package var expected: JSONValue?
    /// The actual value; `nil` if there is none.
    package var actual: JSONValue?

    /// Makes a difference.
    package init(path: String, expected: JSONValue? = nil, actual: JSONValue? = nil) {
        self.path = path
        self.expected = expected
        self.actual = actual
    }
}

/// Compares an adapter's answer with the expectation of a case.
///
/// Members that the expectation does not name are free, and `null` in the expectation means absent or null. Arrays are
/// compared element by element, numbers by value without rounding, strings and keys by their Unicode scalars (a lone
/// surrogate is compared as such), regardless of escapes and without normalization.
package struct ValueComparison {
    /// Whether members that the expectation lacks are differences too.
    var isTwoWay = false
    /// The differences, in the order of the expectation.
    private(set) var differences: [ValueDifference] = []

    init(isTwoWay: Bool = false) { self.isTwoWay = isTwoWay }

    /// Returns the differences of `actual` from `expected`.
    package static func differences(
        _ expected: JSONValue,
        _ actual: JSONValue,
        at path: String = ""
    ) -> [ValueDifference] {
        var comparison = ValueComparison()
        comparison.compare(expected, actual, at: path)
        return comparison.differences
    }

    /// Compares two values at a path.
    mutating func compare(_ expected: JSONValue, _ actual: JSONValue, at path: String) {
        switch (expected, actual) {
        case (.object(let members), .object): compare(members, expected, actual, at: path)
        case (.array(let elements), .array(let others)):
            for index in 0..<max(elements.count, others.count) {
                let place = "\(path)[\(index)]"
                if index < elements.count, index < others.count {
                    compare(elements[index], others[index], at: place)
                } else {
                    note(
                        place,
                        index < elements.count ? elements[index] : nil,
                        index < others.count ? others[index] : nil
                    )
                }
            }
        case (.number(let one), .number(let other)):
            if !DecimalNumber.equal(one.spelling, other.spelling) { note(path, expected, actual) }
        case (.string(let one), .string(let other)):
            if !one.codeUnits.elementsEqual(other.codeUnits) { note(path, expected, actual) }
        case (.bool(let one), .bool(let other)): if one != other { note(path, expected, actual) }
        case (.null, .null): break
        default: note(path, expected, actual)
        }
    }

    private mutating func compare(
        _ members: [JSONMember],
        _ expected: JSONValue,
        _ actual: JSONValue,
        at path: String
    ) {
        let (values, others) = (Self.byKey(expected), Self.byKey(actual))
        var seen: Set<[UInt16]> = []
        for member in members where seen.insert(member.key.codeUnits).inserted {
            let key = member.key.codeUnits
            guard let value = values[key] else { continue }
            let place = path.isEmpty ? member.key.text : "\(path).\(member.key.text)"
            if let other = others[key] {
                compare(value, other, at: place)
            } else if isTwoWay || !value.isNull {
                note(place, value, nil)
            }
        }
        guard isTwoWay else { return }
        for member in actual.members ?? [] where seen.insert(member.key.codeUnits).inserted {
            let place = path.isEmpty ? member.key.text : "\(path).\(member.key.text)"
            note(place, nil, others[member.key.codeUnits])
        }
    }

    /// Returns the values of an object by their exact keys; of repeated keys, the last one counts.
    private static func byKey(_ object: JSONValue) -> [[UInt16]: JSONValue] {
        Dictionary((object.members ?? []).map { ($0.key.codeUnits, $0.value) }) { _, last in last }
    }

    private mutating func note(_ path: String, _ expected: JSONValue?, _ actual: JSONValue?) {
        differences.append(ValueDifference(path: path, expected: expected, actual: actual))
    }
}

extension JSONString {
    /// The UTF-16 code units of the string; unlike in ``text``, a lone surrogate is kept.
    var codeUnits: [UInt16] {
        guard let unusualSpelling else { return Array(text.utf16) }
        var units: [UInt16] = []
        var rest = unusualSpelling.dropFirst().dropLast()
        var plain: [UInt8] = []
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "\\"), let escape = rest.popFirst() else {
                plain.append(byte)
                continue
            }
            units += String(decoding: plain, as: UTF8.self).utf16
            plain.removeAll()
            switch escape {
            case UInt8(ascii: "b"): units.append(8)
            case UInt8(ascii: "f"): units.append(12)
            case UInt8(ascii: "n"): units.append(10)
            case UInt8(ascii: "r"): units.append(13)
            case UInt8(ascii: "t"): units.append(9)
            case UInt8(ascii: "u"):
                units.append(UInt16(String(decoding: rest.prefix(4), as: UTF8.self), radix: 16) ?? 0xFFFD)
                rest = rest.dropFirst(4)
            default: units.append(UInt16(escape))
            }
        }
        return units + String(decoding: plain, as: UTF8.self).utf16
    }
}
