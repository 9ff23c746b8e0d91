import Capture
import Inspection
import Testing
import WireFormat
import WireJSON

@Suite("Latencies, results, pings and rates")
struct TimingTests {
    private static func report(_ capture: [UInt8], by fields: [String] = [], workers: Int = 2) async throws -> (
        json: JSONValue, text: String
    ) {
        var report = StatisticsReport()
        report.fields = try fields.map { try FieldPath(shown: $0) }
        report.options.workers = workers
        _ = try await report.add(try CaptureReader(descriptor: Decoded.file(of: capture), closesDescriptor: true))
        return (try JSONValue(parsing: report.text(.json)), report.text(.text))
    }

    /// What was put into the capture.
    private struct Planted {
        var publishes: [Int64] = []
        var queries: [Int64] = []
        var pulls: [Int64] = []
        var statuses: [Int64: Int64] = [:]
        var pings: [[Int64]] = []
        var segments: [TestSegment] = []
    }

    private static let millisecond: Int64 = 1_000_000

    /// Several connections at the same time, with latencies and statuses by a generator that knows nothing of the program.
    private static func planted() -> Planted {
        var planted = Planted()
        var random = Seeded(7)
        for index in 0..<12 {
            var talk = Talk(port: UInt16(30000 + index)).moved(
                to: 1_795_000_000_000_000_000 + Int64(index) * 777 * millisecond
            )
            talk.frame(.server, Bytes.connAck(user: "user\(index)"))
            planted.statuses[0, default: 0] += 1
            var pings: [Int64] = []
            for step in 1...20 {
                let id = UInt16(step)
                talk.time += Int64(random.below(900) + 100) * millisecond
                var start = talk.time
                var latency = Int64(random.below(250_000) + 20) * 1000
                let status: UInt16 = [0, 0, 0, 22406, 23406][random.below(5)]
                talk.frame(
                    .client,
                    Bytes.publish("ppMsgP", to: "bob\(index % 3)", id: id, Bytes.upStream("RC:TxtMsg", "{}"))
                )
                talk.time = start + latency
                talk.frame(.server, Bytes.pubAck(id: id, status: status))
                planted.publishes.append(latency)
                planted.statuses[Int64(status), default: 0] += 1

                talk.time += millisecond
                talk.frame(.server, Bytes.push("s_ntf", to: "user\(index)", id: id, Bytes.field(1, 1), header: 0x30))
                start = talk.time - millisecond
                let wait = Int64(random.below(90) + 1) * millisecond
                talk.time = start + wait
                talk.frame(.client, Bytes.query("pullMsg", to: "user\(index)", id: id, Bytes.field(1, 0)))
                planted.pulls.append(wait)
                start = talk.time - millisecond
                latency = Int64(random.below(40_000) + 20) * 1000
                talk.time = start + latency
                talk.frame(.server, Bytes.queryAck(id: id, []))
                planted.queries.append(latency)
                planted.statuses[0, default: 0] += 1

                talk.time += Int64(random.below(3000)) * millisecond
                pings.append(talk.time)
                talk.frame(.client, Bytes.pingRequest)
            }
            planted.pings.append(pings)
            planted.segments += talk.segments
        }
        planted.segments.sort { $0.time < $1.time }
        return planted
    }

    /// The value at a nearest rank, as statistics books have it.
    private static func percentile(_ values: [Int64], _ percentage: Double) -> Double {
        let sorted = values.sorted()
        let rank = max(1, Int((Double(sorted.count) * percentage / 100).rounded(.up)))
        return Double(sorted[rank - 1]) / 1e9
    }

