import Synchronization
import Testing
import Transport
import WireFormat

@Suite("TLS key log")
struct TLSKeyLogTests {
    private static let random = String(repeating: "0a", count: 32)
    private static let other = String(repeating: "0b", count: 32)
    private static let secret32 = String(repeating: "1c", count: 32)
    private static let secret48 = String(repeating: "2d", count: 48)

    private static func read(_ text: String) throws -> TLSSecrets {
        let bytes = Array(text.utf8)
        return try TLSSecrets(keyLog: bytes.span)
    }

    private static func clientRandom(_ hex: String) throws -> TLSClientRandom {
        let bytes = try Hex.decode(hex)
        let random = TLSClientRandom(bytes.span)
        return try #require(random)
    }

    @Test(
        "every kind of secret is found by its client random",
        arguments: [
            ("CLIENT_RANDOM", TLSSecretLabel.master, 0, secret48),
            ("CLIENT_EARLY_TRAFFIC_SECRET", .clientEarlyTraffic, 0, secret32),
            ("CLIENT_HANDSHAKE_TRAFFIC_SECRET", .clientHandshakeTraffic, 0, secret32),
            ("SERVER_HANDSHAKE_TRAFFIC_SECRET", .serverHandshakeTraffic, 0, secret48),
            ("CLIENT_TRAFFIC_SECRET_0", .clientTraffic, 0, secret32),
            ("SERVER_TRAFFIC_SECRET_0", .serverTraffic, 0, secret48),
            ("CLIENT_TRAFFIC_SECRET_12", .clientTraffic, 12, secret32),
        ] as [(String, TLSSecretLabel, UInt32, String)]
    )
    func kinds(_ label: String, _ kind: TLSSecretLabel, _ generation: UInt32, _ secret: String) throws {
        let secrets = try Self.read("\(label) \(Self.random) \(secret)\n")
        let random = try Self.clientRandom(Self.random)
        #expect(secrets.count == 1)
        #expect(secrets.secret(kind, generation: generation, for: random) == (try Hex.decode(secret)))
        #expect(secrets.secret(kind, generation: generation, for: try Self.clientRandom(Self.other)) == nil)
        #expect(kind.name(generation: Int(generation)) == label)
    }

    @Test(
        "what holds no secret of records is passed over",
        arguments: [
            "", "\n\n", "# a comment with CLIENT_RANDOM in it\n", "  \t \r\n", "#\n",
            "EXPORTER_SECRET \(random) \(secret32)\n", "EARLY_EXPORTER_SECRET \(random) \(secret32)",
            "CLIENT_TRAFFIC_SECRET_N \(random) \(secret32)", "RSA 0011223344556677 \(secret48)",
            "RSA Session-ID:00 Master-Key:11", "QUIC_CLIENT_TRAFFIC_SECRET_0 \(random) \(secret32)",
        ]
    )
    func passedOver(_ text: String) throws {
        let secrets = try Self.read(text)
        #expect(secrets.isEmpty)
    }

    @Test(
        "line ends, letter case, white space and a byte order mark do not matter",
        arguments: [
            "CLIENT_RANDOM \(random) \(secret48)", "CLIENT_RANDOM \(random) \(secret48)\r\n",
            "# first\r\n\r\nCLIENT_RANDOM\t\(random)   \(secret48) \t\r\n# last",
            "CLIENT_RANDOM \(random.uppercased()) \(secret48.uppercased())\n",
            "\u{FEFF}CLIENT_RANDOM \(random) \(secret48)\n", "  CLIENT_RANDOM \(random) \(secret48)\n",
        ]
    )
    func spelling(_ text: String) throws {
        let secrets = try Self.read(text)
        #expect(secrets.secret(.master, for: try Self.clientRandom(Self.random)) == (try Hex.decode(Self.secret48)))
    }

