import Foundation
import Testing

/// `imwire decode -w`: packets of the events that pass.
@Suite struct WriteTests {
    static let captures = [
        "rongcloud-web-v2-chat.pcap", "rongcloud-web-v4-chat.pcap", "rongcloud-tcp-chat.pcap",
        "rongcloud-polling-chat.pcap",
    ]
    static let filter = "frame.type == \"PUBLISH\""

    /// A name for a file that is gone afterwards.
    static func withOutput<Result>(_ body: (String) async throws -> Result) async throws -> Result {
        let path = FileManager.default.temporaryDirectory.appending(path: "imwire-\(UUID().uuidString).pcapng").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        return try await body(path)
    }

    /// Events as JSON text, without what depends on other packets of the file.
    static func comparable(_ result: ProgramResult) throws -> [String] {
        try result.objects().map { event in
            var event = event
            for key in ["n", "flow", "packets", "file"] { event[key] = nil }
            if var reply = event["inReplyTo"] as? [String: Any] {
                reply["n"] = nil
                event["inReplyTo"] = reply
            }
            return String(
                decoding: try JSONSerialization.data(withJSONObject: event, options: .sortedKeys),
                as: UTF8.self
            )
        }
    }

    @Test("without a condition the copy is the whole capture, with the same events", arguments: captures)
    func everything(_ name: String) async throws {
        try await Self.withOutput { path in
            let first = try await Program.run("decode", "--format", "jsonl", "-w", path, Files.bundled(name))
            let second = try await Program.run("decode", "--format", "jsonl", path)
            #expect(first.status == 0)
            #expect(second.status == 0)
            #expect(!first.output.isEmpty)
            #expect(first.text == second.text)
        }
    }

    @Test("with a condition the copy holds the packets that the events name, and no other", arguments: captures)
    func chosen(_ name: String) async throws {
        try await Self.withOutput { path in
            let events = try await Program.run(
                "decode",
                "--format",
                "jsonl",
                "-Y",
                Self.filter,
                "-w",
                path,
                Files.bundled(name)
            )
            let named = Set(try events.objects().flatMap { $0["packets"] as? [Int] ?? [] })
            #expect(!named.isEmpty)
            let original = PcapRecords(try Files.bytes(Files.bundled(name)))
            let copy = EnhancedPackets(try Files.bytes(path))
            #expect(copy.packets == named.sorted().map { original.packets[$0 - 1] })
        }
    }

    @Test("with whole connections the copy gives the same events under the same condition", arguments: captures)
    func wholeFlows(_ name: String) async throws {
        try await Self.withOutput { path in
            let first = try await Program.run(
                "decode",
                "--format",
                "jsonl",
                "-Y",
                Self.filter,
                "--whole-flows",
                "-w",
                path,
                Files.bundled(name)
            )
            let second = try await Program.run("decode", "--format", "jsonl", "-Y", Self.filter, path)
            let events = try Self.comparable(first)
            #expect(!events.isEmpty)
            #expect(events == (try Self.comparable(second)))
        }
    }

    @Test("-c and --flow choose packets too")
    func countAndFlow() async throws {
        for arguments in [["-c", "3"], ["--flow", "2"]] {
            try await Self.withOutput { path in
                let line = arguments.joined(separator: " ")
                let events = try await Program.shell("imwire decode --format jsonl \(line) -w \(path) \(Files.v2)")
                let named = Set(try events.objects().flatMap { $0["packets"] as? [Int] ?? [] })
                let copy = EnhancedPackets(try Files.bytes(path))
                #expect(copy.packets.count == named.count)
            }
        }
    }

    @Test("a capture from a pipe is copied as one from a file; - writes the copy instead of the events")
    func pipes() async throws {
        try await Self.withOutput { path in
            let file = try await Program.run("decode", "-Y", Self.filter, "-w", path, Files.v2)
            #expect(!file.output.isEmpty)
            let line = "cat \(Files.v2) | imwire decode -Y '\(Self.filter)' -w - -"
            let piped = try await Program.shell(line)
            #expect(piped.status == 0)
            #expect(piped.output == (try Files.bytes(path)))
        }
    }

    @Test("several captures end up in one file, in their order")
    func several() async throws {
        try await Self.withOutput { path in
            let both = [Files.v4, Files.v2]
            let first = try await Program.run("decode", "--format", "jsonl", "-w", path, both[0], both[1])
            let second = try await Program.run("decode", "--format", "jsonl", path)
            #expect(first.status == 0)
            #expect(first.lines.count == second.lines.count)
            let all = try both.flatMap { PcapRecords(try Files.bytes($0)).packets }
            let copy = EnhancedPackets(try Files.bytes(path))
            #expect(copy.packets == all)
        }
    }

    @Test("a damaged capture is copied as far as it goes")
    func damaged() async throws {
        try await Files.with(Data(try Files.bytes(Files.v2).dropLast(5))) { input in
            try await Self.withOutput { path in
                let first = try await Program.run("decode", "-w", path, input)
                #expect(first.status == 2)
                let second = try await Program.run("decode", path)
                #expect(second.status == 0)
                #expect(first.output == second.output)
            }
        }
    }

