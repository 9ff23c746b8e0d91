import Inspection
import Reporting
import Testing

@testable import Names

@Suite("Names check: types that have numbers")
struct NamesNumbersTests {
    private static func source(_ path: String, _ text: String) throws -> SourceFile {
        let language = try #require(SourceLanguage(fileName: path))
        return SourceFile(path: path, language: language, bytes: Array(text.utf8))
    }

    private static func table(_ files: KeyValuePairs<String, String>, label: String = "all", isCompared: Bool = false)
        throws -> NameTable
    {
        let sources = try files.map { try source($0.key, $0.value) }
        return NameTable(label: label, isCompared: isCompared, sources: sources)
    }

    /// What a file declares: `system number class`.
    private static func declared(_ path: String, _ text: String) throws -> [String] {
        try table([path: text]).declarations.map { "\($0.system) \($0.objectName) \($0.className ?? "-")" }
    }

    /// The codes and names of findings.
    private static func findings(_ tables: NameTable...) -> [String] {
        NamesCheck().findings(tables).map { "\($0.code.rawValue) \($0.system.name) \($0.objectName)" }
    }

    static let forms: [(String, String, [String])] = [
        (
            "a.swift",
            "import LeanCloud\nclass A: IMCategorizedMessage { class override var messageType: MessageType { 5 } }",
            ["leanCloud 5 A"]
        ),
        (
            "a.swift",
            "class A: IMTextMessage { override static var messageType: MessageType { get { return -1 } } }",
            ["leanCloud -1 A"]
        ),
        (
            "a.swift",
            "class A: LCIMTypedMessage { static func classMediaType() -> LCIMMessageMediaType { LCIMMessageMediaType(7) } }",
            ["leanCloud 7 A"]
        ),
        ("a.m", "#define T (12)\n@implementation A\n+ (int8_t)classMediaType { return T; }\n@end", ["leanCloud 12 A"]),
        (
            "a.m", "enum { X = 3, Y };\n@implementation A\n+ (int8_t)classMediaType { return Y; }\n@end",
            ["leanCloud 4 A"]
        ),
        (
            "a.m", "@implementation A\n+ (int8_t)classMediaType { return kAVIMMessageMediaTypeVideo; }\n@end",
            ["leanCloud -4 A"]
        ),
        ("a.java", "@AVIMMessageType(\n type = 123\n)\npublic final class A extends B {}", ["leanCloud 123 A"]),
        (
            "a.java", "@LCIMMessageType(type = A.T) class A { public static final int T = 1_000; }",
            ["leanCloud 1000 A"]
        ),
        ("a.kt", "const val T = 0x10\n@LCIMMessageType(type = T)\nclass A : LCIMTypedMessage()", ["leanCloud 16 A"]),
        ("a.ts", "enum T { a = 8, b }\n@messageType(T.b) @other export default class A {}", ["leanCloud 9 A"]),
        ("a.js", "var T = Object.freeze({ a: 6 }); AV.messageType(T.a)(A)", ["leanCloud 6 A"]),
        ("a.dart", "class A extends TypedMessage { @override int get type => 12; }", ["leanCloud 12 A"]),
        (
            "a.cs", "class A : LCIMTypedMessage { const int T = 4; internal override int MessageType => T; }",
            ["leanCloud 4 A"]
        ),
        ("a.cs", "[Serializable, AVIMTypedMessageTypeInt(1001)] public class A {}", ["leanCloud 1001 A"]),
        (
            "a.java",
            "import nimlib; class AAttachment extends CustomAttachment { AAttachment() { super(T.X); } interface T { int X = 2; } }",
            ["nim 2 AAttachment"]
        ),
        ("a.kt", "import nimlib\nclass AAttachment(val x: Int) : CustomAttachment(4) {}", ["nim 4 AAttachment"]),
        (
            "a.m",
            "@implementation D\n- (id<NIMCustomAttachment>)decodeAttachment:(id)c { if (type == 3) { return [AAttachment new]; } }\n@end",
            ["nim 3 AAttachment"]
        ),
        (
            "a.swift",
            "class D: NIMCustomAttachmentCoding { func decodeAttachment(_ c: String?) -> NIMCustomAttachment? "
                + "{ switch T(rawValue: t) { case .b: return BAttachment() } } }\nenum T: Int { case a = 1, b }",
            ["nim 2 BAttachment"]
        ),
        (
            "a.ts", "import { NIMSDK } from 'x'; enum CustomMessageType { None, Card = 7, Vote }",
            ["nim 7 Card", "nim 8 Vote"]
        ),
        // Nothing of these systems.
        ("a.java", "class AAttachment extends CustomAttachment { AAttachment() { super(1); } }", []),
        ("a.swift", "class A { static var messageType: String { \"x\" } }", []),
        ("a.ts", "function messageType(type) { return (c) => c; } messageType(1); const messageType = 3", []),
        ("a.cs", "class A : Frame { public override int MessageType => 4; }", []),
    ]

