import Testing
import WireFormat
import WireProtobuf

@Suite("The tree of a message")
struct TreeTests {
    private func tree(_ bytes: [UInt8], _ message: MessageIndex) -> (FieldTree, WireError?) {
        let tree = FieldTree()
        do throws(WireError) {
            try tree.append(protobuf: bytes.span, in: 0..<bytes.count, as: message, schema: TestSchema.schema)
            return (tree, nil)
        } catch {
            return (tree, error)
        }
    }

    private func outline(_ tree: FieldTree) -> [String] {
        tree.nodes.map { node in
            let value: String
            switch node.value {
            case .structure: value = ""
            case .integer(let number): value = " \(number)"
            case .unsigned(let number): value = " \(number)"
            case .double(let number): value = " \(number)"
            case .opaque(let bits): value = " \(bits)"
            case .text: value = " text"
            case .bytes: value = " bytes"
            case .token: value = ""
            case .word(let word): value = " " + word
            }
            return "\(node.depth) \(node.name) \(node.range.lowerBound)-\(node.range.upperBound)\(value)"
        }
    }

    @Test("names fields, counts repeated ones, names enum values")
    func names() {
        let (tree, error) = tree(TestSchema.bytes("1805 800102 a00107 a20102 0809 8a0102 7200"), TestSchema.kinds)
        #expect(error == nil)
        #expect(
            outline(tree) == [
                "0 an_int32 0-2", "1 tag 0-1", "1 value 1-2 5",
                "0 colour 2-5", "1 tag 2-4", "1 value 4-5 GREEN (2)",
                "0 plain[0] 5-8", "1 tag 5-7", "1 value 7-8 7",
                "0 plain 8-13", "1 tag 8-10", "1 length 10-11", "1 [1] 11-12 8", "1 [2] 12-13 9",
                "0 child 13-18", "1 tag 13-15", "1 length 15-16",
                "1 a_string 16-18", "2 tag 16-17", "2 length 17-18", "2 text 18-18 text",
            ]
        )
    }

    @Test("shows of an unknown field its number and what its value may mean")
    func unknown() {
        let (tree, _) = tree(TestSchema.bytes("c03e01 c23e03 616263 c33e 0805 c43e"), TestSchema.kinds)
        #expect(
            outline(tree) == [
                "0 #1000 0-3", "1 tag 0-2", "1 value 2-3 1; zigzag -1; true",
                "0 #1000 3-9", "1 tag 3-5", "1 length 5-6", "1 value 6-9 text \"abc\"; packed [97, 98, 99]",
                "0 #1000 9-15", "1 tag 9-11", "1 #1 11-13", "2 tag 11-12", "2 value 12-13 5; zigzag -3", "1 tag 13-15",
            ]
        )
    }

    @Test("has every byte in exactly one leaf", arguments: ProtocVector.all)
    func coverage(_ vector: ProtocVector) {
        let bytes = TestSchema.bytes(vector.hex)
        let (tree, error) = tree(bytes, TestSchema.message(vector.message))
        #expect(error == nil)
        expectCoverage(tree, bytes.count)
    }

    @Test("of a broken message has the rest of the bytes in one leaf", arguments: BrokenMessage.all)
    func broken(_ broken: BrokenMessage) {
        let bytes = TestSchema.bytes(broken.hex)
        let (tree, error) = tree(bytes, TestSchema.kinds)
        #expect(error == broken.error)
        expectCoverage(tree, bytes.count)
        #expect(tree.depth == 0)
    }

    @Test("takes in the tree of a content")
    func embedded() throws {
        let bytes = TestSchema.bytes("7a03616263 7a00")
        let tree = FieldTree()
        try tree.append(
            protobuf: bytes.span,
            in: 0..<bytes.count,
            as: TestSchema.kinds,
            schema: TestSchema.schema,
            embed: { _, field, range, tree in
                tree.leaf(TestSchema.schema.name(of: field) + " content", .word("?"), range)
                return true
            }
        )
        #expect(
            outline(tree) == [
                "0 some_bytes 0-5", "1 tag 0-1", "1 length 1-2", "1 some_bytes content 2-5 ?",
                "0 some_bytes 5-7", "1 tag 5-6", "1 length 6-7", "1 bytes 7-7 bytes",
            ]
        )
    }
}

/// Expects every byte from 0 to `count` in exactly one leaf, in order.
func expectCoverage(_ tree: FieldTree, _ count: Int, sourceLocation: SourceLocation = #_sourceLocation) {
    var next = 0
    for leaf in tree.leaves {
        #expect(leaf.range.lowerBound == next, "\(leaf)", sourceLocation: sourceLocation)
        next = leaf.range.upperBound
    }
    #expect(next == count, sourceLocation: sourceLocation)
}
