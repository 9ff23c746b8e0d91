/// Writes handshake messages (RFC 8446 section 4, RFC 5246 section 7.4).
package enum TLSHelloWriter {
    static func message(_ type: UInt8, _ body: [UInt8]) -> [UInt8] {
        [type] + Framing.bigEndian(UInt64(body.count), 3) + body
    }

    static func record(_ type: UInt8, _ content: [UInt8], version: UInt8 = 3) -> [UInt8] {
        [type, 3, version] + Framing.bigEndian(UInt64(content.count), 2) + content
    }

    static func list(_ bytes: [UInt8]) -> [UInt8] { Framing.bigEndian(UInt64(bytes.count), 2) + bytes }

    static func extensions(_ all: [(type: Int, content: [UInt8])]) -> [UInt8] {
        list(all.flatMap { Framing.bigEndian(UInt64($0.type), 2) + list($0.content) })
    }

    /// Returns the extension of a server name; another kind of name may precede it (RFC 6066 section 3).
    static func serverName(_ name: String, hasOther: Bool) -> (type: Int, content: [UInt8]) {
        let other: [UInt8] = hasOther ? [7] + list([1, 2, 3]) : []
        return (0, list(other + [0] + list(Array(name.utf8))))
    }

    /// Returns the extension of application protocols (RFC 7301 section 3.1).
    static func protocols(_ names: [String]) -> (type: Int, content: [UInt8]) {
        (16, list(names.flatMap { [UInt8($0.utf8.count)] + Array($0.utf8) }))
    }

    /// The random that marks a ServerHello as a HelloRetryRequest (RFC 8446 section 4.1.3).
    static let retryRandom: [UInt8] = [
        0xCF, 0x21, 0xAD, 0x74, 0xE5, 0x9A, 0x61, 0x11, 0xBE, 0x1D, 0x8C, 0x02, 0x1E, 0x65, 0xB8, 0x91,
        0xC2, 0xA2, 0x11, 0x16, 0x7A, 0xBB, 0x8C, 0x5E, 0x07, 0x9E, 0x09, 0xE2, 0xC8, 0xA8, 0x33, 0x9C,
    ]

    static func client(
        random: [UInt8],
        identifier: [UInt8],
        suites: [Int],
        _ all: [(type: Int, content: [UInt8])]
    ) -> [UInt8] {
        let offered = list(suites.flatMap { Framing.bigEndian(UInt64($0), 2) })
        let body = [3, 3] + random + [UInt8(identifier.count)] + identifier + offered + [2, 1, 0]
        return message(1, body + (all.isEmpty ? [] : extensions(all)))
    }

    static func server(
        random: [UInt8],
        identifier: [UInt8],
        suite: Int,
        version: Int = 0x0303,
        compression: UInt8 = 0,
        _ all: [(type: Int, content: [UInt8])]
    ) -> [UInt8] {
        let body = Framing.bigEndian(UInt64(version), 2) + random + [UInt8(identifier.count)] + identifier
        let rest = Framing.bigEndian(UInt64(suite), 2) + [compression] + (all.isEmpty ? [] : extensions(all))
        return message(2, body + rest)
    }

    /// The codes and names of alerts (RFC 8446 section 6, RFC 5246 section 7.2, and the registry).
    package static let alerts: [(code: UInt8, name: String)] = [
        (10, "unexpected_message"), (20, "bad_record_mac"), (21, "decryption_failed"), (22, "record_overflow"),
        (30, "decompression_failure"), (40, "handshake_failure"), (41, "no_certificate"), (42, "bad_certificate"),
        (43, "unsupported_certificate"), (44, "certificate_revoked"), (45, "certificate_expired"),
        (46, "certificate_unknown"), (47, "illegal_parameter"), (48, "unknown_ca"), (49, "access_denied"),
        (50, "decode_error"), (51, "decrypt_error"), (60, "export_restriction"), (70, "protocol_version"),
        (71, "insufficient_security"), (80, "internal_error"), (86, "inappropriate_fallback"), (90, "user_canceled"),
        (100, "no_renegotiation"), (109, "missing_extension"), (110, "unsupported_extension"),
        (111, "certificate_unobtainable"), (112, "unrecognized_name"), (113, "bad_certificate_status_response"),
        (114, "bad_certificate_hash_value"), (115, "unknown_psk_identity"), (116, "certificate_required"),
        (120, "no_application_protocol"), (121, "ech_required"), (99, "alert 99"), (1, "alert 1"), (255, "alert 255"),
    ]
}
