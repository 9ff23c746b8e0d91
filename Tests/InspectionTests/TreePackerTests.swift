import Testing
import WireFormat

@testable import Inspection

/// How trees of fields are packed for a report.
@Suite struct TreePackerTests {
    /// A tree of an object with some fields, each with a number.
    private static func tree(_ names: [String]) -> EventTree {
        let fields = FieldTree()
        fields.begin("object", at: 0)
        for (index, name) in names.enumerated() { fields.leaf(name, .integer(7), index..<index + 1) }
        fields.end(at: names.count)
        return EventTree(fields: fields)
    }

    /// What a tree is packed to, and the number in its reference where the shape came before.
    private static func pack(_ tree: EventTree, _ packer: inout TreePacker) -> (bytes: [UInt8], known: Int?) {
        var record = ByteWriter()
        packer.append(tree, hidden: [], showsSecrets: false, to: &record)
        let bytes = record.array
        return (bytes, bytes[0] == ShapeReference.known ? Int(bytes[2]) : nil)
    }

    @Test("shapes keep their numbers when more follow a node than it has room for")
    func manyShapes() {
        // More than may follow one node, so that some are told by their written shapes.
        let trees = (0..<40).map { Self.tree(["first", "name\($0)", "last"]) }
        var packer = TreePacker()
        for tree in trees { #expect(Self.pack(tree, &packer).known == nil) }
        for _ in 0..<2 {
            for (index, tree) in trees.enumerated() { #expect(Self.pack(tree, &packer).known == index + 1) }
        }
    }

    @Test("a shape that begins like another one is another shape")
    func prefix() {
        var packer = TreePacker()
        let (short, long) = (Self.tree(["a", "b"]), Self.tree(["a", "b", "c"]))
        #expect(Self.pack(long, &packer).known == nil)
        #expect(Self.pack(short, &packer).known == nil)
        #expect(Self.pack(long, &packer).known == 1)
        #expect(Self.pack(short, &packer).known == 2)
    }

    @Test(
        "names are told apart by their bytes, even if they are canonically equivalent",
        arguments: [("é", "e\u{301}"), ("a name of many letters é", "a name of many letters e\u{301}")]
    )
    func equivalentNames(one: String, other: String) {
        // Canonically equivalent texts are equal as strings.
        #expect(one == other)
        var packer = TreePacker()
        #expect(Self.pack(Self.tree([one]), &packer).known == nil)
        #expect(Self.pack(Self.tree([other]), &packer).known == nil)
        #expect(Self.pack(Self.tree([one + ""]), &packer).known == 1)
        #expect(Self.pack(Self.tree([String(other.unicodeScalars)]), &packer).known == 2)
    }

    @Test("hidden fields make another shape")
    func hidden() {
        var packer = TreePacker()
        let tree = Self.tree(["a", "b"])
        var shown = ByteWriter()
        packer.append(tree, hidden: [], showsSecrets: false, to: &shown)
        var hidden = ByteWriter()
        packer.append(tree, hidden: [1..<2], showsSecrets: false, to: &hidden)
        #expect(hidden.array[0] == ShapeReference.new)
        #expect(Self.pack(tree, &packer).known == 1)
    }

    @Test("the length of a long word takes several bytes")
    func longWords() {
        let word = String(repeating: "w", count: 300)
        let fields = FieldTree()
        fields.leaf("word", .word(word), 0..<1)
        var packer = TreePacker()
        let (bytes, _) = Self.pack(EventTree(fields: fields), &packer)
        #expect(Array(bytes.suffix(302)) == [0xAC, 0x02] + Array(word.utf8))
    }

    @Test("secrets in words are masked")
    func secrets() {
        let fields = FieldTree()
        fields.leaf("word", .word("token=abcdefgh; rest"), 0..<1)
        var packer = TreePacker()
        let (bytes, _) = Self.pack(EventTree(fields: fields), &packer)
        let text = "token=abcd…; rest"
        #expect(Array(bytes.suffix(text.utf8.count + 1)) == [UInt8(text.utf8.count)] + Array(text.utf8))
    }

    @Test(
        "the values of secret names are found in a text",
        arguments: [
            ("token=abc", [6..<9]), ("tok%65n%3Dabc", [10..<13]), ("toke%6E=abc", [8..<11]), ("token%=abc", []),
            ("\"my-tk_n\" : \"abcdefgh\"", [13..<21]), ("\"my-tkn_\" : \"abcdefgh\"", []), ("TOKEN:abc", [6..<9]),
            ("name=abc&PassWd=x;content:y", [16..<17]), ("a=b", []), ("=abc", []),
            ("xxxxxxxxxxxxxxxxxxxxtoken=1", [26..<27]),
        ]
    )
    func secretValues(text: String, ranges: [Range<Int>]) {
        #expect(Secrets.values(in: Array(text.utf8).span) == ranges)
    }
}