    @Test("numbers are read in every form of declaration", arguments: forms)
    func declarations(path: String, text: String, expected: [String]) throws {
        #expect(try Self.declared(path, text) == expected)
    }

    @Test("a number that cannot be read is said, and nothing is missing there")
    func unresolved() throws {
        let android = try Self.table(
            ["a.java": "@AVIMMessageType(type = Elsewhere.KIND) class A extends AVIMTypedMessage {}"],
            label: "android",
            isCompared: true
        )
        let web = try Self.table(["a.js": "messageType(3)(B)"], label: "web", isCompared: true)
        #expect(Self.findings(android, web) == ["names.unresolved leancloud "])
    }

    @Test("names and numbers of different systems are never compared")
    func systems() throws {
        let both = """
            import com.netease.nimlib.sdk.NIMClient;
            @MessageTag(value = "app:order", flag = 3) class OrderMessage extends MessageContent {}
            @AVIMMessageType(type = 1) class OrderMessage extends AVIMTypedMessage {}
            class OrderAttachment extends CustomAttachment { OrderAttachment() { super(1); } }
            """
        #expect(try Self.findings(Self.table(["a.java": both])) == [])
        let android = try Self.table(["a.java": both], label: "android", isCompared: true)
        // The other tree uses one of the three systems, and lacks nothing of the others but the name.
        let web = try Self.table(["a.ts": "messageType(1)(Order); f('app:order')"], label: "web", isCompared: true)
        #expect(Self.findings(android, web) == [])
    }

    @Test("the platforms of one tree are told from its files")
    func platforms() throws {
        let table = try Self.table([
            "a.java":
                "@AVIMMessageType(type = 1) class A extends AVIMTypedMessage { @AVIMMessageField(name = \"x\") int x; }",
            "b.ts": "@messageType(2) class B {} @messageType(1) @messageField('y') class A extends TypedMessage {}",
        ])
        #expect(Self.findings(table) == ["names.missing leancloud 2", "names.keys leancloud 1"])
    }

    @Test("keys say nothing where one cannot be read, or where a base class has more")
    func keys() throws {
        let web = "@messageType(1) @messageField('y') class A extends TypedMessage {}"
        for java in [
            "@AVIMMessageType(type = 1) class A extends AVIMTypedMessage { @AVIMMessageField(name = K.X) int x; }",
            "@AVIMMessageType(type = 1) class A extends ShopMessage { @AVIMMessageField(name = \"x\") int x; }",
            "@AVIMMessageType(type = 1) class A extends AVIMTypedMessage { @AVIMMessageField(name = \"y\") List<String> x; }",
            "@AVIMMessageType(type = 1) class A extends AVIMTypedMessage { @AVIMMessageField() String y; }",
        ] {
            #expect(try Self.findings(Self.table(["a.java": java, "b.ts": web])) == [], "\(java)")
        }
    }

    @Test(
        "the SDKs' own classes may have the SDKs' numbers",
        arguments: [
            ("a.js", "messageType(-2)(ImageMessage); messageType(-127)(RecalledMessage)", []),
            ("a.java", "@LCIMMessageType(type = -6) class LCIMFileMessage extends LCIMTypedMessage {}", []),
            ("leancloud/plugins/webrtc/a.js", "@messageType(-102) class Answer extends Signaling {}", []),
            ("a.java", "@LCIMMessageType(type = -6) class FileMessage {}", ["names.reserved-number leancloud -6"]),
            ("a.js", "@messageType(-102) class Answer {}", ["names.reserved-number leancloud -102"]),
            ("a.js", "@messageType(-2) class TextMessage {}", ["names.reserved-number leancloud -2"]),
            ("a.js", "@messageType(0) class Any {}", ["names.reserved-number leancloud 0"]),
        ]
    )
    func reserved(path: String, text: String, expected: [String]) throws {
        #expect(try Self.findings(Self.table([path: text])) == expected)
    }

    @Test("the matrix has a row for each number, with what the system's catalogue says")
    func matrix() throws {
        let table = try Self.table([
            "a.java":
                "import nimlib; @AVIMMessageType(type = -1) class A {} interface CustomAttachmentType { int Card = 3; }"
        ])
        let text = NamesMatrix([table]).text(.markdown)
        #expect(text.contains("| LeanCloud -1 | text | A |"))
        #expect(text.contains("| NIM 3 | demo: Chartlet | Card |"))
    }

    @Test("a baseline knows a number by its system")
    func baseline() throws {
        let finding = try #require(NamesCheck().findings([Self.table(["a.js": "messageType(-9)(A)"])]).first)
        let report = FindingReport(names: [finding], sourceCount: 1).text(.json, version: "1")
        #expect(report.contains("\"system\":\"leancloud\"") || report.contains("\"system\": \"leancloud\""))
        var other = finding
        other.system = .nim
        let known = try NamesBaseline(parsing: Array(report.utf8))
        #expect(known.new(of: [finding]) == [])
        #expect(known.new(of: [other]) == [other])
    }
}