    @Test(
        "a bad line is named by its number",
        arguments: [
            ("#\nhello world\n", .value, 2),
            ("{\"a\": 1}", .value, 1),
            ("CLIENT_RANDOM", .truncated, 1),
            ("\n\nCLIENT_RANDOM \(random)\n", .truncated, 3),
            ("CLIENT_RANDOM \(random.dropLast(2)) \(secret48)", .length, 1),
            ("CLIENT_RANDOM \(random.dropLast()) \(secret48)", .length, 1),
            ("CLIENT_RANDOM \(random)00 \(secret48)", .length, 1),
            ("CLIENT_RANDOM \(random) \(secret32)", .length, 1),
            ("CLIENT_TRAFFIC_SECRET_0 \(random) \(secret32)00", .length, 1),
            ("CLIENT_RANDOM \(random.dropLast())g \(secret48)", .value, 1),
            ("CLIENT_RANDOM \(random) \(secret48) more", .trailing, 1),
            ("EXPORTER_SECRET", .truncated, 1),
        ] as [(String, WireError.Code, Int)]
    )
    func badLines(_ text: String, _ code: WireError.Code, _ line: Int) throws {
        let error = try #require(throws: WireError.self) { try Self.read(text) }
        #expect(error.code == code)
        #expect(Array(error.path.prefix(2)) == ["key log", "line \(line)"])
        #expect(error.offset <= text.utf8.count)
    }

    @Test("the place of what is wrong is its offset in the text")
    func place() throws {
        let text = "# x\r\nCLIENT_RANDOM \(Self.random.dropLast())g \(Self.secret48)\n"
        let error = try #require(throws: WireError.self) { try Self.read(text) }
        #expect(error.path == ["key log", "line 2", "client random"])
        #expect(error.offset == 5 + 14 + 63)
        #expect(error.description == "key log.line 2.client random: value, expected hex digits, at offset 82")
    }

    @Test(
        "of a text with bad lines the others are added, and the first bad one is told",
        arguments: [
            ("CLIENT_RANDOM \(random) \(secret48)\nbad\n", 1, 2, false),
            ("bad\nCLIENT_RANDOM \(random) \(secret48)", 1, 1, false),
            ("#\nCLIENT_RANDOM\nCLIENT_RANDOM \(random) \(secret48)\nbad", 2, 2, false),
            ("CLIENT_RANDOM \(random) \(secret48)\nCLIENT_RANDOM \(other) 00", 1, 2, true),
            ("CLIENT_RANDOM \(random) \(secret48)\nCLIENT_RANDOM \(other) 00\n", 1, 2, false),
        ]
    )
    func badLinesPassedOver(_ text: String, _ count: Int, _ first: Int, _ isUnfinished: Bool) throws {
        let bytes = Array(text.utf8)
        var secrets = TLSSecrets()
        let found = secrets.add(readableLinesOf: bytes.span)
        let flaws = try #require(found)
        #expect(flaws.lines == count)
        #expect(flaws.first.path.prefix(2) == ["key log", "line \(first)"])
        #expect(flaws.isUnfinished == isUnfinished)
        #expect(secrets.secret(.master, for: try Self.clientRandom(Self.random)) == (try Hex.decode(Self.secret48)))
        #expect(secrets.count == 1)
        var again = TLSSecrets()
        #expect(throws: flaws.first) { try again.add(keyLog: bytes.span) }
        #expect(again == secrets)
    }

    @Test("a text without a bad line has no flaws")
    func noFlaws() {
        let text = Array("# \nCLIENT_RANDOM \(Self.random) \(Self.secret48)".utf8)
        var secrets = TLSSecrets()
        let flaws = secrets.add(readableLinesOf: text.span)
        #expect(flaws == nil)
    }

