import Capture
import Reporting
import RongCloud
import Testing
import WireFormat

@testable import Inspection

/// A session in which nothing is wrong.
struct CleanSession: Sendable, CustomTestStringConvertible {
    var name: String
    var segments: @Sendable () -> [TestSegment]
    var testDescription: String { name }

    static let all = webSocket + tcp + polling

    /// What a client does between two heartbeats.
    private enum Scene: String, CaseIterable {
        case chat, room, inbox, pushes

        func play(_ talk: inout CheckTalk, round: Int) {
            let id = UInt16(round * 10)
            switch self {
            case .chat: for offset in UInt16(1)...3 { talk.message(id + offset) }
            case .room:
                if round == 0 { PlantedMistake.query(&talk, "joinChrm", 1) }
                talk.message(id + 2, topic: "chatMsg", to: "room")
                let pull = Bytes.field(1, Int64(round * 1000)) + Bytes.field(2, 10)
                talk.send(.client, Bytes.query("chrmPull", to: "room", id: id + 3, pull))
                talk.queryAck(id + 3, Bytes.field(2, Int64(round * 1000 + 1000)))
                if round == 3 { PlantedMistake.query(&talk, "exitChrm", id + 4) }
            case .inbox:
                talk.push("s_ntf", UInt16(round + 1), Bytes.field(1, 1), header: 0x30)
                let message = CheckTalk.downStream(round, time: talk.milliseconds)
                _ = talk.pull(id + 1, from: Int64(round * 1000), to: Int64(round * 1000 + 1000), messages: [message])
                talk.send(.client, Bytes.queryCon(id: id + 1))
            case .pushes:
                talk.push("s_msg", UInt16(round + 1), CheckTalk.downStream(round, time: talk.milliseconds))
                talk.send(.client, Bytes.clientPubAck(id: UInt16(round + 1)))
                talk.push("ppMsgP", UInt16(round + 100), PlantedMistake.text, header: 0x3A)
                talk.pubAck(UInt16(round + 100))
            }
        }
    }

    private static let webSocket: [CleanSession] = [
        ("1.0.0", 180.0), ("2.2.7", 30), ("2.5.10", 30), ("3.0.6", 30), ("4.2.0", 30), ("5.5.5", 15),
    ].flatMap { version, interval in
        Scene.allCases.map { scene in
            CleanSession(name: "WebSocket \(version), \(scene.rawValue)") {
                var talk = CheckTalk(sdkVersion: version)
                talk.connAck()
                for round in 0..<4 {
                    talk.send(.client, [0xC0])
                    talk.send(.server, [0xD0])
                    scene.play(&talk, round: round)
                    talk.wait(interval - 1)
                }
                talk.send(.client, [0xC0])
                talk.send(.server, [0xD0])
                talk.close()
                return talk.segments
            }
        }
    }

    private static let tcp: [CleanSession] = (0..<4).map { kind in
        CleanSession(name: "TCP form \(kind)") {
            var session = TCPFormSession()
            for id in UInt16(1)...4 {
                switch kind {
                case 0:
                    session.publish(id)
                    session.pubAck(id)
                case 1:
                    session.query(id)
                    session.queryAck(id)
                case 2:
                    session.push(id)
                    session.send(.client, 0x40, bigEndian(id))
                default:
                    session.query(id)
                    session.queryAck(id, header: 0x62)
                    session.send(.client, 0x70, bigEndian(id))
                }
                session.beat(1)
                session.wait(58)
            }
            session.beat()
            return session.segments
        }
    }

    private static let polling: [CleanSession] = ["1.0.0", "2.5.10", "3.0.6", "4.2.0", "5.5.5"].flatMap { version in
        [
            CleanSession(name: "polling \(version), messages") {
                var session = PollingSession(version)
                for id in 1...4 {
                    session.publish(id)
                    session.poll()
                    session.wait(20)
                }
                return session.segments
            },
            CleanSession(name: "polling \(version), pushes") {
                var session = PollingSession(version)
                for id in 1...4 {
                    session.poll(session.push(id, header: 48))
                    session.query(id)
                    session.wait(20)
                }
                return session.segments
            },
        ]
    }
}

@Suite("check on sessions in which nothing is wrong")
struct CheckCleanTests {
    @Test("there are thirty at least")
    func count() { #expect(CleanSession.all.count >= 30) }

    @Test("nothing is found", arguments: CleanSession.all)
    func clean(_ session: CleanSession) async throws {
        #expect(try await lines(session.segments()) == [])
    }

    @Test("nothing is found when the front or the end is missing", arguments: CleanSession.all)
    func cut(_ session: CleanSession) async throws {
        let segments = session.segments()
        for place in stride(from: 1, to: segments.count, by: max(1, segments.count / 8)) {
            #expect(try await lines(Array(segments[place...])) == [], "from packet \(place)")
            #expect(try await lines(Array(segments[..<place])) == [], "up to packet \(place)")
        }
    }

    @Test("nothing is found when a packet is missing", arguments: CleanSession.all)
    func holes(_ session: CleanSession) async throws {
        let segments = session.segments()
        for place in stride(from: 3, to: segments.count, by: max(1, segments.count / 8)) {
            var holed = segments
            holed.remove(at: place)
            #expect(try await lines(holed) == [], "without packet \(place)")
        }
    }

    private func lines(_ segments: [TestSegment]) async throws -> [String] {
        try await check(segments).report.findings.map(\.line)
    }

    @Test("where a capture begins in the middle, an answer may come out of it before its request")
    func answerFirst() async throws {
        var talk = CheckTalk()
        talk.connAck()
        let beginning = talk.segments.count
        // Four frames of the server show what the connection is before the client's frames do.
        talk.push("s_cmd", 1, Bytes.field(1, 4) + Bytes.field(2, 7000) + Bytes.field(3, "room"), header: 0x30)
        talk.push("ppMsgP", 300, PlantedMistake.text, header: 0x3A)
        talk.push("s_msg", 5, CheckTalk.downStream(1, time: talk.milliseconds))
        talk.send(.client, Bytes.clientPubAck(id: 5))
        talk.pull(7, from: 5000, to: 6000)
        talk.send(.client, Bytes.queryCon(id: 7))
        talk.wait(15)
        talk.send(.client, [0xC0])
        talk.send(.server, [0xD0])
        talk.wait(20)
        talk.message(8)
        talk.close()
        #expect(try await check(Array(talk.segments.dropFirst(beginning))).findings == [])
    }

    @Test("a switch to WebSocket whose answer is missing wants no CONNACK, which may be missing, too")
    func answerToSwitchMissing() async throws {
        var talk = CheckTalk()
        let start = talk.segments.count - 1
        talk.connAck()
        talk.send(.client, Bytes.publish("ppMsgP", to: "bob", id: 1, PlantedMistake.text))
        let end = talk.segments.count
        talk.pubAck(1)
        for id in UInt16(2)...5 {
            talk.wait(3)
            talk.message(id)
        }
        talk.close()
        var segments = talk.segments
        segments.removeSubrange(start..<end)
        #expect(try await check(segments).findings == [])
    }
}
