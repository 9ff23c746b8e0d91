import RongCloud
import Testing
import WireFormat

@testable import Inspection

@Suite("Who comes back after DISCONNECT")
struct CheckReconnectTests {
    private func reconnects(_ segments: [TestSegment]) async throws -> [CheckFinding] {
        try await check(segments).findings.filter { $0.rule == "reconnect-after-kick" }
    }

    @Test("who asked for a connection before another one was ended does not come back", arguments: [true, false])
    func otherTab(_ isBefore: Bool) async throws {
        var first = CheckTalk(token: "tok-1")
        first.connAck()
        first.wait(1)
        var second = Talk(port: 50002, sdkVersion: nil).moved(to: first.talk.time)
        let request =
            "GET /websocket?appId=app1&token=tok-1&sdkVer=2.5.10&apiVer=normal HTTP/1.1\r\n"
            + "Host: im.example\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
            + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
        if isBefore { second.send(.client, Array(request.utf8)) }
        first.wait(0.1)
        first.send(.server, [0xE0, 0, 1])
        first.close()
        second.time = first.talk.time
        if !isBefore { second.send(.client, Array(request.utf8)) }
        let answer = "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
        second.send(.server, Array((answer + "Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n\r\n").utf8))
        second.frame(.server, [0x20, 0, 0] + Bytes.text("ann"))
        second.close()
        let found = try await reconnects((first.segments + second.segments).sorted { $0.time < $1.time })
        // The events: the first opening, its CONNACK and DISCONNECT, and the second opening.
        #expect(found == (isBefore ? [] : [CheckFinding("reconnect-after-kick", [4, 3])]))
    }

    /// A long-polling session's opening with a token, on the connection of a port.
    private func connect(_ talk: inout PollingTalk, _ token: String, _ session: String, on port: UInt16) {
        talk.request("/websocket?appId=app1&token=\(token)&sdkVer=2.5.10&apiVer=1&pid=1", on: port)
        let status = #""status":0,"userId":"ann","headerCode":32,"messageId":0,"timestamp":1795000000000"#
        talk.answer(#"{"sessionid":"\#(session)",\#(status)}"#, on: port)
    }

    private func disconnect(_ talk: inout PollingTalk, _ session: String, on port: UInt16) {
        talk.request("/pullmsg.js?sessionid=\(session)&timestrap=1&pid=1", on: port)
        talk.answer(#"[{"headerCode":-32,"status":1}]"#, on: port)
    }

    @Test("with long polling, any connection may bring the DISCONNECT", arguments: [UInt16(50001), 50002])
    func polling(_ port: UInt16) async throws {
        var talk = PollingTalk()
        connect(&talk, "tok-1", "s1", on: 50001)
        disconnect(&talk, "s1", on: port)
        talk.wait(2)
        connect(&talk, "tok-1", "s2", on: 50001)
        // The events: CONNECT, CONNACK, POLL, DISCONNECT, CONNECT.
        #expect(try await reconnects(talk.segments) == [CheckFinding("reconnect-after-kick", [5, 4])])
    }

    @Test("of sessions that share a connection, only the one that was ended must not come back")
    func sharedConnection() async throws {
        for (token, expected) in [("tok-1", [CheckFinding("reconnect-after-kick", [7, 6])]), ("tok-2", [])] {
            var talk = PollingTalk()
            connect(&talk, "tok-1", "s1", on: 50001)
            connect(&talk, "tok-2", "s2", on: 50001)
            disconnect(&talk, "s1", on: 50001)
            talk.wait(2)
            connect(&talk, token, "s3", on: 50001)
            #expect(try await reconnects(talk.segments) == expected, "\(token)")
        }
    }
}
