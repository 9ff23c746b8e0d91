package import FuzzInputs
package import Fuzzer
import Transport
import WireFormat

/// TLS records of both directions, with known secrets, as a whole and in pieces.
///
/// An input is a ``DuplexScript``. Bits 0 to 2 of a stretch's first byte: 0 raw bytes; 1 ClientHello; 2 and 3
/// ServerHello of TLS 1.3 and 1.2; 4 ChangeCipherSpec; 5 content sealed as a handshake record; 6 as application data; 7
/// as an alert or, with bit 3, a hole of as many bytes.
package struct TLSTarget: FuzzTarget {
    package let name = "tls"
    package let summary = "TLS records and hellos, decrypted with known secrets, whole and in pieces"
    /// The beginnings of records and messages.
    package var words: [[UInt8]] {
        [
            [22, 3, 1], [22, 3, 3], [23, 3, 3], [20, 3, 3, 0, 1, 1], [21, 3, 3, 0, 2, 2, 40], [0x40, 0], [0x48, 0],
            [0x13, 1],
            [0x13, 2], [0x13, 3], [0xC0, 0x2F], [0xC0, 0x13], [0xCC, 0xA8], [0, 0x2B, 0, 2, 3, 4], [0, 0x16, 0, 0],
            [24, 0, 0, 1, 0],
            [8, 0, 0, 2, 0, 0], [0xCF, 0x21, 0xAD, 0x74, 0xE5, 0x9A, 0x61, 0x11],
        ]
    }

    package init() {}

    private static func pieces(_ script: DuplexScript) -> [TLSPiece] {
        var handshake = [TLSSamples.Sealer(.clientHandshakeTraffic), TLSSamples.Sealer(.serverHandshakeTraffic)]
        var traffic = [TLSSamples.Sealer(.clientTraffic), TLSSamples.Sealer(.serverTraffic)]
        return script.parts.map { part in
            let side = part.fromClient ? 0 : 1
            let bytes: [UInt8]
            switch part.kind & 7 {
            case 1: bytes = TLSSamples.clientHello
            case 2: bytes = TLSSamples.serverHello
            case 3: bytes = TLSSamples.oldServerHello
            case 4: bytes = [20, 3, 3, 0, 1, 1]
            case 5: bytes = handshake[side].seal(part.bytes, type: 22)
            case 6: bytes = traffic[side].seal(part.bytes, type: 23)
            case 7 where part.kind & 8 != 0:
                return TLSPiece(side: side, hole: part.bytes.isEmpty ? nil : part.bytes.count)
            case 7: bytes = traffic[side].seal(part.bytes, type: 21)
            default: bytes = part.bytes
            }
            return TLSPiece(side: side, bytes: bytes)
        }
    }

    /// Runs one connection.
    package func run(_ input: [UInt8], _ features: inout Features) throws(Violation) {
        let script = DuplexScript(input)
        let pieces = Self.pieces(script)
        let whole = Read(pieces, nil, &features)
        features.reach(
            "tls.plaintext",
            Features.bucket(whole.plaintexts[0].count),
            Features.bucket(whole.plaintexts[1].count)
        )
        let sent = pieces.reduce(0) { $0 + $1.bytes.count }
        guard whole.plaintexts[0].count + whole.plaintexts[1].count <= sent else {
            throw Violation(.coverage, "more plaintext than \(sent) bytes of records")
        }
        for plan in ChunkPlan.allCases {
            var ignored = Features()
            let parts = Read(pieces, plan, &ignored)
            guard parts == whole else {
                throw Violation(.chunking, "\(plan): \(Self.text(parts)); whole: \(Self.text(whole))")
            }
        }
        try decrypted(script, whole)
    }

    private static func text(_ read: Read) -> String {
        "plaintext \(read.plaintexts.map(\.count)), skipped \(read.skipped), records \(read.records), alerts \(read.alerts),"
            + " \(read.reasons.sorted())"
    }

    /// Checks that after valid hellos all content sealed as application data is decrypted, up to the first damage.
    private func decrypted(_ script: DuplexScript, _ read: Read) throws(Violation) {
        guard script.parts.count > 2, script.parts[0].kind == 1, script.parts[1].kind == 0x82 else { return }
        let rest = script.parts.dropFirst(2).prefix { $0.kind & 0x0F == 6 && $0.bytes.count <= 1 << 14 }
        for (side, bit) in [(0, 0 as UInt8), (1, 0x80)] {
            let expected = rest.filter { $0.kind & 0x80 == bit }.flatMap(\.bytes)
            guard read.plaintexts[side].starts(with: expected) else {
                throw Violation(
                    .disagreement,
                    "\(expected.count) sealed bytes gave \(read.plaintexts[side].count) others"
                )
            }
        }
    }

    /// The records and hellos.
    package func shape(of input: [UInt8]) -> Shape? {
        DuplexScript(input).shape { part in
            part.kind & 7 == 0
                ? StreamShape.tls(part.bytes) ?? Shape("part", .bytes, part.bytes) : Shape("part", .bytes, part.bytes)
        }
    }

    /// Reorders the parts of the script.
    package func mutate(_ input: [UInt8], other: [UInt8], _ random: inout FuzzRandom) -> [UInt8]? {
        DuplexScript(input).mutated(with: DuplexScript(other), &random).encoded
    }

    /// Connections of both versions.
    package func seeds(_ random: inout FuzzRandom) -> [[UInt8]] {
        func part(_ kind: UInt8, _ bytes: [UInt8] = []) -> DuplexScript.Part { .init(kind: kind, bytes: bytes) }
        let data = Array("GET / HTTP/1.1\r\n\r\n".utf8)
        return [
            [
                part(1), part(0x82), part(0x85, [8, 0, 0, 2, 0, 0]), part(6, data), part(0x86, data),
                part(0x87, [1, 0]), part(6, data),
            ],
            [part(1), part(0x82), part(6, data), part(15, data), part(6, data), part(6, data)],
            [part(1), part(0x83), part(4), part(0x84), part(0, [23, 3, 3, 0, 32] + random.bytes(32))],
            [part(0, TLSSamples.clientHello), part(0x80, TLSSamples.serverHello), part(0x86, data), part(6, data)],
            [part(0, [21, 3, 3, 0, 2, 2, 40])], [part(0, [23, 3, 3, 0, 32] + random.bytes(32))],
        ].map { DuplexScript($0).encoded }
    }
}
