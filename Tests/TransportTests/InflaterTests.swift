import Testing
import Transport
import WireFormat

@Suite("What is inflated has limits")
struct InflaterTests {
    /// Raw DEFLATE data of one byte many times: a literal and matches of 258, thirteen bits each.
    private static func zeros(matches: Int) -> [UInt8] {
        var bits = BitWriter()
        // One final block with fixed codes (RFC 1951 section 3.2.6).
        bits.append(1, 1)
        bits.append(1, 2)
        bits.appendReversed(0x30, 8)
        for _ in 0..<matches {
            // Length 258 is code 285, distance 1 is code 0.
            bits.appendReversed(0b1100_0101, 8)
            bits.appendReversed(0, 5)
        }
        bits.appendReversed(0, 7)
        return bits.bytes
    }

    private func inflated(_ input: [UInt8], limit: Int, _ limits: TransportLimits = TransportLimits()) -> (
        count: Int, error: WireError?
    ) {
        var output = ByteWriter()
        do throws(WireError) {
            try Inflater(.raw).inflate(input.span, limit: limit, limits: limits, into: &output)
            return (output.count, nil)
        } catch {
            return (output.count, error)
        }
    }

    @Test("output ends at the limit, not behind it", arguments: [-1, 0, 1])
    func size(_ difference: Int) {
        let input = Self.zeros(matches: 100)
        let result = inflated(input, limit: 25801 + difference)
        #expect(result.count == min(25801, 25801 + difference))
        #expect(result.error?.code == (difference < 0 ? .limit : nil))
    }

    @Test("beyond a mebibyte, output is limited in proportion to its input")
    func ratio() {
        var limits = TransportLimits()
        let input = Self.zeros(matches: 10_000)
        let whole = 2_580_001
        #expect(input.count < whole / 150)
        #expect(inflated(input, limit: .max, limits).error == nil)
        limits.inflatedRatio = 100
        let refused = inflated(input, limit: .max, limits)
        #expect(refused.error?.code == .limit)
        #expect(refused.count == 100 * input.count)
        // What is short passes at any ratio.
        #expect(inflated(Self.zeros(matches: 4000), limit: .max, limits).error == nil)
        limits.inflatedBytes = whole
        #expect(inflated(input, limit: .max, limits).error == nil)
    }

    @Test("what stands behind the end of the data is told")
    func end() throws {
        let input = Self.zeros(matches: 3)
        var output = ByteWriter()
        #expect(try Inflater(.raw).inflate((input + [1, 2, 3]).span, limit: 1000, into: &output) == input.count)
        #expect(try Inflater(.raw).inflate(Array(input.dropLast()).span, limit: 1000, into: &output) == nil)
    }

    @Test(
        "what both ends agree on is read from the server's answer",
        arguments: [
            ("permessage-deflate", [false, false], [15, 15]),
            ("permessage-deflate; client_no_context_takeover", [true, false], [15, 15]),
            ("permessage-deflate; server_no_context_takeover; client_max_window_bits=10", [false, true], [10, 15]),
            (
                "x-webkit-deflate-frame, PERMESSAGE-DEFLATE;server_max_window_bits=9 ;client_no_context_takeover",
                [true, false], [15, 9]
            ),
            (
                "permessage-deflate;\tclient_no_context_takeover ; server_max_window_bits = \"12\"", [true, false],
                [15, 12]
            ),
            ("permessage-deflate; client_max_window_bits; server_max_window_bits=99", [false, false], [15, 15]),
        ] as [(String, [Bool], [Int])]
    )
    func agreement(_ field: String, _ forgetsContext: [Bool], _ windowBits: [Int]) throws {
        let agreement = try #require(PerMessageDeflate(extensions: field))
        #expect([agreement.clientNoContextTakeover, agreement.serverNoContextTakeover] == forgetsContext)
        #expect([agreement.clientWindowBits, agreement.serverWindowBits] == windowBits)
        #expect(PerMessageDeflate(extensions: "x-" + field.prefix(5)) == nil)
        #expect(PerMessageDeflate(extensions: nil) == nil)
    }

    /// Messages of one window as an independent program wrote them, with a window of 9 bits.
    private static let messages = [
        (
            "2ac94855284ecc4d5528cf2f4a2956484c4fcccc5348cc4b81b07414f24a7393528b140c74c082c5f94095b9f945a90af9690a2519a9b90000",
            0
        ),
        ("2a214ebb210eed0000", 1), ("2252bb110eed0000", 2),
    ]

