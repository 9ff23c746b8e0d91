import Foundation
import Testing

/// The page of a report in a browser, used as a person would.
@Suite("A report in Chromium", .serialized, .enabled(if: Chromium.path != nil, "needs chromium and python3"))
struct ReportBrowserTests {
    @Test(
        "Every bundled capture: no error, no request, fields and bytes linked",
        arguments: ReportCommandTests.captures
    )
    func bundled(capture: (name: String, options: [String])) async throws {
        let seen = try await Chromium.look(at: [Files.bundled(capture.name)] + capture.options)
        try expectSound(seen)
        #expect(seen["phone"] as? Bool == true, "the page is wider than a phone")
        let access = seen["access"] as? [String: [String]] ?? [:]
        #expect(access.values.flatMap { $0 } == [])
    }

    @Test("Text of the wire is shown as text, whatever it looks like")
    func injection() async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "imwire-\(UUID().uuidString).pcap")
        let hostile = [
            "</script><script>window.broken = 1</script>", "<img src=x onerror='window.broken=1'>", "\"'`${1}\\",
            "\u{202E}txt\u{202C}", "\u{1B}[31mred", "a\nb\r\nc", "=1+1", "end; %% %%{init}", "-->", "]]>",
        ]
        try GeneratedCapture.write(texts: hostile, to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let seen = try await Chromium.look(at: [file.path])
        try expectSound(seen)
        #expect(seen["scripts"] as? Int == 1)
        for format in ["text", "mermaid", "svg"] {
            let ladder = try await Program.run("ladder", "--quiet", "--format", format, file.path)
            #expect(ladder.status == 0)
            #expect(!ladder.text.contains("\u{1B}") && !ladder.text.contains("\u{202E}"))
            if format != "text" { #expect(!ladder.text.contains("<script")) }
            #expect(ladder.lines.count > hostile.count)
        }
    }

    @Test("100 000 events stay smooth")
    func large() async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "imwire-\(UUID().uuidString).pcap")
        try GeneratedCapture.write(texts: (0..<100_000).map { "hello 世界 \($0)" }, to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let seen = try await Chromium.look(at: [file.path])
        try expectSound(seen)
        let count = try #require(seen["count"] as? Int)
        #expect(count >= 100_000)
        // Only what can be seen is there.
        let rows = try #require(seen["rows"] as? Int)
        #expect(rows < 100)
        let frames = try #require(seen["frames"] as? [String: Double])
        let median = try #require(frames["median"])
        #expect(median <= 100)
    }

    /// What must hold of every page.
    private func expectSound(_ seen: [String: Any]) throws {
        #expect(seen["errors"] as? [String] == [])
        #expect(seen["requests"] as? [String] == [])
        #expect(seen["gaps"] as? Int == 0, "every byte belongs to one leaf")
        let rows = try #require(seen["rows"] as? Int)
        #expect(rows > 0)
        let field = try #require(seen["field"] as? [String: Int], "no field was lit")
        #expect(field["first"] == field["start"])
        #expect(field["last"] == field["end"].map { $0 - 1 })
        let byte = try #require(seen["byte"] as? [String: Any], "no byte was lit")
        #expect(byte["holds"] as? Bool == true)
        let views = try #require(seen["views"] as? [String: Int])
        #expect(views.values.allSatisfy { $0 > 0 })
        let keys = try #require(seen["keys"] as? [String: Int])
        let count = try #require(seen["count"] as? Int)
        #expect(keys == ["down": 1, "end": count - 1])
        let filters = try #require(seen["filters"] as? [String: [String: Any]])
        #expect(filters["n <= 3"]?["shown"] as? Int == 3)
        let wrong = filters.filter { $0.value["isWrong"] as? Bool == true }
        #expect(Set(wrong.keys) == ["frame.type = \"PUBLISH\"", "sendr == \"client\""])
        #expect((filters["sendr == \"client\""]?["message"] as? String)?.contains("did you mean sender?") == true)
    }
}

/// Headless Chromium, driven by a script of Python's standard library.
enum Chromium {
    /// The browser; `nil` where it or Python is missing.
    static let path: String? = {
        guard FileManager.default.isExecutableFile(atPath: "/usr/bin/python3") else { return nil }
        return ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"]
            .first { FileManager.default.isExecutableFile(atPath: $0) }
    }()

    private static let script = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "Browser/report_browser.py").path

    /// Writes the report of captures, opens it, and answers what the script saw.
    static func look(at arguments: [String]) async throws -> [String: Any] {
        let page = FileManager.default.temporaryDirectory.appending(path: "imwire-\(UUID().uuidString).html")
        defer { try? FileManager.default.removeItem(at: page) }
        let written = try await Program.run(["report", "--quiet", "-o", page.path] + arguments)
        try #require(written.status == 0, "\(written.errors)")
        let run = try await Program.shell("/usr/bin/python3 '\(script)' '\(path ?? "")' '\(page.path)'")
        try #require(run.status == 0, "\(run.errors)")
        return try #require(try JSONSerialization.jsonObject(with: run.output) as? [String: Any])
    }
}