    @Test("tables are merged, and the later one wins")
    func merge() throws {
        var secrets = try Self.read("CLIENT_RANDOM \(Self.random) \(Self.secret48)")
        secrets.merge(
            try Self.read(
                """
                CLIENT_RANDOM \(Self.random) \(String(repeating: "3e", count: 48))
                SERVER_TRAFFIC_SECRET_0 \(Self.other) \(Self.secret32)
                """
            )
        )
        #expect(secrets.count == 2)
        #expect(
            secrets.secret(.master, for: try Self.clientRandom(Self.random)) == [UInt8](repeating: 0x3E, count: 48)
        )
        #expect(secrets.hasSecrets(for: try Self.clientRandom(Self.other)))
        #expect(!secrets.hasSecrets(for: try Self.clientRandom(Self.secret32)))
    }

    @Test("a table of a hundred thousand sessions is read in one go")
    func large() throws {
        var text = ""
        for number in 0..<100_000 {
            let digits = String(number, radix: 16)
            text += "CLIENT_RANDOM \(String(repeating: "0", count: 64 - digits.count))\(digits) \(Self.secret48)\n"
        }
        let secrets = try Self.read(text)
        #expect(secrets.count == 100_000)
    }

    @Test("the secrets of chosen sessions come out as a key log of them alone, whatever the order they came in")
    func writing() throws {
        let lines = [
            "CLIENT_HANDSHAKE_TRAFFIC_SECRET \(Self.random) \(Self.secret32)",
            "CLIENT_TRAFFIC_SECRET_0 \(Self.random) \(Self.secret32)",
            "SERVER_TRAFFIC_SECRET_3 \(Self.random) \(Self.secret48)",
        ]
        let chosen = [try Self.clientRandom(Self.random)]
        let foreign = "CLIENT_RANDOM \(Self.other) \(Self.secret48)"
        for order in [lines + [foreign], [foreign] + lines.reversed()] {
            let secrets = try Self.read(order.joined(separator: "\n"))
            let text = String(decoding: secrets.keyLog(of: chosen), as: UTF8.self)
            #expect(text == lines.map { $0 + "\n" }.joined())
            #expect(secrets.keyLog(of: []).isEmpty)
        }
    }

    @Test("a secret takes the place of the one before, in this table and not in its copies", arguments: [32, 48, 254])
    func replaced(_ length: Int) throws {
        let random = try Self.clientRandom(Self.random)
        let other = try Self.clientRandom(Self.other)
        var secrets = TLSSecrets()
        var copies: [TLSSecrets] = []
        let values = [48, 32, length, 1, 0, 48].map { [UInt8](repeating: UInt8($0), count: $0) }
        for value in values {
            secrets.insert(value, .master, for: random)
            secrets.insert(Array(value.reversed()) + [7], .serverTraffic, for: other)
            copies.append(secrets)
        }
        for (value, copy) in zip(values, copies) {
            #expect(copy.count == 2)
            #expect(copy.secret(.master, for: random) == value)
            #expect(copy.secret(.serverTraffic, for: other) == value + [7])
        }
        #expect(copies[0] == copies[0] && copies[0] != copies[1])
    }

    @Test("a secret that is missing is looked for elsewhere, once")
    func late() throws {
        let random = try Self.clientRandom(Self.random)
        let searches = Mutex(0)
        var secrets = try Self.read("CLIENT_RANDOM \(Self.other) \(Self.secret48)")
        secrets.late = TLSLateSecrets { _ in
            searches.withLock { $0 += 1 }
            return (try? Self.read("CLIENT_RANDOM \(Self.random) \(Self.secret48)")) ?? TLSSecrets()
        }
        #expect(secrets.secret(.master, for: try Self.clientRandom(Self.other)) != nil)
        #expect(searches.withLock { $0 } == 0)
        for _ in 0..<2 {
            #expect(secrets.secret(.master, for: random) == (try Hex.decode(Self.secret48)))
            #expect(secrets.secret(.serverTraffic, for: random) == nil)
            #expect(secrets.hasSecrets(for: random))
        }
        #expect(searches.withLock { $0 } == 1)
        // What is added later does not make it forget where to look.
        secrets.merge(try Self.read("CLIENT_RANDOM \(Self.other) \(Self.secret48)"))
        #expect(secrets.hasSecrets(for: random))
    }

    @Test("a search ends when what it would find is no longer wanted")
    func abandoned() async throws {
        let random = try Self.clientRandom(Self.random)
        let (begun, continuation) = AsyncStream.makeStream(of: Void.self)
        var secrets = TLSSecrets()
        let late = TLSLateSecrets { isWanted in
            continuation.finish()
            while isWanted() {}
            return TLSSecrets()
        }
        secrets.late = late
        let asking = Task.detached { [secrets] in secrets.hasSecrets(for: random) }
        for await _ in begun {}
        late.abandon()
        #expect(await asking.value == false)
    }

    @Test("any cut of a key log is read or gives an error inside of it")
    func cuts() throws {
        let text = "# x\r\nCLIENT_RANDOM \(Self.random) \(Self.secret48)\nSERVER_TRAFFIC_SECRET_1 \(Self.other) "
        let bytes = Array((text + Self.secret32 + "\n").utf8)
        for count in bytes.indices {
            let part = Array(bytes[..<count])
            do {
                let secrets = try TLSSecrets(keyLog: part.span)
                #expect(secrets.count <= 2)
            } catch {
                #expect(error.offset <= count)
                #expect(error.path.first == "key log")
            }
        }
    }
}
