import Foundation
import RongCloud
import Testing
import WireFormat
import WireJSON

@testable import Conformance

@Suite("Recording events as vectors")
struct VectorRecorderTests {
    /// A user's text message in a frame of the WebSocket form; bytes as a web SDK wrote them.
    private static let publish: JSONValue = [
        "n": 7, "flow": 3, "sender": "client", "transport": "websocket",
        "frame": ["type": "PUBLISH", "topic": "ppMsgP"], "payload": ["message": "UpStreamMessage"],
        "hex": JSONValue(
            "32000670704d73675000076c696e5f6d656900040803120952433a5478744d73671a107b22636f6e74656e74223a226869227d4800"
        ),
    ]

    private static func record(
        _ events: [JSONValue],
        flow: Int64? = nil,
        _ numbers: String? = nil
    ) -> VectorRecorder.Recording {
        let ranges = numbers.flatMap(VectorRecorder.Selection.numbers) ?? []
        var recorder = VectorRecorder(
            capture: "My Chat_2",
            selection: VectorRecorder.Selection(flow: flow, numbers: ranges),
            level: .may,
            key: nil
        )
        for event in events { recorder.hear(event) }
        return recorder.recording
    }

    @Test("makes cases of the frame, its payload and its content, with where they are from")
    func cases() throws {
        let recording = Self.record([Self.publish], flow: 3, "7")
        #expect(recording.refusals == [])
        #expect(
            recording.cases.map(\.id) == [
                "recorded-my-chat-2-7", "recorded-my-chat-2-7-payload", "recorded-my-chat-2-7-message-1",
            ]
        )
        #expect(recording.cases.map(\.operation) == ["frame.decode", "payload.decode", "message.decode"])
        #expect(
            recording.cases.map(\.source) == [
                "capture My Chat_2, event 7", "capture My Chat_2, event 7, payload",
                "capture My Chat_2, event 7, message-1",
            ]
        )
        #expect(recording.cases.allSatisfy { $0.level == .may && $0.flags == ["Recorded"] && $0.reencodesExactly })
        #expect(recording.cases.allSatisfy { $0.comment.hasPrefix("Not reviewed: ") })
        let frame = recording.cases[0].expectation.values[0]
        #expect(frame["targetId"]?.string == "lin_mei")
        #expect(frame["messageId"]?.int64 == 4)
        #expect(frame["payload"] == nil && frame["messages"] == nil)
        #expect(
            recording.cases[2].input == [
                "objectName": "RC:TxtMsg", "hex": JSONValue(Hex.encode(Array(#"{"content":"hi"}"#.utf8))),
            ]
        )
        #expect(recording.cases[2].expectation.values == [["content": "hi"]])
    }

    @Test("makes a group that is read again, passed by the library, and able to fail")
    func group() throws {
        let cases = Self.record([Self.publish]).cases
        let group = VectorRecorder.group(named: "recorded", cases, program: "imwire 1")
        let suite = try VectorSuite([try VectorGroup(parsing: group.text)])
        let run = try AdapterRun(suite: suite.version, suite.entries, adapter: .library(version: "1"))
        #expect(run.isGreen && run.count(.passed) == 3)
        var entries = suite.entries
        entries[0].vector.input["hex"] = "c000"
        let other = try AdapterRun(suite: suite.version, entries, adapter: .library(version: "1"))
        #expect(other.results[0].status == .failed)
    }

    @Test(
        "says of a CONNACK what the client asked for, where its layout tells",
        arguments: [("2000000100027531", 4), ("2000000002753100037369640000018bcfe56800", nil), ("200004", nil)]
            as [(String, Int64?)]
    )
    func negotiated(_ hex: String, _ version: Int64?) throws {
        var frame: JSONValue = ["type": "CONNACK"]
        if version != nil { frame["flags"] = 1 }
        let event: JSONValue = [
            "n": 1, "flow": 3, "sender": "server", "transport": "websocket", "frame": frame, "hex": JSONValue(hex),
        ]
        let cases = Self.record([event]).cases
        #expect(cases.map { $0.input["protocolVersion"]?.int64 } == [version])
        #expect(cases.first?.expectation.values.first?["userId"]?.string == (hex == "200004" ? nil : "u1"))
    }

    @Test("takes the events that are meant, and says which are not there")
    func selection() {
        var other = Self.publish
        other["n"] = 9
        other["flow"] = 4
        func ids(_ flow: Int64?, _ numbers: String?) -> [String] {
            Self.record([Self.publish, other], flow: flow, numbers).cases.filter { $0.operation == "frame.decode" }
                .map { String($0.id.split(separator: "-").last ?? "") }
        }
        #expect(ids(3, nil) == ["7"])
        #expect(ids(nil, "7,9") == ["7", "9"])
        #expect(ids(nil, "8-12") == ["9"])
        #expect(Self.record([Self.publish], flow: 3, "7,8").refusals == ["there is no event 8 on connection 3"])
        #expect(Self.record([other], flow: 3, "9").refusals == ["there is no event 9 on connection 3"])
    }

    @Test("passes over what is no frame, and says so where it was named")
    func noFrame() {
        let http: JSONValue = ["n": 1, "flow": 1, "sender": "client", "transport": "http", "frame": ["type": "HTTP"]]
        #expect(Self.record([http], "1").refusals == ["event 1 is no frame: HTTP"])
        #expect(Self.record([http, Self.publish]).refusals == [])
        #expect(Self.record([http, Self.publish]).cases.count == 3)
    }

    @Test("expects a refusal of a damaged frame, and none of a whole one")
    func damaged() {
        var event = Self.publish
        event["hex"] = "4001"
        #expect(Self.record([event], "7").cases.isEmpty)
        #expect(Self.record([event], "7").refusals.first?.hasPrefix("event 7 cannot be decoded without") == true)
        event["diagnostics"] = [["severity": "error", "code": "frame-truncated"]]
        #expect(Self.record([event], "7").cases.map(\.expectation) == [.reject(["truncated"])])
    }

    @Test("reads numbers and ranges, and nothing else")
    func numbers() {
        #expect(VectorRecorder.Selection.numbers("3,7-9") == [3...3, 7...9])
        for text in ["", "3,", "a", "9-7", "0", "-1", "1-2-3", "1 2", "99999999999999999999"] {
            #expect(VectorRecorder.Selection.numbers(text) == nil, "\(text)")
        }
    }

    @Test("names the system of every case that is not RongCloud's")
    func systems() throws {
        let direct: JSONValue = [
            "n": 5, "flow": 3, "sender": "server", "transport": "websocket", "system": "leancloud",
            "frame": ["cmd": "direct"], "payload": ["message": "GenericCommand"],
            "hex": JSONValue("0802c206120a0e7b225f6c6374797065223a2d317d5a00"),
        ]
        let cases = Self.record([direct], "5").cases
        #expect(cases.map(\.operation) == ["frame.decode", "payload.decode", "message.decode"])
        #expect(cases.allSatisfy { $0.input["system"] == "leancloud" && $0.reencodesExactly })
        #expect(cases[0].comment == "Not reviewed: direct of the server, as it was recorded.")
        #expect(cases[0].expectation.values.first?["cmd"] == "direct")
        #expect(cases[2].expectation.values == [["_lctype": -1]])
        var publish = Self.publish
        publish["system"] = "rongcloud"
        #expect(Self.record([publish], "7").cases.allSatisfy { $0.input["system"] == nil })
        let reply: JSONValue = [
            "n": 6, "flow": 4, "sender": "server", "transport": "polling", "system": "yc", "frame": ["type": "REPLY"],
            "hex": JSONValue(Hex.encode(Array(#"{"ret_code":200,"result":[]}"#.utf8))),
        ]
        #expect(Self.record([reply], "6").cases.map { $0.input["system"] } == ["yc"])
    }
}