    @Test("planted latencies, results and pings come out exactly", arguments: [1, 2, 5])
    func planted(workers: Int) async throws {
        let planted = Self.planted()
        let json = try await Self.report(CaptureFile.write(planted.segments), workers: workers).json
        for (name, values) in [
            ("publish to ack", planted.publishes), ("query to answer", planted.queries),
            ("notice to pull", planted.pulls),
        ] {
            let row = try #require(json["latencies"]?.elements?.first { $0["of"]?.string == name })
            #expect(row["count"]?.int64 == Int64(values.count))
            for (key, percentage) in [("min", 0.0), ("median", 50), ("p90", 90), ("p99", 99), ("max", 100)] {
                let found = try #require(row[key]?.double)
                #expect(abs(found - Self.percentile(values, percentage)) < 1e-9, "\(name) \(key)")
            }
        }
        var statuses: [Int64: Int64] = [:]
        for row in json["statuses"]?.elements ?? [] {
            statuses[row["code"]?.int64 ?? -1, default: 0] += row["count"]?.int64 ?? 0
        }
        #expect(statuses == planted.statuses)
        let meanings = (json["statuses"]?.elements ?? []).map {
            "\($0["code"]?.int64 ?? 0) \($0["meaning"]?.string ?? "")"
        }
        #expect(meanings.contains("23406 user is not in the chat room"))

        let intervals = planted.pings.map { pings in zip(pings.dropFirst(), pings).map { $0 - $1 } }
        let all = intervals.flatMap(\.self)
        let changes = intervals.flatMap { own in zip(own.dropFirst(), own).map { abs($0 - $1) } }
        let heartbeats = try #require(json["heartbeats"])
        #expect(heartbeats["flows"] == 12 && heartbeats["intervals"]?.int64 == Int64(all.count))
        let mean = try #require(heartbeats["interval"]?.double)
        #expect(abs(mean - Double(all.reduce(0, +)) / Double(all.count) / 1e9) < 2e-6)
        let jitter = try #require(heartbeats["jitter"]?.double)
        #expect(abs(jitter - Double(changes.reduce(0, +)) / Double(changes.count) / 1e9) < 2e-6)

        let rate = try #require(json["rate"])
        let sum = (rate["events"]?.elements ?? []).compactMap(\.int64).reduce(0, +)
        #expect(sum == json["events"]?.int64)
        #expect(rate["events"]?.elements?.count ?? 0 <= 60)
        let conversations = (json["conversations"]?.elements ?? []).map {
            "\($0["target"]?.string ?? "") \($0["count"]?.int64 ?? 0)"
        }
        #expect(Set(conversations) == ["bob0 80", "bob1 80", "bob2 80"])
    }

    @Test("a status with a meaning in answers to one topic only counts by its meanings, without any first")
    func meanings() async throws {
        var talk = Talk()
        talk.frame(.server, Bytes.connAck(user: "me"))
        for (id, topic) in ["blackStat", "joinChrm", "blackStat"].enumerated() {
            talk.frame(.client, Bytes.query(topic, to: "bob", id: UInt16(id + 1), []))
            talk.frame(.server, Bytes.queryAck(id: UInt16(id + 1), status: 101, []))
        }
        let rows = try await Self.report(CaptureFile.write(talk.segments)).json["statuses"]?.elements ?? []
        let found = rows.filter { $0["code"] == 101 }
            .map { "\($0["count"]?.int64 ?? 0) \($0["meaning"]?.string ?? "-")" }
        #expect(found == ["1 -", "2 for blackStat: not listed, as mobile SDKs know it"])
    }

    @Test("a clock that is set back gives no negative figure, and its pings no interval across the jump")
    func clockSetBack() async throws {
        var talk = Talk()
        talk.frame(.server, Bytes.connAck(user: "me"))
        let start = talk.time
        // Intervals of 10 and 12 s, twelve minutes back, then one of 29 s.
        for seconds in [0, 10, 22, -700, -671] as [Int64] {
            talk.time = start + seconds * 1000 * Self.millisecond
            talk.frame(.client, Bytes.pingRequest)
        }
        talk.frame(.server, Bytes.push("s_ntf", to: "me", id: 1, Bytes.field(1, 1), header: 0x30))
        talk.time -= 5000 * Self.millisecond
        talk.frame(.client, Bytes.query("pullMsg", to: "me", id: 1, Bytes.field(1, 0)))
        let report = try await Self.report(CaptureFile.write(talk.segments))
        let heartbeats = try #require(report.json["heartbeats"])
        #expect(heartbeats["intervals"] == 3)
        #expect(heartbeats["interval"]?.double == 17)
        #expect(heartbeats["jitter"]?.double == 2)
        #expect(report.text.contains("pings of one connection: every 17.0 s, jitter 2000.0 ms\n"))
        let notice = try #require(report.json["latencies"]?.elements?.first { $0["of"] == "notice to pull" })
        #expect(notice["min"]?.double == 0)
        #expect(!report.text.contains(" -"), "\(report.text)")
    }

