import Inspection
import Testing
import WireFormat
import WireJSON

@Suite("Rules over sessions of NIM")
struct NIMCheckTests {
    private static let login =
        #"3:::{"SID":2,"CID":3,"SER":1,"Q":[{"t":"Property","v":{"8":1,"18":"app","19":"ann","1000":"t"}}]}"#

    /// A session of an account, with what a rule may find wrong.
    private static func session(
        port: UInt16 = 50401,
        login: String = login,
        code: Int = 200,
        after: Int64 = 0,
        _ middle: (inout Talk) -> Void = { _ in }
    ) -> Talk {
        var talk = Talk(port: port, sdkVersion: nil)
        talk.time += after
        talk.upgrade(path: "/socket.io/1/websocket/s\(port)")
        talk.text(.server, "1::")
        talk.text(.client, login)
        talk.text(.server, #"3:::{"sid":2,"cid":3,"code":\#(code),"r":[{},[]],"ser":1}"#)
        middle(&talk)
        talk.close()
        return talk
    }

    private static func request(_ serial: Int, _ more: String = "") -> String {
        #"3:::{"SID":7,"CID":1,"SER":\#(serial),"Q":[{"t":"Property","v":{"0":0,"1":"bob","8":0,"9":"hi"\#(more)}}]}"#
    }

    private static func answer(_ serial: Int, code: Int = 200) -> String {
        #"3:::{"sid":7,"cid":1,"code":\#(code),"r":[{"12":"9"}],"ser":\#(serial)}"#
    }

    private static func push(_ id: String, serial: Int = 0) -> String {
        let values = #"{"0":"0","1":"ann","2":"bob","8":"0","9":"ho","12":"\#(id)"}"#
        return #"3:::{"sid":7,"cid":2,"code":200,"r":[\#(values)],"ser":\#(serial)}"#
    }

    /// A wrapped push of the message m1.
    private static func wrapped(_ command: String, _ more: String) -> String {
        let message = #"{"0":"0","1":"ann","2":"bob","7":"1700000000000","8":"0","9":"ho","12":"m1"}"#
        let inner = #"{"headerPacket":{"sid":\#(command)},"body":[\#(message)\#(more)]}"#
        return #"3:::{"sid":4,"cid":1,"code":200,"r":["s1",\#(inner)],"ser":0}"#
    }

    private static let beat = #"3:::{"SID":1,"CID":2,"SER":0}"#
    private static let beatAnswer = #"3:::{"sid":1,"cid":2,"code":200,"ser":0}"#
    private static let kick = #"3:::{"sid":2,"cid":5,"code":200,"r":[16,1,""],"ser":0}"#

    private func findings(_ segments: [TestSegment]) async throws -> [String] {
        try await check(segments).findings.map(\.rule)
    }

    @Test("a connection that is silent from when its account logs in anew on ended then", arguments: ["ann", "eve"])
    func moved(next: String) async throws {
        // The first connection is never closed.
        var count = 0
        let first = Self.session { count = $0.segments.count }.segments.prefix(count)
        let login = Self.login.replacing(#""19":"ann""#, with: #""19":"\#(next)""#)
        let second = Self.session(port: 50402, login: login, after: 3_000_000_000) { talk in
            for _ in 0..<3 {
                talk.time += 30_000_000_000
                talk.text(.client, Self.beat)
                talk.text(.server, Self.beatAnswer)
            }
        }
        let found = try await findings(first + second.segments)
        #expect(found == (next == "ann" ? [] : ["nim-heartbeat-missing"]))
    }

    @Test("the recorded session has no finding")
    func recorded() async throws {
        #expect(try await check(try Bundled.file("nim-web-chatroom.pcap")).findings.isEmpty)
    }

    /// A session in which a rule is broken once, and one that only comes near it.
    struct Case: Sendable, CustomTestStringConvertible {
        var rule: String
        var broken: @Sendable (inout Talk) -> Void
        var near: @Sendable (inout Talk) -> Void
        var testDescription: String { rule }
    }

    static let cases = [
        Case(rule: "nim-request-unanswered") { talk in
            talk.text(.client, request(2))
            talk.time += 9_000_000_000
            talk.text(.server, push("m1"))
        } near: { talk in
            // Answered in time; one that has no response in the table; and one at the very end.
            talk.text(.client, request(2))
            talk.time += 7_000_000_000
            talk.text(.server, answer(2, code: 403))
            talk.text(.client, #"3:::{"SID":99,"CID":9,"SER":3}"#)
            talk.time += 9_000_000_000
            talk.text(.client, request(4))
        },
        Case(rule: "nim-answer-without-request") { talk in
            talk.text(.server, answer(7))
        } near: { talk in
            talk.text(.client, request(2))
            talk.text(.server, answer(2))
            talk.text(.server, push("m1"))
        },
        Case(rule: "nim-answer-mismatch") { talk in
            talk.text(.client, #"3:::{"SID":6,"CID":23,"SER":2,"Q":[]}"#)
            talk.text(.server, answer(2))
        } near: { talk in
            talk.text(.client, #"3:::{"SID":6,"CID":23,"SER":2,"Q":[]}"#)
            talk.text(.server, #"3:::{"sid":6,"cid":23,"code":200,"r":["5"],"ser":2}"#)
        },
        Case(rule: "nim-answer-mismatch") { talk in
            // The SDK takes a push for the answer where it has its serial.
            talk.text(.client, #"3:::{"SID":6,"CID":23,"SER":2,"Q":[]}"#)
            talk.text(.server, push("m1", serial: 2))
        } near: { talk in
            talk.text(.client, request(2))
            talk.text(.server, answer(2))
            talk.text(.server, push("m1", serial: 2))
            talk.text(.server, push("m2", serial: 77))
        },
        Case(rule: "nim-serial-reused") { talk in
            talk.text(.client, request(2))
            talk.text(.client, request(2))
            talk.text(.server, answer(2))
        } near: { talk in
            for _ in 0..<2 {
                talk.text(.client, request(2))
                talk.text(.server, answer(2))
            }
        },
        Case(rule: "nim-serial-reused") { talk in
            // The server answers both.
            talk.text(.client, request(2))
            talk.text(.client, #"3:::{"SID":6,"CID":23,"SER":2,"Q":[]}"#)
            talk.text(.server, answer(2))
            talk.text(.server, #"3:::{"sid":6,"cid":23,"code":200,"r":["5"],"ser":2}"#)
        } near: { talk in
            talk.text(.client, request(2))
            talk.text(.client, #"3:::{"SID":6,"CID":23,"SER":3,"Q":[]}"#)
            talk.text(.server, #"3:::{"sid":6,"cid":23,"code":200,"r":["5"],"ser":3}"#)
            talk.text(.server, answer(2))
        },
        Case(rule: "nim-request-unanswered") { talk in
            // The late answer is the server's next packet.
            talk.text(.client, request(2))
            talk.time += 9_000_000_000
            talk.text(.server, answer(2))
        } near: { talk in
            talk.text(.client, request(2))
            talk.time += 7_900_000_000
            talk.text(.server, answer(2))
        },
        Case(rule: "nim-heartbeat-unanswered") { talk in
            talk.text(.client, beat)
            talk.time += 6_000_000_000
            talk.text(.server, beatAnswer)
        } near: { talk in
            talk.text(.client, beat)
            talk.time += 4_900_000_000
            talk.text(.server, beatAnswer)
        },
        Case(rule: "nim-duplicate-message") { talk in
            for _ in 0..<2 { talk.text(.server, wrapped("7,\"cid\":2", "")) }
        } near: { talk in
            // A pin and a comment name the message that they are about.
            talk.text(.server, wrapped("7,\"cid\":2", ""))
            talk.text(.server, wrapped("23,\"cid\":18", #",{"1":"p"},5"#))
            talk.text(.server, wrapped("23,\"cid\":5", #",{"1":"q"}"#))
        },
        Case(rule: "nim-request-after-kick") { talk in
            talk.text(.server, kick)
            talk.time += 2_000_000_000
            talk.text(.client, beat)
            talk.text(.server, beatAnswer)
        } near: { talk in
            // A client that logs out does not go on.
            talk.text(.server, kick)
            talk.time += 2_000_000_000
            talk.text(.client, #"3:::{"SID":2,"CID":6,"SER":2}"#)
            talk.text(.server, #"3:::{"sid":2,"cid":6,"code":200,"ser":2}"#)
        },
        Case(rule: "nim-serial-invalid") { talk in
            talk.text(.client, request(32768))
            talk.text(.server, answer(32768))
        } near: { talk in
            talk.text(.client, request(32767))
            talk.text(.server, answer(32767))
            talk.text(.client, request(1))
            talk.text(.server, answer(1))
            talk.text(.client, beat)
            talk.text(.server, beatAnswer)
        },
        Case(rule: "nim-heartbeat-missing") { talk in
            talk.time += 65_000_000_000
            talk.text(.client, beat)
            talk.text(.server, beatAnswer)
        } near: { talk in
            talk.time += 60_000_000_000
            talk.text(.client, request(2))
            talk.text(.server, answer(2))
            talk.time += 60_000_000_000
            talk.text(.client, "2::")
        },
        Case(rule: "nim-heartbeat-unanswered") { talk in
            talk.text(.client, beat)
            talk.time += 6_000_000_000
            talk.text(.server, push("m1"))
        } near: { talk in
            talk.text(.client, beat)
            talk.time += 4_000_000_000
            talk.text(.server, beatAnswer)
        },
        Case(rule: "nim-request-after-kick") { talk in
            talk.text(.server, kick)
            talk.time += 2_000_000_000
            talk.text(.client, request(2))
            talk.text(.server, answer(2))
        } near: { talk in
            // It may have been on the way.
            talk.text(.server, kick)
            talk.text(.client, request(2))
            talk.text(.server, answer(2))
        },
        Case(rule: "nim-duplicate-message") { talk in
            talk.text(.server, push("m1"))
            talk.text(.server, push("m2"))
            talk.text(.server, push("m1"))
        } near: { talk in
            // A message that is sent again says so, and synchronising may repeat what was pushed.
            talk.text(.client, request(2, #","11":"k1""#))
            talk.text(.server, answer(2))
            talk.text(.client, request(3, #","11":"k1","13":1"#))
            talk.text(.server, answer(3))
            // A comment names the message that it is about.
            let values = #"[{"t":"Property","v":{"11":"k1"}},{"t":"Property","v":{"2":1}}]"#
            talk.text(.client, #"3:::{"SID":23,"CID":3,"SER":4,"Q":\#(values)}"#)
            talk.text(.server, #"3:::{"sid":23,"cid":3,"code":200,"r":["5"],"ser":4}"#)
            talk.text(.server, push("m1"))
            talk.text(
                .server,
                #"3:::{"sid":4,"cid":4,"code":200,"r":[[{"0":"0","1":"ann","8":"0","9":"ho","12":"m1"}]],"ser":0}"#
            )
        },
    ]

    @Test(
        "a polling session without the handshakes of its connections has no finding, as with them",
        arguments: [false, true]
    )
    func withoutHandshakes(hasAcknowledgments: Bool) async throws {
        let segments = CaptureFile.read(try Bundled.file("nim-polling-chat.pcap")).segments
        var cut = segments.filter { $0.flags & TestSegment.syn == 0 && !$0.isBareAcknowledgment }
        // Without acknowledgments, its requests come out after their answers, since the answers' connection is recognised
        // first.
        if !hasAcknowledgments { for index in cut.indices { cut[index].flags &= ~TestSegment.ack } }
        let events = try await Decoded(cut).events().filter { $0.json["frame"]?["ser"]?.int64 == 1 }
        let senders: [JSONValue] = hasAcknowledgments ? ["client", "server"] : ["server", "client"]
        #expect(events.map { $0.json["sender"] } == senders)
        #expect(try await findings(cut) == [])
        // Nor is there one when the capture begins later still.
        for start in stride(from: 1, to: cut.count, by: 2) {
            #expect(try await findings(Array(cut[start...])) == [], "from packet \(start)")
        }
    }

    @Test("a response to nothing is found, also when others come out before their requests")
    func orphanInDisorder() async throws {
        var talk = Self.session { talk in
            talk.text(.client, Self.request(2))
            talk.text(.server, Self.answer(2))
            talk.text(.server, Self.answer(7))
            talk.text(.server, Self.answer(7))
            talk.time += 6_000_000_000
            talk.text(.client, Self.request(3))
            talk.text(.server, Self.answer(3))
        }
        #expect(try await findings(talk.segments) == Array(repeating: "nim-answer-without-request", count: 2))
        for (seconds, rules) in [(0, []), (5, []), (7, ["nim-answer-without-request"])] as [(Int64, [String])] {
            talk = Self.session { talk in
                talk.text(.server, Self.answer(2))
                talk.time += seconds * 1_000_000_000
                talk.text(.client, Self.request(2))
            }
            #expect(try await findings(talk.segments) == rules, "\(seconds) s")
        }
    }

    @Test("a serial may be used again where the server is not heard", arguments: [true, false])
    func reusedUnheard(isHeard: Bool) async throws {
        var talk = Talk(port: 50401, sdkVersion: nil)
        if isHeard { talk.exchange("GET", "/socket.io/1/xhr-polling/s1", answer: Self.push("m1"), type: "text/plain") }
        for body in [Self.login, Self.request(2), Self.request(2)] {
            talk.exchange("POST", "/socket.io/1/xhr-polling/s1", body: body, answer: "1", type: "text/plain")
        }
        talk.end()
        #expect(try await Decoded(talk.segments).events().filter { $0.json["frame"]?["ser"] == 2 }.count == 2)
        #expect(try await findings(talk.segments) == (isHeard ? ["nim-serial-reused"] : []))
    }

    @Test("what is wrong is found, once and nothing else; what only comes near it is not", arguments: cases)
    func broken(_ example: Case) async throws {
        #expect(try await findings(Self.session(example.broken).segments) == [example.rule])
        #expect(try await findings(Self.session(example.near).segments) == [])
    }

    @Test(
        "what is no packet is found",
        arguments: ["9:::", "3:::{", "hello", "3:::[]", "3:::5", "3:::{}", #"3:::{"sid":7}"#, "3:::"]
    )
    func format(text: String) async throws {
        #expect(try await findings(Self.session { $0.text(.server, text) }.segments) == ["nim-format"])
    }

    @Test("that the client says nothing any more is found at the end of the session", arguments: [60, 63])
    func silentEnd(seconds: Int64) async throws {
        let talk = Self.session { talk in
            talk.time += seconds * 1_000_000_000
            talk.text(.server, Self.push("m1"))
        }
        #expect(try await findings(talk.segments) == (seconds > 62 ? ["nim-heartbeat-missing"] : []))
        // Who was kicked, or has logged out, has nothing more to say.
        for end in [Self.kick, #"3:::{"SID":2,"CID":6,"SER":2}"#] {
            let over = Self.session { talk in
                talk.text(end == Self.kick ? .server : .client, end)
                if end != Self.kick { talk.text(.server, #"3:::{"sid":2,"cid":6,"code":200,"ser":2}"#) }
                talk.time += seconds * 1_000_000_000
                talk.text(.server, "2::")
            }
            #expect(try await findings(over.segments) == [])
        }
    }

    @Test("the server need not answer a client that it has kicked, but may")
    func answersAfterKick() async throws {
        for (packets, answer) in [
            ([Self.request(2), Self.kick], Self.answer(2)), ([Self.beat, Self.kick], Self.beatAnswer),
            ([Self.kick, Self.request(2)], Self.answer(2)),
        ] {
            for isAnswered in [true, false] {
                let talk = Self.session { talk in
                    for packet in packets { talk.text(packet == Self.kick ? .server : .client, packet) }
                    if isAnswered { talk.text(.server, answer) }
                    talk.time += 9_000_000_000
                    talk.text(.server, "2::")
                }
                #expect(try await findings(talk.segments) == [], "\(packets), \(isAnswered)")
            }
        }
    }

    @Test("how far apart heartbeats are is an option, which the session shows")
    func ownInterval() async throws {
        func session(_ pauses: [Int64]) -> Talk {
            Self.session { talk in
                for pause in pauses {
                    talk.time += pause * 1_000_000_000
                    talk.text(.client, Self.beat)
                    talk.text(.server, Self.beatAnswer)
                }
            }
        }
        #expect(try await findings(session([120, 120, 120, 120]).segments) == [])
        #expect(try await findings(session([120, 120, 250, 120]).segments) == ["nim-heartbeat-missing"])
        // Where one was sent in the usual time, the others are late; and one pause alone tells nothing.
        #expect(try await findings(session([30, 120]).segments) == ["nim-heartbeat-missing"])
        #expect(try await findings(session([120]).segments) == ["nim-heartbeat-missing"])
        // One that is sent again soon, since it was not answered, tells nothing either.
        #expect(try await findings(session([120, 6, 120, 120]).segments) == [])
    }

    @Test("a message that the client sends twice without saying so is one finding")
    func sentTwice() async throws {
        let talk = Self.session { talk in
            for serial in 2...3 {
                talk.text(.client, Self.request(serial, #","11":"k1""#))
                talk.text(.server, Self.answer(serial))
            }
        }
        #expect(try await findings(talk.segments) == ["nim-duplicate-message"])
    }

    @Test("an answer that comes too late is missed once")
    func late() async throws {
        let talk = Self.session { talk in
            talk.text(.client, Self.request(2))
            talk.time += 20_000_000_000
            talk.text(.server, Self.push("m1"))
            talk.text(.server, Self.answer(2))
        }
        #expect(try await findings(talk.segments) == ["nim-request-unanswered"])
    }

    @Test("what is under way while the connection is interrupted is not missed, nor are heartbeats", arguments: [0, 2])
    func outage(repetitions: Int) async throws {
        for packet in [Self.request(2), Self.beat] {
            var last = 0
            let talk = Self.session { talk in
                talk.text(.client, packet)
                last = talk.segments.count - 1
                talk.time += 65_000_000_000
                talk.text(.server, packet == Self.beat ? Self.beatAnswer : Self.answer(2))
                talk.text(.client, Self.beat)
                talk.text(.server, Self.beatAnswer)
            }
            let copies = (0..<repetitions).map { number in
                var copy = talk.segments[last]
                copy.time += Int64(number + 1) * 300_000_000
                return copy
            }
            let found = try await findings((talk.segments + copies).sorted { $0.time < $1.time })
            let missing = packet == Self.beat ? "nim-heartbeat-unanswered" : "nim-request-unanswered"
            #expect(found == (repetitions == 0 ? [missing, "nim-heartbeat-missing"] : []))
        }
    }

    @Test(
        "a login that is refused again and again is one finding; twice, or for another reason, is none",
        arguments: [2, 3, 5]
    )
    func retried(times: Int) async throws {
        for (code, isFound) in [(302, times > 2), (408, false)] {
            let segments = (0..<times).flatMap { number in
                Self.session(port: UInt16(50411 + number), code: code, after: Int64(number) * 5_000_000_000).segments
            }
            #expect(try await findings(segments) == (isFound ? ["nim-login-retried"] : []))
        }
    }

    @Test("logins of an account with other tokens each time are no repetition, unless the code is not about the token")
    func otherTokens() async throws {
        for (code, tokens, isFound) in [
            (302, ["t", "u", "v"], false), (302, ["t", "u", "u", "u"], true), (403, ["t", "u", "v"], true),
        ] {
            let segments = tokens.enumerated().flatMap { number, token in
                let login = Self.login.replacing(#""1000":"t""#, with: #""1000":"\#(token)""#)
                let after = Int64(number) * 5_000_000_000
                return Self.session(port: UInt16(50411 + number), login: login, code: code, after: after).segments
            }
            #expect(try await findings(segments) == (isFound ? ["nim-login-retried"] : []), "\(code), \(tokens)")
        }
    }

    @Test(
        "a login by itself after a kick is found; one that the user wants, or after a silent kick, is not",
        arguments: [(0, 1, true), (1, 1, false), (0, 4, false)]
    )
    func loginAfterKick(appLogin: Int, reason: Int, isFound: Bool) async throws {
        let kick = Self.kick.replacing("[16,1,", with: "[16,\(reason),")
        let first = Self.session { $0.text(.server, kick) }
        let again = Self.login.replacing("\"8\":1", with: "\"8\":\(appLogin)")
        let second = Self.session(port: 50402, login: again, after: 5_000_000_000)
        let found = try await findings(first.segments + second.segments)
        #expect(found == (isFound ? ["nim-login-after-kick"] : []))
    }

    @Test(
        "who took the place of a kicked device may log in by itself, the kicked device may not",
        arguments: ["phone", "desk"]
    )
    func otherDevice(device: String) async throws {
        func login(_ device: String, _ byItself: Int) -> String {
            Self.login.replacing("\"8\":1", with: "\"8\":\(byItself),\"13\":\"\(device)\"")
        }
        let first = Self.session(login: login("phone", 1)) { $0.text(.server, Self.kick) }
        let second = Self.session(port: 50402, login: login("desk", 1), after: 1_000_000_000)
        let third = Self.session(port: 50403, login: login(device, 0), after: 60_000_000_000)
        let found = try await findings(first.segments + second.segments + third.segments)
        #expect(found == (device == "phone" ? ["nim-login-after-kick"] : []))
    }

    @Test("of a client that is not heard at all, no heartbeat is missing")
    func serverAlone() async throws {
        let talk = Self.session { talk in
            talk.time += 100_000_000_000
            talk.text(.server, Self.push("m1"))
        }
        let server = talk.segments[1].source
        #expect(try await findings(talk.segments) == ["nim-heartbeat-missing"])
        #expect(try await findings(talk.segments.filter { $0.source == server }) == [])
    }

    @Test("a clock that is set back makes nothing late, wherever it is", arguments: 0..<9)
    func clockSetBack(at place: Int) async throws {
        let talk = Self.session { talk in
            for serial in 2...4 {
                if serial - 2 == place / 3 { talk.time -= 5_000_000_000_000 }
                talk.text(.client, Self.request(serial))
                if serial - 2 == place / 3, place % 3 == 1 { talk.time -= 5_000_000_000_000 }
                talk.text(.server, Self.answer(serial))
                talk.time += 20_000_000_000
                talk.text(.client, Self.beat)
                if serial - 2 == place / 3, place % 3 == 2 { talk.time -= 5_000_000_000_000 }
                talk.text(.server, Self.beatAnswer)
            }
        }
        #expect(try await findings(talk.segments) == [])
    }

    @Test("a finding over several connections names the capture's events, however many workers there are")
    func numbers() async throws {
        // Connections that begin together, so that each worker's count of events is far from the capture's.
        let ports = 50421 as UInt16..<50428
        let others = ports.flatMap { port in
            Self.session(port: port, login: Self.login.replacing("ann", with: "u\(port)")) { talk in
                for serial in 2...9 {
                    talk.text(.client, Self.request(serial))
                    talk.text(.server, Self.answer(serial))
                }
            }.segments
        }
        let refused = (0..<3).flatMap { number in
            Self.session(port: UInt16(50411 + number), code: 302, after: Int64(number) * 20_000_000).segments
        }
        let segments = (others + refused).sorted { $0.time < $1.time }
        let expected = try await check(segments, workers: 1).findings
        #expect(expected.map(\.rule) == ["nim-login-retried"])
        for workers in 2...4 {
            let findings = try await check(segments, workers: workers).findings
            #expect(findings == expected, "\(workers) workers")
        }
        // What is named are answers that refuse a login.
        let events = try await Decoded(segments).events()
        let named = expected.flatMap(\.events)
        #expect(named.count == 3)
        for number in named { #expect(events[number - 1].json["frame"]?["code"]?.int64 == 302) }
    }

    @Test("a packet of long polling that the capture lacks is held against nobody")
    func pollingHoles() async throws {
        // The hole may be in the polls and the request in the posts: two connections of one session.
        let segments = CaptureFile.read(try Bundled.file("nim-polling-chat.pcap")).segments
        for lost in segments.indices where !segments[lost].payload.isEmpty {
            var holed = segments
            holed.remove(at: lost)
            let found = try await findings(holed)
            #expect(found == [], "without packet \(lost + 1)")
        }
    }

    @Test("of what a hole may hold, or comes before the capture, nothing is said to be missing")
    func holes() async throws {
        let talk = Self.session { talk in
            for serial in 2...4 {
                talk.text(.client, Self.request(serial))
                talk.text(.server, Self.answer(serial))
                talk.time += 9_000_000_000
            }
        }
        // The packets of the handshake and the switch stay.
        for lost in 8..<talk.segments.count {
            var segments = talk.segments
            segments.remove(at: lost)
            let found = try await findings(segments)
            #expect(found == [], "without packet \(lost)")
            #expect(try await findings(Array(talk.segments[..<lost])) == [], "up to packet \(lost)")
        }
    }
}

@Suite("Rules over answers of YC")
struct YCCheckTests {
    /// Answers on one connection, twenty seconds apart.
    private func findings(_ answers: [String]) async throws -> [String] {
        var talk = Talk(port: 50501, sdkVersion: nil)
        for answer in answers {
            talk.exchange("GET", "/chat/list", answer: answer, type: "application/json")
            talk.time += 20_000_000_000
        }
        talk.end()
        return try await check(talk.segments).findings.map(\.rule)
    }

    private static func reply(_ elements: String..., code: String = "200") -> String {
        #"{"ret_code":\#(code),"result":[\#(elements.joined(separator: ","))]}"#
    }

    private static func element(_ id: String, _ type: String, _ content: String) -> String {
        #"{"id":"\#(id)","type":"\#(type)","content":{\#(content)}}"#
    }

    private static let chat = element("p1", "new_chat", #""topic":"7","ChatType":1,"SpeakType":11"#)
    private static let arrived = element("p2", "DRIVER_ARRIVE", #""order_id":"7""#)

    @Test("each rule is broken once, and nothing else is found")
    func broken() async throws {
        let cases: [(String, [String])] = [
            ("yc-type-case", [Self.reply(Self.chat, Self.element("p2", "Driver_Arrive", #""order_id":"7""#))]),
            ("yc-order-key", [Self.reply(Self.element("p1", "new_chat", #""order_id":"7""#))]),
            ("yc-order-key", [Self.reply(Self.element("p1", "SERVICE_DONE", #""topic":"7""#))]),
            ("yc-result-ignored", [Self.reply(Self.chat, code: "500")]),
            ("yc-local-value", [Self.reply(Self.element("p1", "new_chat", #""topic":"7","ChatType":701"#))]),
            ("yc-local-value", [Self.reply(Self.element("p1", "new_chat", #""topic":"7","SpeakType":16"#))]),
            ("yc-type-unknown", [Self.reply(Self.element("p1", "new_chat", #""topic":"7","ChatType":9"#))]),
            ("yc-type-unknown", [Self.reply(Self.chat, Self.element("p2", "coupon", #""order_id":"7""#))]),
        ]
        for (rule, answers) in cases {
            let found = try await findings(answers)
            #expect(found == [rule], "\(answers)")
        }
    }

    @Test("what only comes near is not found")
    func near() async throws {
        // Each poll may bring the whole list again.
        let handled = Self.element("p1", "new_chat", #""topic":"7","kChatRepeatState":20"#)
        let both = Self.element("p3", "new_chat", #""topic":"7","order_id":"8","SpeakType":15,"ChatType":6"#)
        let answers = [
            Self.reply(Self.chat, Self.arrived, code: "\"200\""), Self.reply(Self.chat, Self.arrived),
            Self.reply(handled, both),
            Self.reply(Self.element("p4", "exception_driver", #""order_id":7,"topic":"8""#)),
        ]
        #expect(try await findings(answers) == [])
    }
}
