import Testing
import WireFormat

@testable import Transport

/// What the keys of a direction take for a record.
@Suite struct TLSRecordCipherTests {
    private static let forms: [TLSRecordCipher.Form] = [
        .tls13(.aesGCM(keyCount: 16)), .tls13(.chaCha20Poly1305), .tls12(.aesGCM(keyCount: 16)),
        .tls12(.chaCha20Poly1305),
        .cbc(.sha1, encryptsThenMACs: true), .cbc(.sha256, encryptsThenMACs: true),
        .cbc(.sha1, encryptsThenMACs: false), .cbc(.sha256, encryptsThenMACs: false),
    ]

    @Test("a record that nobody protected is refused at every length, and nothing of it comes out", arguments: forms)
    func unprotected(_ form: TLSRecordCipher.Form) {
        let iv = [UInt8](repeating: 0, count: form == .tls12(.aesGCM(keyCount: 16)) ? 4 : 12)
        let key = TLSKey([UInt8](repeating: 1, count: form.isChaCha ? 32 : 16))
        let cipher = TLSRecordCipher(form: form, key: key, iv: iv, macKey: TLSKey([UInt8](repeating: 2, count: 32)))
        for count in 0..<96 {
            let record: [UInt8] = [23, 3, 3, 0, UInt8(count)] + Array(repeating: 0x55, count: count)
            var plaintext = ByteWriter()
            plaintext.append(9)
            let type = cipher.open(record.span, sequence: 0, into: &plaintext)
            #expect(type == nil)
            #expect(plaintext.array == [9])
        }
    }

    @Test("sealed data may be empty: a tag alone, of the GCM specification's first test case")
    func emptyContent() throws {
        let tag = try Hex.decode("58e2fccefa7e3061367f1d57a4e7455a")
        let key = TLSKey([UInt8](repeating: 0, count: 16))
        let nonce = [UInt8](repeating: 0, count: 12)
        for (sealed, isAuthentic) in [(tag, true), (Array(tag.dropLast()), false), ([], false), (tag + [0], false)] {
            var plaintext = ByteWriter()
            let opened = TLSPrimitives.open(
                sealed.span,
                .aesGCM(keyCount: 16),
                key,
                nonce: nonce,
                authenticating: [],
                into: &plaintext
            )
            #expect(opened == isAuthentic)
            #expect(plaintext.array == [])
        }
    }
}

extension TLSRecordCipher.Form {
    fileprivate var isChaCha: Bool { self == .tls13(.chaCha20Poly1305) || self == .tls12(.chaCha20Poly1305) }
}
