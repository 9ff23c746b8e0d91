import Testing
import WireFormat
import WireJSON

@testable import Redaction

@Suite("Commands of LeanCloud that nobody knows")
struct UnknownCommandTests {
    /// Newer SDKs have commands and operations that the schema lacks; damage makes others.
    @Test(
        "keep a name that a program would choose, lose another one, and cut no connection",
        arguments: [
            ("session", "refresh-all", true, true), ("presence", "watch_many", true, true),
            ("sess)on", "opened", false, true), ("conv", "members of lin_mei", true, false),
            ("x" + String(repeating: "y", count: 40), "update", false, true), ("a,b", "o:p", false, false),
        ] as [(cmd: String, op: String, keepsCmd: Bool, keepsOp: Bool)]
    )
    func names(cmd: String, op: String, keepsCmd: Bool, keepsOp: Bool) async throws {
        var network = TestNetwork()
        var talk = TestConnection(&network, port: 50016)
        talk.upgrade("/", subprotocol: "lc.json.3", .none, [], &network)
        let open = #"{"cmd":"session","op":"open","appId":"app-of-somebody","peerId":"lin_mei","i":1}"#
        talk.message(.client, Array(open.utf8), isText: true, &network)
        let unknown = #"{"cmd":"\#(cmd)","op":"\#(op)","peerId":"lin_mei","i":2}"#
        talk.message(.client, Array(unknown.utf8), isText: true, &network)
        talk.close(&network)
        let run = try await RedactionTests.Run(network.pcap)
        #expect(run.report.cutFlows.map(\.reason) == [])
        let (before, after) = try await (RedactionTests.events(network.pcap), RedactionTests.events(run.bytes))
        #expect(before.count == after.count)
        let frame = try #require(after.first { $0["frame"]?["i"]?.int64 == 2 }?["frame"])
        #expect((frame["cmd"]?.string == cmd) == keepsCmd && (frame["op"]?.string == op) == keepsOp)
        #expect(!frame.description.contains("lin_mei"))
    }

    /// The pseudonym of a name with few letters has nothing but letters, and could be taken for a name that stays.
    @Test(
        "and topics and types of messages with odd names are replaced, cut no connection and make no difference",
        arguments: [
            ("s_msg", "s-msg"), ("s_msg", "s/msg"), ("RC:TxtMsg", "(app@x/y)"), ("RC:TxtMsg", "ab@x/y/z)"),
            ("RC:TxtMsg", "RC/TxtMsg"), ("RC:TxtMsg", "139123456"),
        ] as [(name: String, odd: String)]
    )
    func oddNames(name: String, odd: String) async throws {
        var capture = try RedactionTests.bytes("rongcloud-web-v4-chat.pcap")
        while let place = capture.firstRange(of: Array(name.utf8)) { capture.replaceSubrange(place, with: odd.utf8) }
        let run = try await RedactionTests.Run(capture)
        #expect(run.report.cutFlows.map(\.reason) == [])
        let (before, after) = try await (RedactionTests.events(capture), RedactionTests.events(run.bytes))
        #expect(before.description.contains(odd) && !after.description.contains(odd))
        #expect(try await ComparisonTests.compare(capture, run.bytes).differences.map(\.meaning) == [])
    }
}
