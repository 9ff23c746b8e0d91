import Testing
import WireFormat
import WireJSON

@testable import Inspection

/// The border of what 64 bits hold in nanoseconds lies between 9223372036854 and 9223372036855 ms.
@Suite("When a message was sent")
struct SentTimeTests {
    /// Times on the wire, and what events say.
    static let times: [(milliseconds: Int64, shown: String?)] = [
        (1_795_000_000_123, "2026-11-18T11:06:40.123Z"), (0, "1970-01-01T00:00:00.000Z"),
        (-1, "1969-12-31T23:59:59.999Z"), (9_223_372_036_854, "2262-04-11T23:47:16.854Z"),
        (9_223_372_036_855, nil), (253_402_300_799_999, nil), (.max, nil), (-9_223_372_036_855, nil), (.min, nil),
    ]

    private static func check(_ event: TestEvent, _ shown: String?, path: String) throws {
        let message = try #require(event.messages.first)
        #expect(message["sentTime"]?.string == shown)
        let found = event.diagnostics.filter { $0["code"] == "time-range" }
        #expect(found.count == (shown == nil ? 1 : 0))
        #expect(found.allSatisfy { $0["severity"] == "warning" && $0["path"]?.string == path })
    }

    @Test("of RongCloud, a time that 64 bits do not hold in nanoseconds is none, and that is told", arguments: times)
    func rongCloud(milliseconds: Int64, shown: String?) async throws {
        let data =
            Bytes.field(1, "bob") + Bytes.field(2, 1) + Bytes.field(4, "RC:TxtMsg")
            + Bytes.field(5, #"{"content":"hi"}"#) + Bytes.field(6, milliseconds)
        var talk = Talk()
        talk.frame(.server, Bytes.connAck(user: "ann"))
        talk.frame(.server, Bytes.push("s_msg", to: "ann", id: 1, data))
        let event = try #require(try await Decoded(talk.segments).events().last)
        try Self.check(event, shown, path: "dataTime")
        #expect(event.payload?["value"]?["dataTime"]?.string == "\(milliseconds)")
    }

    @Test("of LeanCloud too", arguments: times)
    func leanCloud(milliseconds: Int64, shown: String?) async throws {
        var talk = Talk(port: 50701, sdkVersion: nil)
        talk.upgrade(path: "/", subprotocol: "lc.json.3")
        talk.text(.server, #"{"cmd":"direct","cid":"c1","id":"m","msg":"hi","timestamp":\#(milliseconds)}"#)
        let event = try #require(try await Decoded(talk.segments).events().last)
        try Self.check(event, shown, path: "timestamp")
        #expect(event.payload?["value"]?["timestamp"]?.int64 == milliseconds)
    }

    @Test("and of NIM", arguments: times)
    func nim(milliseconds: Int64, shown: String?) async throws {
        var talk = Talk(port: 50702, sdkVersion: nil)
        talk.upgrade(path: "/socket.io/1/websocket/s1")
        let message = #"{"0":"0","1":"ann","2":"bob","7":"\#(milliseconds)","8":"0","9":"hi"}"#
        talk.text(.server, #"3:::{"sid":7,"cid":2,"ser":0,"code":200,"r":[\#(message)]}"#)
        let event = try #require(try await Decoded(talk.segments).events().last)
        try Self.check(event, shown, path: "msg.time")
        #expect(event.json["frame"]?["body"]?["msg"]?["time"]?.string == "\(milliseconds)")
    }
}
