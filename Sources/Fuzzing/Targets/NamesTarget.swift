package import FuzzInputs
package import Fuzzer
import Inspection
import Names

/// Source files of every language, as `names check` reads them.
///
/// The first byte chooses the language, and whether the text is UTF-16 or a Vue component.
package struct NamesTarget: FuzzTarget {
    /// `names`.
    package let name = "names"
    /// The purpose of the target, for lists of targets.
    package let summary = "source files of every language: literals, declarations, findings, patches"
    /// 8 KiB.
    package let maximumLength = 8 << 10

    private static let languages = SourceLanguage.allCases
    private static let check = NamesCheck()

    /// Makes the target.
    package init() {}

    /// Runs one source file.
    package func run(_ input: [UInt8], _ features: inout Features) throws(Violation) {
        guard let choice = input.first else { return }
        let language = Self.languages[Int(choice) % Self.languages.count]
        let path = choice & 0x80 == 0 ? "a.\(language.rawValue)" : "a.vue"
        let text = Array(input.dropFirst())
        let source = SourceFile(path: path, language: language, bytes: text)
        let table = NameTable(label: "a", isCompared: false, sources: [source])
        features.reach("names.language", Int(choice) % Self.languages.count, Features.bucket(table.declarations.count))
        features.reach("names.literals", Features.bucket(table.literals.count))
        features.reach("names.unresolved", Features.bucket(table.unresolved.count))
        features.reach("names.mentions", Features.bucket(table.mentions.count))
        for declaration in table.declarations { features.reach("names.system", declaration.system.name.description) }
        // A token, and each result made from it, takes at least one byte.
        let found =
            table.declarations.count + table.literals.count + table.unresolved.count + table.mentions.count
        guard found <= 2 * text.count else { throw Violation(.range, "\(found) names in \(text.count) bytes") }
        let lines = text.count { $0 == 0x0A } + 1
        // The bound is loose: in UTF-16 a line feed takes two bytes, but other code units may contain 0x0A, too.
        let places =
            table.declarations.compactMap(\.place) + table.declarations.compactMap(\.namePlace)
            + table.literals.map(\.place) + table.unresolved.map(\.place) + table.mentions.map(\.place)
        for place in places
        where place.line < 1 || place.column < 1 || place.line > lines || place.column > text.count + 1 {
            throw Violation(.range, "line \(place.line), column \(place.column) in \(text.count) bytes")
        }
        let findings = Self.check.findings([table])
        for finding in findings { features.reach("names.finding", finding.code.rawValue) }
        let again = Self.check.findings([NameTable(label: "a", isCompared: false, sources: [source])])
        guard findings == again else {
            throw Violation(.repetition, "the findings are others when they are made again")
        }
        let patch = NamesPatch(findings) { _ in text }
        features.reach("names.patch", Features.bucket(patch.count))
        guard patch.count <= findings.count else { throw Violation(.range, "\(patch.count) edits") }
        // A line is shown at most twice, and an edit adds at most the width of a colon.
        guard patch.text.utf8.count <= 3 * text.count + 256 * (findings.count + 1) else {
            throw Violation(.range, "a patch of \(patch.text.utf8.count) bytes for \(text.count)")
        }
    }

    /// Splits the input into the language byte and the lines.
    package func shape(of input: [UInt8]) -> Shape? {
        guard let choice = input.first else { return nil }
        var lines: [Shape] = []
        var start = 1
        for index in input.indices.dropFirst() where input[index] == 0x0A || index == input.count - 1 {
            lines.append(Shape("line", .bytes, input[start...index]))
            start = index + 1
        }
        return Shape("source", [Shape("language", .bytes, [choice])] + lines)
    }

    /// The words of declarations, and the delimiters of literals and comments.
    package var words: [[UInt8]] {
        [
            "\"", "'", "`", "\"\"\"", "'''", "#\"", "@\"", "$\"", "\\(", "${", "{{", "/*", "*/", "//", "#if 0\n",
            "#endif\n",
            "<<<X\n", "X\n", "R\"(", ")\"", "<?php ", "?>", "<script>", "</script>", "@MessageTag(", "[MessageTag(",
            "getObjectName", "persistentFlag", "registerMessageType(", "registerNativeCustomMessage(", "objectName = ",
            "class A ", "func ", "return ", "app:order", "app:Order", "app:oder", "RC:TxtMsg", "RC:TXTMSG",
            "app\u{FF1A}order",
            "true, false", "flag = 3", "rawValue: 3", "{", "}", "(", ")", ";", ",", "+", "put(\"k\", ",
            "@AVIMMessageType(type = ", "@LCIMMessageField(name = \"k\") String k;", "classMediaType", "messageType",
            "messageType(1)(A)", "MessageType => ", "get type => ", "_lctype", "\"_lctype\": 1", "super(", "case A: ",
            "decodeAttachment", "NIMCustomAttachment", "MsgAttachmentParser", "AAttachment(", "CMType: @(",
            "enum CustomAttachmentType ", "NS_ENUM(NSInteger, CustomMessageType) ", "= 1", "-1", "type == 1", "-> ",
        ].map { Array($0.utf8) }
    }

    /// Declarations of types that are identified by numbers.
    private static let numbers: [(SourceLanguage, String)] = [
        (
            .swift,
            "enum T: Int { case a = 2, b }\nclass A: IMCategorizedMessage { override class var messageType: MessageType "
                + "{ get { return T.b.rawValue } } var k: Int? { self[\"k\"] as? Int } }"
        ),
        (
            .objectiveC,
            "typedef NS_ENUM(NSInteger, CustomMessageType) { A = 1, B };\n@implementation AAttachment\n"
                + "- (NSString *)encodeAttachment { return j(@{CMType : @(A)}); }\n@end\n@implementation D\n"
                + "- (id<NIMCustomAttachment>)decodeAttachment:(id)c { switch (type) { case B: a = [[AAttachment alloc] init]; } }"
                + "\n@end\n@implementation M\n+ (T)classMediaType { return 3; }\n@end @\"{\\\"_lctype\\\":-9}\""
        ),
        (
            .java,
            "interface CustomAttachmentType { int A = 1; } @AVIMMessageType(type = -2) class M extends AVIMTypedMessage { "
                + "@AVIMMessageField(name = \"k\") String k; } class AAttachment extends CustomAttachment { "
                + "AAttachment() { super(CustomAttachmentType.A); } } class P implements MsgAttachmentParser { "
                + "Q p() { switch (t) { case 1: return new AAttachment(); } } }"
        ),
        (
            .kotlin,
            "class AAttachment : CustomAttachment(1)\nclass P : MsgAttachmentParser { fun p() = when (type) { "
                + "X.A -> AAttachment() } }"
        ),
        (
            .javaScript,
            "const K = { a: 1 }; messageType(K.a)(M); @messageField(['k']) @messageType(2) class N {} "
                + "nim.sendCustomMsg({ type: 1, data: {} }); m._lctype === -9"
        ),
        (.dart, "class A extends TypedMessage { int get type => 1; }"),
        (
            .cSharp,
            "[AVIMTypedMessageTypeInt(1)] class A : AVIMTypedMessage { [AVIMMessageFieldName(\"k\")] string K { get; } } "
                + "class B : LCIMTypedMessage { public override int MessageType { get { return 2; } } }"
        ),
    ]

    /// Returns a declaration in each language, with the language's forms of literals.
    package func seeds(_ random: inout FuzzRandom) -> [[UInt8]] {
        let texts: [(SourceLanguage, String)] = [
            (.swift, "class A: M { class func getObjectName() -> String { \"app:order\" }\n#if 0\n\"x:y\"\n#endif\n}"),
            (.objectiveC, "@implementation A\n+ (NSString *)getObjectName { return @\"app:order\"; }\n@end\n'\\''"),
            (.java, "@MessageTag(value = \"app:order\", flag = 3) class A { void f() { o.put(\"k\", 1); } }"),
            (.kotlin, "@MessageTag(\"app:order\") class A { val t = \"${x}RC:Txtmsg$y\" }"),
            (
                .javaScript,
                "registerMessageType('A', 'app:order', new L.MessageTag(true, false), ['k']); /[/']/g; `${'a'}`"
            ),
            (.arkTS, "@MessageTag('app:order') class A {}"),
            (.cpp, "auto t = R\"x(RC:TxtMsg)x\"; int n = 1'000; e.RegisterNativeCustomMessage(\"app:order\", 3);"),
            (.dart, "class A extends M { static const String objectName = 'app:order'; }"),
            (.cSharp, "[MessageTag(\"app:order\", 3)] class A {} @\"a\"\"b\" $\"{x}\" \"\"\"\"raw\"\"\"\""),
            (.go, "const a = `RC:TxtMsg`"), (.python, "a = f\"RC:{x}\" r'b' '''c'''"),
            (.php, "<?php $a = <<<X\nRC:TxtMsg\nX;\ndefine('B', 'app:order'); ?>"),
        ]
        var seeds = texts.map { language, text in
            [UInt8(Self.languages.firstIndex(of: language) ?? 0)] + Array(text.utf8)
        }
        seeds += Self.numbers.map { language, text in
            [UInt8(Self.languages.firstIndex(of: language) ?? 0)] + Array(text.utf8)
        }
        let script = UInt8(Self.languages.firstIndex(of: .javaScript) ?? 0)
        // The number of languages does not divide 128: another first byte chooses the same language.
        let vue = (128...255).first { Int($0) % Self.languages.count == Int(script) } ?? 128
        seeds.append([UInt8(vue)] + Array("<template>\"a:b\"</template><script>var a = 'RC:TXTMSG'</script>".utf8))
        seeds.append([script, 0xFF, 0xFE] + Array("'RC:TXTMSG'".utf8).flatMap { [$0, 0] })
        return seeds
    }
}
