import FuzzInputs
package import Fuzzer
import WireFormat
import WireJSON

/// JSON texts with known values.
///
/// A plan lists the values in text order, two bytes for each. Names repeat, also with escapes and in other letter case.
package struct JSONPlanTarget: PlanTarget {
    package let name = "json-plan"
    package let summary = "JSON made of a plan: numbers at their ends, escapes, names that come twice, white space"
    package static let headBytes = 2
    package static let stepBytes = 2

    package init() {}

    /// A value with its spelling and its place in the text.
    private struct Value {
        var kind: JSONKind
        var start = 0
        var end = 0
        /// The value of a text; the spelling of a number or word.
        var text = ""
        var number = Number("0", 0, 0, 0)
        var elements: [Value] = []
        var names: [String] = []
        /// Whether each name is written with escapes.
        var escaped: [Bool] = []
        /// The spelling without white space.
        var plain = ""
    }

    /// A number's spelling, and its value as each type.
    private struct Number {
        var spelling: String
        var signed: Int64?
        var unsigned: UInt64?
        var real: Double

        init(_ spelling: String, _ signed: Int64?, _ unsigned: UInt64?, _ real: Double) {
            (self.spelling, self.signed, self.unsigned, self.real) = (spelling, signed, unsigned, real)
        }
    }

    /// The integer values of spellings with a fraction or an exponent.
    private static let wholes: [String: Int64] = [
        "1.0": 1, "1e3": 1000, "1E+3": 1000, "1e-400": 0, "-9223372036854775808.0": .min, "-0.0": 0,
        "1e18": 1_000_000_000_000_000_000, "-1.5e1": -15,
    ]
    /// A number beyond 64 bits whose nearest `Double` is within them.
    private static let nearlyWhole = "-9223372036854775809"

    private static let numbers: [Number] = [
        Number("0", 0, 0, 0), Number("-0", 0, 0, -0.0), Number("1", 1, 1, 1), Number("-1", -1, nil, -1),
        Number("10", 10, 10, 10),
        Number("999999999999999", 999_999_999_999_999, 999_999_999_999_999, 999_999_999_999_999),
        Number("9007199254740993", 9_007_199_254_740_993, 9_007_199_254_740_993, 9_007_199_254_740_992),
        Number("9223372036854775807", .max, 9_223_372_036_854_775_807, 0x1p63),
        Number("9223372036854775808", nil, 9_223_372_036_854_775_808, 0x1p63),
        Number("-9223372036854775808", .min, nil, -0x1p63), Number("-9223372036854775809", nil, nil, -0x1p63),
        Number("18446744073709551615", nil, .max, 0x1p64), Number("18446744073709551616", nil, nil, 0x1p64),
        Number("1.0", nil, nil, 1), Number("-2.5", nil, nil, -2.5), Number("0.1", nil, nil, 0x1.999999999999ap-4),
        Number("1e3", nil, nil, 1000), Number("1E+3", nil, nil, 1000), Number("25e-1", nil, nil, 2.5),
        Number("1e400", nil, nil, .infinity), Number("-1e400", nil, nil, -.infinity), Number("1e-400", nil, nil, 0),
        Number("-9223372036854775808.0", nil, nil, -0x1p63), Number("9223372036854775808.0", nil, nil, 0x1p63),
        Number("1e18", nil, nil, 1e18), Number("1e19", nil, nil, 1e19), Number("-1.5e1", nil, nil, -15),
        Number("-0.0", nil, nil, -0.0),
        Number("123456789012345678901234567890", nil, nil, 123_456_789_012_345_677_877_719_597_056),
    ]
    /// The names; if a name is repeated, the last member counts.
    private static let names = [
        "a", "key", "Key", "KEY", "b", "", "é", "a key of many letters, longer than a word", "k\"y",
    ]
    private static let spaces = ["", " ", "\n", "\t\r", "                 "]

    /// Runs one plan.
    package func run(_ input: [UInt8], _ features: inout Features) throws(Violation) {
        var reader = PlanReader(input)
        let space = reader.byte()
        let escapes = reader.byte()
        var text = Self.spaces[space % 5]
        var root = Value(kind: space & 0x80 == 0 ? .object : .array)
        Self.fill(&root, &reader, &text, Self.spaces[space / 5 % 5], escapes, depth: 0)
        text += Self.spaces[space / 25 % 5]
        features.reach("json-plan", Features.bucket(text.utf8.count), root.elements.count)
        let bytes = Array(text.utf8)
        guard let document = try? JSONDocument(bytes) else {
            throw Violation(.meaning, "JSON is refused: \(Oracles.hex(bytes))")
        }
        try Self.compare(document.root, root, bytes)
        guard let value = try? JSONValue(parsing: bytes) else {
            throw Violation(.meaning, "JSON is refused as a value: \(Oracles.hex(bytes))")
        }
        try Self.compare(value, root)
        var minified = ByteWriter()
        try? minified.append(minifiedJSON: bytes)
        guard minified.array == Array(root.plain.utf8), value.minified == minified.array else {
            throw Violation(
                .meaning,
                "JSON without white space is another: \(Oracles.hex(minified.array)), not \(root.plain)"
            )
        }
        try Self.tree(bytes, root)
        try Self.cutCharacters(input)
        try Self.refuse(bytes, input.reduce(0) { ($0 * 31 + Int($1)) % 9973 })
        try Self.limit(bytes, deepest: Self.deepest(root, 1))
    }

    /// Returns the number of nested containers, and the start of the first innermost one.
    private static func deepest(_ value: Value, _ level: Int) -> (levels: Int, start: Int) {
        var found = (levels: level, start: value.start)
        for inner in value.elements where inner.kind == .object || inner.kind == .array {
            let one = deepest(inner, level + 1)
            if one.levels > found.levels { found = one }
        }
        return found
    }

    /// Checks that cut-off characters are read as by the standard library, in texts of the wire and in JSON.
    ///
    /// The standard library replaces each maximal subpart of a character (Unicode 15, section 3.9, table 3-8).
    private static func cutCharacters(_ input: [UInt8]) throws(Violation) {
        let whole = ["a", "é", "中", "🙂"].map { Array($0.utf8) }
        let bytes = input.flatMap { whole[Int($0 & 3)].prefix(1 + Int($0 >> 2 & 3)) }
        let expected = String(decoding: bytes, as: UTF8.self)
        var writer = ByteWriter()
        writer.append(jsonString: bytes.span)
        let read = (try? JSONValue(parsing: writer.array))?.string
        guard read == expected, WireString(decoding: bytes.span).text == expected else {
            throw Violation(.meaning, "characters that are cut off are read otherwise: \(Oracles.hex(bytes))")
        }
    }

    // MARK: Making

    private static func fill(
        _ value: inout Value,
        _ reader: inout PlanReader,
        _ text: inout String,
        _ space: String,
        _ escapes: Int,
        depth: Int
    ) {
        value.start = text.utf8.count
        value.plain = value.kind == .object ? "{" : "["
        text += value.plain
        while !reader.isAtEnd {
            let choice = reader.byte()
            let which = reader.byte()
            if choice & 7 == 7 { break }
            if !value.elements.isEmpty {
                text += ","
                value.plain += ","
            }
            text += space
            if value.kind == .object {
                let name = names[(choice >> 3) % names.count]
                let spelling = PlanText.json(name, escapes: choice >> 6 == 3 ? escapes : 0)
                value.names.append(name)
                value.escaped.append(spelling.contains("\\"))
                value.plain += spelling + ":"
                text += spelling + space + ":" + space
            }
            var inner = Value(kind: .null)
            switch choice & 7 {
            case 0 where depth < 6, 1 where depth < 6:
                inner.kind = choice & 1 == 0 ? .object : .array
                fill(&inner, &reader, &text, space, escapes, depth: depth + 1)
            case 2, 3:
                inner.kind = .number
                inner.number = numbers[which % numbers.count]
                inner.start = text.utf8.count
                text += inner.number.spelling
                inner.text = inner.number.spelling
            case 4:
                inner.kind = which % 3 == 2 ? .null : .bool
                inner.start = text.utf8.count
                inner.text = ["true", "false", "null"][which % 3]
                text += inner.text
            default:
                inner.kind = .string
                inner.start = text.utf8.count
                inner.text = which == 0 ? "" : PlanText.text(which, which >> 3)
                text += PlanText.json(inner.text, escapes: escapes)
            }
            inner.end = text.utf8.count
            if inner.elements.isEmpty, inner.kind != .object, inner.kind != .array {
                inner.plain = String(decoding: Array(text.utf8)[inner.start..<inner.end], as: UTF8.self)
            }
            value.plain += inner.plain
            value.elements.append(inner)
            text += space
        }
        text += value.kind == .object ? "}" : "]"
        value.plain += value.kind == .object ? "}" : "]"
        value.end = text.utf8.count
    }

    // MARK: Comparing

    private static func wrong(_ what: String, _ value: Value) -> Violation {
        Violation(.meaning, "\(what) of a \(value.kind) at \(value.start) is another", kind: "meaning: JSON: \(what)")
    }

    private static func compare(_ view: JSONView, _ value: Value, _ bytes: [UInt8]) throws(Violation) {
        guard view.kind == value.kind, view.range == value.start..<value.end else { throw wrong("the place", value) }
        guard view.int64 == (value.kind == .number ? value.number.signed : nil),
            view.uint64 == (value.kind == .number ? value.number.unsigned : nil),
            view.double == (value.kind == .number ? value.number.real : nil)
        else { throw wrong("the number", value) }
        let whole = value.kind == .number ? value.number.signed ?? wholes[value.text] : nil
        guard view.wholeNumber == whole || value.text == nearlyWhole else { throw wrong("the whole number", value) }
        guard view.string == (value.kind == .string ? value.text : nil),
            view.isNull == (value.text == "null" && value.kind == .null)
        else { throw wrong("the text", value) }
        guard view.bool == (value.kind == .bool ? value.text == "true" : nil), view.count == value.elements.count else {
            throw wrong("the count", value)
        }
        var elements = view.elements
        var members = view.members
        for (place, inner) in value.elements.enumerated() {
            if value.kind == .object {
                guard let member = members.next(), member.key.string == value.names[place] else {
                    throw wrong("a name", value)
                }
                try compare(member.value, inner, bytes)
            } else {
                guard let element = elements.next() else { throw wrong("an element", value) }
                try compare(element, inner, bytes)
                guard view[place]?.range.lowerBound == inner.start else {
                    throw wrong("an element by its place", value)
                }
            }
        }
        var steps = JSONSteps(bytes.span, in: value.start..<value.end)
        for inner in value.elements {
            guard steps.next()?.value == inner.start..<inner.end else { throw wrong("a step", value) }
        }
        guard steps.next() == nil else { throw wrong("the number of steps", value) }
        guard value.kind == .object else { return }
        for name in names {
            let last = value.names.lastIndex(of: name).map { value.elements[$0].start }
            guard view[name]?.range.lowerBound == last else { throw wrong("what has a name", value) }
        }
        // Without an exact match, the last name in another letter case counts. A name with escapes is compared only as
        // written.
        let like = value.names.indices.last { !value.escaped[$0] && value.names[$0].lowercased() == "key" }
        let place = (value.names.lastIndex(of: "key") ?? like).map { value.elements[$0].start }
        let exact = value.names.lastIndex(of: "key").map { value.elements[$0].start }
        guard view.member(exactly: "key")?.range.lowerBound == exact else { throw wrong("what has just a name", value) }
        guard view.member("key")?.range.lowerBound == place else {
            throw wrong("what has a name in any letters", value)
        }
        let isTwice = Set(value.names).count < value.names.count
        guard view.hasRepeatedKeys == isTwice else { throw wrong("a name that comes twice", value) }
        for name in names {
            let last = value.names.lastIndex(of: name).map { value.elements[$0].start }
            guard JSONSteps.member(name, bytes.span, in: value.start..<value.end)?.lowerBound == last else {
                throw wrong("what has a name, step by step,", value)
            }
        }
    }

    private static func compare(_ found: JSONValue, _ value: Value) throws(Violation) {
        guard found.string == (value.kind == .string ? value.text : nil),
            found.int64 == (value.kind == .number ? value.number.signed : nil),
            found.double == (value.kind == .number ? value.number.real : nil),
            found.bool == (value.kind == .bool ? value.text == "true" : nil)
        else { throw wrong("the value", value) }
        let inner = found.elements ?? found.members?.map(\.value) ?? []
        guard inner.count == value.elements.count else { throw wrong("the value's count", value) }
        for (one, other) in zip(inner, value.elements) { try compare(one, other) }
        for name in names where value.kind == .object {
            let last = value.names.lastIndex(of: name).map { value.elements[$0] }
            guard (found[name] == nil) == (last == nil) else { throw wrong("what has a name in the value", value) }
            if let last, last.kind == .number, found[name]?.description != last.text {
                throw wrong("what has a name in the value", value)
            }
        }
    }

    /// Checks that each number, text and word is a leaf of the tree, in order and at its place.
    private static func tree(_ bytes: [UInt8], _ root: Value) throws(Violation) {
        let tree = FieldTree()
        try? tree.json("json", bytes.span, in: 0..<bytes.count)
        try Oracles.coverage(tree, of: 0..<bytes.count, "JSON of a plan")
        var leaves: [Value] = []
        func collect(_ value: Value) {
            if value.kind == .object || value.kind == .array {
                value.elements.forEach(collect)
            } else {
                leaves.append(value)
            }
        }
        collect(root)
        let found = tree.leaves.filter { $0.value != .token }
        guard found.count == leaves.count else { throw wrong("the number of leaves", root) }
        for (leaf, value) in zip(found, leaves) {
            let expected: FieldTree.Value =
                switch value.kind {
                case .number:
                    value.number.signed.map { .integer($0) } ?? value.number.unsigned.map { .unsigned($0) }
                        ?? .double(value.number.real)
                case .string: .text
                default: .word(value.text)
                }
            guard leaf.range == value.start..<value.end, leaf.value == expected else { throw wrong("a leaf", value) }
        }
    }
}
