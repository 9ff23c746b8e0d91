import Testing

@testable import Names

@Suite("Literals of several parts, lines and languages")
struct NamesLiteralTests {
    @Test(
        "what only lays out the source is no part of a literal over several lines",
        arguments: [
            (.swift, "\"\"\"\n    a:b\n    \"\"\"", ["a:b"]),
            (.swift, "\"\"\"\r\n\ta:b\r\n\t\"\"\"", ["a:b"]),
            (.swift, "\"\"\"\n  a\n\n    b \n  \"\"\"", ["a\n\n  b "]),
            (.swift, "\"\"\"\n  \"\"\"", [""]),
            (.swift, "\"\"\"\n  a:\\\n  b\\n\n  \"\"\"", ["a:b\n"]),
            (.swift, "#\"\"\"\n a\\n\n \"\"\"#", ["a\\n"]),
            (.swift, "\"\"\"\n  a\\(f(\"\"\"\n    b\n    \"\"\"))\n  \"\"\"", ["b", "~a"]),
            (.java, "\"\"\"\n    a:b\"\"\"", ["a:b"]),
            (.java, "\"\"\" \n    a:b\n    \"\"\"", ["a:b\n"]),
            (.java, "\"\"\"\n    a  \n\n      b\\n\n  \"\"\"", ["  a\n\n    b\n\n"]),
            (.java, "\"\"\"\n    a:\\\n    b\"\"\"", ["a:b"]),
            (.cSharp, "\"\"\"\n    a:b\n    \"\"\"", ["a:b"]),
            (.cSharp, "@\"\n a\"", ["\n a"]),
            (.kotlin, "\"\"\"\n a\n \"\"\"", ["\n a\n "]),
            (.python, "'''\n a'''", ["\n a"]),
            (.php, "<?php $x = <<<EOT\n    a:b\n      c\n    EOT;", ["a:b\n  c"]),
        ] as [(SourceLanguage, String, [String])]
    )
    func layout(_ language: SourceLanguage, _ text: String, _ expected: [String]) {
        #expect(strings(text, language) == expected)
    }

    @Test("a name in a literal over several lines agrees with the same name elsewhere")
    func namesOverLines() {
        let swift = #"""
            class LocMessage: RCMessageContent {
                override class func getObjectName() -> String {
                    """
                    app:loc
                    """
                }
                override class func persistentFlag() -> RCMessagePersistent { .MessagePersistent_NONE }
            }
            """#
        let java = #"@MessageTag(value = "app:loc", flag = MessageTag.NONE) class LocMessage extends MessageContent {}"#
        let tables = [(SourceLanguage.swift, swift), (.java, java)].map { language, text in
            let source = SourceFile(path: language.rawValue, language: language, bytes: Array(text.utf8))
            return NameTable(label: language.rawValue, isCompared: true, sources: [source])
        }
        #expect(tables.map { $0.declarations.map(\.objectName) } == [["app:loc"], ["app:loc"]])
        #expect(NamesCheck().findings(tables) == [])
    }
}
