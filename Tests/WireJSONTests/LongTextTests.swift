import Testing
import WireFormat

@testable import WireJSON

@Suite("A long text")
struct LongTextTests {
    /// Lists of numbers, names, words and objects, with so many elements each.
    private static func text(_ count: Int) -> [UInt8] {
        func list(_ element: String) -> String {
            "[" + Array(repeating: element, count: count).joined(separator: ",") + "]"
        }
        return Array(
            """
            {"cmd":"conv","numbers":\(list("1")),"names":\(list("\"ann\"")),"words":\(list("null")),\
            "messages":\(list(#"{"id":"m","at":[1,"x",[2,{"y":true}]]}"#)),"last":"z"}
            """.utf8
        )
    }

    /// Texts on both sides of the length from which on nodes are counted first.
    private static let counts = [1, 1000, 40_000]

    @Test("is read as its value says, whatever room the tape had before", arguments: counts)
    func reading(_ count: Int) throws {
        let text = Self.text(count)
        let value = try JSONValue(parsing: text)
        var tape = JSONTape()
        for other in [[], Self.text(3), Self.text(60_000)] as [[UInt8]] {
            if !other.isEmpty { _ = try tape.parse(other) }
            let root = try tape.parse(text)
            #expect(try root.value() == value)
            #expect(root["numbers"]?.count == count && root["messages"]?.count == count)
        }
    }

    @Test("has just the room that it needs")
    func room() throws {
        var tape = JSONTape()
        _ = try tape.parse(Self.text(40_000))
        #expect(tape.nodes.count == tape.count)
    }

    @Test("lacks the elements that are left out, and nothing else", arguments: counts)
    func leftOut(_ count: Int) throws {
        let text = Self.text(count)
        var tape = JSONTape()
        let root = try tape.parse(leavingOutScalarsOf: text.span, in: 0..<text.count, limits: JSONLimits())
        let isLong = count == 40_000
        for name in ["numbers", "names", "words"] {
            #expect(root[name]?.kind == .array && root[name]?.count == (isLong ? 0 : count))
        }
        #expect(root["cmd"]?.string == "conv" && root["last"]?.string == "z")
        #expect(root["messages"]?.count == count)
        // Of the list in a message the list is left, and in that the object.
        #expect(root["messages"]?[0]?["id"]?.string == "m")
        #expect(root["messages"]?[count - 1]?["at"]?.count == (isLong ? 1 : 3))
        #expect(root["messages"]?[0]?["at"]?[isLong ? 0 : 2]?[isLong ? 0 : 1]?["y"]?.bool == true)
    }

    @Test(
        "is one from the first byte beyond 128 KiB on",
        arguments: [(131_071, false), (131_072, false), (131_073, true)]
    )
    func length(_ size: (bytes: Int, isLong: Bool)) throws {
        let end = Array(#"","list":[1,"x"]}"#.utf8)
        let start = Array(#"{"text":""#.utf8)
        let text = start + Array(repeating: UInt8(ascii: "x"), count: size.bytes - start.count - end.count) + end
        #expect(text.count == size.bytes)
        var tape = JSONTape()
        let count = try tape.parse(leavingOutScalarsOf: text.span, in: 0..<text.count, limits: JSONLimits())["list"]?
            .count
        #expect(count == (size.isLong ? 0 : 2))
        #expect(tape.lacksElements == size.isLong)
        if size.isLong { #expect(tape.nodes.count == tape.count) }
    }

    @Test("whose elements are left out is minified all the same, and may hold anything")
    func minified() throws {
        let plain = Self.text(40_000)
        // White space between elements, and in one that is left out.
        let spaced = Array(String(decoding: plain, as: UTF8.self).replacing(",\"ann\"", with: " , \"a  n\"").utf8)
        let minified = Array(String(decoding: plain, as: UTF8.self).replacing(",\"ann\"", with: ",\"a  n\"").utf8)
        var tape = JSONTape()
        _ = try tape.parse(leavingOutScalarsOf: spaced.span, in: 0..<spaced.count, limits: JSONLimits())
        var writer = ByteWriter()
        writer.append(minified: tape, of: spaced.span)
        #expect(writer.array == minified)
        #expect(tape.hasString(in: spaced.span) { _, _, _ in false })
        #expect(tape.hasString(in: spaced.span, onlyEscaped: true) { _, _, _ in false })
        #expect(tape.mayHaveKey(endingIn: JSONLetterPairs(endingsOf: [])))
        _ = try tape.parse(plain)
        #expect(!tape.hasString(in: plain.span) { _, _, _ in false })
    }

    @Test("that is no JSON is an error at the same place")
    func error() throws {
        for count in Self.counts {
            let text = Array(Self.text(count).dropLast(3))
            var tape = JSONTape()
            let error = #expect(throws: WireError.self) {
                _ = try tape.parse(leavingOutScalarsOf: text.span, in: 0..<text.count, limits: JSONLimits())
            }
            let usual = #expect(throws: WireError.self) { _ = try tape.parse(text) }
            #expect(error == usual && error?.offset == text.count)
        }
    }
}
