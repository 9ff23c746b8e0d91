import Capture
import Inspection
import Testing
import WireFormat
import WireJSON

@Suite("Lines of text")
struct TextLayoutTests {
    /// All bundled captures but the one that needs a key log, whose packets are those of another one.
    static let files = [
        "rongcloud-web-v2-chat.pcap", "rongcloud-web-v4-chat.pcap", "rongcloud-polling-chat.pcap",
        "rongcloud-tcp-chat.pcap", "rongcloud-tls-chat-dsb.pcapng", "nim-web-chatroom.pcap", "nim-polling-chat.pcap",
        "leancloud-protobuf-chat.pcap", "leancloud-base64-chat.pcap", "leancloud-deflate-chat.pcap",
        "leancloud-json-chat.pcap", "leancloud-older-chat.pcap", "yc-polling.pcap", "mixed-systems.pcap",
    ]

    private static func text(
        _ capture: [UInt8],
        width: Int? = nil,
        _ settings: (inout CaptureDecoder) -> Void = { _ in }
    ) async throws -> [String] {
        let decoded = try await Decoded(capture) {
            $0.format = .text
            $0.style.isUTC = true
            $0.style.width = width
            settings(&$0)
        }
        return String(decoding: decoded.output, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    @Test("a decoder that wrote JSON lines writes text in the style that it has then")
    func styleAfterLines() async throws {
        let capture = try Bundled.file("rongcloud-web-v2-chat.pcap")
        var decoder = CaptureDecoder()
        func lines() async throws -> [String] {
            var bytes: [UInt8] = []
            let reader = try CaptureReader(descriptor: Decoded.file(of: capture), closesDescriptor: true)
            _ = try await decoder.decode(reader, name: nil) { bytes += Array(copying: $0) }
            return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
        }
        decoder.format = .jsonl
        _ = try await lines()
        decoder.format = .text
        decoder.style.width = 60
        #expect(try await lines().allSatisfy { Self.columns($0) <= 60 })
    }

    /// Columns by the tables of Unicode that matter here: East Asian wide characters and pictures take two.
    static func columns(_ line: String) -> Int {
        line.unicodeScalars.reduce(0) { sum, scalar in
            if scalar.properties.generalCategory == .nonspacingMark { return sum }
            let isWide = (0x2E80...0xFFDC).contains(scalar.value) || scalar.value >= 0x1F300
            return sum + (isWide || scalar.properties.isEmojiPresentation ? 2 : 1)
        }
    }

    /// A line of an event begins with its number, others with more blanks.
    private static func number(_ line: String) -> Int64? {
        guard let match = line.firstMatch(of: #/^ *(\d+)  [-\d:. ]+ f\d+ +[→←] /#) else { return nil }
        return Int64(match.1)
    }

    /// The lines with those that go on put behind the ones before them.
    private static func joined(_ lines: [String]) -> [String] {
        var joined: [String] = []
        for line in lines {
            let isNew = number(line) != nil || line.hasPrefix("─") || line.firstMatch(of: #/^ +f\d+  /#) != nil
            if isNew || joined.isEmpty {
                joined.append(line)
            } else {
                joined[joined.count - 1] += "\u{1}" + line.drop { $0 == " " }
            }
        }
        return joined
    }

    /// Checks that lines fit, that their numbers are those of the events, and that nothing of an identity is missing.
    private func check(_ capture: [UInt8], width: Int) async throws {
        let events = try await Decoded(capture) { _ in }.events()
        let lines = try await Self.text(capture, width: width) { $0.style.foldsPings = false }
        for line in lines { #expect(Self.columns(line) <= width, "\(line)") }
        let joined = Self.joined(lines)
        let shown = joined.filter { Self.number($0) != nil }
        #expect(shown.map(Self.number) == events.map(\.number))
        for (line, event) in zip(shown, events) {
            // A name that is longer than a line is parted without anything between.
            let bare = line.replacing("\u{1}", with: "")
            #expect(bare.contains("f\(event.json["flow"]?.int64 ?? 0) "), "\(line)")
            #expect(bare.contains(event.sender == "client" ? "→" : "←"))
            var identity = [event.type]
            for value in [event.frame["topic"], event.frame["targetId"], event.messages.first?["objectName"]] {
                if let name = value?.string { identity.append(name) }
            }
            if event.transport == "http" { identity.append(event.frame["path"]?.string ?? "-") }
            for part in identity where !part.isEmpty { #expect(bare.contains(part), "\(part) in \(line)") }
            if let request = event.reply?["n"]?.int64 {
                #expect(line.replacing("\u{1}", with: " ").contains("to \(request) in "), "\(line)")
            }
            if let worst = event.diagnostics.first?["code"]?.string, event.diagnostics.count == 1 {
                #expect(bare.contains(worst), "\(line)")
            }
        }
        // Each connection with events is introduced once, with both addresses in full.
        let introductions = joined.filter { $0.firstMatch(of: #/^ +f\d+  /#) != nil }
        let flows = Dictionary(grouping: events) { $0.json["flow"]?.int64 ?? 0 }
        #expect(introductions.count == flows.count)
        for (flow, events) in flows {
            let own = introductions.filter { $0.contains(" f\(flow)  ") }.map { $0.replacing("\u{1}", with: "") }
            #expect(own.count == 1)
            for end in ["client", "server"] {
                #expect(own.first?.contains(events[0].json[end]?.string ?? "-") == true, "\(own)")
            }
        }
    }

    @Test(
        "lines fit the terminal, no identity is cut, and numbers are those of the JSON lines",
        arguments: files,
        [80, 120, 200]
    )
    func bundled(_ file: String, width: Int) async throws {
        try await check(try Bundled.file(file), width: width)
    }

    /// 200 connections with addresses as they are outside of laboratories, and ids as long as they get.
    private static func crowd() -> [UInt8] {
        var segments: [TestSegment] = []
        for index in 0..<200 {
            var talk = Talk(port: UInt16(20000 + index))
            let user = "user-\(index)-" + String(repeating: "k", count: index % 5 * 16)
            let group = "群组@\(String(repeating: "0123456789abcdef", count: 1 + index % 4))"
            talk.frame(.server, Bytes.connAck(user: user))
            let content = #"{"content":"第 \#(index) 条消息，有一点长，所以放不进一行里面去的"}"#
            talk.frame(
                .client,
                Bytes.publish("pgMsgP", to: group, id: 1, Bytes.upStream("APP:SomethingOwnWithALongName", content))
            )
            talk.frame(.server, Bytes.pubAck(id: 1, status: index % 7 == 0 ? 22406 : 0))
            talk.close()
            var client: [UInt8] = [120, 92, 11, UInt8(index)]
            var server: [UInt8] = [203, 119, 245, 133]
            if index % 3 == 0 {
                client =
                    [0x24, 0x08, 0x84, 0x5C, 0x12, 0x34, 0x56, 0x78, 0x9A, 0xBC, 0xDE, 0xF0, 0x11, 0x22, 0x33]
                    + [UInt8(index)]
                server = [
                    0x2A, 0x06, 0x98, 0xC1, 0x31, 0x21, 0xAB, 0xCD, 0x12, 0x34, 0x56, 0x78, 0x9A, 0xBC, 0xDE, 0x01,
                ]
            }
            segments += talk.moved(to: 1_795_000_000_000_000_000 + Int64(index) * 100_000).segments.map { segment in
                var moved = segment
                moved.source.address = segment.source.port == 80 ? server : client
                moved.destination.address = segment.source.port == 80 ? client : server
                return moved
            }
        }
        return CaptureFile.write(segments.sorted { $0.time < $1.time }, .pcapng, link: .raw)
    }

    @Test(
        "200 connections with IPv4 and IPv6 addresses and long ids keep their identity",
        arguments: [80, 120, 200]
    )
    func crowd(width: Int) async throws {
        try await check(Self.crowd(), width: width)
    }

    @Test(
        "diagrams and figures of them fit a terminal, and keep addresses and names whole",
        arguments: [80, 120, 200]
    )
    func crowdedReports(width: Int) async throws {
        let capture = Self.crowd()
        var ladder = LadderReport()
        ladder.width = width
        _ = try await ladder.add(try CaptureReader(bytes: capture), name: "crowd")
        var statistics = StatisticsReport()
        statistics.width = width
        _ = try await statistics.add(try CaptureReader(bytes: capture))
        var flows = FlowsReport()
        flows.width = width
        _ = try await flows.add(try CaptureReader(bytes: capture), name: nil)
        let outputs = [ladder.text(.text), statistics.text(.text), flows.text(.text)]
        for line in outputs.joined().split(separator: "\n") {
            #expect(Self.columns(String(line)) <= width, "\(line)")
        }
        let drawn = outputs[0].filter { !$0.isWhitespace }
        let name = "APP:SomethingOwnWithALongName"
        #expect(drawn.ranges(of: name).count == 200)
        #expect(outputs[1].contains(name))
        for text in [drawn, outputs[2].filter { !$0.isWhitespace }] {
            #expect(text.contains("[2408:845c:1234:5678:9abc:def0:1122:33c6]:20198"))
            #expect(text.contains("120.92.11.199:20199"))
        }
    }

    @Test("piped, nothing is cut")
    func piped() async throws {
        let capture = Self.crowd()
        let lines = try await Self.text(capture)
        #expect(!lines.contains { $0.contains("…") && !$0.contains("tok-…") })
        #expect(lines.count == 200 * 5)
        #expect(lines.filter { $0.contains("条消息，有一点长，所以放不进一行里面去的") }.count == 200)
        #expect(lines.contains { $0.contains("[2408:845c:1234:5678:9abc:def0:1122:33c6]:20198") })
        // Connections are told apart, however many there are.
        #expect(lines.contains { $0.contains(" f200 → PUBLISH") })
    }

    @Test("text and tree are the same for every number of workers", arguments: ["text", "tree"])
    func workers(_ format: String) async throws {
        let files = try [Self.crowd()] + Self.files.map { try Bundled.file($0) }
        for capture in files {
            var outputs: Set<[UInt8]> = []
            for workers in [1, 2, 3, 7] {
                let decoded = try await Decoded(capture) {
                    $0.format = CaptureDecoder.Format(rawValue: format) ?? .text
                    $0.options.workers = workers
                    $0.style.width = 100
                }
                outputs.insert(decoded.output)
            }
            #expect(outputs.count == 1)
        }
    }

    // MARK: Injection

    @Test("names from the wire are shown as text, whatever is in them", arguments: [nil, 60, 120])
    func injection(width: Int?) async throws {
        let evil = "a\u{1B}[2J\u{202E}b\n\r\tc\u{9B}31m\u{200F}\u{2066}d\u{7}\u{0}e\u{7F}\u{FEFF}\u{E0041}f"
        let escaped = ##"a\u{1b}[2J\u{202e}b\n\r\tc\u{9b}31m\u{200f}\u{2066}d\u{7}\u{0}e\u{7f}\u{feff}\u{e0041}f"##
        var talk = Talk(sdkVersion: nil)
        talk.upgrade("4.2.0%1B%5B2J%E2%80%AE%0A")
        talk.frame(.server, Bytes.connAck(user: evil))
        talk.frame(.client, Bytes.publish(evil, to: evil, id: 1, Bytes.upStream(evil, "{\"content\":\"x\"}")))
        talk.frame(
            .client,
            Bytes.publish("ppMsgP", to: evil, id: 2, Bytes.upStream(evil, "{\"content\":\"x\u{202E}\"}"))
        )
        for format in [CaptureDecoder.Format.text, .tree] {
            let decoded = try await Decoded(CaptureFile.write(talk.segments)) {
                $0.format = format
                $0.style.width = width
            }
            let text = String(decoding: decoded.output, as: UTF8.self)
            let harm = text.unicodeScalars.filter { scalar in
                switch scalar.properties.generalCategory {
                case .control: scalar != "\n"
                case .format, .lineSeparator, .paragraphSeparator: true
                default: false
                }
            }
            #expect(harm.isEmpty, "\(harm.map(\.value))")
            if width == nil { #expect(text.contains(escaped)) }
            // No name ends a line.
            #expect(!text.split(separator: "\n").contains { $0.hasPrefix("c") || $0.hasPrefix("b") })
        }
    }

    // MARK: Times

    @Test("a line says where a capture crosses midnight, and -t d puts the date on every line")
    func midnight() async throws {
        var talk = Talk()
        talk = talk.moved(to: 1_794_959_999_000_000_000)  // 2026-11-17 23:59:59 UTC
        talk.frame(.client, Bytes.publish("ppMsgP", to: "bob", id: 1, Bytes.upStream("RC:TxtMsg", "{}")))
        talk.time += 2_000_000_000
        talk.frame(.client, Bytes.publish("ppMsgP", to: "bob", id: 2, Bytes.upStream("RC:TxtMsg", "{}")))
        let capture = CaptureFile.write(talk.segments)
        let lines = try await Self.text(capture)
        #expect(lines.map { $0.hasPrefix("── ") } == [false, false, false, true, false])
        #expect(lines[3] == "── 2026-11-18, after 2026-11-17 ──")
        let dated = try await Self.text(capture) { $0.style.time = .dateAndTime }
        #expect(dated.count == 4)
        #expect(dated[3].contains("  2026-11-18 00:00:01.00"))
        let relative = try await Self.text(capture) { $0.style.time = .sinceFirst }
        #expect(
            relative.dropFirst().map { $0.firstMatch(of: #/^ +\d+ +([\d.]+)  f1/#)?.1 } == ["0.004", "0.005", "2.006"]
        )
        let delta = try await Self.text(capture) { $0.style.time = .sinceLast }
        #expect(
            delta.dropFirst().map { $0.firstMatch(of: #/^ +\d+ +([\d.]+)  f1/#)?.1 } == ["0.000", "0.001", "2.001"]
        )
    }

    @Test("the time since the last line of folded pings is that of the first one, not of the line above them")
    func timeBeforePings() async throws {
        var talk = Talk()
        talk.frame(.server, Bytes.connAck(user: "bob"))
        for _ in 0..<3 {
            talk.time += 5_000_000_000
            talk.frame(.client, Bytes.pingRequest)
            talk.frame(.server, Bytes.pingResponse)
        }
        talk.frame(.client, Bytes.publish("ppMsgP", to: "bob", id: 1, Bytes.upStream("RC:TxtMsg", "{}")))
        let lines = try await Self.text(CaptureFile.write(talk.segments)) { $0.style.time = .sinceLast }
        let pings = lines.compactMap { $0.firstMatch(of: #/^ +3 +(-?[\d.]+)  f1 → PING/#)?.1 }
        #expect(pings == ["5.001"], "\(lines)")
    }

    @Test("pings of the day that is over come before the line of the new day, which has its own date, once")
    func pingsBeforeMidnight() async throws {
        var talk = Talk()
        talk = talk.moved(to: 1_794_959_990_000_000_000)  // 2026-11-17 23:59:50 UTC
        talk.frame(.client, Bytes.pingRequest)
        talk.frame(.server, Bytes.pingResponse)
        talk.time += 15_000_000_000
        for id in 1...2 {
            talk.frame(
                .client,
                Bytes.publish("ppMsgP", to: "bob", id: UInt16(id), Bytes.upStream("RC:TxtMsg", "{}"))
            )
        }
        let lines = try await Self.text(CaptureFile.write(talk.segments))
        let days = lines.indices.filter { lines[$0].hasPrefix("── ") }
        #expect(days.map { lines[$0] } == ["── 2026-11-18, after 2026-11-17 ──"])
        #expect(days.first.map { lines[$0 - 1].contains("PING") } == true, "\(lines)")
    }

    // MARK: Pings and notes

    @Test("pings of a connection are one line with their count, interval and jitter")
    func pings() async throws {
        var talk = Talk()
        let start = talk.time
        // Intervals of 15, 15.3 and 14.8 s: they change by 0.3 and 0.5 s.
        for seconds in [0, 15, 30.3, 45.1] {
            talk.time = start + 60_000_000 + Int64(seconds * 1000) * 1_000_000
            talk.frame(.client, Bytes.pingRequest)
            talk.time += Int64(seconds) * 100_000
            talk.frame(.server, Bytes.pingResponse)
        }
        let capture = CaptureFile.write(talk.segments)
        let lines = try await Self.text(capture)
        #expect(lines.count == 3)
        let words = "4× every 15.0 s, jitter 400.0 ms; answered 4× in 1.0 ms to 5.5 ms; events 2 to 9"
        #expect(lines.last?.contains(words) == true, "\(lines)")
        #expect(lines.last.flatMap(Self.number) == 2)
        let all = try await Self.text(capture) { $0.style.foldsPings = false }
        #expect(all.count == 10)
    }

    @Test("the interval of pings leaves out the time by which the clock was set back")
    func pingsOverSetBackClock() async throws {
        var talk = Talk()
        let start = talk.time
        for seconds in [0, 15, 30, 5] as [Int64] {
            talk.time = start + seconds * 1_000_000_000
            talk.frame(.client, Bytes.pingRequest)
        }
        let lines = try await Self.text(CaptureFile.write(talk.segments))
        #expect(lines.last?.contains("4× every 15.0 s, jitter 0.0 ms; events 2 to 5") == true, "\(lines)")
    }

    @Test("a unit's worst diagnostic has its mark before the digest, notes too")
    func marks() async throws {
        let lines = try await Self.text(try Bundled.tcp.capture())
        #expect(lines.contains { $0.contains("  · platform-key  [voice 8 s]  type is a key of the web SDK") })
        #expect(lines.contains { $0.contains("  ! flags-contradict  sent with flags 3") })
        let narrow = try await Self.text(try Bundled.tcp.capture(), width: 80)
        #expect(narrow.contains { $0.contains("! flags-contradict") })
    }

    @Test("the beginning of a session says who, which app and which SDK")
    func sessions() async throws {
        let lines = try await Self.text(try Bundled.tcp.capture())
        let connect = try #require(lines.first { $0.contains("→ CONNECT") })
        #expect(connect.contains("app devkey0202, SDK iOS 5.0.1, client ios-7c21d0, keep-alive 240 s"))
        let leanCloud = try await Self.text(try Bundled.file("leancloud-protobuf-chat.pcap"))
        #expect(leanCloud.contains { $0.contains("alice, app devLcApp00001111222233-MdYXbMMI") })
        let nim = try await Self.text(try Bundled.file("nim-web-chatroom.pcap"))
        #expect(nim.contains { $0.contains("login") && $0.contains("u_self, app 5e1f0a7e57a99ce10123456789abcdef") })
        let v2 = try await Self.text(try Bundled.v2.capture())
        #expect(v2.contains { $0.contains("/navi.js") && $0.contains("zhang_wei, app devkey0077, SDK 2.5.10") })
        #expect(v2.contains { $0.contains("CONNACK") && $0.contains("as zhang_wei, app devkey0077, SDK 2.5.10") })
    }

    @Test("rows of connections fit a terminal, and nothing of them is cut", arguments: files)
    func flows(_ file: String) async throws {
        let capture = try Bundled.file(file)
        var report = FlowsReport()
        _ = try await report.add(try CaptureReader(bytes: capture), name: nil)
        let words = Set(report.text(.text).split(whereSeparator: \.isWhitespace))
        for width in [80, 120, 200] {
            report.width = width
            let text = report.text(.text)
            #expect(text.split(separator: "\n").allSatisfy { Self.columns(String($0)) <= width }, "\(text)")
            #expect(words.subtracting(text.split(whereSeparator: \.isWhitespace)).isSubset(of: ["flow"]))
        }
    }
}
