import Foundation
import Testing

@testable import Conformance

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
        "\u{E9}",
        "AVIMMessageType.", "@AVIMMessageType(type = ", "@AVIMMessageType(type = A.b) ", "@AVIMMessageField private ",
        "class A { @AVIMMessageField(", "messageType(", "messageField(['a', ", "class AAttachment: BAttachment(",
        "MsgAttachmentParser case 1: ", "class AAttachment { super(", "class AAttachment { packData(",
        "decodeAttachment type == 1 ", "decodeAttachment a -> ", "NIMCustomAttachment { case A(",
        "+ (int)classMediaType { return ", "var messageType: MessageType { get { ", "\"_lctype\":", "'\"_lctype\": 1' ",
        "_lctype = ", "enum A: Int { case a, b ", "enum CustomMessageType { A, B, ", "A = 1, ", "#define A (1)\n",
        "class TypedMessage extends TypedMessage { int get type => 1; ",
        "class A : LCIM { override int MessageType { get ",
    ]

    private static let check = NamesCheck()

    /// The processor time that a file of a piece repeated takes.
    private static func time(_ piece: String, _ language: SourceLanguage, bytes: Int) -> Double {
        let text = Array(String(repeating: piece, count: bytes / piece.utf8.count).utf8)
        let start = processorTime()
        let prefix = language == .php ? Array("<?php ".utf8) : []
        let source = SourceFile(
            path: piece.contains("script") ? "a.vue" : "a",
            language: language,
            bytes: prefix + text
        )
        let table = NameTable(label: "a", isCompared: false, sources: [source])
        _ = check.findings([table])
        return processorTime() - start
    }

    @Test("grows with the file, whatever the file holds", arguments: SourceLanguage.allCases)
    func growth(_ language: SourceLanguage) {
        for piece in Self.pieces {
            let size = 1 << 10
            let small = (0..<3).map { _ in Self.time(piece, language, bytes: size) }.min() ?? 0
            let middle = Self.time(piece, language, bytes: 4 * size)
            let large = Self.time(piece, language, bytes: 16 * size)
            // A square would be 16 and 256 times; what the machine does beside is given room.
            #expect(middle < 9 * small + 0.03, "\(piece): \(small) s, \(middle) s")
            #expect(large < 48 * small + 0.05, "\(piece): \(small) s, \(large) s")
        }
    }

    @Test("stays small for megabytes of quotation marks", arguments: SourceLanguage.allCases)
    func quotationMarks(_ language: SourceLanguage) {
        let seconds = ["\"", "'", "`"].map { Self.time($0, language, bytes: 1 << 17) }
        #expect(seconds.allSatisfy { $0 < 5 }, "\(seconds)")
    }
}
