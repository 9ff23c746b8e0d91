import Testing
import WireFormat

@testable import Inspection

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
            "leancloud-answer-mismatch", "leancloud-format", "leancloud-serial-reused",
        ]
    )
    func broken(rule: String) async throws {
        let talk = Self.session { talk in
            switch rule {
            case "leancloud-format": talk.text(.client, "hello")
            case "leancloud-serial-reused":
                // The server answers both, whichever first.
                talk.text(.client, #"{"cmd":"direct","cid":"c1","msg":"hi","i":2,"peerId":"tom"}"#)
                talk.text(.client, #"{"cmd":"conv","op":"query","i":2,"peerId":"tom"}"#)
                talk.text(.server, #"{"cmd":"conv","op":"results","i":2,"results":[]}"#)
                talk.text(.server, #"{"cmd":"ack","i":2,"uid":"m1","t":1500000000123}"#)
            case "leancloud-request-unanswered":
                talk.text(.client, #"{"cmd":"direct","cid":"c1","msg":"hi","i":2,"peerId":"tom"}"#)
                talk.time += 31_000_000_000
            case "leancloud-answer-without-request":
                talk.text(.server, #"{"cmd":"ack","i":7,"uid":"m1","t":1500000000123}"#)
            case "leancloud-answer-mismatch":
                talk.text(.client, #"{"cmd":"conv","op":"query","i":2,"peerId":"tom"}"#)
                talk.text(.server, #"{"cmd":"echo","i":2}"#)
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
                talk.text(.client, #"{"cmd":"read","convs":[{"cid":"c1","mid":"m","timestamp":500}],"peerId":"tom"}"#)
                talk.text(.client, #"{"cmd":"read","convs":[{"cid":"c2","mid":"m","timestamp":400}],"peerId":"tom"}"#)
                talk.text(.client, #"{"cmd":"read","convs":[{"cid":"c1","mid":"m","timestamp":499}],"peerId":"tom"}"#)
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

    @Test(
        "only the JavaScript SDK sends at once when it connects again, before it is opened",
        arguments: [("js/5.0.0", true, 0), ("js/5.0.0", false, 1), ("ios/17.0", true, 1)]
    )
    func sendsAtOnce(agent: String, isReconnect: Bool, count: Int) async throws {
        var talk = Talk(port: 50201, sdkVersion: nil)
        talk.upgrade(path: "/")
        let client = #""appId":"a1","ua":"\#(agent)","r":\#(isReconnect),"i":1,"peerId":"tom""#
        talk.text(.client, #"{"cmd":"session","op":"open",\#(client)}"#)
        talk.text(.client, #"{"cmd":"direct","cid":"c1","msg":"hi","i":2,"peerId":"tom"}"#)
        talk.text(.server, #"{"cmd":"session","op":"opened","i":1,"peerId":"tom","st":"t-1234567"}"#)
        talk.text(.server, #"{"cmd":"ack","i":2,"uid":"m1","t":1500000000123}"#)
        talk.close()
        #expect(try await findings(talk.segments) == Array(repeating: "leancloud-session-order", count: count))
    }

    @Test("an opening that is refused again and again is one finding; twice is none", arguments: [2, 3, 5])
    func retried(times: Int) async throws {
        let signatures = Array(repeating: "s", count: times)
        let found = try await findings(Self.refused(4102, signatures))
        #expect(found == (times < 3 ? [] : ["leancloud-open-retried"]))
    }

    @Test(
        "an opening with another signature each time is no repetition, unless the code is not about the signature",
        arguments: [
            (4102, ["s", "t", "u"], false), (4102, ["s", "t", "t", "t"], true), (4103, ["s", "t", "u"], true),
        ]
    )
    func otherSignatures(code: Int, signatures: [String], isFound: Bool) async throws {
        let found = try await findings(Self.refused(code, signatures))
        #expect(found == (isFound ? ["leancloud-open-retried"] : []))
    }

    /// Connections of a client whose openings are refused, with the signature of each.
    private static func refused(_ code: Int, _ signatures: [String]) -> [TestSegment] {
        var segments: [TestSegment] = []
        for (number, signature) in signatures.enumerated() {
            var talk = Talk(port: UInt16(50301 + number), sdkVersion: nil)
            talk.time += Int64(number) * 5_000_000_000
            talk.upgrade(path: "/")
            let client = #""appId":"a1","ua":"js/5.0.0","i":1,"peerId":"tom","s":"\#(signature)""#
            talk.text(.client, #"{"cmd":"session","op":"open",\#(client)}"#)
            talk.text(
                .server,
                #"{"cmd":"session","op":"closed","i":1,"peerId":"tom","code":\#(code),"reason":"REFUSED"}"#
            )
            talk.close()
            segments += talk.segments
        }
        return segments
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

    @Test(
        "the server need not answer what a client asked before the server ended its session, or the connection",
        arguments: [
            (#"{"cmd":"session","op":"closed","code":4111,"reason":"conflict","peerId":"tom"}"#, true),
            (#"{"cmd":"session","op":"closed","code":4111,"reason":"conflict","peerId":"bob"}"#, false),
            (#"{"cmd":"error","code":4107,"reason":"READ_TIMEOUT"}"#, true),
            (#"{"cmd":"goaway"}"#, true),
        ]
    )
    func ended(end: String, isOver: Bool) async throws {
        let talk = Self.session { talk in
            talk.text(.client, #"{"cmd":"direct","cid":"c1","msg":"hi","i":2,"peerId":"tom"}"#)
            talk.text(.server, end)
            talk.time += 31_000_000_000
        }
        #expect(try await findings(talk.segments) == (isOver ? [] : ["leancloud-request-unanswered"]))
    }

    @Test("a client that closes its session gives up what it asked for before")
    func givesUp() async throws {
        var talk = Talk(port: 50201, sdkVersion: nil)
        talk.upgrade(path: "/")
        talk.text(.client, #"{"cmd":"session","op":"open","appId":"a1","ua":"js/5.0.0","i":1,"peerId":"tom"}"#)
        talk.text(.server, #"{"cmd":"session","op":"opened","i":1,"peerId":"tom","st":"t-1234567"}"#)
        talk.text(.client, #"{"cmd":"direct","cid":"c1","msg":"hi","i":2,"peerId":"tom"}"#)
        talk.text(.client, #"{"cmd":"session","op":"close","i":3,"peerId":"tom"}"#)
        talk.text(.server, #"{"cmd":"session","op":"closed","i":3,"peerId":"tom"}"#)
        talk.time += 31_000_000_000
        talk.close()
        #expect(try await findings(talk.segments) == [])
    }

    @Test(
        "what is under way while the connection is interrupted is not missed, whatever the client sends meanwhile",
        arguments: [0, 2],
        [true, false]
    )
    func outage(repetitions: Int, isHeardAgain: Bool) async throws {
        var last = 0
        var count = 0
        let talk = Self.session { talk in
            talk.text(.client, #"{"cmd":"direct","cid":"c1","msg":"hi","i":2,"peerId":"tom"}"#)
            last = talk.segments.count - 1
            talk.time += 35_000_000_000
            talk.text(.client, #"{"cmd":"conv","op":"query","i":3,"peerId":"tom"}"#)
            count = talk.segments.count
            talk.time += 5_000_000_000
            talk.text(.server, #"{"cmd":"ack","i":2,"uid":"m1","t":1500000000123}"#)
            talk.text(.server, #"{"cmd":"conv","op":"results","i":3,"results":[]}"#)
        }
        let copies = (0..<repetitions).map { number in
            var copy = talk.segments[last]
            copy.time += Int64(number + 1) * 300_000_000
            return copy
        }
        let segments = isHeardAgain ? talk.segments : Array(talk.segments.prefix(count))
        let found = try await findings((segments + copies).sorted { $0.time < $1.time })
        #expect(found == (repetitions == 0 ? ["leancloud-request-unanswered"] : []))
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

    @Test(
        "the JavaScript SDK sends keep-alives from 2.x on",
        arguments: ["js/1.0.0": 0, "js/2.4.0": 1, "js/3.0.0": 1, "js/10.0": 1, "ios/2.4.0": 0]
    )
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

    @Test("an answer that comes too late is missed once, and one of the failures answers any command")
    func lateAndRefused() async throws {
        let late = Self.session { talk in
            talk.text(.client, #"{"cmd":"conv","op":"query","i":2,"peerId":"tom"}"#)
            talk.time += 31_000_000_000
            talk.text(.server, #"{"cmd":"conv","op":"results","i":2,"results":[]}"#)
        }
        #expect(try await check(late.segments).findings == [CheckFinding("leancloud-request-unanswered", [4, 5])])
        let refused = Self.session { talk in
            for (i, answer) in [#""conv","op":"error""#, #""error""#].enumerated() {
                talk.text(.client, #"{"cmd":"conv","op":"query","i":\#(i + 2),"peerId":"tom"}"#)
                talk.text(.server, #"{"cmd":\#(answer),"i":\#(i + 2),"code":4301,"reason":"x"}"#)
            }
        }
        #expect(try await findings(refused.segments) == [])
    }

    @Test(
        "a transient message has no answer, unless the client asked for one",
        arguments: [("", 0), ("187", 1), ("179", 0)]
    )
    func transient(bitmap: String, count: Int) async throws {
        var talk = Talk(port: 50201, sdkVersion: nil)
        talk.upgrade(path: "/")
        let bits = bitmap.isEmpty ? "" : #""configBitmap":\#(bitmap),"#
        talk.text(.client, #"{"cmd":"session","op":"open",\#(bits)"appId":"a1","ua":"js/2.4.0","i":1,"peerId":"tom"}"#)
        talk.text(.server, #"{"cmd":"session","op":"opened","i":1,"peerId":"tom"}"#)
        talk.text(.client, #"{"cmd":"direct","cid":"c1","msg":"hi","i":2,"transient":true,"peerId":"tom"}"#)
        talk.text(.client, #"{"cmd":"direct","cid":"c1","msg":"hi","i":3,"transient":false,"peerId":"tom"}"#)
        talk.text(.server, #"{"cmd":"ack","i":3,"uid":"m1","t":1500000000123}"#)
        talk.time += 31_000_000_000
        talk.text(.client, "{}")
        talk.close()
        let found = try await findings(talk.segments)
        #expect(found == Array(repeating: "leancloud-request-unanswered", count: count))
    }

    @Test("what is asked for pushes and live queries needs no client that is open")
    func withoutSession() async throws {
        var talk = Talk(port: 50201, sdkVersion: nil)
        talk.upgrade(path: "/")
        let commands = [
            ("login", "", "loggedin", ""), ("report", "upload", "report", "uploaded"), ("logout", "", "loggedout", ""),
        ]
        for (i, (cmd, op, answer, answerOp)) in commands.enumerated() {
            func member(_ op: String) -> String { op.isEmpty ? "" : #""op":"\#(op)","# }
            let more = #""appId":"a1","service":1,"installationId":"d1","i":\#(i + 1)"#
            talk.text(.client, #"{"cmd":"\#(cmd)",\#(member(op))\#(more)}"#)
            talk.text(.server, #"{"cmd":"\#(answer)",\#(member(answerOp))"i":\#(i + 1)}"#)
        }
        talk.close()
        #expect(try await findings(talk.segments) == [])
    }

    /// Two clients that share a connection.
    private static func pair(_ middle: (inout Talk) -> Void) -> Talk {
        session { talk in
            talk.text(.client, #"{"cmd":"session","op":"open","appId":"a1","ua":"js/5.0.0","i":2,"peerId":"bob"}"#)
            talk.text(.server, #"{"cmd":"session","op":"opened","i":2,"peerId":"bob"}"#)
            middle(&talk)
        }
    }

    @Test("clients that share a connection are judged each by itself")
    func sharing() async throws {
        let apart = Self.pair { talk in
            // Each has marks and messages of its own.
            talk.text(.client, #"{"cmd":"read","convs":[{"cid":"c1","mid":"m1","timestamp":500}],"peerId":"tom"}"#)
            talk.text(.client, #"{"cmd":"read","convs":[{"cid":"c1","timestamp":400}],"peerId":"bob"}"#)
            talk.text(
                .server,
                #"{"cmd":"direct","cid":"c1","id":"m2","fromPeerId":"eve","msg":"ho","timestamp":5,"peerId":"bob"}"#
            )
            talk.text(.client, #"{"cmd":"ack","cid":"c1","mid":"m2","peerId":"bob"}"#)
        }
        #expect(try await findings(apart.segments) == [])
        let mixed = Self.pair { talk in
            talk.text(
                .server,
                #"{"cmd":"direct","cid":"c1","id":"m2","fromPeerId":"eve","msg":"ho","timestamp":5,"peerId":"bob"}"#
            )
            talk.text(.client, #"{"cmd":"ack","cid":"c1","mid":"m2","peerId":"tom"}"#)
        }
        #expect(try await findings(mixed.segments) == ["leancloud-ack-unknown"])
    }

    @Test("a client is not open because another one is", arguments: ["never", "closed", "refused"])
    func otherIsOpen(state: String) async throws {
        let talk = Self.session { talk in
            if state != "never" {
                talk.text(.client, #"{"cmd":"session","op":"open","appId":"a1","ua":"js/5.0.0","i":2,"peerId":"bob"}"#)
                talk.text(
                    .server,
                    state == "refused"
                        ? #"{"cmd":"session","op":"error","i":2,"code":4103,"reason":"x"}"#
                        : #"{"cmd":"session","op":"opened","i":2,"peerId":"bob"}"#
                )
            }
            if state == "closed" { talk.text(.server, #"{"cmd":"session","op":"closed","peerId":"bob"}"#) }
            talk.time += 2_000_000_000
            talk.text(.client, #"{"cmd":"conv","op":"start","m":["x"],"i":3,"peerId":"bob"}"#)
            talk.text(.server, #"{"cmd":"conv","op":"error","i":3,"code":4105,"reason":"SESSION_REQUIRED"}"#)
            talk.text(.client, #"{"cmd":"conv","op":"query","i":4,"peerId":"tom"}"#)
            talk.text(.server, #"{"cmd":"conv","op":"results","i":4,"results":[]}"#)
        }
        #expect(try await findings(talk.segments) == ["leancloud-session-order"])
    }

    @Test("with many clients, conversations or messages nothing is said of those that are not remembered")
    func many() async throws {
        let messages = Self.session { talk in
            for number in 0..<CheckLimits().messageUIDs + 2 {
                talk.text(
                    .server,
                    #"{"cmd":"direct","cid":"c1","id":"m\#(number)","fromPeerId":"bob","msg":"ho","timestamp":\#(number)}"#
                )
            }
            talk.text(.client, #"{"cmd":"ack","cid":"c1","mid":"m\#(CheckLimits().messageUIDs + 1)","peerId":"tom"}"#)
        }
        #expect(try await findings(messages.segments) == [])
        let clients = Self.session { talk in
            for number in 0...CheckLimits().names {
                let client = #""i":\#(number + 200),"peerId":"u\#(number)""#
                talk.text(.client, #"{"cmd":"session","op":"open","appId":"a1","ua":"js/5.0.0",\#(client)}"#)
                talk.text(.server, #"{"cmd":"session","op":"opened",\#(client)}"#)
                talk.text(.client, #"{"cmd":"read","convs":[{"cid":"c1","timestamp":5}],"peerId":"u\#(number)"}"#)
            }
            // One that was opened is closed no less because others came since.
            talk.text(.server, #"{"cmd":"session","op":"closed","peerId":"tom"}"#)
            talk.time += 2_000_000_000
            talk.text(.client, #"{"cmd":"read","convs":[{"cid":"c1","timestamp":5}],"peerId":"tom"}"#)
        }
        #expect(try await findings(clients.segments) == ["leancloud-session-order"])
    }

    @Test("of clients that share a connection the one is found that is refused again and again", arguments: [2, 3])
    func retriedBesideAnother(times: Int) async throws {
        var segments: [TestSegment] = []
        for number in 0..<times {
            var talk = Talk(port: UInt16(50301 + number), sdkVersion: nil)
            talk.time += Int64(number) * 5_000_000_000
            talk.upgrade(path: "/")
            for (i, peer) in ["tom", "bob"].enumerated() {
                let client = #""i":\#(i + 1),"peerId":"\#(peer)""#
                talk.text(.client, #"{"cmd":"session","op":"open","appId":"a1","ua":"js/5.0.0",\#(client)}"#)
            }
            talk.text(.server, #"{"cmd":"session","op":"closed","i":1,"code":4103,"reason":"INVALID_LOGIN"}"#)
            talk.text(.server, #"{"cmd":"session","op":"opened","i":2,"peerId":"bob"}"#)
            // What is refused later is no opening.
            talk.text(.client, #"{"cmd":"session","op":"refresh","i":3,"peerId":"bob","st":"t-1234567"}"#)
            talk.text(.server, #"{"cmd":"error","i":3,"peerId":"bob","code":4102,"reason":"SIGNATURE_FAILED"}"#)
            talk.close()
            segments += talk.segments
        }
        #expect(try await findings(segments) == (times < 3 ? [] : ["leancloud-open-retried"]))
    }

    @Test("that no echo comes any more is found at the end of the connection", arguments: [361, 363])
    func silentEnd(seconds: Int64) async throws {
        var talk = Talk(port: 50201, sdkVersion: nil)
        talk.upgrade(path: "/")
        talk.text(.client, #"{"cmd":"session","op":"open","appId":"a1","ua":"js/5.0.0","i":1,"peerId":"tom"}"#)
        talk.text(.server, #"{"cmd":"session","op":"opened","i":1,"peerId":"tom","st":"t-1234567"}"#)
        talk.time += seconds * 1_000_000_000
        talk.text(.server, #"{"cmd":"goaway"}"#)
        talk.close()
        #expect(try await findings(talk.segments) == (seconds > 362 ? ["leancloud-echo-missing"] : []))
    }

    @Test("a client that is sent to another server need not be answered nor heard any more", arguments: [true, false])
    func sentAway(isSentAway: Bool) async throws {
        let talk = Self.session { talk in
            if isSentAway { talk.text(.server, #"{"cmd":"goaway"}"#) }
            talk.text(.client, #"{"cmd":"conv","op":"query","i":2,"peerId":"tom"}"#)
            talk.time += 400_000_000_000
        }
        let missing = ["leancloud-request-unanswered", "leancloud-echo-missing"]
        #expect(Set(try await findings(talk.segments)) == Set(isSentAway ? [] : missing))
    }

    private static let message = #","mid":"m1""#

    @Test(
        "the JavaScript SDK marks a conversation without a message by its own clock, which need not agree with the server's",
        arguments: [
            ("js/5.0.0", "", message, 0), ("js/5.0.0", message, "", 0), ("js/5.0.0", message, message, 1),
            ("ios/17.0", "", "", 1),
        ]
    )
    func markByClock(agent: String, first: String, second: String, count: Int) async throws {
        var talk = Talk(port: 50201, sdkVersion: nil)
        talk.upgrade(path: "/")
        talk.text(.client, #"{"cmd":"session","op":"open","appId":"a1","ua":"\#(agent)","i":1,"peerId":"tom"}"#)
        talk.text(.server, #"{"cmd":"session","op":"opened","i":1,"peerId":"tom","st":"t-1234567"}"#)
        for (time, mid) in [(500, first), (400, second)] {
            let mark = #"{"cid":"c1","timestamp":\#(time)\#(mid)}"#
            talk.text(.client, #"{"cmd":"read","convs":[\#(mark)],"peerId":"tom"}"#)
        }
        talk.close()
        #expect(try await findings(talk.segments) == Array(repeating: "leancloud-watermark-backwards", count: count))
    }

    @Test("an i may be used again after its answer, and where the server is not heard before")
    func reused() async throws {
        let answered = Self.session { talk in
            for _ in 0..<2 {
                talk.text(.client, #"{"cmd":"conv","op":"query","i":2,"peerId":"tom"}"#)
                talk.text(.server, #"{"cmd":"conv","op":"results","i":2,"results":[]}"#)
            }
        }
        #expect(try await findings(answered.segments) == [])
        let late = Self.session { talk in
            for _ in 0..<2 { talk.text(.client, #"{"cmd":"conv","op":"query","i":2,"peerId":"tom"}"#) }
        }
        let server = late.segments[1].source
        #expect(try await findings(late.segments.filter { $0.source != server }) == [])
    }

    @Test(
        "a client that lost its connection acknowledges on the next one what came on the first",
        arguments: ["true", "1", "false"]
    )
    func reconnected(r: String) async throws {
        var talk = Talk(port: 50201, sdkVersion: nil)
        talk.upgrade(path: "/")
        talk.text(.client, #"{"cmd":"session","op":"open","r":\#(r),"appId":"a1","i":1,"peerId":"tom"}"#)
        talk.text(.server, #"{"cmd":"session","op":"opened","i":1,"peerId":"tom"}"#)
        talk.text(.client, #"{"cmd":"ack","cid":"c1","fromts":500,"tots":600,"peerId":"tom"}"#)
        talk.close()
        #expect(try await findings(talk.segments) == (r == "false" ? ["leancloud-ack-unknown"] : []))
    }

    @Test(
        "up to 3.4, a message of the server puts off the next echo of the SDK",
        arguments: [("js/3.4.2", 100, 0), ("js/3.4.2", 125, 4), ("js/3.5.0", 100, 1), ("js/3.12.0", 50, 0)]
    )
    func putOff(agent: String, pause: Int64, count: Int) async throws {
        var talk = Talk(port: 50201, sdkVersion: nil)
        talk.upgrade(path: "/")
        talk.text(.client, #"{"cmd":"session","op":"open","appId":"a1","ua":"\#(agent)","i":1,"peerId":"tom"}"#)
        talk.text(.server, #"{"cmd":"session","op":"opened","i":1,"peerId":"tom"}"#)
        for _ in 0..<4 {
            talk.time += pause * 1_000_000_000
            talk.text(.server, #"{"cmd":"unread","convs":[]}"#)
        }
        talk.close()
        #expect(try await findings(talk.segments) == Array(repeating: "leancloud-echo-missing", count: count))
        // Without the server's messages, nobody knows what put it off.
        let server = talk.segments[1].source
        let alone = try await findings(talk.segments.filter { $0.source != server })
        #expect(agent != "js/3.4.2" || alone == [])
    }

    @Test(
        "the SDK 2.x sends {} once, 60 s after a message of the server",
        arguments: [
            (60, "{}", 0), (60, nil, 1), (120, "{}", 0), (125, "{}", 1),
            (60, #"{"cmd":"read","convs":[],"peerId":"tom"}"#, 1),
        ] as [(Int64, String?, Int)]
    )
    func single(pause: Int64, sent: String?, count: Int) async throws {
        for isEnded in [false, true] {
            var talk = Talk(port: 50201, sdkVersion: nil)
            talk.upgrade(path: "/")
            talk.text(.client, #"{"cmd":"session","op":"open","appId":"a1","ua":"js/2.4.0","i":1,"peerId":"tom"}"#)
            talk.text(.server, #"{"cmd":"session","op":"opened","i":1,"peerId":"tom"}"#)
            talk.time += pause * 1_000_000_000
            if let sent { talk.text(.client, sent) }
            // Without an answer, no further one is due; after an answer, the next one is.
            if isEnded, sent == "{}" { talk.text(.server, "{}") }
            talk.time += 70_000_000_000
            if isEnded { talk.text(.client, "{}") }
            talk.time += 300_000_000_000
            talk.close()
            let found = try await findings(talk.segments)
            #expect(found == Array(repeating: "leancloud-echo-missing", count: count), "\(isEnded)")
        }
    }

    @Test("a client of the SDK 2.x whose session is closed leaves", arguments: [true, false])
    func closed(isClosed: Bool) async throws {
        var talk = Talk(port: 50201, sdkVersion: nil)
        talk.upgrade(path: "/")
        talk.text(.client, #"{"cmd":"session","op":"open","appId":"a1","ua":"js/2.4.0","i":1,"peerId":"tom"}"#)
        talk.text(.server, #"{"cmd":"session","op":"opened","i":1,"peerId":"tom"}"#)
        talk.text(.client, #"{"cmd":"session","op":"\#(isClosed ? "close" : "query")","i":2,"peerId":"tom"}"#)
        talk.text(.server, #"{"cmd":"session","op":"\#(isClosed ? "closed" : "query-result")","i":2,"peerId":"tom"}"#)
        talk.time += 300_000_000_000
        talk.close()
        #expect(try await findings(talk.segments) == (isClosed ? [] : ["leancloud-echo-missing"]))
    }

    @Test("a connection that made room for others and is heard again does not begin there", arguments: [1, 8])
    func resumed(room sessions: Int) async throws {
        func opened(_ port: UInt16) -> Talk {
            var talk = Talk(port: port, sdkVersion: nil)
            talk.upgrade(path: "/")
            talk.text(.client, #"{"cmd":"session","op":"open","appId":"a1","ua":"js/5.0.0","i":1,"peerId":"tom"}"#)
            talk.text(.server, #"{"cmd":"session","op":"opened","i":1,"peerId":"tom"}"#)
            return talk
        }
        var talk = opened(50201)
        let start = talk.segments.count
        talk.text(.client, #"{"cmd":"conv","op":"query","i":2,"peerId":"tom"}"#)
        talk.text(.server, #"{"cmd":"conv","op":"results","i":2,"results":[]}"#)
        let other = opened(50202).segments
        var limits = CheckLimits()
        limits.sessions = sessions
        let segments = talk.segments[..<start] + other + talk.segments[start...]
        #expect(try await findingLog(Array(segments), limits).sorted.map { CheckFinding($0) } == [])
    }

    @Test("where the beginning is missing, another client may be open before the first one that is seen")
    func firstClientMissing() async throws {
        var talk = Talk(port: 50201, sdkVersion: nil)
        talk.upgrade(path: "/")
        let start = talk.segments.count
        talk.text(.client, #"{"cmd":"session","op":"open","appId":"a1","ua":"js/5.0.0","i":1,"peerId":"tom"}"#)
        talk.text(.server, #"{"cmd":"session","op":"opened","i":1,"peerId":"tom"}"#)
        let end = talk.segments.count
        talk.text(.client, #"{"cmd":"session","op":"open","appId":"a1","ua":"js/5.0.0","i":2,"peerId":"eve"}"#)
        talk.text(.server, #"{"cmd":"session","op":"opened","i":2,"peerId":"eve"}"#)
        talk.text(.client, #"{"cmd":"conv","op":"query","i":3,"peerId":"tom"}"#)
        talk.text(.server, #"{"cmd":"conv","op":"results","i":3,"results":[]}"#)
        talk.close()
        var segments = talk.segments
        #expect(try await findings(segments) == [])
        segments.removeSubrange(start..<end)
        #expect(try await findings(segments) == [])
    }

    @Test(
        "a command before any session/open is found if the capture has the handshake or the switch to WebSocket",
        arguments: [0, 3, 5]
    )
    func withoutOpening(lost packets: Int) async throws {
        var talk = Talk(port: 50201, sdkVersion: nil)
        talk.upgrade(path: "/")
        talk.text(.client, #"{"cmd":"conv","op":"query","i":1,"peerId":"tom"}"#)
        talk.text(.server, #"{"cmd":"conv","op":"results","i":1,"results":[]}"#)
        talk.text(.client, #"{"cmd":"session","op":"open","appId":"a1","ua":"js/5.0.0","i":2,"peerId":"tom"}"#)
        talk.text(.server, #"{"cmd":"session","op":"opened","i":2,"peerId":"tom"}"#)
        talk.close()
        // The handshake of TCP is three packets, the switch to WebSocket two.
        let found = try await findings(Array(talk.segments.dropFirst(packets)))
        #expect(found == (packets < 5 ? ["leancloud-session-order"] : []))
    }

    @Test(
        "without the beginning of the connection, another client may use it before the first session/open",
        arguments: [(0, true), (3, true), (5, false)]
    )
    func joined(lost packets: Int, isFound: Bool) async throws {
        var talk = Talk(port: 50201, sdkVersion: nil)
        talk.upgrade(path: "/")
        talk.text(.client, #"{"cmd":"session","op":"open","appId":"a1","ua":"js/5.0.0","i":7,"peerId":"tom"}"#)
        talk.text(.server, #"{"cmd":"session","op":"opened","i":7,"peerId":"tom"}"#)
        talk.text(.client, #"{"cmd":"conv","op":"query","i":8,"peerId":"bob"}"#)
        talk.text(.server, #"{"cmd":"conv","op":"results","i":8,"results":[]}"#)
        // What was asked and delivered before.
        talk.text(.server, #"{"cmd":"ack","i":6,"uid":"m1","t":1500000000123}"#)
        talk.text(.client, #"{"cmd":"ack","cid":"c1","mid":"m2","peerId":"bob"}"#)
        talk.close()
        let found = try await findings(Array(talk.segments.dropFirst(packets)))
        let all = ["leancloud-session-order", "leancloud-answer-without-request", "leancloud-ack-unknown"]
        #expect(found.sorted() == (isFound ? all.sorted() : []))
    }

    @Test(
        "a connection that is silent from when its client opens the next one on ended then",
        arguments: ["tom", "eve"]
    )
    func moved(next: String) async throws {
        var talks: [Talk] = []
        for (port, name) in [(UInt16(50201), "tom"), (50202, next)] {
            var talk = Talk(port: port, sdkVersion: nil)
            if let last = talks.last { talk = talk.moved(to: last.time + 3_000_000_000) }
            talk.upgrade(path: "/")
            talk.text(.client, #"{"cmd":"session","op":"open","appId":"a1","ua":"js/5.0.0","i":1,"peerId":"\#(name)"}"#)
            talk.text(.server, #"{"cmd":"session","op":"opened","i":1,"peerId":"\#(name)"}"#)
            talk.text(.client, #"{"cmd":"conv","op":"query","i":2,"peerId":"\#(name)"}"#)
            if talks.count == 1 {
                talk.text(.server, #"{"cmd":"conv","op":"results","i":2,"results":[]}"#)
                talk.time += 60_000_000_000
                talk.close()
            }
            talks.append(talk)
        }
        let found = try await findings(talks.flatMap(\.segments))
        #expect(found == (next == "tom" ? [] : ["leancloud-request-unanswered"]))
    }

    @Test("a clock that is set back makes nothing late, wherever it is", arguments: 0..<12)
    func clockSetBack(at place: Int) async throws {
        let talk = Self.session { talk in
            for i in 2...5 {
                if i - 2 == place / 3 { talk.time -= 5_000_000_000_000 }
                talk.text(.client, #"{"cmd":"conv","op":"query","i":\#(i),"peerId":"tom"}"#)
                if i - 2 == place / 3, place % 3 == 1 { talk.time -= 5_000_000_000_000 }
                talk.text(.server, #"{"cmd":"conv","op":"results","i":\#(i),"results":[]}"#)
                talk.text(.client, #"{"cmd":"echo","i":\#(i + 10)}"#)
                if i - 2 == place / 3, place % 3 == 2 { talk.time -= 5_000_000_000_000 }
                talk.text(.server, #"{"cmd":"echo","i":\#(i + 10)}"#)
                talk.time += 20_000_000_000
            }
        }
        #expect(try await findings(talk.segments) == [])
    }

    @Test("where the clocks of the two ends differ, nothing is early or late", arguments: [-20, -2] as [Int64])
    func twoClocks(_ ahead: Int64) async throws {
        let talk = Self.session { talk in
            talk.text(.client, #"{"cmd":"direct","cid":"c1","msg":"hi","i":2,"peerId":"tom"}"#)
            talk.text(.server, #"{"cmd":"ack","i":2,"uid":"m1","t":1500000000123}"#)
            talk.text(.server, #"{"cmd":"direct","cid":"c1","id":"m2","fromPeerId":"bob","msg":"ho","timestamp":5}"#)
            talk.text(.client, #"{"cmd":"ack","cid":"c1","mid":"m2","peerId":"tom"}"#)
        }
        #expect(try await findings(talk.segments.merged(port: 50201, ahead: ahead)) == [])
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
