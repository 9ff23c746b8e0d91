import Inspection
import Testing
import WireFormat
import WireJSON

/// Captures that begin late, in each direction of a connection at another place: of what they lack nothing can be said.
@Suite
struct LateCaptureTests {
    /// Which packets of each connection are left out.
    enum Lack: CaseIterable {
        case ofBothEnds
        case ofConnections
        case ofTheFirstEnd
        case ofTheOtherEnd

        func cut(_ segments: [TestSegment], _ count: Int) -> [TestSegment] {
            var first: [Set<TestEndpoint>: TestEndpoint] = [:]
            var seen: [[TestEndpoint]: Int] = [:]
            return segments.filter { segment in
                let opener = first[segment.flow] ?? segment.source
                first[segment.flow] = opener
                let isFirst = segment.source == opener
                let key: [TestEndpoint]
                switch self {
                case .ofBothEnds: key = [segment.source, segment.destination]
                case .ofConnections: key = isFirst ? [opener, segment.destination] : [opener, segment.source]
                case .ofTheFirstEnd where isFirst: key = [segment.source, segment.destination]
                case .ofTheOtherEnd where !isFirst: key = [segment.source, segment.destination]
                case .ofTheFirstEnd, .ofTheOtherEnd: return true
                }
                seen[key, default: 0] += 1
                return seen[key, default: 0] > count
            }
        }
    }

    static let captures = [
        "leancloud-base64-chat", "leancloud-deflate-chat", "leancloud-json-chat", "leancloud-older-chat",
        "leancloud-protobuf-chat", "mixed-systems", "nim-polling-chat", "nim-web-chatroom", "rongcloud-polling-chat",
        "rongcloud-tcp-chat", "rongcloud-web-v2-chat", "rongcloud-web-v4-chat", "yc-polling",
    ]

    /// How many packets are left out: of the handshake and the first messages each number, later ones with steps.
    private static let counts = Array(1...8) + [10, 13, 16, 20]

    @Test("have no finding that the whole capture has not", arguments: captures)
    func findings(_ name: String) async throws {
        let segments = CaptureFile.read(try Bundled.file("\(name).pcap")).segments
        let expected = Set(try await check(segments).findings.map(\.rule))
        for lack in Lack.allCases {
            for count in Self.counts {
                let found = try await check(lack.cut(segments, count)).findings
                // The ids of these captures are made up, so that their times are always others.
                let odd = found.filter { !expected.contains($0.rule) && $0.rule != "message-uid-time" }
                #expect(odd.map { "\($0)" } == [], "\(count) \(lack)")
            }
        }
    }

    @Test("have no answer to what came after it", arguments: captures)
    func pairs(_ name: String) async throws {
        let segments = CaptureFile.read(try Bundled.file("\(name).pcap")).segments
        for lack in Lack.allCases {
            for count in Self.counts {
                for event in try await Decoded(lack.cut(segments, count)).events() {
                    guard let latency = event.json["inReplyTo"]?["latency"]?.double else { continue }
                    #expect(latency >= 0, "\(count) \(lack): event \(event.json["n"]?.int64 ?? 0)")
                }
            }
        }
    }

    @Test(
        "connections of long polling that were joined in the middle have the answers to each other's requests",
        arguments: [true, false]
    )
    func joinedPolling(isAcknowledged: Bool) async throws {
        var talk = PollingTalk()
        talk.connect(on: 50001)
        talk.request("/pullmsg.js?sessionid=s1&timestrap=1&pid=1", on: 50002)
        talk.answer("[]", on: 50002)
        talk.request("/pullmsg.js?sessionid=s1&timestrap=2&pid=1", on: 50002)
        talk.request(
            "/websocket?messageid=1&header=50&sessionid=s1&topic=ppMsgP&targetid=bob&pid=1",
            #"{"sessionId":3,"classname":"RC:TxtMsg","content":"{\"content\":\"hi\"}"}"#,
            on: 50003
        )
        if isAcknowledged { talk.answer("[]", on: 50003) }
        talk.answer(
            #"[{"headerCode":64,"messageId":1,"date":1795000000,"status":0,"millisecond":7}]"#,
            on: 50002
        )
        if !isAcknowledged { talk.answer("[]", on: 50003) }
        let events = try await Decoded(talk.segments.filter { !$0.payload.isEmpty }).events()
        #expect(events.map(\.type) == ["CONNECT", "CONNACK", "POLL", "POLL", "PUBLISH", "PUBACK"])
        #expect(events.last?.reply?["n"]?.int64 == events.first { $0.type == "PUBLISH" }?.number)
    }

    @Test("a heartbeat's answer that comes out after a later heartbeat is the answer to the earlier one")
    func laterHeartbeat() async throws {
        var talk = Talk()
        talk.frame(.client, Bytes.pingRequest)
        let lost = talk.segments.count
        talk.frame(.server, Bytes.push("s_msg", to: "bob", id: 1, Bytes.upStream("RC:TxtMsg", "{}")))
        talk.frame(.server, Bytes.pingResponse)
        talk.frame(.client, Bytes.pingRequest)
        talk.frame(.server, Bytes.pingResponse)
        talk.close()
        var segments = talk.segments
        let ping = segments[lost - 1]
        // The client does not say that it has what is lost, so that it does not wait for that here.
        for index in segments.indices where segments[index].source == ping.source {
            segments[index].acknowledgment = min(segments[index].acknowledgment, ping.acknowledgment)
        }
        segments.remove(at: lost)
        let events = try await Decoded(segments).events()
        let order = events.map(\.type).filter { $0.hasPrefix("PING") }
        #expect(order == ["PINGREQ", "PINGREQ", "PINGRESP", "PINGRESP"])
        let answers = events.filter { $0.type == "PINGRESP" }
        let beats = events.filter { $0.type == "PINGREQ" }.map(\.number)
        #expect(answers.map { $0.reply?["n"]?.int64 } == beats)
    }
}
