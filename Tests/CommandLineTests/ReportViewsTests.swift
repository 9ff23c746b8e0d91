import Foundation
import Testing

/// What the views of a report say of events, in a browser.
@Suite("A report's views in Chromium", .serialized, .enabled(if: Chromium.path != nil, "needs chromium and python3"))
struct ReportViewsTests {
    private struct Seen: Decodable {
        var rows: [String]
        /// When the third event cannot be drawn.
        var planted: [String]
        /// What the page says of all events.
        var subtitle: String
        /// For each filter.
        var statistics: [Statistics]
        var findings: [Findings]
        /// Under the plot of latencies, for each filter.
        var answers: [String?]
        /// The times beside the ladder's arrows, for each filter.
        var steps: [[String]]
        /// Of 0.9996 ms, 59.96 s, 119.7 s and 3599.6 s.
        var durations: [String]
        /// Of 202 connections that were not looked at and 1000 that are only counted.
        var moreNotices: String
        /// Of contents of one, two and three bytes.
        var bytes: [String]
        var requests: [String]
        var errors: [String]
    }

    private struct Statistics: Decodable {
        var cards: [String: String]
        var tables: [String: [[String]]]
    }

    private struct Findings: Decodable {
        var title: String
        /// How many are listed, by severity and source.
        var lists: [String: Int]
        /// The event of the last error of decoding.
        var last: String
        /// What was not looked at.
        var notices: [String]
        var hints: [String]
    }

    private func look(at captures: String..., filters: [String] = []) async throws -> Seen {
        let page = FileManager.default.temporaryDirectory.appending(path: "imwire-\(UUID().uuidString).html")
        defer { try? FileManager.default.removeItem(at: page) }
        let written = try await Program.run(["report", "--quiet", "-o", page.path] + captures)
        try #require(written.status == 0, "\(written.errors)")
        return try JSONDecoder().decode(
            Seen.self,
            from: try await Chromium.run("report_views.py", [page.path] + filters)
        )
    }

    /// Writes a capture for as long as something is done with it.
    private func withCapture<Result>(
        _ write: (URL) throws -> Void,
        _ use: (String) async throws -> Result
    ) async throws -> Result {
        let file = FileManager.default.temporaryDirectory.appending(path: "imwire-\(UUID().uuidString).pcap")
        defer { try? FileManager.default.removeItem(at: file) }
        try write(file)
        return try await use(file.path)
    }

    // MARK: Hostile contents

    /// An object that JavaScript cannot make a text or a number of.
    private nonisolated(unsafe) static let object: [String: Any] = ["toString": 1, "valueOf": 2]
    private static let said = #""toString":1"#

