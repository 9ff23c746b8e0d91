import Capture
import Inspection
import Reporting
import RongCloud
import Testing
import WireFormat
import WireJSON

@Suite("Statistics and connections")
struct StatisticsTests {
    private struct Count: Hashable {
        var name: String
        var count: Int64
        var bytes: Int64
    }

    private static func report(_ capture: [UInt8], filter: String? = nil) async throws -> JSONValue {
        let reader = try CaptureReader(descriptor: Decoded.file(of: capture), closesDescriptor: true)
        let filter = try filter.map { try EventFilter($0) }
        var report = StatisticsReport()
        report.filter = filter
        _ = try await report.add(reader)
        return try JSONValue(parsing: report.text(.json))
    }

    private static func flows(_ capture: [UInt8]) async throws -> (text: String, rows: [JSONValue]) {
        let reader = try CaptureReader(descriptor: Decoded.file(of: capture), closesDescriptor: true)
        var report = FlowsReport()
        _ = try await report.add(reader, name: nil)
        let json = try JSONValue(parsing: report.text(.json))
        #expect(json["schema"] == "imwire-flows/1")
        return (report.text(.text), json["flows"]?.elements ?? [])
    }

    @Test("a report of a capture whose reading fails throws the error, and has what was read before it")
    func failedReading() async throws {
        let file = Array(try Bundled.file("rongcloud-web-v2-chat.pcap").prefix(8000))
        let broken = CaptureSource.failing(after: file, with: .inputOutput(5))
        func failure(_ add: (CaptureSource) async throws(CaptureError) -> CaptureOutcome) async -> CaptureError? {
            do throws(CaptureError) {
                _ = try await add(broken)
                return nil
            } catch {
                return error
            }
        }
        var (statistics, flows, ladder, check) = (StatisticsReport(), FlowsReport(), LadderReport(), CaptureCheck())
        let failures = [
            await failure { (source) async throws(CaptureError) in try await statistics.add(source) },
            await failure { (source) async throws(CaptureError) in try await flows.add(source) },
            await failure { (source) async throws(CaptureError) in try await ladder.add(source) },
            await failure { (source) async throws(CaptureError) in try await check.add(source) },
        ]
        #expect(failures == Array(repeating: .inputOutput(5), count: 4))
        // A capture that is cut off at the same byte has the same packets.
        let cut = CaptureSource.bytes(file, name: broken.name)
        var expected = (StatisticsReport(), FlowsReport(), LadderReport())
        _ = try await expected.0.add(cut)
        _ = try await expected.1.add(cut)
        _ = try await expected.2.add(cut)
        try #require(expected.0.summary.events > 5)
        #expect(statistics.text(.json) == expected.0.text(.json))
        #expect(flows.text(.json) == expected.1.text(.json))
        #expect(ladder.text(.text) == expected.2.text(.text))
        #expect(check.report.subject.count == expected.0.summary.events)
    }

    private static func counts(_ json: JSONValue, _ list: String, _ name: (JSONValue) -> String) -> Set<Count> {
        Set(
            (json[list]?.elements ?? []).map {
                Count(name: name($0), count: $0["count"]?.int64 ?? -1, bytes: $0["bytes"]?.int64 ?? -1)
            }
        )
    }

    /// Sums over the server's own record.
    private static func sums(_ frames: [OracleFrame], _ name: (OracleFrame) -> String?) -> Set<Count> {
        var sums: [String: Count] = [:]
        for frame in frames {
            guard let name = name(frame) else { continue }
            sums[name, default: Count(name: name, count: 0, bytes: 0)].count += 1
            sums[name]?.bytes += Int64(frame.hex.utf8.count / 2)
        }
        return Set(sums.values)
    }

