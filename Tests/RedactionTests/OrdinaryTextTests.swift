import RongCloud
import Testing
import WireFormat
import WireJSON
import WireProtobuf

@testable import Redaction

@Suite("Texts that stand in heads or units as well")
struct OrdinaryTextTests {
    /// Texts as people write them, and parts of heads and units that stay.
    private static let texts = [
        "21 Nov", "21 Nov 2026", "Nov 2026", "03:53:25", "gzip, deflate", "sdkVer", "apiVer", "chrmKV", "header",
        "messageid", "timestrap", "application", "javascript", "callBack", "charset=utf-8", "no-cache", "private",
        "keep-alive", "Accept-Language", "en-US,en;q=0.9", "switching", "document", "Content", "userId", "RC:TxtMsg",
        "websocket", "Encoding: gzip",
    ]

    @Test("are replaced, and no connection is cut for one", arguments: texts)
    func isReplaced(_ text: String) async throws {
        var network = TestNetwork()
        var talk = TestConnection(&network, port: 50015)
        let date = ("Date", "Sat, 21 Nov 2026 03:53:25 GMT")
        let plain = [
            date, ("Accept-Encoding", "gzip, deflate, br"), ("Accept-Language", "en-US,en;q=0.9"),
            ("Cache-Control", "no-cache"), ("Sec-Fetch-Dest", "document"), ("Header", "x"),
        ]
        talk.request("GET", "/navi.js?callBack=getServerEndpoint&timestrap=7&messageid=77", plain, &network)
        let answer = Array(#"getServerEndpoint({"code":200,"userId":"ding_4"})"#.utf8)
        let type = ("Content-Type", "application/javascript; charset=utf-8")
        let fields = [type, date, ("Cache-Control", "private, no-cache"), ("Connection", "keep-alive")]
        talk.answer(answer, fields, &network)
        talk.upgrade("/websocket?appId=a&token=b&sdkVer=4.2.0&apiVer=normal", subprotocol: nil, .none, plain, &network)
        for name in ["RC:TxtMsg", "RC:chrmKVNotiMsg"] {
            try talk.publish(name, text: text, &network)
        }
        talk.close(&network)
        let run = try await RedactionTests.Run(network.pcap)
        #expect(run.report.cutFlows.map(\.reason) == [])
        let texts = try await RedactionTests.texts(run.bytes)
        #expect(texts.count == 2 && !texts.contains(text))
    }
}
