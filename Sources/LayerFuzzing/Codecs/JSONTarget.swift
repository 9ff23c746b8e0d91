package import FuzzInputs
package import Fuzzer
import WireFormat
import WireJSON

/// JSON texts for every reader of JSON.
package struct JSONTarget: FuzzTarget {
    package let name = "json"
    package let summary = "JSON through parser, tape, values, tree and minifier"
    /// The tokens.
    package var words: [[UInt8]] {
        [
            "{", "}", "[", "]", ",", ":", "\"", "null", "true", "false", "0", "-1", "1e9", "\\u0000", "\\ud83d\\ude00",
            "\\\"", "{\"a\":", "[[", "]]", "\"\"", " ", "\t", "\r\n", "1.5E+3", "-0",
        ].map { Array($0.utf8) }
    }
    /// Returns whether another reader accepts a text; `nil` if its verdict does not count.
    private let other: (@Sendable ([UInt8]) -> Bool?)?

    /// - Parameter other: an independent reader that must agree.
    package init(other: (@Sendable ([UInt8]) -> Bool?)? = nil) {
        self.other = other
    }

    /// A visitor that counts the parser's tokens.
    private struct Counter: JSONVisitor {
        var tokens = 0
        var deepest = 0
        var depth = 0
        mutating func beginObject(at offset: Int) { depth += 1; deepest = max(deepest, depth); tokens += 1 }
        mutating func endObject(at offset: Int) { depth -= 1 }
        mutating func beginArray(at offset: Int) { depth += 1; deepest = max(deepest, depth); tokens += 1 }
        mutating func endArray(at offset: Int) { depth -= 1 }
        mutating func key(_ range: Range<Int>, hasEscapes: Bool, isASCII: Bool) { tokens += 1 }
        mutating func string(_ range: Range<Int>, hasEscapes: Bool, isASCII: Bool) { tokens += 1 }
        mutating func number(_ range: Range<Int>) { tokens += 1 }
        mutating func literal(_ literal: JSONLiteral, _ range: Range<Int>) { tokens += 1 }
        mutating func punctuation(_ range: Range<Int>) { tokens += 1 }
        mutating func whitespace(_ range: Range<Int>) { tokens += 1 }
    }

    /// Runs one text.
    package func run(_ input: [UInt8], _ features: inout Features) throws(Violation) {
        var counter = Counter()
        let parsed = attempt { () throws(WireError) in
            try JSONParser.parse(input.span, in: 0..<input.count, visitor: &counter)
        }
        try Oracles.cost(counter.tokens, of: input.count, factor: 2, "json")
        features.reach("json.depth", Features.bucket(counter.deepest))
        guard counter.deepest <= JSONLimits().depth else {
            throw Violation(.limit, "\(counter.deepest) levels were entered")
        }
        let tree = FieldTree()
        let shown = attempt { () throws(WireError) in try tree.json("json", input.span, in: 0..<input.count) }
        features.reach("json", tree, limit: 64, namesMatter: false)
        try Oracles.coverage(tree, of: 0..<input.count, "json")
        let document = attempt { () throws(WireError) in try JSONDocument(input) }
        let valid = attempt { () throws(WireError) in try JSONValidator.validate(input) }
        var minifier = ByteWriter()
        let minified = attempt { () throws(WireError) in try minifier.append(minifiedJSON: input) }
        switch parsed {
        case .failure(let error):
            features.reach("json", error)
            try Oracles.place(error, in: input.count, "json")
            for (name, outcome) in [
                ("validator", valid.error), ("document", document.error), ("minifier", minified.error),
            ] {
                try Oracles.same(
                    outcome,
                    error,
                    .disagreement,
                    "the parser says \(error), the \(name) \(String(describing: outcome))"
                )
            }
            // The tree adds the path, so it is removed here.
            let bare = shown.error.map { error in
                var error = error
                error.path = []
                return error
            }
            var plain = error
            plain.path = []
            try Oracles.same(
                bare,
                plain,
                .disagreement,
                "the parser says \(error), the tree \(String(describing: bare))"
            )
            try Oracles.same(minifier.count, 0, .roundtrip, "a minifier that fails leaves \(minifier.count) bytes")
        case .success:
            guard valid.error == nil, shown.error == nil, minified.error == nil, case .success(let read) = document
            else {
                throw Violation(.disagreement, "the parser takes what other readers refuse")
            }
            try accepted(read, minifier.array, &features)
        }
        guard let verdict = other?(input) else { return }
        try Oracles.same(
            verdict,
            parsed.error == nil,
            .disagreement,
            "\(Oracles.hex(input)) is \(verdict ? "read" : "refused") elsewhere and not here"
        )
    }

    private func accepted(
        _ document: JSONDocument,
        _ minified: [UInt8],
        _ features: inout Features
    ) throws(Violation) {
        let value: JSONValue
        do throws(WireError) {
            value = try document.value()
        } catch {
            guard error.code == .limit else { throw Violation(.disagreement, "a document gives no value: \(error)") }
            return
        }
        try Oracles.same(
            value.minified,
            minified,
            .roundtrip,
            "the value writes \(Oracles.hex(value.minified)), the minifier \(Oracles.hex(minified))"
        )
        guard let again = try? JSONValue(parsing: minified) else {
            throw Violation(.roundtrip, "\(Oracles.hex(minified)), minified, cannot be read")
        }
        try Oracles.same(again, value, .roundtrip, "\(Oracles.hex(minified)) says something else than the text did")
        let root = document.root
        try walk(root, value, &features)
    }

    /// Checks that a view into the text and a separate value are equal.
    private func walk(_ view: JSONView, _ value: JSONValue, _ features: inout Features) throws(Violation) {
        switch value {
        case .object(let members):
            var views = view.members
            var count = 0
            while let member = views.next() {
                guard count < members.count else { throw Violation(.disagreement, "the view has more members") }
                try walk(member.value, members[count].value, &features)
                count += 1
            }
            try Oracles.same(count, view.count, .disagreement, "\(count) members, counted \(view.count)")
            try Oracles.same(count, members.count, .disagreement, "\(count) members, \(members.count) in the value")
        case .array(let elements):
            var views = view.elements
            var count = 0
            while let element = views.next() {
                guard count < elements.count else { throw Violation(.disagreement, "the view has more elements") }
                try walk(element, elements[count], &features)
                count += 1
            }
            try Oracles.same(count, elements.count, .disagreement, "\(count) elements, \(elements.count) in the value")
        case .string:
            try Oracles.same(view.string, value.string, .disagreement, "a string reads otherwise in its view")
            features.reach("json.string", Features.bucket(view.spelling.count))
        case .number:
            try Oracles.same(view.int64, value.int64, .disagreement, "a number reads otherwise in its view")
            let (one, two) = (view.double, value.double)
            guard one == two || one?.isNaN == true && two?.isNaN == true else {
                throw Violation(.disagreement, "a number is \(String(describing: one)) in its view")
            }
            features.reach("json.number", value.int64 == nil ? 1 : 0, Features.bucket(view.spelling.count))
        case .bool: try Oracles.same(view.bool, value.bool, .disagreement, "a word reads otherwise in its view")
        case .null: break
        }
    }

    /// The tokens of the text.
    package func shape(of input: [UInt8]) -> Shape? { JSONShape.json(input) }

    /// Texts with every kind of value.
    package func seeds(_ random: inout FuzzRandom) -> [[UInt8]] {
        [
            "{}", "[]", "\"\"", "0", "null", "true", "false", "-0.0e+10",
            #"{"content":"hi","user":{"id":"u1","name":"中😀"},"list":[1,-2.5,1e3,null,true,[],{}],"a":"\n\u0041\ud83d\ude00"}"#,
            " { \"a\" : [ 1 , 2 , 3 ] ,\r\n\t\"a\" : \"twice\" } ", "[[[[[[[[[[]]]]]]]]]]",
            "[18446744073709551615,9223372036854775807,-9223372036854775808,1e308,1e309,5e-324]",
        ].map { Array($0.utf8) }
    }
}

extension Result {
    /// The error; `nil` for a success.
    var error: Failure? {
        if case .failure(let error) = self { error } else { nil }
    }
}
