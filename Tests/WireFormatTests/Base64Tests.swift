import Foundation
import Testing
import WireFormat

@Suite("Base64")
struct Base64Tests {
    private func decode(_ text: String, ignoringWhitespace: Bool = false) -> [UInt8]? {
        let utf8 = Array(text.utf8)
        return Base64.decode(utf8.span, ignoringWhitespace: ignoringWhitespace)
    }

    private func encode(_ bytes: [UInt8]) -> String {
        var writer = ByteWriter(capacity: 16)
        writer.append(base64: bytes.span)
        return String(decodingUTF8: writer.span)
    }

    @Test(
        "agrees with the examples of RFC 4648, section 10",
        arguments: [
            ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
            ("foobar", "Zm9vYmFy"),
        ]
    )
    func examples(_ plain: String, _ base64: String) {
        #expect(encode(Array(plain.utf8)) == base64)
        #expect(decode(base64) == Array(plain.utf8))
    }

    @Test("agrees with Foundation on bytes of every length and value", arguments: 0..<130)
    func foundation(_ length: Int) {
        let bytes = (0..<length).map { UInt8(truncatingIfNeeded: $0 * $0 * 31 + length * 7) }
        let expected = Data(bytes).base64EncodedString()
        #expect(encode(bytes) == expected)
        #expect(decode(expected) == bytes)
        let bare = expected.replacingOccurrences(of: "=", with: "")
        #expect(decode(bare) == bytes)
        let urlSafe = bare.replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
        #expect(decode(urlSafe) == bytes)
        let lines = Data(bytes).base64EncodedString(options: [.lineLength64Characters, .endLineWithCarriageReturn])
        #expect(decode(lines + "\n \t", ignoringWhitespace: true) == bytes)
    }

    @Test("reads each digit of both alphabets as its value")
    func everyDigit() {
        let alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
        for (value, digit) in alphabet.enumerated() {
            #expect(decode("\(digit)A==") == [UInt8(value << 2)])
        }
        #expect(decode("-_-_") == [0xFB, 0xFF, 0xBF])
    }

    @Test(
        "refuses what is no base64",
        arguments: [
            "A", "AAAAA", "=", "====", "AA=", "AAA==", "AAAA=", "AA===", "A=", "A===", "AA=A", "AA==AA==", "AA==A",
            "A!AA", "AA\u{E9}A", "AAA\0", "AA AA", "AAAA\n", "@AAA", "[AAA", "`AAA", "{AAA", ".AAA", ":AAA", ",AAA",
        ]
    )
    func refused(_ text: String) {
        #expect(decode(text) == nil)
    }

    @Test("passes over white space only when asked, between padding too")
    func whitespace() {
        #expect(decode(" Z\tg\r=\n= ", ignoringWhitespace: true) == [0x66])
        #expect(decode("Zg==\n") == nil)
        #expect(decode("Zg=\u{B}=", ignoringWhitespace: true) == nil)
    }

    @Test(
        "what is no base64 is refused with the offset of the first byte that does not belong there",
        arguments: [
            ("CA4=", nil), ("CA4", nil), ("", nil), ("C!4=", 1), ("CA4=x", 4), ("CA4==", 3), ("CA=", 2), ("=", 0),
            ("C", 1),
            ("CA 4", 2), ("CAIoA", 5),
        ] as [(String, Int?)]
    )
    func places(text: String, offset: Int?) {
        let utf8 = Array(text.utf8)
        var found: WireError?
        do throws(WireError) { _ = try Base64.decode(checking: utf8.span) } catch { found = error }
        #expect(found?.offset == offset)
        #expect(found.map { $0.code == (offset == utf8.count ? .truncated : .value) } ?? true)
        #expect((Base64.decode(utf8.span) == nil) == (offset != nil))
    }
}