    @Test("blocks behind one that is marked as the last belong to the message (RFC 7692 section 7.2.1)")
    func blocksBehindTheLast() throws {
        // Stored blocks of two letters: a byte that says whether it is the last, the length, and its complement.
        func block(_ text: String, isLast: Bool) -> [UInt8] { [isLast ? 1 : 0, 2, 0, 0xFD, 0xFF] + Array(text.utf8) }
        let inflater = Inflater(.raw)
        func inflated(_ message: [UInt8], _ limits: TransportLimits = TransportLimits()) throws -> String {
            String(
                decoding: try PerMessageDeflate.inflate(message, inflater, keepsContext: true, limits: limits),
                as: UTF8.self
            )
        }
        // The empty block behind them, of which the sender leaves the last four bytes out, begins with a byte of its own.
        let both = block("ab", isLast: true) + block("cd", isLast: false) + [0]
        #expect(try inflated(both) == "abcd")
        #expect(try inflated(block("ab", isLast: true) + [0]) == "ab")
        #expect(try inflated(block("ab", isLast: true) + block("cd", isLast: true)) == "abcd")
        #expect(try inflated(both) == "abcd")
        var limits = TransportLimits()
        limits.deflateEnds = 3
        // It begins anew three times, and once too often.
        #expect(try inflated((0..<4).flatMap { _ in block("ab", isLast: true) }, limits) == "abababab")
        let many = (0..<5).flatMap { _ in block("ab", isLast: true) }
        let error = #expect(throws: WireError.self) { try inflated(many, limits) }
        #expect(error?.code == .limit)
    }

    @Test("what follows a block that is marked as the last refers to what came before (RFC 7692 section 7.2.3.4)")
    func windowBehindTheLast() throws {
        // Made with Python's zlib: flushed with `Z_FINISH` and a zero behind it; and with the first text as its dictionary.
        let first = "2b4e4d55a8cc2f55482c5128c94855c849cc4e050000"
        let second = "2ac614d251482acacc4b07f393f2134b0000"
        for keeps in [true, false] {
            let inflater = Inflater(.raw)
            func inflated(_ hex: String) throws -> String {
                let message = try Hex.decode(hex)
                let limits = TransportLimits()
                let bytes = try PerMessageDeflate.inflate(message, inflater, keepsContext: keeps, limits: limits)
                return String(decoding: bytes, as: UTF8.self)
            }
            #expect(try inflated(first) == "see you at the lake")
            if keeps {
                #expect(try inflated(second) == "see you at the lake, bring the boat")
            } else {
                #expect(throws: WireError.self) { try inflated(second) }
            }
        }
    }

    /// Expects the message with a number from its compressed form.
    private func expectMessage(_ number: Int, _ hex: String, _ inflater: Inflater) throws {
        let limits = TransportLimits()
        let message = try PerMessageDeflate.inflate(Hex.decode(hex), inflater, keepsContext: true, limits: limits)
        let text = "the same words again and again, number \(number), and some more of them"
        #expect(String(decoding: message, as: UTF8.self) == text)
    }

    @Test("an inflater continues where another one left off between two messages, from the window alone")
    func movedWindow() throws {
        var inflater = Inflater(.raw)
        for (hex, number) in Self.messages {
            try expectMessage(number, hex, inflater)
            let window = try #require(inflater.window)
            inflater = Inflater(.raw)
            #expect(inflater.begin(after: window))
        }
        // Inside a block, more than the window is needed; new data need none.
        let message = try Hex.decode(Self.messages[0].0)
        var output = ByteWriter()
        try inflater.inflate(Array(message.prefix(message.count / 2)).span, limit: 1000, into: &output)
        #expect(inflater.window == nil)
        inflater.reset()
        #expect(inflater.window == [])
    }

    @Test("messages of a window smaller than ours are inflated")
    func smallWindow() throws {
        let inflater = Inflater(.raw)
        for (hex, number) in Self.messages {
            try expectMessage(number, hex, inflater)
        }
    }
}

/// Writes bits as DEFLATE packs them: the lowest bit of a byte first (RFC 1951 section 3.1.1).
private struct BitWriter {
    private(set) var bytes: [UInt8] = []
    private var count = 0

    /// A number, its lowest bit first.
    mutating func append(_ value: Int, _ bits: Int) {
        for bit in 0..<bits {
            if count.isMultiple(of: 8) { bytes.append(0) }
            if value >> bit & 1 == 1 { bytes[bytes.count - 1] |= 1 << (count % 8) }
            count += 1
        }
    }

    /// A Huffman code, its highest bit first.
    mutating func appendReversed(_ code: Int, _ bits: Int) {
        for bit in (0..<bits).reversed() { append(code >> bit & 1, 1) }
    }
}