    @Test(
        "the copy holds the secrets of its sessions, and needs no key log",
        arguments: [[], ["-Y", filter, "--whole-flows"], ["--flow", "3"]]
    )
    func secrets(_ options: [String]) async throws {
        let keys = Files.bundled("rongcloud-tls-chat.keys")
        let decode = ["decode", "--format", "jsonl", "--keys"]
        let input = Files.bundled("rongcloud-tls-chat.pcapng")
        // Lines of a session that is not in the capture stay where they are.
        let foreign = "CLIENT_RANDOM \(String(repeating: "5a", count: 32)) \(String(repeating: "a5", count: 48))\n"
        try await Files.with(try Files.bytes(keys) + Data(foreign.utf8)) { keys in
            try await Self.withOutput { path in
                let first = try await Program.run(decode + [keys, "-w", path] + options + [input])
                #expect(first.status == 0)
                #expect(!first.output.isEmpty)
                let again = options.first == "-Y" ? ["-Y", Self.filter] : []
                let second = try await Program.run(["decode", "--format", "jsonl"] + again + [path])
                #expect(try Self.comparable(first) == Self.comparable(second))
                let text = String(decoding: try Files.bytes(path), as: UTF8.self)
                let sessions = Set(text.matches(of: /TRAFFIC_SECRET_0 ([0-9a-f]{64})/).map { String($0.1) })
                #expect(sessions.count == (options.isEmpty ? 3 : 1))
                #expect(!text.contains("5a5a5a"))
                #expect(!second.errors.contains("no secret"))
            }
        }
    }

    @Test("--strip-secrets keeps the secrets of --keys out of the copy")
    func strippedSecrets() async throws {
        let keys = Files.bundled("rongcloud-tls-chat.keys")
        for name in ["rongcloud-tls-chat.pcapng", "rongcloud-tls-chat-dsb.pcapng"] {
            try await Self.withOutput { path in
                let input = Files.bundled(name)
                let first = try await Program.run("decode", "--keys", keys, "--strip-secrets", "-w", path, input)
                #expect(first.status == 0)
                #expect(!String(decoding: try Files.bytes(path), as: UTF8.self).contains("TRAFFIC_SECRET"))
            }
        }
    }

    @Test("an input is not overwritten, and a file that is no capture empties none")
    func overwriting() async throws {
        let bytes = try Files.bytes(Files.v2)
        try await Files.with(bytes) { path in
            let same = try await Program.run("decode", "-w", path, path)
            #expect(same.status == 64)
            #expect(same.errors.contains("input"))
            #expect((try Files.bytes(path)) == bytes)
            try await Files.with(Data("no capture".utf8)) { other in
                let refused = try await Program.run("decode", "-w", path, other)
                #expect(refused.status == 65)
                let kept = try Files.bytes(path)
                #expect(kept == bytes)
            }
        }
    }

    @Test("what cannot be written ends with 74; options of -w need it")
    func failures() async throws {
        let unwritable = try await Program.run("decode", "-w", "/no/such/directory/x.pcapng", Files.v2)
        #expect(unwritable.status == 74)
        for option in ["--whole-flows", "--strip-secrets"] {
            let alone = try await Program.run("decode", option, Files.v2)
            #expect(alone.status == 64)
        }
    }

    @Test("a packed capture gives what the plain one gives; one that is cut off ends with 2")
    func gzip() async throws {
        let packed = try await Program.shell("gzip -c \(Files.v2)")
        guard packed.status == 0 else { return }
        let plain = try await Program.run("decode", "--format", "jsonl", Files.v2)
        let whole = try await Program.run("decode", "--format", "jsonl", "-", input: packed.output)
        #expect(whole.status == 0)
        #expect(whole.text == plain.text)
        let cut = try await Program.run("decode", "--format", "jsonl", "-", input: packed.output.dropLast(4000))
        #expect(cut.status == 2)
        #expect(cut.errors.contains("gzip"))
        #expect(plain.text.hasPrefix(cut.text.prefix(1000)))
        #expect(!cut.lines.isEmpty)
    }

    @Test(
        "other packed files end with 65 and the command that unpacks them",
        arguments: [
            ([0x28, 0xB5, 0x2F, 0xFD, 4, 0, 0x41, 0], "zstd -d"),
            ([0xFD, 0x37, 0x7A, 0x58, 0x5A, 0, 0, 4], "xz -d"),
            (Array("BZh91AY&SY".utf8), "bzip2 -d"), ([4, 0x22, 0x4D, 0x18, 0x64, 0x40, 0xA7, 0], "lz4 -d"),
        ] as [([UInt8], String)]
    )
    func packed(_ bytes: [UInt8], _ command: String) async throws {
        let result = try await Program.run("decode", "-", input: Data(bytes))
        #expect(result.status == 65)
        #expect(result.errors.contains(command))
    }
}

/// The packets of a little-endian pcap file, taken out by hand.
private struct PcapRecords {
    var packets: [[UInt8]] = []

    init(_ data: Data) {
        let bytes = [UInt8](data)
        var offset = 24
        while offset + 16 <= bytes.count {
            let length = (0..<4).reduce(0) { $0 | Int(bytes[offset + 8 + $1]) << (8 * $1) }
            packets.append(Array(bytes[offset + 16..<offset + 16 + length]))
            offset += 16 + length
        }
    }
}

/// The packets of a little-endian pcapng file with enhanced packet blocks, taken out by hand.
private struct EnhancedPackets {
    var packets: [[UInt8]] = []

    init(_ data: Data) {
        let bytes = [UInt8](data)
        func number(_ offset: Int) -> Int { (0..<4).reduce(0) { $0 | Int(bytes[offset + $1]) << (8 * $1) } }
        var offset = 0
        while offset + 12 <= bytes.count {
            if number(offset) == 6 { packets.append(Array(bytes[offset + 28..<offset + 28 + number(offset + 20)])) }
            offset += number(offset + 4)
        }
    }
}
