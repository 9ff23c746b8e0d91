import Crypto
import Inspection
import LeanCloud
import NIM
import Testing
import WireFormat
import WireJSON

@testable import Redaction

/// Each of a message's packets may have brought a single byte.
@Suite("Messages of JSON with blanks and escapes")
struct MessageLengthTests {
    private static var leaves: LeafReplacer {
        LeafReplacer(Pseudonyms(key: SymmetricKey(data: [UInt8](repeating: 7, count: 32))))
    }

    @Test("of LeanCloud get no shorter")
    func leanCloud() throws {
        let text = #"{ "cmd" : "direct", "i" : 3, "cid": "5f3c", "msg" : "\u79d8\u5bc6\u7684\u8ac7\u8a71" }"#
        let made = try #require(UnitTables.rebuild(leanCloud: Array(text.utf8), .json, .current, Self.leaves))
        #expect(made.count == text.utf8.count)
        let value = try JSONValue(parsing: made)
        #expect(value["cmd"] == "direct" && value["i"] == 3)
        #expect(value["msg"]?.string?.isEmpty == false && value["msg"] != "秘密的談話")
    }

    @Test("of NIM get no shorter")
    func nim() throws {
        let values = #"[ { "t" : "Property", "v" : { "9" : "\u79d8\u5bc6" } } ]"#
        let text = #"3:::{ "SID" : 7, "CID" : 1, "SER" : 2, "Q" : \#(values) }"#
        let made = try #require(NIMUnits(leaves: Self.leaves, scope: .im).rebuild(Array(text.utf8)))
        #expect(made.count == text.utf8.count)
        let packet = try NIMPacket(decoding: made.span)
        #expect(packet.sid == 7 && packet.cid == 1 && packet.ser == 2)
        #expect(!String(decoding: made, as: UTF8.self).contains("秘密"))
    }

    @Test(
        "in bodies of HTTP get no shorter",
        arguments: [
            #"{ "code" : 200, "userId" : "\u79d8\u5bc6\u7684\u8ac7\u8a71" }"#,
            #"[ { "headerCode" : 98 , "status" : 0 } , { "topic" : "\u0073_msg" } ]"#,
            #"getServerEndpoint( { "code" : 200 } );"#,
        ]
    )
    func http(_ text: String) throws {
        let made = UnitTables.rebuild(httpBody: Array(text.utf8), of: .rongCloud, Self.leaves)
        #expect(made.count == text.utf8.count)
        let json = String(decoding: made, as: UTF8.self).drop { $0 != "{" && $0 != "[" }.prefix { $0 != ")" }
        #expect((try? JSONValue(parsing: String(json))) != nil, "\(json)")
    }
}
