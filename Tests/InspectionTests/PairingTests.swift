import Inspection
import RongCloud
import Testing
import WireFormat
import WireJSON

@Suite("Requests and answers")
struct PairingTests {
    private static let text = Bytes.upStream("RC:TxtMsg", #"{"content":"x"}"#)

    @Test("each kind of answer names its request and the time it took")
    func kinds() async throws {
        var talk = Talk()
        talk.frame(.server, Bytes.connAck(user: "ann"))
        let exchanges: [(FrameSender, [UInt8], [UInt8], String?)] = [
            (.client, Bytes.pingRequest, Bytes.pingResponse, nil),
            (.client, Bytes.publish("ppMsgP", to: "bob", id: 1, Self.text), Bytes.pubAck(id: 1), "ppMsgP"),
            (.server, Bytes.push("s_ntf", to: "ann", id: 1, Bytes.field(1, 1)), Bytes.clientPubAck(id: 1), "s_ntf"),
            (
                .client, Bytes.query("joinChrm", to: "room", id: 2, Bytes.field(1, 1)),
                Bytes.queryAck(id: 2, Bytes.field(1, 0)), "joinChrm"
            ),
        ]
        for (sender, request, answer, _) in exchanges {
            talk.frame(sender, request)
            talk.time += 41_000_000
            talk.frame(sender == .client ? .server : .client, answer)
        }
        talk.time += 9_000_000
        talk.frame(.client, Bytes.queryCon(id: 2))
        let events = try await frames(talk)
        for (index, exchange) in exchanges.enumerated() {
            let request = events[1 + 2 * index]
            let answer = events[2 + 2 * index]
            #expect(answer.reply?["n"]?.int64 == request.number)
            #expect(answer.reply?["topic"]?.string == exchange.3)
            #expect(answer.reply?["latency"]?.double == 0.042)
            #expect(request.reply == nil)
        }
        let confirmation = try #require(events.last)
        #expect(confirmation.type == "QUERYCON")
        #expect(confirmation.reply?["n"]?.int64 == events[events.count - 2].number)
        #expect(confirmation.reply?["latency"]?.double == 0.01)
    }

    @Test(
        "when too many wait in all, a connection keeps what it has, or one",
        arguments: [(3, 3), (5, 5), (6, 6), (7, 6)]
    )
    func crowded(_ limit: Int, _ answered: Int) async throws {
        var busy = Talk()
        for id in UInt16(1)...6 { busy.frame(.client, Bytes.publish("ppMsgP", to: "bob", id: id, Self.text)) }
        var other = Talk(port: 50002)
        other.time = busy.time + 50_000_000
        other.frame(.client, Bytes.publish("ppMsgP", to: "bob", id: 1, Self.text))
        busy.time = other.time + 50_000_000
        for id in UInt16(1)...6 { busy.frame(.server, Bytes.pubAck(id: id)) }
        other.time = busy.time + 50_000_000
        other.frame(.server, Bytes.pubAck(id: 1))
        let segments = (busy.segments + other.segments).sorted { $0.time < $1.time }
        let events = try await Decoded(segments) {
            $0.options.limits.pendingRequestsInAll = limit
            $0.options.workers = 1
        }.events().filter { $0.type == "PUBACK" }
        #expect(events.count == 7)
        #expect(events.dropLast().count { $0.reply != nil } == answered)
        #expect(events.last?.reply != nil)
    }

    @Test("an id that is used again belongs to its latest request")
    func reusedIds() async throws {
        var talk = Talk()
        for round in 0..<3 {
            talk.frame(.client, Bytes.query(round == 1 ? "pullMsg" : "joinChrm", to: "x", id: 9, Bytes.field(1, 1)))
            if round != 1 { talk.frame(.server, Bytes.queryAck(id: 9, [], header: 0x60)) }
        }
        let events = try await frames(talk)
        #expect(events.map(\.type) == ["QUERY", "QUERYACK", "QUERY", "QUERY", "QUERYACK"])
        #expect(events[1].reply?["n"]?.int64 == events[0].number)
        #expect(events[4].reply?["n"]?.int64 == events[3].number)
        #expect(events[4].reply?["topic"] == "joinChrm")
    }

    @Test("the same id in both directions, and as PUBLISH and QUERY, is four requests")
    func sameIdEverywhere() async throws {
        var talk = Talk()
        talk.frame(.client, Bytes.publish("ppMsgP", to: "bob", id: 5, Self.text))
        talk.frame(.client, Bytes.query("joinChrm", to: "room", id: 5, Bytes.field(1, 1)))
        talk.frame(.server, Bytes.push("s_ntf", to: "ann", id: 5, Bytes.field(1, 1)))
        talk.frame(.server, Bytes.queryAck(id: 5, []))
        talk.frame(.client, Bytes.clientPubAck(id: 5))
        talk.frame(.server, Bytes.pubAck(id: 5))
        talk.frame(.client, Bytes.queryCon(id: 5))
        let events = try await frames(talk)
        let first = events[0].number
        #expect(events.map { $0.reply?["n"]?.int64 } == [nil, nil, nil, first + 1, first + 2, first, first + 3])
    }

    @Test("a message of the account's other device is acknowledged by the server, not by the client")
    func syncedMessages() async throws {
        var talk = Talk()
        talk.frame(.server, Bytes.connAck(user: "ann"))
        talk.frame(.server, Bytes.push("ppMsgP", to: "bob", id: 77, Self.text, header: 0x3A))
        talk.frame(.server, Bytes.pubAck(id: 77))
        let events = try await frames(talk)
        #expect(events[1].payload?["message"] == "UpStreamMessage")
        #expect(events[1].messages.first?["sender"] == "ann")
        #expect(events[1].messages.first?["target"] == "bob")
        #expect(events[2].reply?["n"]?.int64 == events[1].number)
        #expect(events[2].reply?["topic"] == "ppMsgP")
    }

    @Test("of heartbeats that wait at the same time, the oldest is answered first")
    func heartbeatsAtOnce() async throws {
        var talk = Talk()
        for _ in 0..<2 {
            talk.frame(.client, Bytes.pingRequest)
            talk.time += 4_999_000_000
        }
        for _ in 0..<3 { talk.frame(.server, Bytes.pingResponse) }
        let events = try await frames(talk)
        let first = events[0].number
        #expect(events.map { $0.reply?["n"]?.int64 } == [nil, nil, first, first + 1, nil])
        #expect(events[2].reply?["latency"]?.double == 10)
        #expect(events[3].reply?["latency"]?.double == 5.001)
    }

    @Test("a heartbeat that nobody answered within 15 s is passed over where a later one waits")
    func heartbeatPassedOver() async throws {
        var talk = Talk()
        talk.frame(.client, Bytes.pingRequest)
        talk.time += 30_000_000_000
        for _ in 0..<2 {
            talk.frame(.client, Bytes.pingRequest)
            talk.time += 20_000_000_000
            talk.frame(.server, Bytes.pingResponse)
        }
        let events = try await frames(talk)
        let first = events[0].number
        #expect(events.map { $0.reply?["n"]?.int64 } == [nil, nil, first + 1, nil, first + 3])
    }

    @Test("of a great many heartbeats without answer, the latest eight wait")
    func manyHeartbeats() async throws {
        var talk = Talk()
        for _ in 0..<20 { talk.frame(.client, Bytes.pingRequest) }
        for _ in 0..<9 { talk.frame(.server, Bytes.pingResponse) }
        let events = try await frames(talk)
        let first = events[0].number
        let answered = events.dropFirst(20).map { $0.reply?["n"]?.int64 }
        #expect(answered == (0..<8).map { first + 12 + $0 } + [nil])
    }

    @Test("answers without a request, and requests without an answer, stand alone")
    func unpaired() async throws {
        var talk = Talk()
        talk.frame(.server, Bytes.pubAck(id: 3))
        talk.frame(.server, Bytes.pingResponse)
        talk.frame(.client, Bytes.query("joinChrm", to: "room", id: 4, Bytes.field(1, 1)))
        talk.frame(.client, Bytes.clientPubAck(id: 8))
        let events = try await frames(talk)
        #expect(events.count == 4)
        #expect(events.allSatisfy { $0.reply == nil })
        #expect(!events.contains { $0.hasError })
    }

    @Test("an answer to a query that was not seen stays undecoded and says why")
    func unseenQuery() async throws {
        var talk = Talk()
        let data = Bytes.field(1, 0) + Bytes.field(2, "abc")
        talk.frame(.server, Bytes.queryAck(id: 4, data))
        talk.frame(.server, Bytes.queryAck(id: 5, []))
        let events = try await frames(talk)
        #expect(events[0].payload == nil)
        #expect(events[0].codes == ["answer-unpaired"])
        #expect(events[0].diagnostics.first?["severity"] == "note")
        #expect(events[0].json["undecoded"]?.string == "0800" + "1203616263")
        #expect(events[0].json["undecodedBytes"]?.int64 == 7)
        #expect(events[1].codes == [])
        #expect(events[1].json["undecoded"] == nil)
    }

    @Test("many requests under way at once find their answers, in any order")
    func manyAtOnce() async throws {
        var talk = Talk()
        let ids = (1...300).map { UInt16($0 * 211 % 65535) }
        for id in ids { talk.frame(.client, Bytes.query("joinChrm", to: "room", id: id, Bytes.field(1, 1))) }
        var random = Seeded(3)
        let order = ids.shuffled(using: &random)
        for id in order { talk.frame(.server, Bytes.queryAck(id: id, [], header: 0x60)) }
        let events = try await frames(talk)
        let numbers = Dictionary(uniqueKeysWithValues: zip(ids, events.map(\.number)))
        #expect(events.dropFirst(300).map { $0.reply?["n"]?.int64 } == order.map { numbers[$0] })
    }

    @Test("pairs on several connections do not mix, with any number of workers", arguments: 1...3)
    func severalConnections(workers: Int) async throws {
        let talks = (0..<5).map { port in
            var talk = Talk(port: UInt16(50001 + port))
            for id in UInt16(1)...10 {
                talk.frame(.client, Bytes.query("joinChrm", to: "room\(port)", id: id, Bytes.field(1, 1)))
                talk.frame(.server, Bytes.queryAck(id: id, []))
                talk.frame(.client, Bytes.queryCon(id: id))
            }
            return talk.segments
        }
        var segments: [TestSegment] = []
        for index in talks[0].indices { segments += talks.map { $0[index] } }
        let events = try await Decoded(segments) { $0.options.workers = workers }.events()
        var count = 0
        for event in events where event.type == "QUERYACK" || event.type == "QUERYCON" {
            let request = events[Int(try #require(event.reply?["n"]?.int64)) - 1]
            #expect(request.stream.split(separator: " ")[0] == event.stream.split(separator: " ")[0])
            #expect(request.frame["messageId"] == event.frame["messageId"])
            #expect(request.type == (event.type == "QUERYACK" ? "QUERY" : "QUERYACK"))
            count += 1
        }
        #expect(count == 100)
    }

    // MARK: Generations

    /// A history query: target, time, count, order.
    private static let history = Bytes.field(1, "bob") + Bytes.field(2, 0) + Bytes.field(3, 20) + Bytes.field(4, 0)
    /// A key to be deleted: an entry with key, value and status.
    private static let deletion = Bytes.field(1, Bytes.field(1, "k") + Bytes.field(2, "v") + Bytes.field(3, 4))
    /// The same as version 2 sends it, without the status.
    private static let plainDeletion = Bytes.field(1, Bytes.field(1, "k") + Bytes.field(2, "v"))

    @Test(
        "the SDK's version decides what an ambiguous topic carries",
        arguments: [
            ("1.0.0", "qryPMsg", "HistoryMessageInput"), ("2.5.10", "qryPMsg", "HistoryMsgInput"),
            ("4.2.0", "qryPMsg", "HistoryMsgInput"), ("5.5.5", "qryPMsg", "HistoryMsgInput"),
            ("2.5.10", "delKV", "DeleteChrmKV"), ("3.0.6", "delKV", "SetChrmKV"), ("4.2.0", "delKV", "SetChrmKV"),
        ]
    )
    func generations(_ version: String, _ topic: String, _ message: String) async throws {
        var talk = Talk(sdkVersion: version)
        let data = topic == "delKV" ? Self.deletion : Self.history
        talk.frame(.client, Bytes.query(topic, to: "bob", id: 1, data))
        let event = try #require(try await frames(talk).first)
        #expect(event.payload?["message"]?.string == message)
        #expect(!event.codes.contains("payload-chosen"))
    }

    @Test(
        "without the SDK's version the message that fits is taken, with a note",
        arguments: [
            ("qryPMsg", PairingTests.history, "HistoryMsgInput", "HistoryMessageInput"),
            ("delKV", PairingTests.deletion, "SetChrmKV", "DeleteChrmKV"),
            ("delKV", PairingTests.plainDeletion, "DeleteChrmKV", "SetChrmKV"),
        ]
    )
    func unknownGeneration(_ topic: String, _ data: [UInt8], _ message: String, _ other: String) async throws {
        var talk = Talk(sdkVersion: "unknown")
        talk.frame(.client, Bytes.query(topic, to: "bob", id: 1, data))
        let event = try #require(try await frames(talk).first)
        #expect(event.payload?["message"]?.string == message)
        let note = try #require(event.diagnostics.first { $0["code"] == "payload-chosen" })
        #expect(note["severity"] == "note")
        #expect(note["text"]?.string?.contains(other) == true)
    }

    @Test("where no message fits as a whole, the note says so")
    func nothingFits() async throws {
        var talk = Talk(sdkVersion: "unknown")
        talk.frame(.client, Bytes.query("delKV", to: "bob", id: 1, Bytes.field(15, 1)))
        let event = try #require(try await frames(talk).first)
        let note = try #require(event.diagnostics.first { $0["code"] == "payload-chosen" })
        #expect(note["text"]?.string?.hasPrefix("nothing that the topic allows fits as a whole; read as ") == true)
    }

    private func frames(_ talk: Talk) async throws -> [TestEvent] {
        try await Decoded(talk.segments).events().filter { $0.transport == "websocket" }
    }
}
