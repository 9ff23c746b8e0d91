import Foundation
import Testing
import WireFormat
import WireJSON

/// What holds for every text, over seeded random ones.
@Suite struct JSONPropertyTests {
    static let seeds = Array(UInt64(0)..<300)

    @Test("decoding and encoding a document gives its bytes", arguments: seeds)
    func identity(_ seed: UInt64) throws {
        var random = RandomJSON(seed: seed, isWild: true)
        let bytes = random.text()
        let document = try JSONDocument(bytes)
        var writer = ByteWriter()
        document.encode(into: &writer)
        #expect(writer.array == bytes)
    }

    @Test("the minifier, the value and the tokens agree on the text without white space", arguments: seeds)
    func minifiers(_ seed: UInt64) throws {
        var random = RandomJSON(seed: seed, isWild: true)
        let bytes = random.text()
        let tokens = try Recorder.read(bytes).tokens.filter { $0.name != "whitespace" }
        let joined = tokens.flatMap { bytes[$0.range] }
        #expect(try minified(bytes) == joined)
        let value = try JSONValue(parsing: bytes)
        #expect(value.minified == joined)
        #expect(try JSONValue(parsing: joined) == value)
        #expect(try minified(joined) == joined)
    }

    @Test("tokens cover each byte once, and say truly whether they have escapes and are ASCII", arguments: seeds)
    func tokens(_ seed: UInt64) throws {
        var random = RandomJSON(seed: seed, isWild: true)
        let bytes = random.text()
        let recorder = try Recorder.read(bytes)
        var next = 0
        for token in recorder.tokens {
            #expect(token.range.lowerBound == next && !token.range.isEmpty)
            next = token.range.upperBound
        }
        #expect(next == bytes.count)
        let strings = recorder.tokens.filter { $0.name == "key" || $0.name == "string" }.map { bytes[$0.range] }
        #expect(recorder.hasEscapes == strings.map { $0.contains(0x5C) })
        #expect(recorder.isASCII == strings.map { $0.allSatisfy { $0 < 0x80 } })
    }

    @Test("each byte belongs to exactly one leaf of the tree, and leaves lie within their nodes", arguments: seeds)
    func leaves(_ seed: UInt64) throws {
        var random = RandomJSON(seed: seed, isWild: true)
        let bytes = random.text()
        let tree = FieldTree()
        try tree.json("x", bytes.span, in: 0..<bytes.count)
        expectCoverage(tree, bytes.count)
        // Cut anywhere: still each byte once, with the bytes that were not decoded as the last leaf.
        let cut = random.below(bytes.count)
        let part = FieldTree()
        let failed = (try? part.json("x", bytes.span, in: 0..<cut)) == nil
        expectCoverage(part, cut)
        #expect(part.depth == 0)
        if failed, let last = part.leaves.last { #expect(last.name == "undecoded" || last.range.upperBound == cut) }
    }

    private func expectCoverage(_ tree: FieldTree, _ count: Int) {
        var next = 0
        for leaf in tree.leaves {
            #expect(leaf.range.lowerBound == next && !leaf.range.isEmpty)
            next = leaf.range.upperBound
        }
        #expect(next == count)
        var open: [FieldTree.Node] = []
        for node in tree.nodes {
            open.removeLast(open.count - node.depth)
            if let parent = open.last {
                #expect(parent.range.lowerBound <= node.range.lowerBound)
                #expect(parent.range.upperBound >= node.range.upperBound)
            }
            open.append(node)
        }
    }

    @Test("the tape and the value agree on everything", arguments: seeds)
    func views(_ seed: UInt64) throws {
        var random = RandomJSON(seed: seed, isWild: true)
        let document = try JSONDocument(random.text())
        expectAgreement(document.root, try document.value())
    }

    private func expectAgreement(_ view: borrowing JSONView, _ value: JSONValue) {
        #expect(view.kind == value.kind)
        #expect(view.string == value.string)
        #expect(view.int64 == value.int64)
        #expect(view.uint64 == value.uint64)
        #expect(view.double == value.double)
        #expect(view.bool == value.bool)
        #expect(view.isNull == value.isNull)
        #expect(view.count == value.members?.count ?? value.elements?.count ?? 0)
        var index = 0
        var members = view.members
        while let member = members.next() {
            guard let other = value.members?[index] else { break }
            let key = member.key.string
            let isEqual = member.key.equals(other.key.text)
            #expect(key == other.key.text && isEqual)
            let found = view[other.key.text]?.range
            let last = value[other.key.text]
            #expect(found.map { JSONValue.parsed(view, $0) } == last)
            expectAgreement(member.value, other.value)
            index += 1
        }
        var elements = view.elements
        while let element = elements.next() {
            guard let other = value[index] else { break }
            let range = element.range
            let found = view[index]?.range
            #expect(found == range)
            expectAgreement(element, other)
            index += 1
        }
        #expect(index == view.count)
    }

    @Test("Foundation reads the same values", arguments: seeds)
    func foundation(_ seed: UInt64) throws {
        var random = RandomJSON(seed: seed, isWild: false)
        let bytes = random.text()
        let theirs = try JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)
        #expect(agrees(try JSONValue(parsing: bytes), theirs))
        let again = try JSONSerialization.jsonObject(with: Data(try minified(bytes)), options: .fragmentsAllowed)
        #expect(agrees(try JSONValue(parsing: bytes), again))
    }

    @Test("what Foundation writes, we read", arguments: seeds.prefix(100))
    func fromFoundation(_ seed: UInt64) throws {
        var random = RandomJSON(seed: seed, isWild: false)
        let object = try JSONSerialization.jsonObject(with: Data(random.text()), options: .fragmentsAllowed)
        for options in [[.fragmentsAllowed], [.fragmentsAllowed, .prettyPrinted]] as [JSONSerialization.WritingOptions]
        {
            let written = try JSONSerialization.data(withJSONObject: object, options: options)
            #expect(agrees(try JSONValue(parsing: [UInt8](written)), object))
        }
    }

    private func agrees(_ ours: JSONValue, _ theirs: Any) -> Bool {
        switch ours {
        case .null: return theirs is NSNull
        case .bool(let bool): return theirs as? Bool == bool
        case .string(let string): return theirs as? String == string.text
        case .number(let number):
            guard let other = (theirs as? NSNumber)?.doubleValue else { return false }
            // Foundation may be a unit in the last place off.
            return abs(other - number.double) <= abs(other) * 1e-15
        case .array(let elements):
            guard let array = theirs as? [Any], array.count == elements.count else { return false }
            return zip(elements, array).allSatisfy { agrees($0, $1) }
        case .object(let members):
            guard let object = theirs as? [String: Any], object.count == members.count else { return false }
            return members.allSatisfy { member in object[member.key.text].map { agrees(member.value, $0) } ?? false }
        }
    }
}

extension JSONValue {
    /// The value that is spelt in a range of the bytes of a view.
    fileprivate static func parsed(_ view: borrowing JSONView, _ range: Range<Int>) -> JSONValue? {
        let start = view.range.lowerBound
        return try? JSONValue(parsing: view.spelling, in: range.lowerBound - start..<range.upperBound - start)
    }
}
