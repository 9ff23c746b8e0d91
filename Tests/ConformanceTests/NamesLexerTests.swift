import RongCloud
import Testing

@testable import Names

/// The whole string literals of a text, then those that are computed in part, marked by a tilde.
func strings(_ text: String, _ language: SourceLanguage) -> [String] {
    SourceFile(path: "x", language: language, bytes: Array(text.utf8)).tokens.compactMap { token in
        switch token.kind {
        case .string: token.text
        case .partialString: "~" + token.text
        default: nil
        }
    }
}

@Suite("Source lexer")
struct NamesLexerTests {
    @Test(
        "comments are left out, whatever they hold, and what only looks like one is not",
        arguments: [
            (.swift, #"// "a"\#n/* "b" /* "c" */ "d" */ "e""#, ["e"]),
            (.kotlin, #"/* /* "a" */ "b" */ "c""#, ["c"]),
            (.dart, #"/* /* 'a' */ 'b' */ 'c' /// 'd'"#, ["c"]),
            (.java, #"/* /* "a" */ "b" // "c""#, ["b"]),
            (.objectiveC, #"@"http://x" /* @"a" */ ; // @"b""#, ["http://x"]),
            (.cSharp, #""/*" , "*/""#, ["/*", "*/"]),
            (.javaScript, #"'a' // 'b'\#n'c'"#, ["a", "c"]),
            (.go, #""//" /* "a" */ `/*`"#, ["//", "/*"]),
            (.cpp, "// 'a' \\\nit's \\\r\n\"b\"\n\"c\" // \\ \n\"d\"", ["cd"]),
            (.go, "// a \\\n\"b\"", ["b"]),
            (.python, "'a' # 'b'\nx = \"#c\"", ["a", "#c"]),
            (.php, "<?php 'a'; # 'b'\n'c'; // 'd' ?> 'e' <?= 'f' /* 'g' */ #['h']\n", ["a", "c", "f", "h"]),
            (.java, #"/* never closed "a""#, []),
        ] as [(SourceLanguage, String, [String])]
    )
    func comments(_ language: SourceLanguage, _ text: String, _ expected: [String]) {
        #expect(strings(text, language) == expected)
    }

    @Test(
        "string literals mean what they mean in their language",
        arguments: [
            (.swift, #""a\"b" "\u{41}\n""#, ["a\"b", "A\n"]),
            (.swift, ##"#"a"\n"# #"\#t"#"##, [#"a"\n"#, "\t"]),
            (.swift, "\"\"\"\na \"b\" c\n\"\"\"", ["a \"b\" c"]),
            (.objectiveC, #"x = @"a\\" ; "b""#, [#"a\"#, "b"]),
            (.objectiveC, #"x = @"RC:" "Txt" @"Msg";"#, ["RC:TxtMsg"]),
            (.objectiveC, #"c = '"'; @"a""#, ["a"]),
            (.java, #"'"' + "\u0041\"" + '\''"#, ["A\""]),
            (.java, "\"\"\"\n a \"b\" \"\"\", \"c\"", ["a \"b\"", "c"]),
            (.java, #""\uu0052C:" "\uuuu004D", "\103" "\60a" "\477""#, ["RC:", "M", "C", "0a", "'7"]),
            (.kotlin, #""a\$b", """\n"""+ '"'"#, ["a$b", #"\n"#]),
            (.kotlin, #" """a "b"""", """"""", "c""#, [#"a "b""#, "\"", "c"]),
            (.cpp, ##"u8R"(")"; L"a"; LR"x(")")x"; uR"(b)""##, ["\"", "a", "\")\"", "b"]),
            (.javaScript, #"'a"b' "c'd" `e\`f`"#, ["a\"b", "c'd", "e`f"]),
            (.javaScript, "'a\\\nb'", ["ab"]),
            (.dart, #"r'\n', '\x41', "it's""#, [#"\n"#, "A", "it's"]),
            (.dart, "'a'\n  \"b\"; '''c'd'''", ["ab", "c'd"]),
            (.cSharp, #"@"a\""b", "\\" + '"' + "c""#, [#"a\"b"#, #"\"#, "c"]),
            (.cSharp, "\"\"\"a \"b\" c\"\"\", \"\"", ["a \"b\" c", ""]),
            (.javaScript, #"'\122C:' '\0' '\08' '\1234'"#, ["RC:", "\0", "\u{0}8", "S4"]),
            (.objectiveC, #"@"\122\103:A""#, ["RC:A"]),
            (.swift, #""\0123""#, ["\u{0}123"]),
            (.go, #"`a\`, "\x41\102" + '"' + "b""#, [#"a\"#, "AB", "b"]),
            (.python, #"r'\'' , b"a" , u'b' , '''c'd'''"#, [#"\'"#, "a", "b", "c'd"]),
            (.python, "('a'\n 'b')", ["ab"]),
            (.php, #"<?php 'a\'\n', "b\n";"#, [#"a'\n"#, "b\n"]),
            (.php, "<?php `ls 'a`; 'b'", ["ls 'a", "b"]),
            (.php, "<?php $x = <<<'EOT'\nRC:TxtMsg\nEOT; 'b';", ["RC:TxtMsg", "b"]),
        ] as [(SourceLanguage, String, [String])]
    )
    func literals(_ language: SourceLanguage, _ text: String, _ expected: [String]) {
        let found = strings(text, language)
        #expect(found.prefix(expected.count) == expected.prefix(found.count))
        #expect(found.count == expected.count)
    }

    @Test(
        "computed text is read for the literals in it, and makes the literal around it partial",
        arguments: [
            (.swift, #""a\(f("b", (1)))c" "d""#, ["b", "~ac", "d"]),
            (.swift, ##"#"a\(b)"# #"a\#("c")"#"##, [#"a\(b)"#, "c", "~a"]),
            (.kotlin, #""a${if (x) "b" else "c"}$d" "e""#, ["b", "c", "~a", "e"]),
            (.dart, #"'a${m['b']}'; r'$c'; '$d'"#, ["b", "~a", "$c", "~"]),
            (.javaScript, #"`a${ {x: `b${'c'}`}.x }d` 'e'"#, ["c", "~b", "~ad", "e"]),
            (.javaScript, "'${a}'", ["${a}"]),
            (.cSharp, #"$"a{b["c"]}{{d" "e{f}""#, ["c", "~a{d", "e{f}"]),
            (.cSharp, "$\"\"\"a{b}c\"\"\" \"d\"", ["~ac", "d"]),
            (.cSharp, "$$\"\"\"a{{b}}c\"\"\" \"d\"", ["~ac", "d"]),
            (.cSharp, "$$\"\"\"{ \"a\" {b}}\"\"\" \"c\"", [#"{ "a" {b}}"#, "c"]),
            (.cSharp, "$$$\"\"\"{{a}}{\"\"\" \"b\"", ["{{a}}{", "b"]),
            (.cSharp, "$$\"\"\"{{{b}}}\"\"\" \"c\"", ["~}", "c"]),
            (.python, #"f"a{b['c']}", '{d}'"#, ["c", "~a", "{d}"]),
            (.python, #"t'a{b["c"]}'"#, ["c", "~a"]),
            (.python, #"f"{x:%H'%M}" 'a'"#, ["~a"]),
            (.python, #"f"{x:{f('a')}'>{w}}b", 'c'"#, ["a", "~b", "c"]),
            (.python, #"f"{x['a':]}{f(lambda: 'b')}{ {1: 'c'}[1]}", 'd'"#, ["a", "b", "c", "~", "d"]),
            (.python, "f\"{x:'\n, 'a'", ["~", "a"]),
            (.cSharp, #"$"{x:HH'}" "a" $"{global::A.B("b")}""#, ["~", "a", "b", "~"]),
            (.php, #"<?php "a$b {$c['d']} ${e}" . 'f$g';"#, ["d", "~a  ", "f$g"]),
            (.go, #""a{b}${c}""#, ["a{b}${c}"]),
        ] as [(SourceLanguage, String, [String])]
    )
    func interpolation(_ language: SourceLanguage, _ text: String, _ expected: [String]) {
        #expect(strings(text, language) == expected)
    }

    @Test(
        "a slash begins a regular expression only where a value may stand",
        arguments: [
            (#"x = /"a'/g; 'b'"#, ["b"]), (#"return /[/"]/ + 'a'"#, ["a"]), (#"a / 'b' / 'c'"#, ["b", "c"]),
            (#"f(1) / 'a' / 2"#, ["a"]), (#"x.match(/'/) || 'a'"#, ["a"]), ("a = b / c; '/'", ["/"]),
            ("a = b++ / 2; 'c' // 'd'", ["c"]), ("a = b + /'/", []),
            ("if (f(x)) /'/.test(y); 'a'", ["a"]), ("for await (x of (y)) /'/.test(x); 'a'", ["a"]),
            ("while (x) if (y) (z) / 'a' / 2", ["a"]), ("x.if(y) / 'a' / 2", ["a"]),
            ("if (x / 'a' / 2) (y) / 'b' / 2", ["a", "b"]),
        ]
    )
    func regularExpressions(_ text: String, _ expected: [String]) {
        #expect(strings(text, .javaScript) == expected)
    }

    @Test(
        "regular expressions of Swift are left out, and an operator is none",
        arguments: [
            (##"#/it's "a"/#; "b""##, ["b"]),
            ("##/a/#\"/##; \"b\"", ["b"]),
            ("#/\n  it's \"a\n/#\n\"b\"", ["b"]),
            (##"x.replacing(/"/, with: "b")"##, ["b"]),
            (#"let x = /\/("[^"]*")/; "b""#, ["b"]),
            (#"try /"/.firstMatch(in: "b")"#, ["b"]),
            (#"a / "b" / c"#, ["b"]),
            (#"(a) / "b" / [c] / "d" / e"#, ["b", "d"]),
            (#"reduce(1, /) + f("b/c", /, "d")"#, ["b/c", "d"]),
            ("#/ never closed \"a\"\n\"b\"", ["a", "b"]),
        ] as [(String, [String])]
    )
    func swiftPatterns(_ text: String, _ expected: [String]) { #expect(strings(text, .swift) == expected) }

    @Test(
        "the text of an element of JSX is no code, and its attributes and braces are",
        arguments: [
            ("x = <p>Don't</p>; y = 'a'", ["a"]),
            (#"x = <p title="it's" b='"'>say "hi</p>; y = 'a'"#, ["it's", "\"", "a"]),
            ("return (<p>\n  isn't\n  <b k='a'/> n's {f('b')} // it's\n</p>); 'c'", ["a", "b", "c"]),
            ("x = <>can't<b.c-d>`</b.c-d></>; y = 'a'", ["a"]),
            ("x = y ? <A/> : <B>'</B>; z = 'a'", ["a"]),
            ("x = <A on={() => { f('a', {}) }}>a's {/* don't */ `b${<i>'</i>}`}</A>; y = 'c'", ["a", "~b", "c"]),
            ("f<T>('a'); x = <any>y; z = 'b'; if (a < b && c > d) 'c'", ["a", "b", "c"]),
            ("x = <T,>(y: T) => 'a'; x = <T extends B>(y: T) => { return y > 'b' }", ["a", "b"]),
            ("x = <p>it's never closed\n'a'", ["~s never closed", "a"]),
        ] as [(String, [String])]
    )
    func elements(_ text: String, _ expected: [String]) { #expect(strings(text, .javaScript) == expected) }

    @Test(
        "a name between backticks is a word, whatever it holds",
        arguments: [
            (.kotlin, #"fun `it's a "test`() { f("a") }"#, ["a"]),
            (.swift, #"func `it's a "test`() { f("a") }"#, ["a"]),
            (.swift, "` \"a\"\n`", ["a"]),
        ] as [(SourceLanguage, String, [String])]
    )
    func quotedNames(_ language: SourceLanguage, _ text: String, _ expected: [String]) {
        #expect(strings(text, language) == expected)
    }

    @Test("a literal that does not end stops at the end of its line", arguments: SourceLanguage.allCases)
    func unterminated(_ language: SourceLanguage) {
        guard language != .php else {
            #expect(strings("<?php \"a\nb", .php) == ["~a\nb"])
            return
        }
        #expect(
            strings("\"a\n\"b\"", language).last
                == ([.objectiveC, .cpp, .python, .dart].contains(language) ? "~ab" : "b")
        )
    }

    @Test("any bytes give tokens, and every token lies in the file", arguments: SourceLanguage.allCases)
    func anyBytes(_ language: SourceLanguage) {
        let alphabet = Array("\"'`\\/*#@$({[)}]r<?=\n aE:\u{E9}".utf8)
        var state: UInt64 = 0x2545_F491_4F6C_DD1D
        for _ in 0..<300 {
            let bytes = (0..<64).map { _ -> UInt8 in
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                return alphabet[Int(state >> 33) % alphabet.count]
            }
            let source = SourceFile(path: "x", language: language, bytes: bytes)
            for token in source.tokens {
                #expect(bytes.indices.contains(token.offset))
                #expect(source.place(token.offset).line <= bytes.count { $0 == 0x0A } + 1)
            }
        }
        let deep = Array(String(repeating: "\"${\"\\(f\"{", count: 5000).utf8)
        #expect(!SourceFile(path: "x", language: language, bytes: deep).tokens.isEmpty || language == .php)
    }

    @Test(
        "a file's language is told by its name",
        arguments: [
            ("a.swift", .swift), ("B.M", .objectiveC), ("c.mm", .objectiveC), ("d.h", .objectiveC), ("e.java", .java),
            ("f.kt", .kotlin), ("g.d.ts", .javaScript), ("h.tsx", .javaScript), ("i.dart", .dart), ("j.cs", .cSharp),
            ("k.go", .go), ("l.py", .python), ("m.php", .php), ("README", nil), ("n.md", nil), (".swift.txt", nil),
        ] as [(String, SourceLanguage?)]
    )
    func fileNames(_ name: String, _ language: SourceLanguage?) {
        #expect(SourceLanguage(fileName: name) == language)
    }
}

@Suite("Declarations in sources")
struct NamesDeclarationTests {
    private func declarations(_ text: String, _ language: SourceLanguage) -> [String] {
        let source = SourceFile(path: "x", language: language, bytes: Array(text.utf8))
        return NameTable(label: "x", isCompared: false, sources: [source]).declarations.map { declaration in
            let parts = [declaration.className, declaration.flags.map { "\($0.rawValue)" }]
            return ([declaration.objectName] + parts.map { $0 ?? "?" }).joined(separator: " ")
        }
    }

    @Test(
        "names and flags are read where the language makes them plain",
        arguments: [
            (.java, #"@MessageTag(value = "a:b", flag = MessageTag.ISCOUNTED) public class X {}"#, ["a:b X 3"]),
            (.java, #"@MessageTag("a:b") class X {}"#, ["a:b X 0"]),
            (.java, #"@MessageTag(value = "a:b", flag = 1) class X {}"#, ["a:b X 1"]),
            (.java, #"@MessageTag(flag = 16, value = X.N) class X { static final String N = "a:b"; }"#, ["a:b X 16"]),
            (.java, #"@MessageTag(value = "a:b", flag = Flags.of(3)) class X {}"#, ["a:b X ?"]),
            (.java, #"@Other(value = "a:b") class X { Object o = MessageTag("c:d"); }"#, []),
            (.kotlin, #"@MessageTag(value = "a:b", flag = MessageTag.NONE) class X : M()"#, ["a:b X 0"]),
            (.cSharp, #"[MessageTag("a:b", MessageTag.IsCounted)] class X {}"#, ["a:b X 3"]),
            (.cSharp, #"[MessageTag("a:b", flag: MessageTag.Status)] class X {}"#, ["a:b X 16"]),
            (
                .swift,
                """
                class X: RCMessageContent {
                    override class func getObjectName() -> String { "a:b" }
                    override class func persistentFlag() -> RCMessagePersistent { .MessagePersistent_ISPERSISTED }
                }
                final class Y: RCMessageContent {
                    static let name = "c:d"
                    override class func getObjectName() -> String { return Y.name }
                    override class func persistentFlag() -> RCMessagePersistent { return [] }
                }
                """, ["a:b X 1", "c:d Y 0"]
            ),
            (
                .swift,
                """
                class X { class func getObjectName() -> String { if a { return "a:b" }; return "c:d" } }
                """, []
            ),
            (
                .objectiveC,
                """
                static NSString *const N = @"a:b";
                @implementation X
                + (NSString *)getObjectName { return N; }
                + (RCMessagePersistent)persistentFlag { return flagOf(self); }
                - (void)f { [X getObjectName]; }
                @end
                """, ["a:b X ?"]
            ),
            (.javaScript, "registerMessageType('a:b', true, false, [])", ["a:b ? 1"]),
            (.javaScript, "lib.registerMessageType('a:b', false, true, [], false)", ["a:b ? 3"]),
            (.javaScript, "registerMessageType('a:b', stored, false)", ["a:b ? ?"]),
            (
                .javaScript, "const N = { GIFT: 'a:b' }; registerMessageType(N.GIFT, false, false, [], true)",
                ["a:b ? 16"]
            ),
            (.javaScript, "registerMessageType('X', 'a:b', new L.MessageTag(false, true), [])", ["a:b X 1"]),
            (.javaScript, "function registerMessageType(name, stored) {}", []),
            (.javaScript, "var n = 'a:b'; function f(x, n) { if (x) { registerMessageType(n, true, true) } }", []),
            (.javaScript, "const n = 'a:b', f = (x: T): void => { registerMessageType(n, true, true) }", ["a:b ? 3"]),
            (
                .javaScript,
                "var k = 'X', n = 'a:b', t = new L.MessageTag(true, true); registerMessageType(k, n, t, [])",
                ["a:b X 3"]
            ),
            (.javaScript, "x = {name: 'a:b'}; function f(name) { registerMessageType(name, true, true) }", []),
            (.javaScript, "name = 'Unknown'; function f(name) { registerMessageType('X', name, t) }", []),
            (.javaScript, "var a = 'a:b', b = 'a:c'; b = 'a:d'; registerMessageType(b, true, true)", []),
            (.javaScript, "registerMessageType('a:' + kind, true, true)", []),
            (.dart, "class X extends M { static const String objectName = 'a:b'; }", ["a:b X ?"]),
            (
                .dart, "registerNativeCustomMediaMessage('a:b', RCIMIWNativeCustomMessagePersistentFlag.none);",
                ["a:b ? 0"]
            ),
            (.go, #"m := Message{ObjectName: "a:b"}"#, []),
        ] as [(SourceLanguage, String, [String])]
    )
    func read(_ language: SourceLanguage, _ text: String, _ expected: [String]) {
        #expect(declarations(text, language) == expected)
    }

    @Test(
        "only what can be an object name is taken for one",
        arguments: [
            ("RC:TxtMsg", true), ("app:user:ban", true), ("RC:Chatroom:End ", true), ("RC: %d left", false),
            ("RC:", false), ("RC:TxtMsg:", false), (":x", false), ("http://x", false), ("RC:1", false),
            ("a b:c", false), ("10:20", false),
        ]
    )
    func shapes(_ text: String, _ isName: Bool) {
        #expect(RongCloudNames.looksLikeName(text) == isName)
    }
}
