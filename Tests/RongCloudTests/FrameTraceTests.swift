import Testing
import WireFormat

@testable import RongCloud

@Suite("The tree of a frame")
struct FrameTraceTests {
    static let all = FrameVector.published + FrameVector.table + FrameVector.ambiguous

    private func tree(_ bytes: [UInt8], _ vector: FrameVector) -> (FieldTree, WireError?) {
        let tree = FieldTree()
        var layout = FrameLayout()
        var reader = ByteReader(bytes.span, trace: tree)
        do throws(WireError) {
            try layout.read(&reader, form: vector.form, sender: vector.sender)
            return (tree, nil)
        } catch {
            return (tree, error)
        }
    }

    /// Each leaf begins where the one before it ended; what it gives is where the last one ends.
    private func end(_ tree: FieldTree) -> Int {
        var next = 0
        for leaf in tree.leaves {
            #expect(leaf.range.lowerBound == next, "\(leaf.name)")
            next = leaf.range.upperBound
        }
        return next
    }

    @Test("has each byte in one leaf, and the fields of the layout in their order", arguments: all)
    func coverage(_ vector: FrameVector) throws {
        let bytes = try vector.bytes
        let (tree, error) = tree(bytes, vector)
        #expect(error == nil)
        #expect(end(tree) == bytes.count)
        let outer = tree.nodes.filter { $0.depth == 0 }
        var expected = vector.fields
        // A field without bytes is no leaf.
        if expected.last?.width == "rest", outer.last?.name != expected.last?.name { expected.removeLast() }
        #expect(outer.map(\.name) == expected.map(\.name))
        for (node, field) in zip(outer, expected) {
            switch field.width {
            case "text": #expect(node.value == .structure && node.range.count >= 2)
            case "rest": #expect(node.value == .bytes && node.range.upperBound == bytes.count)
            default: #expect(node.range.count == Int(field.width))
            }
        }
    }

    @Test("has what follows the last field as a leaf of its own")
    func trailing() throws {
        let bytes = try Hex.decode("70 0102 aabb")
        let vector = FrameVector(
            name: "",
            sender: .client,
            hex: "",
            frame: Frame(.querycon(messageId: 258)),
            layout: ""
        )
        let (tree, _) = tree(bytes, vector)
        #expect(tree.leaves.map(\.name) == ["header", "messageId", "trailing"])
        #expect(tree.leaves.map(\.range) == [0..<1, 1..<3, 3..<5])
        #expect(tree.leaves.map(\.value) == [.integer(0x70), .integer(258), .bytes])
    }

    @Test("of a frame that is cut off covers the bytes before the field that the error names", arguments: all)
    func cut(_ vector: FrameVector) throws {
        let bytes = try vector.bytes
        for count in bytes.indices {
            let (tree, error) = tree(Array(bytes[..<count]), vector)
            let covered = end(tree)
            if let error {
                // A text whose length was there is missed from its first byte on, its length two bytes before that.
                #expect(covered == error.offset || covered == error.offset - 2)
            } else {
                #expect(covered == count)
            }
        }
    }
}
