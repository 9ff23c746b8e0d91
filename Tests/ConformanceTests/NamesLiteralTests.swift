import Testing

@testable import Names

@Suite("Literals of several parts, lines and languages")
struct NamesLiteralTests {
    @Test(
        "literals with the language's sign between them are one, unless something takes one of them first",
        arguments: [
            (.java, #""RC:" + "Txt" + "Msg""#, ["RC:TxtMsg"]), (.kotlin, #""RC:" + "TxtMsg""#, ["RC:TxtMsg"]),
            (.swift, #""RC:" + "TxtMsg""#, ["RC:TxtMsg"]), (.go, "\"RC:\" +\n\t`TxtMsg`", ["RC:TxtMsg"]),
            (.javaScript, #"'RC:' /* + */ + "TxtMsg""#, ["RC:TxtMsg"]),
            (.cSharp, #""RC:" + @"TxtMsg""#, ["RC:TxtMsg"]),
            (.php, #"<?php 'RC:' . "TxtMsg"; 'a' + 'b';"#, ["RC:TxtMsg", "a", "b"]),
            (.python, "'RC:' + 'Txt' 'Msg'", ["RC:TxtMsg"]),
            (.python, "x = 'RC:' \\\n 'TxtMsg'", ["RC:TxtMsg"]),
            (.python, "x = 'RC:' \\\r\n 'TxtMsg'", ["RC:TxtMsg"]),
            (.objectiveC, "#define N @\"RC:\" \\\n @\"TxtMsg\"", ["RC:TxtMsg"]),
            (.javaScript, "'a' + 'b'.length", ["a", "b"]),
            (.python, "'a' + 'b' * 2 + 3 * 'c' + 'd'", ["a", "b", "c", "d"]),
            (.swift, #""a" + b + "c""#, ["a", "c"]), (.swift, #""a" + "\("b")""#, ["a", "b", "~"]),
        ] as [(SourceLanguage, String, [String])]
    )
    func joined(_ language: SourceLanguage, _ text: String, _ expected: [String]) {
        #expect(strings(text, language) == expected)
    }

    @Test(
        "a literal in an interpolation is no neighbour of the text around it, nor of a literal in the next one",
        arguments: [
            (.python, #"f"{'a'}""#, ["a", "~"]), (.python, #"f"b{'a'}c" 'd'"#, ["a", "~bcd"]),
            (.python, #"f"{'a' 'b'}{'c'}""#, ["ab", "c", "~"]), (.python, #"f"{f'{"a"}'}""#, ["a", "~", "~"]),
            (.python, #"'b' f"{'a'}" 'c'"#, ["~bc", "a"]), (.python, #"'b' f"{a}""#, ["~b"]),
            (.python, #"f"{'a'}", f"{'b'}""#, ["a", "~", "b", "~"]),
            (.python, #"f"{'a'}" f"{'b'}" f"{'c'}""#, ["a", "~", "b", "c"]),
            (.dart, #""${'a'}b${'c'}" 'd'"#, ["a", "c", "~bd"]), (.dart, #"'b' "$a""#, ["~b"]),
            (.objectiveC, #"@"a" @"b""#, ["ab"]),
        ] as [(SourceLanguage, String, [String])]
    )
    func interpolatedNeighbours(_ language: SourceLanguage, _ text: String, _ expected: [String]) {
        #expect(strings(text, language) == expected)
    }

    @Test(
        "a part of a text of which the rest is not known is no name",
        arguments: [
            (.java, #"x = "RC:Txt" + kind; y = kind + "RC:Txt"; z = "RC:TxtMsg";"#, ["RC:TxtMsg"]),
            (.javaScript, "x += 'RC:Txt'; y = 'RC:TxtMsg'.length; z == 'RC:ImgMsg'", ["RC:TxtMsg", "RC:ImgMsg"]),
            (.swift, #"x = "RC:Txt" + "\(kind)"; y = "\("RC:TxtMsg")" + x"#, ["RC:TxtMsg"]),
            (.swift, #"x = "RC:Txt" + "\("Msg")"; y = a + "\("RC:TxtMsg")""#, ["RC:TxtMsg"]),
            (.php, "<?php $x = 'RC:Txt' . $kind; $x .= 'RC:Img'; f('RC:TxtMsg');", ["RC:TxtMsg"]),
            (.python, "x = 'RC:Txt' + kind\ny = 'RC:' + 'TxtMsg'", ["RC:TxtMsg"]),
        ] as [(SourceLanguage, String, [String])]
    )
    func parts(_ language: SourceLanguage, _ text: String, _ expected: [String]) {
        let source = SourceFile(path: "x", language: language, bytes: Array(text.utf8))
        #expect(source.literals.map(\.text) == expected)
    }

    @Test("a constant of joined literals is known, and a mistake in joined literals is found at the first one")
    func joinedNames() {
        let text = #"""
            class Names { static final String ORDER = "app:" + "order"; String other = "RC:Txt" + "Msgs"; }
            @MessageTag(value = Names.ORDER, flag = 3) class OrderMessage {}
            """#
        let source = SourceFile(path: "x", language: .java, bytes: Array(text.utf8))
        let table = NameTable(label: "x", isCompared: false, sources: [source])
        #expect(table.declarations.map(\.objectName) == ["app:order"])
        let findings = NamesCheck().findings([table])
        #expect(findings.map(\.code) == [.unknown])
        #expect(findings.map(\.objectName) == ["RC:TxtMsgs"])
        #expect(findings.first?.place == SourcePlace(file: "x", line: 1, column: 76))
    }

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
            (.dart, "'''\na:b'''", ["a:b"]),
            (.dart, "r\"\"\" \t\r\n  a\n\"\"\"", ["  a\n"]),
            (.dart, "'''a\nb'''", ["a\nb"]),
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

    @Test(
        "of a Vue component, scripts and what templates compute or hand on are read, where they stand",
        arguments: [
            (
                #"<template><b v-if="m.t == 'a:b'" :c='"d:e"' @f="g('h:i')"/></template>"#,
                ["a:b 1:27", "d:e 1:38", "h:i 1:51"]
            ),
            ("<template>\n<b>{{ m == 'a:b' }} {{ `c:d` }}</b></template>", ["a:b 2:12", "c:d 2:24"]),
            (#"<template><b type="a:b" c d=e:f></b> 'g:h' "i:j"</template>"#, ["a:b 1:19"]),
            (
                #"<template><template #x="{ y = 'a:b' }"/><b :c="'d' + ':e'"/></template>"#,
                ["a:b 1:31", "d:e 1:48"]
            ),
            (
                "<template><!-- <b :c=\"'a:b'\"> {{ 'c:d' }} --></template><!-- <script>'e:f'</script> -->",
                []
            ),
            (#"<docs>{{ 'a:b' }} <i :c="'d:e'"></docs><style>a { b: 'c:d' }</style>"#, []),
            ("<template>{{ 'a:b</template><script generic=\"T<U>\">x = 'c:d'</script>", ["c:d 1:56"]),
            ("<template>[[ 'a:b' ]] {{ ` }}</template>\n<script>\n'é', 'c:d'</script>", ["c:d 3:6"]),
            (
                "<template><script-list :a=\"'b:c'\"/></template><SCRIPT>'d:e'</SCRIPT>",
                ["d:e 1:55", "b:c 1:28"]
            ),
        ]
    )
    func component(_ text: String, _ expected: [String]) {
        let source = SourceFile(path: "x.vue", language: .javaScript, bytes: Array(text.utf8))
        #expect(source.literals.map { "\($0.text) \($0.place.line):\($0.place.column)" } == expected)
    }
}