/// A capture of one RongCloud connection over WebSocket, with a message in each direction by turns.
enum GeneratedCapture {
    /// Writes messages with these texts.
    static func write(texts: [String], to file: URL) throws {
        var capture = Data()
        var sequences: (client: UInt32, server: UInt32) = (1000, 5000)
        var time: UInt64 = 1_500_000_000_000_000
        capture.append(little: 0xA1B2_C3D4)
        capture.append(contentsOf: [2, 0, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0])
        capture.append(little: 262_144)
        capture.append(little: 1)
        func packet(fromClient: Bool, _ payload: [UInt8], flags: UInt8 = 0x18) {
            time += 500
            let ends: (UInt16, UInt16) = fromClient ? (40000, 80) : (80, 40000)
            var tcp: [UInt8] = big(ends.0) + big(ends.1)
            tcp += big(fromClient ? sequences.client : sequences.server)
            tcp += big(fromClient ? sequences.server : sequences.client)
            tcp += [0x50, flags, 0xFF, 0xFF, 0, 0, 0, 0]
            let addresses: [UInt8] = fromClient ? [10, 0, 0, 1, 192, 168, 1, 1] : [192, 168, 1, 1, 10, 0, 0, 1]
            let ip: [UInt8] = [0x45, 0] + big(UInt16(40 + payload.count)) + [0, 0, 0x40, 0, 64, 6, 0, 0] + addresses
            let frame = [UInt8](repeating: 0, count: 12) + [8, 0] + ip + tcp + payload
            capture.append(little: UInt32(time / 1_000_000))
            capture.append(little: UInt32(time % 1_000_000))
            capture.append(little: UInt32(frame.count))
            capture.append(little: UInt32(frame.count))
            capture.append(contentsOf: frame)
            let advance = UInt32(payload.count) + (flags & 3 != 0 ? 1 : 0)
            if fromClient { sequences.client += advance } else { sequences.server += advance }
        }
        packet(fromClient: true, [], flags: 2)
        packet(fromClient: false, [], flags: 0x12)
        packet(
            fromClient: true,
            Array(
                """
                GET /websocket?appId=made&token=planted-token-000000&sdkVer=2.5.3&apiVer=1 HTTP/1.1\r
                Host: im.example.com\r
                Upgrade: websocket\r
                Connection: Upgrade\r
                Sec-WebSocket-Version: 13\r
                Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r
                \r\n
                """.utf8
            )
        )
        packet(
            fromClient: false,
            Array(
                """
                HTTP/1.1 101 Switching Protocols\r
                Upgrade: websocket\r
                Connection: Upgrade\r
                Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r
                \r\n
                """.utf8
            )
        )
        packet(fromClient: false, webSocket([0x20, 0, 0] + counted("me") + counted("session") + big(UInt64(1))))
        for (number, text) in texts.enumerated() {
            let content = try JSONSerialization.data(withJSONObject: ["content": text, "extra": text])
            let id = big(UInt16(truncatingIfNeeded: number))
            if number % 2 == 0 {
                let message = field(1, 3) + field(2, Array("RC:TxtMsg".utf8)) + field(3, Array(content))
                packet(
                    fromClient: true,
                    webSocket([0x32] + counted("ppMsgP") + counted(String(text.prefix(60))) + id + message)
                )
            } else {
                let message =
                    field(1, Array("friend".utf8)) + field(2, 1) + field(4, Array("RC:TxtMsg".utf8))
                    + field(5, Array(content)) + field(6, 1_500_000_000_000) + field(7, 0)
                packet(
                    fromClient: false,
                    webSocket([0x32] + big(UInt32(1_500_000_000)) + counted("s_msg") + counted("me") + id + message)
                )
            }
        }
        try capture.write(to: file)
    }

    private static func big<Value: FixedWidthInteger>(_ value: Value) -> [UInt8] {
        withUnsafeBytes(of: value.bigEndian) { Array($0) }
    }

    private static func counted(_ text: String) -> [UInt8] { big(UInt16(text.utf8.count)) + Array(text.utf8) }

    private static func varint(_ value: UInt64) -> [UInt8] {
        value < 0x80 ? [UInt8(value)] : [UInt8(value & 0x7F) | 0x80] + varint(value >> 7)
    }

    private static func field(_ number: UInt64, _ value: UInt64) -> [UInt8] { varint(number << 3) + varint(value) }

    private static func field(_ number: UInt64, _ bytes: [UInt8]) -> [UInt8] {
        varint(number << 3 | 2) + varint(UInt64(bytes.count)) + bytes
    }

    private static func webSocket(_ payload: [UInt8]) -> [UInt8] {
        payload.count < 126
            ? [0x82, UInt8(payload.count)] + payload : [0x82, 126] + big(UInt16(payload.count)) + payload
    }
}

extension Data {
    fileprivate mutating func append(little value: UInt32) {
        Swift.withUnsafeBytes(of: value.littleEndian) { append(contentsOf: $0) }
    }
}