    /// Contents that are not of the kind that their names are for, and what is said of them.
    private nonisolated(unsafe) static let hostile: [(name: String, content: [String: Any], said: String)] = [
        ("RC:TxtMsg", ["content": object], said),
        ("RC:ReadNtf", ["lastMessageSendTime": "soon"], "read up to soon"),
        ("RC:ReadNtf", ["lastMessageSendTime": 9e99], "read up to 9e+99"),
        ("RC:ReadNtf", ["lastMessageSendTime": object], said),
        ("RC:MsgExMsg", ["mid": object, "put": ["a": object], "del": [object]], said),
        ("RC:ImgMsg", ["content": object, "imageUri": object, "name": object], said),
        ("RC:FileMsg", ["name": object, "size": object, "fileUrl": object], said),
        ("RC:LBSMsg", ["latitude": object, "longitude": object, "poi": object], "NaN, NaN"),
        ("RC:VcMsg", ["content": object, "duration": object], "voice"),
        ("RC:SightMsg", ["name": object, "duration": object], said),
        ("RC:RcCmd", ["messageUId": object, "conversationType": object, "targetId": object], said),
        ("RC:ReferenceMsg", ["content": object, "referMsg": object, "objName": object], said),
        ("RC:ReferenceMsg", ["content": "x", "referMsg": ["content": object], "objName": "RC:TxtMsg"], said),
        ("RC:ImgTextMsg", ["title": object, "content": object, "imageUri": object, "url": object], said),
        ("RC:InfoNtf", ["message": object], said),
        ("app:odd", ["_lctype": object], #""toString": 1"#),
        ("app:odd", ["_lctype": -5, "_lcloc": object, "_lctext": object], "NaN, NaN"),
        // Nobody sees such a letter.
        ("RC:TxtMsg", ["content": "a\u{E0041}b"], #"a\u{e0041}b"#),
        // JavaScript would round it.
        ("app:odd", ["id": UInt64.max], #""id": 18446744073709551615"#),
        // The page marks such numbers with this character.
        ("app:odd", ["id": UInt64.max, "text": "\u{2066}12345678901234567"], #""\u{2066}12345678901234567""#),
    ]

    @Test("A content that is not what its name says hides neither the others nor itself")
    func hostileContents() async throws {
        func write(_ file: URL) throws {
            try GeneratedCapture.write(
                texts: Self.hostile.map { _ in "friend" },
                contents: Self.hostile.map(\.content),
                objectNames: Self.hostile.map(\.name),
                to: file
            )
        }
        let (seen, chat) = try await withCapture(write) { capture in
            (try await look(at: capture), try await Chromium.look(at: [capture], with: "report_chat.py"))
        }
        #expect(seen.errors == [])
        // The upgrade and its CONNACK come first.
        try #require(seen.rows.count == Self.hostile.count + 2)
        for (place, hostile) in Self.hostile.enumerated() {
            #expect(seen.rows[place + 2].contains(hostile.name), "\(hostile)")
        }
        #expect(chat["errors"] as? [String] == [])
        let bubbles = try #require(chat["bubbles"] as? [[String: Any]])
        for (place, hostile) in Self.hostile.enumerated() {
            let bubble = try #require(bubbles.first { $0["event"] as? Int == place + 3 }, "\(hostile)")
            let words = bubble["words"] as? String ?? ""
            #expect(words.contains(hostile.said), "\(hostile): \(words)")
        }
    }

    @Test("An event that cannot be drawn is said to be one, and the others stand")
    func undrawn() async throws {
        let seen = try await look(at: Files.bundled("rongcloud-web-v4-chat.pcap"))
        try #require(seen.rows.count > 10 && seen.planted.count == seen.rows.count)
        for (place, (before, after)) in zip(seen.rows, seen.planted).enumerated() {
            #expect(after == (place == 2 ? "This event cannot be shown." : before))
        }
    }

    @Test("A duration that rounds to a whole unit is said in that unit")
    func durations() async throws {
        let seen = try await look(at: Files.bundled("rongcloud-web-v4-chat.pcap"))
        #expect(seen.durations == ["1.0 ms", "1 min 0 s", "2 min 0 s", "1 h 0 min"])
    }

    @Test("A content that is no JSON is said by its length")
    func bytes() async throws {
        let seen = try await look(at: Files.bundled("rongcloud-web-v4-chat.pcap"))
        #expect(seen.bytes == ["[1 byte]", "[2 bytes]", "[3 bytes]"])
    }

    // MARK: Filters

    @Test(
        "Statistics are those of the events that pass",
        arguments: [#"frame.type == "PUBACK""#, "flow == 2", #"any(messages.objectName) == "RC:TxtMsg""#, "n > 1000"]
    )
    func statistics(_ filter: String) async throws {
        let capture = Files.bundled("rongcloud-web-v4-chat.pcap")
        let lines = try await Program.run("decode", "--quiet", "--format", "jsonl", "-Y", filter, capture).lines
        let events = try lines.map { line in
            try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        }
        func counted(_ keys: [[String]]) -> Set<[String]> {
            let counts = Dictionary(grouping: keys) { $0 }
            return Set(counts.map { $0.key + ["\($0.value.count)"] })
        }
        let messages = events.flatMap { $0["messages"] as? [[String: Any]] ?? [] }
        let statuses = events.compactMap { event -> [String]? in
            guard let frame = event["frame"] as? [String: Any], let status = frame["status"] as? Int else { return nil }
            return [frame["type"] as? String ?? "", "\(status)"]
        }
        let flows = counted(events.map { ["f\($0["flow"] as? Int ?? 0)"] })

        let found = try #require(try await look(at: capture, filters: [filter]).statistics.first)
        #expect(found.cards["events"] == "\(events.count)")
        #expect(found.cards["messages"] == "\(messages.count)")
        #expect(found.cards["connections"] == "\(flows.count)")
        let names = counted(messages.map { [$0["objectName"] as? String ?? ""] })
        #expect(Set(found.tables["Object names"] ?? []) == names)
        #expect(Set(found.tables["Status codes"] ?? []) == counted(statuses))
        #expect(Set((found.tables["Connections"] ?? []).map { [$0[0], $0[$0.count - 1]] }) == flows)
    }

    @Test("Latencies are those of imwire stats, and a clock that is set back is seen in the ladder")
    func latencies() async throws {
        func write(_ file: URL) throws {
            var connection = GeneratedConnection()
            let start = connection.time
            let message = Wire.field(1, 3) + Wire.field(2, Array("RC:TxtMsg".utf8)) + Wire.field(3, Array("{}".utf8))
            // The clock is set back before the last message, whose answer comes in the same microsecond.
            for (id, (second, latency)) in [(11, 1000), (12, 3000), (13, 300_000), (0, 0)].enumerated() {
                let number = Wire.big(UInt16(id + 1))
                connection.time = start + UInt64(second) * 1_000_000
                let publish = [0x32] + Wire.counted("ppMsgP") + Wire.counted("bob") + number + message
                connection.packet(fromClient: true, Wire.webSocket(publish))
                connection.time += UInt64(latency)
                connection.time -= 500
                let answer = [0x40] + number + [UInt8](repeating: 0, count: 8) + Wire.counted("")
                connection.packet(fromClient: false, Wire.webSocket(answer))
            }
            try connection.capture.write(to: file)
        }
        try await withCapture(write) { capture in
            let seen = try await look(at: capture, filters: ["frame.type == \"PUBLISH\" || latency >= 0ms"])
            let rows = try #require(seen.statistics.first?.tables["Types"])
            let median = try #require(rows.first { $0[0] == "PUBACK ←" }?.last)
            #expect(median == "1.0 ms")
            #expect(seen.answers == ["4 answers · median 1.0 ms · 95 % within 300 ms · slowest 300 ms"])
            let steps = ["+1.0 ms", "+999 ms", "+3.0 ms", "+997 ms", "+300 ms", "−13.3 s", "+0 µs"]
            #expect(seen.steps.first.map { Array($0.dropFirst()) } == steps)
            let text = try await Program.run("stats", "--quiet", capture).text
            let row = try #require(text.split(separator: "\n").first { $0.hasPrefix("publish to ack") })
            #expect(row.split(separator: " ").joined(separator: " ").hasPrefix("publish to ack 4 0.0 ms 1.0 ms"))
            #expect(seen.subtitle.hasSuffix("2017-07-14 02:40:00 UTC · 13.3 s"), "\(seen.subtitle)")
        }
    }

    @Test("Connections of several captures are different ones, though their numbers begin anew")
    func severalCaptures() async throws {
        let captures = ["rongcloud-web-v2-chat.pcap", "rongcloud-web-v4-chat.pcap"].map(Files.bundled)
        let seen = try await look(at: captures[0], captures[1], filters: ["", "flow == 3"])
        #expect(seen.statistics.map { $0.cards["connections"] } == ["6", "2"])
        let rows = try #require(seen.statistics.first?.tables["Connections"])
        #expect(rows.map { $0[0] } == ["f1", "f2", "f3", "f1", "f2", "f3"])
        #expect(rows.map { $0[1] } == captures.flatMap { [$0, $0, $0] })
        // The clients of the two third connections.
        #expect(rows[2][2] == "127.0.0.1:58326" && rows[5][2] == "127.0.0.1:34386")
        // One capture that is given twice is two.
        let twice = try await look(at: captures[0], captures[0], filters: ["", "flow == 3"])
        #expect(twice.statistics.map { $0.cards["connections"] } == ["6", "2"])
    }

    @Test("What was not looked at names its capture where there are several, and is counted where it is not listed")
    func severalNotices() async throws {
        let encrypted = Files.bundled("rongcloud-tls-chat.pcapng")
        let alone = try await look(at: encrypted, filters: [""])
        let notices = try #require(alone.findings.first?.notices)
        #expect(notices.map { $0.prefix(4) } == ["f1: ", "f2: ", "f3: "])
        let both = try await look(at: Files.bundled("rongcloud-web-v2-chat.pcap"), encrypted, filters: [""])
        #expect(both.findings.first?.notices == notices.map { "\(encrypted): \($0)" })
        #expect(both.moreNotices == "and 1,002 more that were not looked at")
    }

    @Test("Findings are those that name an event which passes")
    func findings() async throws {
        let capture = Files.bundled("rongcloud-web-v4-chat.pcap")
        let run = try await Program.run("check", "--format", "json", "--fail-on", "error", capture)
        let report = try #require(try JSONSerialization.jsonObject(with: run.output) as? [String: Any])
        let findings = try #require(report["findings"] as? [[String: Any]])
        let events = findings.map { $0["events"] as? [Int] ?? [] }
        let number = try #require(events.joined().first, "the capture has no finding that names an event")
        let shown = events.filter { $0.isEmpty || $0.contains(number) }.count
        let found = try await look(at: capture, filters: ["n == \(number)", "n > 1000"]).findings
        #expect(found[0].title.hasPrefix("\(shown) finding"))
        #expect(found[1].title.hasPrefix("\(events.filter(\.isEmpty).count) findings"))
        #expect(found[1].title.contains("of events that are not shown"))
        #expect(!found[1].hints.contains { $0.contains("kept to every rule") })
    }

    // MARK: Diagnostics

    @Test("Thousands of notes hide no error, and what is not listed is counted")
    func manyNotes() async throws {
        let notes = 2600
        func write(_ file: URL) throws {
            var connection = GeneratedConnection()
            let message = Wire.field(1, 3) + Wire.field(2, Array("RC:TxtMsg".utf8)) + Wire.field(3, Array("{}".utf8))
            for number in 0..<notes {
                // A topic that the table does not know is worth a note.
                let topic = Wire.counted("odd\(number)") + Wire.counted("target")
                connection.packet(fromClient: true, Wire.webSocket([0x32] + topic + Wire.big(UInt16(1)) + message))
            }
            // A frame that ends within its topic.
            connection.packet(fromClient: true, Wire.webSocket([0x32, 0, 200]))
            try connection.capture.write(to: file)
        }
        let seen = try await withCapture(write) { try await look(at: $0, filters: [""]) }
        let found = try #require(seen.findings.first)
        #expect(found.lists["errors of decoding"] == 1)
        #expect(found.last == "#\(notes + 3)")
        #expect(found.lists["notes of decoding"] == 500)
        #expect(found.hints.contains("and 2,100 more notes"))
    }
}
