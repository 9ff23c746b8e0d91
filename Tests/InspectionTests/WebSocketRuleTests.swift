import Testing
import WireFormat

@testable import Inspection

/// What RFC 6455 says of frames, held against both ends of connections of any system; RongCloud's are among the planted
/// mistakes.
@Suite("Rules of WebSocket")
struct WebSocketRuleTests {
    private static let open = #"{"cmd":"session","op":"open","appId":"a1","ua":"js/5.0.0","i":1,"peerId":"tom"}"#
    private static let opened = #"{"cmd":"session","op":"opened","i":1,"peerId":"tom","st":"t-1234567"}"#

    /// A session of LeanCloud in which the client sends a text in frames of its own.
    private static func session(_ frames: [UInt8]) -> Talk {
        var talk = Talk(port: 50301, sdkVersion: nil)
        talk.upgrade(path: "/")
        talk.text(.client, open)
        talk.text(.server, opened)
        talk.send(.client, frames)
        talk.close()
        return talk
    }

    private static func echo(isFinal: Bool = true, opcode: UInt8 = 1, _ text: String, mask: [UInt8]?) -> [UInt8] {
        Bytes.webSocket(Array(text.utf8), opcode: opcode, isFinal: isFinal, mask: mask)
    }

    @Test("a client's frame without mask is found in other systems, too, and once")
    func mask() async throws {
        let frame = Self.echo("{}", mask: nil)
        let findings = try await check(Self.session(frame + frame).segments).findings
        #expect(findings == [CheckFinding("websocket-mask", [4])])
    }

    @Test("of a message in fragments each frame counts")
    func fragments() async throws {
        let mask: [UInt8] = [7, 7, 7, 7]
        let first = Self.echo(isFinal: false, "{", mask: mask)
        let last = Self.echo(opcode: 0, "}", mask: mask)
        #expect(try await check(Self.session(first + last).segments).findings == [])
        let bare = Self.echo(isFinal: false, opcode: 0, " ", mask: nil)
        let findings = try await check(Self.session(first + bare + last).segments).findings
        #expect(findings == [CheckFinding("websocket-mask", [4])])
        let long: [UInt8] = [0, 0x80 | 126, 0, 1] + mask + [32 ^ 7]
        #expect(
            try await check(Self.session(first + long + last).segments).findings
                == [CheckFinding("websocket-length", [4])]
        )
    }

    @Test("a close frame's finding names the session's latest event, and after a hole there is none")
    func close() async throws {
        var talk = Talk(port: 50302, sdkVersion: nil)
        talk.upgrade(path: "/")
        talk.text(.client, Self.open)
        talk.text(.server, Self.opened)
        talk.send(.server, Bytes.webSocket([3], opcode: 8))
        talk.close()
        #expect(try await check(talk.segments).findings == [CheckFinding("websocket-close", [3])])
        // The server's first command is missing: the handshake of TCP has three packets, the switch to WebSocket two.
        let holed = Array(talk.segments[..<6] + talk.segments[7...])
        #expect(try await check(holed).findings.allSatisfy { $0.rule != "websocket-close" })
    }

    @Test("where only the mask tells which end is the client, it is not held against anybody")
    func unknownClient() async throws {
        let segments = Self.session(Self.echo("{}", mask: nil)).segments
        // The handshake of TCP has three packets, the switch to WebSocket two.
        #expect(try await check(Array(segments.dropFirst(5))).findings.allSatisfy { $0.rule != "websocket-mask" })
    }
}
