import Testing
import WireFormat

@testable import Transport

@Suite("TLS key schedule")
struct TLSKeyScheduleTests {
    @Test(
        "keys of TLS 1.3 are those of RFC 8448 section 3",
        arguments: [
            (
                "b67b7d690cc16c4e75e54213cb2d37b4e9c912bcded9105d42befd59d391ad38",
                "3fce516009c21727d0f2e4e86ee403bc", "5d313eb2671276ee13000b30"
            ),
            (
                "b3eddb126e067f35a780b3abf45e2d8f3b1a950738f52e9600746a0e27a55a21",
                "dbfaa693d1762c5b666af5d950258d01", "5bd3c71b836e0b76bb73265f"
            ),
            (
                "a11af9f05531f856ad47116b45a950328204b4f44bfb6b3a4b4f1f3fcb631643",
                "9f02283b6c9c07efc26bb9f2ac92e356", "cf782b88dd83549aadf1e984"
            ),
            (
                "9e40646ce79a7f9dc05af8889bce6552875afa0b06df0087f792ebb7c17504a5",
                "17422dda596ed5d9acd890e3c63f5051", "5b78923dee08579033e523d9"
            ),
        ]
    )
    func keys13(_ secret: String, _ key: String, _ iv: String) throws {
        let bytes = try Hex.decode(secret)
        #expect(Hex.encode(TLSKeySchedule.expandLabel(.sha256, bytes, "key", count: 16)) == key)
        #expect(Hex.encode(TLSKeySchedule.expandLabel(.sha256, bytes, "iv", count: 12)) == iv)
    }

    @Test("the PRF of TLS 1.2 with SHA-256 gives the published test vector")
    func prf256() throws {
        let output = TLSKeySchedule.prf(
            .sha256,
            secret: try Hex.decode("9bbe436ba940f017b17652849a71db35"),
            label: Array("test label".utf8),
            seed: try Hex.decode("a0ba9f936cda311827a6f796ffd5198c"),
            count: 100
        )
        #expect(
            Hex.encode(output)
                == "e3f229ba727be17b8d122620557cd453c2aab21d07c3d495329b52d4e61edb5a6b301791e90d35c9c9a46b4e14baf9af"
                + "0fa022f7077def17abfd3797c0564bab4fbc91666e9def9b97fce34f796789baa48082d122ee42c5a72e5a5110fff701"
                + "87347b66"
        )
    }

    @Test(
        "the end of a suite's name says how it protects records",
        arguments: [
            (0x1301, TLSProtection(bulk: .aead(.aesGCM(keyCount: 16)), hash: .sha256, isTLS13: true)),
            (0x1302, TLSProtection(bulk: .aead(.aesGCM(keyCount: 32)), hash: .sha384, isTLS13: true)),
            (0x1303, TLSProtection(bulk: .aead(.chaCha20Poly1305), hash: .sha256, isTLS13: true)),
            (0x009C, TLSProtection(bulk: .aead(.aesGCM(keyCount: 16)), hash: .sha256, isTLS13: false)),
            (0xC030, TLSProtection(bulk: .aead(.aesGCM(keyCount: 32)), hash: .sha384, isTLS13: false)),
            (0xCCA9, TLSProtection(bulk: .aead(.chaCha20Poly1305), hash: .sha256, isTLS13: false)),
            (0x002F, TLSProtection(bulk: .cbc(keyCount: 16, mac: .sha1), hash: .sha256, isTLS13: false)),
            (0x003D, TLSProtection(bulk: .cbc(keyCount: 32, mac: .sha256), hash: .sha256, isTLS13: false)),
            (0xC024, TLSProtection(bulk: .cbc(keyCount: 32, mac: .sha384), hash: .sha384, isTLS13: false)),
        ] as [(UInt16, TLSProtection)]
    )
    func protection(_ number: UInt16, _ expected: TLSProtection) {
        #expect(TLSCipherSuite(rawValue: number).protection == expected)
    }

    @Test(
        "a suite that is not supported still has its name",
        arguments: [
            (0x0005, "TLS_RSA_WITH_RC4_128_SHA (0x0005)"),
            (0x000A, "TLS_RSA_WITH_3DES_EDE_CBC_SHA (0x000A)"),
            (0x1304, "TLS_AES_128_CCM_SHA256 (0x1304)"),
            (0xC0AC, "TLS_ECDHE_ECDSA_WITH_AES_128_CCM (0xC0AC)"),
            (0x1A1A, "0x1A1A"),
        ] as [(UInt16, String)]
    )
    func unsupported(_ number: UInt16, _ description: String) {
        let suite = TLSCipherSuite(rawValue: number)
        #expect(!suite.isSupported)
        #expect(suite.description == description)
    }
}
