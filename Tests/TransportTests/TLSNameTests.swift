import Testing

@testable import Transport

/// What connections are told to be, in words.
@Suite struct TLSNameTests {
    @Test(
        "a version has its usual name, that of a draft, or its number",
        arguments: [
            (UInt16(0x0300), "SSL 3.0"), (0x0301, "TLS 1.0"), (0x0302, "TLS 1.1"), (0x0303, "TLS 1.2"),
            (0x0304, "TLS 1.3"), (0x7F1C, "TLS 1.3 draft 28"), (0x7F00, "TLS 1.3 draft 0"),
            (0x7EFF, "TLS version 0x7EFF"), (0x8000, "TLS version 0x8000"), (0x0002, "TLS version 0x0002"),
            (0xFF1C, "TLS version 0xFF1C"),
        ]
    )
    func versions(_ number: UInt16, _ name: String) {
        #expect(TLSVersion(rawValue: number).description == name)
    }

    @Test("an alert has the name of the registry, or its number")
    func alerts() {
        let names: [UInt8: String] = [
            0: "close_notify", 10: "unexpected_message", 20: "bad_record_mac", 21: "decryption_failed",
            22: "record_overflow", 30: "decompression_failure", 40: "handshake_failure", 41: "no_certificate",
            42: "bad_certificate", 43: "unsupported_certificate", 44: "certificate_revoked", 45: "certificate_expired",
            46: "certificate_unknown", 47: "illegal_parameter", 48: "unknown_ca", 49: "access_denied",
            50: "decode_error", 51: "decrypt_error", 60: "export_restriction", 70: "protocol_version",
            71: "insufficient_security", 80: "internal_error", 86: "inappropriate_fallback", 90: "user_canceled",
            100: "no_renegotiation", 109: "missing_extension", 110: "unsupported_extension",
            111: "certificate_unobtainable", 112: "unrecognized_name", 113: "bad_certificate_status_response",
            114: "bad_certificate_hash_value", 115: "unknown_psk_identity", 116: "certificate_required",
            120: "no_application_protocol", 121: "ech_required",
        ]
        for code in UInt8.min...UInt8.max {
            let alert = TLSAlert(isFatal: true, code: code)
            #expect(alert.name == names[code])
            #expect(alert.description == names[code] ?? "alert \(code)")
        }
    }

    @Test("a handshake that was not finished says how far it came")
    func unfinished() {
        let start = "handshake not finished: the connection ended "
        #expect(TLSStatus.handshakeUnfinished(hasServerHello: true).description == start + "after the server's hello")
        #expect(
            TLSStatus.handshakeUnfinished(hasServerHello: false).description
                == start + "without an answer to the client's hello"
        )
    }

    @Test("a label of the key log has the number of key updates where it may have one, 0 when none is said")
    func labels() {
        let names = TLSSecretLabel.allCases.map { [$0.name(), $0.name(generation: 0), $0.name(generation: 12)] }
        let traffic = { (side: String) in
            ["0", "0", "12"].map { "\(side)_TRAFFIC_SECRET_\($0)" }
        }
        let plain =
            ["CLIENT_RANDOM", "CLIENT_EARLY_TRAFFIC_SECRET", "CLIENT_HANDSHAKE_TRAFFIC_SECRET"]
            + ["SERVER_HANDSHAKE_TRAFFIC_SECRET"]
        #expect(names == plain.map { Array(repeating: $0, count: 3) } + [traffic("CLIENT"), traffic("SERVER")])
    }
}