    @Test("a notice waits for the pull of its own messages: those of the inbox, or of its room")
    func rooms() async throws {
        var talk = Talk()
        talk.frame(.server, Bytes.connAck(user: "me"))
        let start = talk.time
        func at(_ milliseconds: Int64, _ sender: FrameSender, _ frame: [UInt8]) {
            talk.time = start + milliseconds * Self.millisecond
            talk.frame(sender, frame)
        }
        func notice(_ type: Int64, _ room: String?) -> [UInt8] {
            let body = Bytes.field(1, type) + (room.map { Bytes.field(3, $0) } ?? [])
            return Bytes.push("s_ntf", to: "me", id: 1, body, header: 0x30)
        }
        at(100, .server, notice(2, "hall"))
        at(110, .server, notice(2, "yard"))
        at(120, .server, notice(1, nil))
        at(125, .server, notice(2, nil))
        at(130, .client, Bytes.query("chrmPull", to: "yard", id: 1, Bytes.field(1, 0)))
        at(150, .client, Bytes.query("chrmPull", to: "attic", id: 2, Bytes.field(1, 0)))
        at(180, .client, Bytes.query("pullMsg", to: "me", id: 3, Bytes.field(1, 0)))
        at(200, .client, Bytes.query("chrmPull", to: "hall", id: 4, Bytes.field(1, 0)))
        let notices = try await Self.notices(CaptureFile.write(talk.segments))
        #expect(notices["count"] == 3)
        #expect([notices["min"]?.double, notices["median"]?.double, notices["max"]?.double] == [0.02, 0.06, 0.1])
    }

