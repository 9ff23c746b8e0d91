import Testing
import WireFormat
import WireJSON

/// The inspector's tree of a JSON text.
@Suite struct JSONTreeTests {
    /// A node as one line: indented name, value and bytes.
    private func lines(_ tree: FieldTree, _ bytes: [UInt8]) -> [String] {
        tree.nodes.map { node in
            let text = String(decoding: bytes[node.range], as: UTF8.self)
            return String(repeating: "  ", count: node.depth) + "\(node.name) \(node.value) \(text)"
        }
    }

    @Test("members are called by their key, elements by their position, and each byte has its leaf")
    func names() throws {
        let bytes = Array(#" {"a":[1, 2.5],"b\n":"x","big":18446744073709551615,"t":true}"#.utf8)
        let tree = FieldTree()
        try tree.json("content", bytes.span, in: 0..<bytes.count)
        #expect(
            lines(tree, bytes) == [
                "whitespace token  ",
                #"content structure {"a":[1, 2.5],"b\n":"x","big":18446744073709551615,"t":true}"#,
                "  { token {",
                "  key token \"a\"",
                "  : token :",
                "  a structure [1, 2.5]",
                "    [ token [",
                "    [0] integer(1) 1",
                "    , token ,",
                "    whitespace token  ",
                "    [1] double(2.5) 2.5",
                "    ] token ]",
                "  , token ,",
                "  key token \"b\\n\"",
                "  : token :",
                "  b\n text \"x\"",
                "  , token ,",
                "  key token \"big\"",
                "  : token :",
                "  big unsigned(18446744073709551615) 18446744073709551615",
                "  , token ,",
                "  key token \"t\"",
                "  : token :",
                "  t word(\"true\") true",
                "  } token }",
            ]
        )
    }

    @Test("an error has the names that lead to it; what was read stays, and the rest is one leaf")
    func errors() {
        let bytes = Array(#"xx{"user":{"ids":[1,2,x]}}yy"#.utf8)
        let tree = FieldTree()
        tree.begin("message", at: 0)
        let error = WireError(.json, at: 22, path: ["content", "user", "ids"], expected: "a value")
        #expect(throws: error) { try tree.json("content", bytes.span, in: 2..<26) }
        #expect(tree.depth == 1)
        #expect(tree.leaves.last?.name == "undecoded")
        #expect(tree.leaves.last?.range == 22..<26)
        #expect(tree.leaves.last?.depth == 1)

        let other = FieldTree()
        let short = Array(#"{"user":{"id":tru}}"#.utf8)
        let cut = WireError(.json, at: 17, path: ["content", "user", "id"], expected: "true")
        #expect(throws: cut) { try other.json("content", short.span, in: 0..<short.count) }
        #expect(other.leaves.last?.range == 14..<19)
    }
}
