import Testing
import WireFormat

@Suite("FieldTree")
struct FieldTreeTests {
    @Test("has every field that a reader read, with its place, and each byte in one leaf")
    func reading() throws {
        let bytes = try Hex.decode("32 0005 735f6d7367 0000 0007 ffffffff 0000018bcfe56800 00000000000000ff aabb cc")
        let tree = FieldTree()
        var reader = ByteReader(bytes.span, trace: tree)
        try reader.uint8("header")
        _ = try reader.text("topic")
        _ = try reader.text("targetId")
        _ = try reader.uint16("messageId")
        _ = try reader.int32("date")
        _ = try reader.int64("timestamp")
        _ = try reader.opaque64("signature")
        _ = try reader.bytes("data", count: 2)
        _ = reader.rest("trailing")
        #expect(
            tree.nodes.map { "\($0.depth) \($0.name) \($0.value) \($0.range)" } == [
                "0 header integer(50) 0..<1",
                "0 topic structure 1..<8",
                "1 length token 1..<3",
                "1 text text 3..<8",
                "0 targetId structure 8..<10",
                "1 length token 8..<10",
                "1 text text 10..<10",
                "0 messageId integer(7) 10..<12",
                "0 date integer(-1) 12..<16",
                "0 timestamp integer(1700000000000) 16..<24",
                "0 signature opaque(255) 24..<32",
                "0 data bytes 32..<34",
                "0 trailing bytes 34..<35",
            ]
        )
        var next = 0
        for leaf in tree.leaves {
            #expect(leaf.range.lowerBound == next)
            next = leaf.range.upperBound
        }
        #expect(next == bytes.count)
        #expect(tree.leaves.count == 11)
    }

    @Test("nests what is between begin and end, and gives it the range of both")
    func nesting() {
        let tree = FieldTree()
        tree.begin("list", at: 4)
        tree.leaf("tag", .token, 4..<5)
        tree.begin("item", at: 5)
        #expect(tree.depth == 2)
        tree.leaf("type", .word("PERSON"), 5..<6)
        tree.end(at: 6)
        tree.end(at: 9)
        #expect(tree.depth == 0)
        #expect(tree.nodes.map(\.name) == ["list", "tag", "item", "type"])
        #expect(tree.nodes.map(\.depth) == [0, 1, 1, 2])
        #expect(tree.nodes.map(\.range) == [4..<9, 4..<5, 5..<6, 5..<6])
        #expect(tree.leaves.map(\.name) == ["tag", "type"])
    }

    @Test("closes what an error left open, and only that")
    func unwinding() {
        let tree = FieldTree()
        tree.begin("a", at: 0)
        tree.begin("b", at: 1)
        tree.begin("c", at: 2)
        tree.unwind(to: 1, at: 7)
        #expect(tree.depth == 1)
        #expect(tree.nodes.map(\.range) == [0..<0, 1..<7, 2..<7])
        tree.unwind(to: 1, at: 8)
        tree.unwind(to: 3, at: 8)
        #expect(tree.depth == 1)
        tree.end(at: 9)
        tree.end(at: 10)
        #expect(tree.nodes.map(\.range) == [0..<9, 1..<7, 2..<7])
    }

    @Test("never gives a node an end before its beginning")
    func emptyNode() {
        let tree = FieldTree()
        tree.begin("a", at: 5)
        tree.end(at: 3)
        #expect(tree.nodes.map(\.range) == [5..<5])
    }

    @Test("takes back the last leaf, never an inner node")
    func removing() {
        let tree = FieldTree()
        tree.removeLastLeaf()
        tree.begin("a", at: 0)
        tree.removeLastLeaf()
        tree.leaf("b", .bytes, 0..<3)
        tree.removeLastLeaf()
        tree.leaf("c", .unsigned(1), 0..<1)
        tree.end(at: 1)
        #expect(tree.nodes.map(\.name) == ["a", "c"])
    }

    /// A tree of lists with items; the ends of the lists are told when `settles`.
    private static func fill(_ tree: FieldTree, lists: Int, items: Int, settles: Bool) {
        var offset = 0
        for list in 0..<lists {
            tree.begin("list[\(list)]", at: offset)
            if settles { tree.settle(end: offset + items * 2) }
            for item in 0..<items {
                tree.begin("item[\(item)]", at: offset)
                tree.leaf("tag", .token, offset..<offset + 1)
                tree.leaf("value", .integer(Int64(item)), offset + 1..<offset + 2)
                offset += 2
                tree.end(at: offset)
            }
            tree.end(at: offset)
        }
    }

    @Test("keeps the first nodes and leaves out the rest", arguments: [0, 1, 7, 100, 1000])
    func keepingFirst(_ count: Int) {
        let whole = FieldTree()
        Self.fill(whole, lists: 3, items: 10, settles: true)
        let tree = FieldTree()
        tree.keepFirst(count)
        Self.fill(tree, lists: 3, items: 10, settles: true)
        #expect(tree.nodes == Array(whole.nodes.prefix(count)))
        #expect(tree.isCut == (count < whole.nodes.count))
        #expect(tree.depth == 0)
    }

    /// What was handed out.
    private final class Handed {
        var nodes: [FieldTree.Node] = []
        var pieces = 0
    }

    @Test(
        "hands out the same nodes that it would keep, and keeps few",
        arguments: [(3, 10, true), (3, 5000, true), (2000, 3, true), (2000, 3, false), (3, 5000, false)]
    )
    func handingOut(_ lists: Int, _ items: Int, _ settles: Bool) {
        let whole = FieldTree()
        Self.fill(whole, lists: lists, items: items, settles: settles)
        let tree = FieldTree()
        let handed = Handed()
        tree.handOut {
            handed.nodes += $0
            handed.pieces += 1
        }
        Self.fill(tree, lists: lists, items: items, settles: settles)
        #expect(handed.nodes + tree.nodes == whole.nodes)
        #expect(tree.depth == 0)
        // Where no end was told, nodes wait for the end of the list; small lists end soon.
        if settles || items < 100 { #expect(tree.nodes.count <= 2048) }
        #expect((handed.pieces > 0) == (lists * items > 1000))
    }
}
