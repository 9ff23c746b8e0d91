import Testing
import WireFormat

@testable import Redaction

@Suite("SipHash-2-4 with 128 bits")
struct SipHashTests {
    /// The key 00 01 … 0F.
    private static let key: (UInt64, UInt64) = (0x0706_0504_0302_0100, 0x0F0E_0D0C_0B0A_0908)

    /// Made by `openssl mac -macopt size:16 SIPHASH` (OpenSSL 3.0) from the bytes 00, 01, … of so many.
    @Test(
        "hashes as OpenSSL does",
        arguments: [
            (0, "a3817f04ba25a8e66df67214c7550293"), (1, "da87c1d86b99af44347659119b22fc45"),
            (7, "a1f1ebbed8dbc153c0b84aa61ff08239"), (8, "3b62a9ba6258f5610f83e264f31497b4"),
            (9, "264499060ad9baabc47f8b02bb6d71ed"), (15, "5493e99933b0a8117e08ec0f97cfc3d9"),
            (16, "6ee2a4ca67b054bbfd3315bf85230577"), (63, "5150d1772f50834a503e069a973fbd7c"),
        ]
    )
    func hashes(count: Int, expected: String) {
        let message = (0..<count).map { UInt8($0) }
        #expect(Self.hex(SipHash(key: Self.key).finalize(message.span, after: 0)) == expected)
    }

    @Test("takes words in as it does bytes", arguments: [(8, 1), (15, 1), (16, 2), (63, 7)])
    func wordsAndBytes(count: Int, words: Int) {
        let message = (0..<count).map { UInt8($0) }
        var hash = SipHash(key: Self.key)
        for word in 0..<words {
            hash.update(UInt64(littleEndian: message.span.loadUnaligned(at: word * 8, as: UInt64.self)))
        }
        let rest = hash.finalize(message.span.extracting(droppingFirst: words * 8), after: words)
        #expect(Self.hex(rest) == Self.hex(SipHash(key: Self.key).finalize(message.span, after: 0)))
    }

    private static func hex(_ words: (UInt64, UInt64)) -> String {
        Hex.encode(withUnsafeBytes(of: (words.0.littleEndian, words.1.littleEndian)) { Array($0) })
    }
}