    @Test("counts and bytes are the sums over the server's record", arguments: Bundled.allCases)
    func sums(_ capture: Bundled) async throws {
        let json = try await Self.report(capture.capture())
        let frames = try capture.frames()
        #expect(json["schema"] == "imwire-stats/1")
        #expect(
            Self.counts(json, "types") { "\($0["type"]?.string ?? "") \($0["sender"]?.string ?? "")" }
                == Self.sums(frames) { "\($0.type) \($0.sender.rawValue)" }
        )
        #expect(
            Self.counts(json, "topics") { $0["topic"]?.string ?? "" } == Self.sums(frames) { $0.json["topic"]?.string }
        )
        var names: [String: Int64] = [:]
        for message in frames.flatMap(\.messages) { names[message["objectName"]?.string ?? "", default: 0] += 1 }
        let found = Self.counts(json, "objectNames") { $0["objectName"]?.string ?? "" }
        #expect(Dictionary(uniqueKeysWithValues: found.map { ($0.name, $0.count) }) == names)
        #expect(json["packets"]?.int64 == Int64(CaptureFile.read(try capture.capture()).offsets.count))
        #expect(json["gaps"] == 0 && json["undecodedBytes"] == 0)
        let exchanges = try #require(try capture.oracle()["http"]?.elements).filter { $0["path"] != nil }
        #expect(json["httpExchanges"]?.int64 == Int64(exchanges.count))
        #expect(json["events"]?.int64 == Int64(frames.count + exchanges.count))
    }

    @Test("the text has the figures of the JSON", arguments: [Bundled.v2, .v4])
    func text(_ capture: Bundled) async throws {
        let file = try capture.capture()
        let json = try await Self.report(file)
        let reader = try CaptureReader(descriptor: Decoded.file(of: file), closesDescriptor: true)
        var report = StatisticsReport()
        _ = try await report.add(reader)
        let lines = Set(
            report.text(.text).split(separator: "\n").map { $0.split(separator: /\ {2,}/).map(String.init) }
        )
        var expected: [[String]] = []
        func add(_ list: String, _ name: (JSONValue) -> String) {
            for row in json[list]?.elements ?? [] {
                expected.append([name(row), "\(row["count"]?.int64 ?? -1)", "\(row["bytes"]?.int64 ?? -1)"])
            }
        }
        add("types") { "\($0["type"]?.string ?? "") (\($0["sender"]?.string ?? ""))" }
        add("topics") { $0["topic"]?.string ?? "" }
        add("objectNames") { $0["objectName"]?.string ?? "" }
        #expect(expected.count > 10)
        for row in expected { #expect(lines.contains(row), "\(row)") }
    }

    @Test("of many conversations the text has the busiest and says how many others there are")
    func conversations() async throws {
        var talk = Talk()
        for id in UInt16(1)...43 {
            // The last of them is talked to most.
            for _ in 0..<(id == 43 ? 3 : 1) {
                let target = "peer\(id < 10 ? "0" : "")\(id)"
                talk.frame(.client, Bytes.publish("ppMsgP", to: target, id: id, Bytes.upStream("RC:TxtMsg", "{}")))
            }
        }
        let file = CaptureFile.write(talk.segments)
        #expect(try await Self.report(file)["conversations"]?.elements?.count == 43)
        var report = StatisticsReport()
        _ = try await report.add(CaptureReader(descriptor: Decoded.file(of: file), closesDescriptor: true))
        let lines = report.text(.text).split(separator: "\n")
        let shown = lines.filter { $0.hasPrefix("private peer") }
        #expect(shown.count == 40)
        #expect(shown.first?.hasPrefix("private peer43") == true)
        #expect(shown.last?.hasPrefix("private peer39") == true)
        #expect(lines.contains("and 3 others: the JSON form shows them"))
    }

    @Test("a conversation has its kind and target, whatever characters the target begins with")
    func oddTargets() async throws {
        let targets = ["\u{301}mark", " space", "\u{200D}joiner", "two words"]
        var talk = Talk()
        for (index, target) in targets.enumerated() {
            let message = Bytes.upStream("RC:TxtMsg", "{}")
            talk.frame(.client, Bytes.publish("pgMsgP", to: target, id: UInt16(index + 1), message))
        }
        let rows = try await Self.report(CaptureFile.write(talk.segments))["conversations"]?.elements ?? []
        #expect(rows.allSatisfy { $0["conversation"] == "group" })
        #expect(Set(rows.map { Array(($0["target"]?.string ?? "").utf8) }) == Set(targets.map { Array($0.utf8) }))
    }

    @Test("frames of the other forms are counted by the server's record too", arguments: [Bundled.tcp, .polling])
    func otherForms(_ capture: Bundled) async throws {
        let json = try await Self.report(capture.capture())
        let frames = try capture.frames()
        var expected: [String: Int64] = [:]
        for frame in frames { expected["\(frame.type) \(frame.sender.rawValue)", default: 0] += 1 }
        let found = Self.counts(json, "types") { "\($0["type"]?.string ?? "") \($0["sender"]?.string ?? "")" }
        #expect(Dictionary(uniqueKeysWithValues: found.map { ($0.name, $0.count) }) == expected)
    }

    /// Captures of every system and form.
    private static let everyCapture = [
        "rongcloud-polling-chat", "rongcloud-tcp-chat", "rongcloud-web-v2-chat", "leancloud-protobuf-chat",
        "leancloud-base64-chat", "leancloud-deflate-chat", "leancloud-json-chat", "mixed-systems", "nim-polling-chat",
        "nim-web-chatroom", "yc-polling",
    ]

    @Test("bytes of types are the sums of the events' own, in every form", arguments: everyCapture)
    func eventBytes(_ name: String) async throws {
        let file = try Bundled.file("\(name).pcap")
        let frames = try await Decoded(file).events().filter { $0.json["transport"] != "http" && !$0.isGap }
        let json = try await Self.report(file)
        for sender in ["client", "server"] {
            let sum = frames.filter { $0.json["sender"]?.string == sender }
                .reduce(0) { $0 + ($1.json["bytes"]?.int64 ?? 0) }
            let counted = (json["types"]?.elements ?? []).filter { $0["sender"]?.string == sender }
                .reduce(0) { $0 + ($1["bytes"]?.int64 ?? 0) }
            #expect(counted == sum, "\(sender)")
        }
        // Types of RongCloud have names of their own in both.
        guard name.hasPrefix("rongcloud") else { return }
        for row in json["types"]?.elements ?? [] {
            let sum = frames.filter { $0.frame["type"] == row["type"] && $0.json["sender"] == row["sender"] }
                .reduce(0) { $0 + ($1.json["bytes"]?.int64 ?? 0) }
            #expect(row["bytes"]?.int64 == sum, "\(row)")
        }
    }

    @Test("commands of LeanCloud without a name count too: keep-alives by their text, others together")
    func unnamedCommands() async throws {
        var talk = Talk(port: 50117, sdkVersion: nil)
        talk.upgrade(path: "/", subprotocol: "lc.json.3")
        for text in [#"{"cmd":"zorp"}"#, "{}", #"{"cmd":"direct","cid":"c"}"#, #"{"peerId":"t"}"#, "{}"] {
            talk.text(.client, text)
        }
        talk.close()
        let json = try await Self.report(CaptureFile.write(talk.segments))
        let found = Self.counts(json, "types") { $0["type"]?.string ?? "" }
        #expect(
            Dictionary(uniqueKeysWithValues: found.map { ($0.name, $0.count) }) == ["direct": 1, "{}": 2, "…": 2]
        )
    }

    @Test("only events that pass the filter are counted")
    func filtered() async throws {
        let json = try await Self.report(Bundled.v4.capture(), filter: "frame.type == PUBLISH && sender == client")
        let frames = try Bundled.v4.frames().filter { $0.type == "PUBLISH" && $0.sender == .client }
        #expect(json["events"]?.int64 == Int64(frames.count))
        #expect(
            Self.counts(json, "topics") { $0["topic"]?.string ?? "" } == Self.sums(frames) { $0.json["topic"]?.string }
        )
        #expect(json["types"]?.elements?.count == 1)
    }

    @Test("rows say who spoke what, for how long, and how it ended")
    func rows() async throws {
        let (text, rows) = try await Self.flows(Bundled.v4.capture())
        let frames = try Bundled.v4.frames()
        let row = try #require(rows.first { $0["transport"] == "websocket" })
        #expect(row["system"] == "rongcloud")
        #expect(row["sdkVersion"] == "4.2.0")
        #expect(row["generations"] == [4])
        #expect(row["user"] == (try Bundled.v4.oracle()["server"]?["user"]))
        for (key, sender) in [("fromClient", FrameSender.client), ("fromServer", .server)] {
            // The upgrade is the client's event.
            let extra: Int64 = sender == .client ? 1 : 0
            #expect(row[key]?["events"]?.int64 == Int64(frames.filter { $0.sender == sender }.count) + extra)
            #expect(row[key]?["controlFrames"] == 1)
        }
        let closed = (try Bundled.v4.oracle()["http"]?.elements ?? []).compactMap { $0["closed"]?.int64 }.first
        #expect(row["closeCode"]?.int64 == (closed == 0 ? 1005 : closed))
        let lines = text.split(separator: "\n")
        try #require(lines.count == rows.count + 1)
        for (line, row) in zip(lines.dropFirst(), rows) {
            let cells = line.split(separator: /\ {2,}/).map(String.init)
            #expect(cells.first == "f\(row["flow"]?.int64 ?? 0)")
            #expect(cells.contains(row["client"]?.string ?? "-") && cells.contains(row["server"]?.string ?? "-"))
            let events = ["fromClient", "fromServer"].map { row[$0]?["events"]?.int64 ?? -1 }
            #expect(cells.contains("\(events[0]) → \(events[1]) ←"))
            if let user = row["user"]?.string { #expect(cells.contains(user)) }
        }
        #expect(rows.map { $0["flow"]?.int64 } == (1...Int64(rows.count)).map { $0 })
    }

    @Test("a message in fragments is one event of its connection")
    func fragmentsAreOneEvent() async throws {
        var talk = Talk()
        talk.fragments(.client, Bytes.publish("ppMsgP", to: "bob", id: 1, Bytes.upStream("RC:TxtMsg", "{}")), size: 9)
        talk.close()
        let rows = try await Self.flows(CaptureFile.write(talk.segments)).rows
        // The switch to WebSocket and the message.
        #expect(rows.first?["fromClient"]?["events"] == 2)
    }

    @Test("connections of one session have one number, others another")
    func sessions() async throws {
        var packets: [TestSegment] = []
        for (port, user, close) in [(UInt16(50001), "ann", true), (50002, "eve", false), (50003, "ann", true)] {
            var talk = Talk(port: port)
            talk.frame(.server, [0x20, 0, 0] + Bytes.text(user) + Bytes.text("id-\(port)") + bigEndian(UInt64(1)))
            talk.frame(.client, Bytes.pingRequest)
            if close { talk.close() }
            packets += talk.moved(to: 1_795_000_000_000_000_000 + Int64(port) * 1_000_000_000).segments
        }
        let rows = try await Self.flows(CaptureFile.write(packets)).rows
        #expect(rows.map { $0["user"] } == ["ann", "eve", "ann"])
        #expect(rows[0]["session"] == rows[2]["session"])
        #expect(rows[0]["session"] != rows[1]["session"])
        #expect(rows.map { $0["closeCode"]?.int64 } == [1000, nil, 1000])
        #expect(rows.map { $0["sessionId"] } == ["id-50001", "id-50002", "id-50003"])
        let bytes = packets.filter { $0.source.port == 50001 }.reduce(0) { $0 + $1.payload.count }
        #expect(rows[0]["fromClient"]?["bytes"]?.int64 == Int64(bytes))
    }

    @Test("the connections of a long-polling session are one session")
    func pollingSession() async throws {
        let rows = try await Self.flows(Bundled.polling.capture()).rows
        let polling = rows.filter { $0["sessionId"] != nil }
        #expect(polling.count > 1)
        #expect(Set(polling.compactMap { $0["session"]?.int64 }).count == 1)
        #expect(Set(polling.compactMap { $0["sessionId"]?.string }) == ["s042999501"])
    }
}
