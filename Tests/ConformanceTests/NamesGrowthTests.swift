import Foundation
import Testing

@testable import Names

/// The time of this thread's processor, in seconds.
private func processorTime() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

@Suite("The time that names check takes")
struct NamesGrowthTests {
    /// What made it slow, and what is built like that.
    static let pieces = [
        "\"", "'", "`", "\"\"\"x", "\"\"\"\"\"x\"\"\"\"", "#", "\\", "/[=", "= /a", "f(", "{", "[", "(\"a\"+", "${",
        "\"${", "\\(", "$\"{",
        "/*", "<<<A\n", "<?php ", "#if 0\n", "#if 1\n#else\n", "R\"(", "'\\", "a:b ", "\"RC:TxtMsg\" ", "\"app:n\" ",
        "registerMessageType(", "registerMessageType(a, b) ", "function f(n) { registerMessageType(n, true, true);",
        "@MessageTag(", "@MessageTag(value = \"a:b\", flag = 1) class A {", "class A { func getObjectName() {",
        "+ (NSString *)getObjectName { ", "a.b.", "MessageTag.", "x = new L.MessageTag(true, true);", "<script>",
        "\u{E9}", "\"a:b\" + ", "\"\"\"\n a\n \"\"\" + ", "\"\"\"\n  a\\\n",
        "#/", "#/ ", "#/\n", "= /(a", "= <a>", "= <a>{", "</a", "= <a b='", "`a\n",
    ]

    /// The same behind the beginning of a Vue component's template.
    static let componentPieces = [
        "{{", "{{ 'a:b' }}", "<!--", "<a b=\"", "<a :b=\"'c:d'\" e", "<template>", "<script", "</script", "<style>",
        "<a/",
    ]

    /// The same of types that have numbers, by language.
    static let numberPieces: [SourceLanguage: [String]] = [
        .java: [
            "AVIMMessageType.", "@AVIMMessageType(type = ", "@AVIMMessageType(type = A.b) ",
            "class A { @AVIMMessageField private ", "class A { @AVIMMessageField(", "class AAttachment { super(",
            "class AAttachment { packData(", "MsgAttachmentParser case 1: ", "\"_lctype\":", "A = 1, ",
        ],
        .kotlin: ["class AAttachment: BAttachment(", "decodeAttachment a -> ", "decodeAttachment type == 1 "],
        .javaScript: ["messageType(", "messageType(1)(A) ", "messageField(['a', ", "'\"_lctype\": 1' ", "_lctype = "],
        .swift: [
            "var messageType: MessageType { get { ", "enum A: Int { case a, b ", "self[\"a\"]", "[\"type\": ",
            "class A: IMCategorizedMessage { override class var messageType: MessageType { 1 } } ",
        ],
        .objectiveC: [
            "+ (int)classMediaType { return ", "#define A (1)\n", "typedef NS_ENUM(int, CustomMessageType) { A, B, ",
            "@implementation A NIMCustomAttachment CMType : @(", "decodeAttachment case A: [[AAttachment alloc] ",
        ],
        .dart: ["class A extends TypedMessage { int get type => 1; "],
        .cSharp: ["class A : LCIM { override int MessageType { get ", "[AVIMTypedMessageTypeInt(1), "],
    ]

    private static let check = NamesCheck()

    /// The processor time that a file of a piece repeated takes.
    private static func time(_ piece: String, _ language: SourceLanguage, bytes: Int) -> Double {
        let text = Array(String(repeating: piece, count: bytes / piece.utf8.count).utf8)
        let start = processorTime()
        let isComponent = language == .javaScript && componentPieces.contains(piece)
        let prefix = isComponent ? "<template>" : language == .php ? "<?php " : ""
        let source = SourceFile(
            path: isComponent || piece.contains("script") ? "a.vue" : "a",
            language: language,
            bytes: Array(prefix.utf8) + text
        )
        let table = NameTable(label: "a", isCompared: false, sources: [source])
        _ = check.findings([table])
        return processorTime() - start
    }

    @Test("grows with the file, whatever the file holds", arguments: SourceLanguage.allCases)
    func growth(_ language: SourceLanguage) {
        let components = language == .javaScript ? Self.componentPieces : []
        for piece in Self.pieces + (Self.numberPieces[language] ?? []) + components {
            let size = 1 << 10
            let small = (0..<3).map { _ in Self.time(piece, language, bytes: size) }.min() ?? 0
            let middle = Self.time(piece, language, bytes: 4 * size)
            let large = Self.time(piece, language, bytes: 16 * size)
            // A square would be 16 and 256 times; what the machine does beside is given room.
            #expect(middle < 9 * small + 0.03, "\(piece): \(small) s, \(middle) s")
            #expect(large < 48 * small + 0.05, "\(piece): \(small) s, \(large) s")
        }
    }

    @Test("stays small for very many quotation marks and interpolations", arguments: SourceLanguage.allCases)
    func literals(_ language: SourceLanguage) {
        let seconds = ["\"", "'", "`", "f\"{a}\" ", "\"${a}\" "].map { Self.time($0, language, bytes: 1 << 17) }
        #expect(seconds.allSatisfy { $0 < 5 }, "\(seconds)")
    }
}