    @Test("with long polling, the pull comes on another connection than the notice")
    func noticesOfPolling() async throws {
        var talk = PollingTalk()
        talk.connect(on: 50001)
        talk.request("/pullmsg.js?sessionid=s1&timestrap=1&pid=1", on: 50001)
        talk.answer(#"[{"headerCode":50,"messageId":1,"topic":"s_ntf","targetId":"me","data":{"type":1}}]"#, on: 50001)
        talk.request("/pullmsg.js?sessionid=s1&timestrap=2&pid=1", on: 50001)
        talk.wait(0.25)
        let pull = "/websocket?messageid=1&header=82&sessionid=s1&topic=pullMsg&targetid=me&pid=1"
        talk.request(pull, #"{"syncTime":0,"ispolling":false}"#, on: 50002)
        let notices = try await Self.notices(CaptureFile.write(talk.segments))
        #expect(notices["count"] == 1)
        #expect(try #require(notices["min"]?.double) >= 0.25)
    }

    private static func notices(_ capture: [UInt8]) async throws -> JSONValue {
        let latencies = try await report(capture).json["latencies"]?.elements
        return try #require(latencies?.first { $0["of"] == "notice to pull" })
    }

    @Test("the text has the figures, a chart, and is the same for every number of workers")
    func text() async throws {
        let capture = CaptureFile.write(Self.planted().segments)
        let one = try await Self.report(capture, workers: 1).text
        #expect(one.contains("23406: user is not in the chat room"))
        #expect(one.contains("publish to ack"))
        #expect(one.contains("pings of 12 connections: every "))
        #expect(one.contains("█"))
        #expect(try await Self.report(capture, workers: 3).text == one)
    }

    @Test("the values of any field are counted", arguments: [1, 2])
    func by(workers: Int) async throws {
        let events = try await Bundled.v4.decoded { _ in }.events()
        let json = try await Self.report(
            Bundled.v4.capture(),
            by: [
                "frame.type", "message.objectName", "inReplyTo.topic", "n", "inReplyTo.n", "packets", "latency",
                "content.content", "frame.willTopic",
            ],
            workers: workers
        ).json
        func expected(_ values: [String]) -> [String: Int64] {
            values.reduce(into: [:]) { $0[$1, default: 0] += 1 }
        }
        let tables = [
            expected(events.map(\.type)), expected(events.flatMap(\.messages).compactMap { $0["objectName"]?.string }),
            expected(events.compactMap { $0.reply?["topic"]?.string }),
            expected(events.map { "\($0.number)" }),
            expected(events.compactMap { $0.reply?["n"]?.int64.map { "\($0)" } }),
            expected(events.flatMap(\.packets).map { "\($0)" }),
            expected(events.compactMap { ($0.reply?["latency"]).map { String(decoding: $0.minified, as: UTF8.self) } }),
            expected(events.flatMap(\.messages).compactMap { $0["content"]?["content"]?.string }),
            [:],
        ]
        #expect(json["by"]?.elements?.count == tables.count)
        for (list, expected) in zip(json["by"]?.elements ?? [], tables) {
            var found: [String: Int64] = [:]
            for row in list["values"]?.elements ?? [] { found[row["value"]?.string ?? ""] = row["count"]?.int64 }
            #expect(found == expected)
        }
        #expect(json["by"]?[8]?["absent"]?.int64 == Int64(events.count))
    }

    @Test("text and JSON say what the row of names beyond the limit is")
    func namesBeyondLimit() async throws {
        let note = "\n… stands for all names beyond the first 10000, or beyond 8 MiB of names, however frequent"
        var talk = Talk()
        // With the upgrade, there are as many events as names that are kept apart: 10000.
        for _ in 1..<10_000 { talk.frame(.client, Bytes.pingRequest) }
        let within = try await Self.report(CaptureFile.write(talk.segments), by: ["n"])
        #expect(!within.text.contains(note))
        #expect(within.json["by"]?[0]?["others"] == nil)
        talk.frame(.client, Bytes.pingRequest)
        let beyond = try await Self.report(CaptureFile.write(talk.segments), by: ["n"])
        #expect(beyond.text.contains("\n…          1\n") && beyond.text.contains(note))
        #expect(beyond.json["by"]?[0]?["others"] == true)
    }

    @Test("JSON names the lists that have a row of names beyond the limit")
    func listsBeyondLimit() async throws {
        var talk = Talk()
        for id: UInt16 in 1...10_001 {
            talk.frame(.client, Bytes.publish("t\(id)", to: "bob", id: id, []))
        }
        let json = try await Self.report(CaptureFile.write(talk.segments)).json
        #expect(json["others"] == ["topics"])
    }

    @Test("a row says how a connection ended")
    func endings() async throws {
        var clean = Talk(port: 41001)
        clean.frame(.server, Bytes.connAck(user: "a"))
        clean.close()
        var cut = Talk(port: 41002)
        cut.frame(.server, Bytes.connAck(user: "b"))
        var kicked = Talk(port: 41003)
        kicked.frame(.server, Bytes.connAck(user: "c"))
        kicked.frame(.server, [0xE0, 0, 1])
        kicked.end()
        var reset = Talk(port: 41004)
        reset.frame(.server, Bytes.connAck(user: "d"))
        reset.frame(.client, Bytes.pingRequest)
        var segments = clean.segments + cut.segments + kicked.segments + reset.segments
        segments[segments.count - 1].flags = 4
        segments[segments.count - 1].payload = []
        var report = FlowsReport()
        let capture = CaptureFile.write(segments)
        _ = try await report.add(
            try CaptureReader(descriptor: Decoded.file(of: capture), closesDescriptor: true),
            name: nil
        )
        let rows = try JSONValue(parsing: report.text(.json))["flows"]?.elements ?? []
        #expect(
            rows.map { $0["ending"]?.string } == [
                "clean", "cut off", "kicked: 1 another device of the user logged in", "reset by the client",
            ]
        )
        #expect(rows.allSatisfy { $0["appKey"] == "app1" && ($0["firstPacket"]?.int64 ?? 0) > 0 })
        #expect(report.text(.text).contains("kicked: 1 another device"))
    }
}
