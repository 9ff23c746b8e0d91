import Inspection
import Testing
import WireFormat

@Suite("Rules over sessions of LeanCloud")
struct LeanCloudCheckTests {
    /// A session in the JSON form, with what a rule may find wrong.
    private static func session(port: UInt16 = 50201, _ middle: (inout Talk) -> Void) -> Talk {
        var talk = Talk(port: port, sdkVersion: nil)
        talk.upgrade(path: "/")
        talk.text(.client, #"{"cmd":"session","op":"open","appId":"a1","ua":"js/5.0.0","i":1,"peerId":"tom"}"#)
        talk.text(.server, #"{"cmd":"session","op":"opened","i":1,"peerId":"tom","st":"t-1234567"}"#)
        middle(&talk)
        talk.text(.client, #"{"cmd":"session","op":"close","i":99,"peerId":"tom"}"#)
        talk.text(.server, #"{"cmd":"session","op":"closed","i":99,"peerId":"tom"}"#)
        talk.close()
        return talk
    }

    private func findings(_ segments: [TestSegment]) async throws -> [String] {
        try await check(segments).findings.map(\.rule)
    }

    @Test("a clean session has no finding, the recorded one neither")
    func clean() async throws {
        let talk = Self.session { talk in
            talk.text(.client, #"{"cmd":"direct","cid":"c1","msg":"hi","i":2,"peerId":"tom"}"#)
            talk.text(.server, #"{"cmd":"ack","i":2,"uid":"m1","t":1500000000123}"#)
            talk.text(
                .server,
                #"{"cmd":"direct","cid":"c1","id":"m2","fromPeerId":"bob","msg":"ho","timestamp":1500000000456}"#
            )
            talk.text(.client, #"{"cmd":"ack","cid":"c1","mid":"m2","peerId":"tom"}"#)
            talk.text(.client, #"{"cmd":"read","convs":[{"cid":"c1","timestamp":1500000000456}],"peerId":"tom"}"#)
            talk.text(.client, #"{"cmd":"read","convs":[{"cid":"c1","timestamp":1500000000456}],"peerId":"tom"}"#)
            talk.time += 170_000_000_000
            talk.text(.client, #"{"cmd":"echo","i":3}"#)
            talk.text(.server, #"{"cmd":"echo","i":3}"#)
        }
        #expect(try await findings(talk.segments) == [])
        #expect(try await check(try Bundled.file("leancloud-protobuf-chat.pcap")).findings.isEmpty)
    }

    @Test(
        "what is wrong is found, once and nothing else",
        arguments: [
            "leancloud-request-unanswered", "leancloud-answer-without-request", "leancloud-session-order",
            "leancloud-ack-unknown", "leancloud-watermark-backwards", "leancloud-echo-missing",
        ]
    )
    func broken(rule: String) async throws {
        let talk = Self.session { talk in
            switch rule {
            case "leancloud-request-unanswered":
                talk.text(.client, #"{"cmd":"direct","cid":"c1","msg":"hi","i":2,"peerId":"tom"}"#)
                talk.time += 31_000_000_000
            case "leancloud-answer-without-request":
                talk.text(.server, #"{"cmd":"ack","i":7,"uid":"m1","t":1500000000123}"#)
            case "leancloud-session-order":
                talk.text(.server, #"{"cmd":"session","op":"closed","code":4111,"reason":"conflict","peerId":"tom"}"#)
                talk.time += 2_000_000_000
                talk.text(.client, #"{"cmd":"read","convs":[{"cid":"c1","timestamp":5}],"peerId":"tom"}"#)
            case "leancloud-ack-unknown":
                talk.text(
                    .server,
                    #"{"cmd":"direct","cid":"c1","id":"m2","fromPeerId":"bob","msg":"ho","timestamp":5}"#
                )
                talk.text(.client, #"{"cmd":"ack","cid":"c1","mid":"m3","peerId":"tom"}"#)
            case "leancloud-watermark-backwards":
                talk.text(.client, #"{"cmd":"read","convs":[{"cid":"c1","timestamp":500}],"peerId":"tom"}"#)
                talk.text(.client, #"{"cmd":"read","convs":[{"cid":"c2","timestamp":400}],"peerId":"tom"}"#)
                talk.text(.client, #"{"cmd":"read","convs":[{"cid":"c1","timestamp":499}],"peerId":"tom"}"#)
            default:
                talk.time += 400_000_000_000
                talk.text(.client, #"{"cmd":"echo","i":3}"#)
                talk.text(.server, #"{"cmd":"echo","i":3}"#)
            }
        }
        #expect(try await findings(talk.segments) == [rule])
    }

    /// What a client sends before the server's first word, or without ever hearing one.
    private static func early(answers: Bool) -> [TestSegment] {
        var talk = Talk(port: 50201, sdkVersion: nil)
        talk.upgrade(path: "/")
        talk.text(.client, #"{"cmd":"session","op":"open","appId":"a1","ua":"js/5.0.0","i":1,"peerId":"tom"}"#)
        talk.text(.client, #"{"cmd":"read","convs":[{"cid":"c1","timestamp":5}],"peerId":"tom"}"#)
        talk.text(.client, #"{"cmd":"ack","cid":"c1","mid":"m2","peerId":"tom"}"#)
        if answers { talk.text(.server, #"{"cmd":"session","op":"opened","i":1,"peerId":"tom","st":"t-1234567"}"#) }
        talk.close()
        return talk.segments
    }

    @Test("what a client does too early counts once the server is heard, and not where it never is")
    func early() async throws {
        let found = try await findings(Self.early(answers: true))
        #expect(found == ["leancloud-session-order", "leancloud-ack-unknown"])
        #expect(try await findings(Self.early(answers: false)) == [])
    }

    @Test("an opening that is refused again and again is one finding; twice is none", arguments: [2, 3, 5])
    func retried(times: Int) async throws {
        var segments: [TestSegment] = []
        for number in 0..<times {
            var talk = Talk(port: UInt16(50301 + number), sdkVersion: nil)
            talk.time += Int64(number) * 5_000_000_000
            talk.upgrade(path: "/")
            talk.text(.client, #"{"cmd":"session","op":"open","appId":"a1","ua":"js/5.0.0","i":1,"peerId":"tom"}"#)
            talk.text(
                .server,
                #"{"cmd":"session","op":"closed","i":1,"peerId":"tom","code":4102,"reason":"SIGNATURE_FAILED"}"#
            )
            talk.close()
            segments += talk.segments
        }
        #expect(try await findings(segments) == (times < 3 ? [] : ["leancloud-open-retried"]))
    }

    @Test("of what a hole may hold nothing is said to be missing")
    func hole() async throws {
        let talk = Self.session { talk in
            talk.text(.client, #"{"cmd":"direct","cid":"c1","msg":"hi","i":2,"peerId":"tom"}"#)
            talk.text(.server, #"{"cmd":"ack","i":2,"uid":"m1","t":1500000000123}"#)
            talk.time += 40_000_000_000
        }
        var segments = talk.segments
        let answer = try #require(segments.firstIndex { String(decoding: $0.payload, as: UTF8.self).contains("m1") })
        segments.remove(at: answer)
        #expect(!(try await findings(segments)).contains("leancloud-answer-without-request"))
    }

    @Test("a command without a peer is about the one that was opened first", arguments: [true, false])
    func defaultPeer(isNamed: Bool) async throws {
        let talk = Self.session { talk in
            let peer = isNamed ? #","peerId":"tom""# : ""
            talk.text(.server, #"{"cmd":"session","op":"closed","code":4111,"reason":"conflict"\#(peer)}"#)
            talk.time += 2_000_000_000
            talk.text(.client, #"{"cmd":"read","convs":[{"cid":"c1","timestamp":5}],"peerId":"tom"}"#)
        }
        #expect(try await findings(talk.segments) == ["leancloud-session-order"])
    }

    @Test("the SDK of the JSON generation sends no echo", arguments: ["js/2.4.0": 0, "js/3.0.0": 1, "js/10.0": 1])
    func echo(agent: String, count: Int) async throws {
        var talk = Talk(port: 50201, sdkVersion: nil)
        talk.upgrade(path: "/")
        talk.text(.client, #"{"cmd":"session","op":"open","appId":"a1","ua":"\#(agent)","i":1,"peerId":"tom"}"#)
        talk.text(.server, #"{"cmd":"session","op":"opened","i":1,"peerId":"tom","st":"t-1234567"}"#)
        talk.time += 400_000_000_000
        talk.text(.client, #"{"cmd":"read","convs":[{"cid":"c1","timestamp":5}],"peerId":"tom"}"#)
        talk.close()
        #expect(try await findings(talk.segments) == Array(repeating: "leancloud-echo-missing", count: count))
    }

    @Test("an object without members keeps a connection alive")
    func emptyObject() async throws {
        let talk = Self.session { talk in
            for _ in 0..<3 {
                talk.time += 200_000_000_000
                talk.text(.client, "{}")
            }
        }
        #expect(try await findings(talk.segments) == [])
    }
}
