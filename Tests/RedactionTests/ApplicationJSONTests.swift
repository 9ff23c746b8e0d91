import Crypto
import Inspection
import LeanCloud
import NIM
import RongCloud
import Testing
import WireFormat
import WireJSON

@testable import Redaction

/// What applications put into objects of their own is theirs, whatever the keys are called.
@Suite("JSON of applications")
struct ApplicationJSONTests {
    private let leaves = LeafReplacer(Pseudonyms(key: .ofTests))

    /// A JSON text with secrets under keys that the protocols have, and what of it stays.
    struct Case: CustomTestStringConvertible, Sendable {
        enum Unit: Sendable {
            case leanCloud
            case leanCloudContent
            case rongCloud(String)
            case rongCloudHTTP
            case yc
        }

        var testDescription: String
        var unit: Unit
        var json: String
        var secrets: [String]
        var stays: [String] = []
    }

    static let cases = [
        Case(
            testDescription: "attributes of a conversation",
            unit: .leanCloud,
            json: #"""
                {"cmd":"conv","op":"start","i":7,"attr":{"attr":{"code":834921,"count":13912345678,\#
                "limit":6222021234567890,"t":"1391234567890","flag":"203.0.113.77","ua":"6222.0212.3456.7891","phone":13800138000}}}
                """#,
            secrets: [
                "834921", "13912345678", "6222021234567890", "1391234567890", "203.0.113.77", "6222.0212.3456.7891",
                "13800138000",
            ],
            stays: [#""cmd":"conv""#, #""op":"start""#, #""i":7"#, #""attr":{"attr":{"code":"#]
        ),
        Case(
            testDescription: "results of a query",
            unit: .leanCloud,
            json: #"{"cmd":"conv","op":"results","results":[{"objectId":"c1","attr":{"code":441234}}]}"#,
            secrets: ["441234"],
            stays: [#""op":"results""#, #""results":[{""#]
        ),
        Case(
            testDescription: "unread messages, which are the protocol's",
            unit: .leanCloud,
            json:
                #"{"cmd":"unread","convs":[{"cid":"secret-conversation","unread":123456,"timestamp":1795400000123}]}"#,
            secrets: ["secret-conversation"],
            stays: [#""unread":123456"#, #""timestamp":1795400000123"#]
        ),
        Case(
            testDescription: "a typed message",
            unit: .leanCloudContent,
            json: #"""
                {"_lctype":-3,"_lcattrs":{"code":834926},"_lcfile":{"metaData":{"duration":3.5,"size":13912345681}}}
                """#,
            secrets: ["834926", "13912345681"],
            stays: [#""_lctype":-3"#, #""duration":3.5"#]
        ),
        Case(
            testDescription: "numbers with a point or an exponent, also as texts",
            unit: .leanCloudContent,
            json: #"{"_lctype":-3.0,"_lcfile":{"metaData":{"duration":"1e1","size":"1.25e300","width":"123456.5"}}}"#,
            secrets: ["1.25e300", "123456.5"],
            stays: [#""_lctype":-3.0"#, #""duration":"1e1""#, #"e300""#]
        ),
        Case(
            testDescription: "an extra and a status of a text message",
            unit: .rongCloud("RC:TxtMsg"),
            json: #"""
                {"extra":{"code":834922,"duration":13912345679,"source":"203.0.113.78","sentTime":"1391234567891",\#
                "messageType":"AliceWonderland1985","typingContentType":"passwd-hunter2"},\#
                "status":6222021234567891,"mentionedInfo":{"type":13812345677},\#
                "user":{"id":"alice_wonderland","code":834927,"extra":{"code":834928}}}
                """#,
            secrets: [
                "834922", "13912345679", "203.0.113.78", "1391234567891", "AliceWonderland1985", "passwd-hunter2",
                "6222021234567891", "13812345677", "alice_wonderland", "834927", "834928",
            ]
        ),
        Case(
            testDescription: "numbers that are the content's own",
            unit: .rongCloud("RC:VCSummary"),
            json: #"{"duration":12345,"status":0,"hangupReason":3,"startTime":1795400000123,"size":-1}"#,
            secrets: [],
            stays: [
                #"{"duration":12345,"status":0,"hangupReason":3,"startTime":1795400000123,"size":-1}"#
            ]
        ),
        Case(
            testDescription: "numbers with a point or an exponent",
            unit: .rongCloud("RC:VCSummary"),
            json: #"{"duration":1e1,"status":60E0,"hangupReason":5.000000,"size":1.5e-2,"startTime":123456.5}"#,
            secrets: ["123456.5"],
            stays: [#"{"duration":1e1,"status":60E0,"hangupReason":5.000000,"size":1.5e-2,"#]
        ),
        Case(
            testDescription: "keys in another letter case",
            unit: .rongCloud("RC:TxtMsg"),
            json:
                #"{"Content":"alice_in_paris","User":{"ID":"alice_wonderland","status":834935},"STATUS":3,"x":834936}"#,
            secrets: ["alice_in_paris", "alice_wonderland", "834935", "834936"],
            stays: [#"{"Content":"#, #""User":{"ID":"#, #""STATUS":3"#]
        ),
        Case(
            testDescription: "JSON in a text of a content",
            unit: .rongCloud("RC:TxtMsg"),
            json: #"{"status":"{\"code\":834929,\"type\":\"android\"}","extra":"[{\"code\":834930}]"}"#,
            secrets: ["834929", "android", "834930"]
        ),
        Case(
            testDescription: "an application's own content",
            unit: .rongCloud("App:Pay"),
            json: #"{"code":834931,"user":{"id":"alice_wonderland","code":83493},"order":{"isBurnAfterRead":834932}}"#,
            secrets: ["834931", "alice_wonderland", "83493", "834932"]
        ),
        Case(
            testDescription: "what is beside the fields of an answer of HTTP",
            unit: .rongCloudHTTP,
            json:
                #"{"code":200,"userId":"fang_min_1985","mine":{"code":834933,"status":13912345682,"type":"android"}}"#,
            secrets: ["fang_min_1985", "834933", "13912345682", "android"],
            stays: [#""code":200"#]
        ),
        Case(
            testDescription: "numbers as texts, of a message and of no message that the schema has",
            unit: .rongCloudHTTP,
            json: #"""
                {"headerCode":50,"data":{"fromUserId":"fang_min_1985","classname":"RC:TxtMsg","status":"-3000000000",\#
                "dataTime":"12345678901","content":"{\"size\":\"13912345689\"}"},"status":"13912345690"}
                """#,
            secrets: ["fang_min_1985", "13912345689", "13912345690"],
            stays: [#""status":"-3000000000","dataTime":"12345678901""#]
        ),
        Case(
            testDescription: "a chat of YC",
            unit: .yc,
            json: #"""
                {"ret_code":200,"result":[{"id":"p1-secret","type":"new_chat","content":{"ChatType":1,"SpeakType":11,\#
                "messageID":1391234,"code":834925,"result":{"code":13912345688,"type":"aliceSecretName1"},\#
                "text2":{"retCode":"203.0.113.9"}}}]}
                """#,
            secrets: ["p1-secret", "1391234", "834925", "13912345688", "aliceSecretName1", "203.0.113.9"],
            stays: [#""ret_code":200"#, #""type":"new_chat""#, #""ChatType":1,"SpeakType":11"#]
        ),
    ]

    private func rebuilt(_ value: Case) -> [UInt8]? {
        let bytes = Array(value.json.utf8)
        switch value.unit {
        case .leanCloud: return UnitTables.rebuild(leanCloud: bytes, .json, .current, leaves)
        case .leanCloudContent:
            let place = leaves.place("msg", of: "direct", in: UnitTables.leanCloud)
            return Array(leaves.text(value.json, place).utf8)
        case .rongCloud(let name):
            let place = leaves.place("content", of: "UpStreamMessage", in: RongCloudLeaves.payloads)
            return leaves.content(bytes, objectName: Array(name.utf8), place)
        case .rongCloudHTTP: return UnitTables.rebuild(httpBody: bytes, of: .rongCloud, leaves)
        case .yc: return UnitTables.rebuild(httpBody: bytes, of: .yc, leaves)
        }
    }

    @Test("goes, be it called as a number or word of the protocol is", arguments: cases)
    func secrets(_ value: Case) throws {
        let made = String(decoding: try #require(rebuilt(value)), as: UTF8.self)
        for secret in value.secrets {
            #expect(value.json.contains(secret))
            #expect(!made.contains(secret), "\(secret) in \(made)")
        }
        for part in value.stays { #expect(made.contains(part), "\(part) not in \(made)") }
        // What is not kept anywhere is searched for.
        let search = LeakSearch(leaves.pseudonyms.originals)
        for secret in value.secrets where secret.utf8.count >= Originals.shortest {
            let isSearched = search.holds(Array("\"\(secret)\"".utf8).span)
            #expect(isSearched || Vocabulary.isWord(secret), "\(secret)")
        }
    }

    // MARK: NIM

    /// A message of NIM's with an attachment.
    private func attachment(_ attach: String, type: Int, _ scope: NIMScope = .chatroom) throws -> String {
        let command = try #require(
            NIMCommand.all.first { $0.scope == scope && $0.direction == .response && $0.name == "msg" }
        )
        let entity = try #require(command.values.first?.entity)
        func tag(_ name: String) throws -> String {
            let number = (0...150).first { NIMTags.tag($0, of: entity, in: scope)?.name == name }
            return "\(try #require(number))"
        }
        let message = JSONValue.object([
            JSONMember(JSONString(try tag("type")), .string(JSONString("\(type)"))),
            JSONMember(JSONString(try tag("attach")), .string(JSONString(attach))),
        ])
        let packet = try NIMPacket(sid: command.sid, cid: command.cid, ser: 1, code: 200, values: [message])
        let made = try #require(NIMUnits(leaves: leaves, scope: scope).rebuild(packet.encoded()))
        let body = try NIMPacket(decoding: made.span).body(in: scope)
        return try #require(body?[command.values[0].name]?["attach"]?.string)
    }

    @Test("of NIM's type 100 goes, but for what tells the demo's kinds")
    func custom() throws {
        let secrets = [
            "1391234567801", "13912345602", "13912345603", "203.0.113.4", "1391234567805", "13912345606", "13907",
            "6222021234567808", "6222.0212.3456.7809", "mypasswd",
        ]
        let text = #"""
            {"type":1391234567801,"data":{"value":13912345602,"size":13912345603,"flag":"203.0.113.4",\#
            "time":"1391234567805","duration":13912345606,"id":"13907","w":6222021234567808,\#
            "mute":"6222.0212.3456.7809","url":"mypasswd://x"}}
            """#
        for made in [try attachment(text, type: 100), try attachment(text, type: 0), try attachment(text, type: 77)] {
            for secret in secrets { #expect(!made.contains(secret), "\(secret) in \(made)") }
        }
        let demo = try attachment(#"{"type":1,"data":{"value":2,"size":13907,"w":"13907"}}"#, type: 100)
        #expect(demo.contains(#"{"type":1,"data":{"value":2,"#) && !demo.contains("13907"))
        // Another number could be that of a kind.
        let other = try attachment(#"{"type":9,"id":13907,"data":{"value":13907}}"#, type: 100)
        #expect(other.contains(#"{"type":9,"#) && !other.contains("13907"))
    }

    @Test("of NIM's own types keeps sizes and numbers of notifications")
    func builtIn() throws {
        let picture = try attachment(#"{"w":640,"h":480,"size":20480,"name":"secret.jpg"}"#, type: 1)
        #expect(picture.contains(#"{"w":640,"h":480,"size":20480,"#) && !picture.contains("secret"))
        let text = #"{"id":301,"data":{"operator":"alice_w","mute":1,"ext":{"mute":834934}}}"#
        let notice = try attachment(text, type: 5)
        #expect(notice.contains(#"{"id":301,"#) && notice.contains(#""mute":1"#))
        #expect(!notice.contains("alice_w") && !notice.contains("834934"))
    }

    // MARK: Report

    @Test("is counted in a report without names that the capture does not show")
    func report() {
        let names = ["RC:TxtMsg", "App:Pay", "Geheim von Alice Müller"]
        let content = Array(#"{"content":"some text","extra":"more"}"#.utf8)
        func counted(also: Set<String>) -> Set<String> {
            let leaves = LeafReplacer(Pseudonyms(key: .ofTests), also: also)
            let place = leaves.place("content", of: "UpStreamMessage", in: RongCloudLeaves.payloads)
            for name in names { _ = leaves.content(content, objectName: Array(name.utf8), place) }
            return Set(leaves.replaced.values.flatMap(\.keys))
        }
        let fields = counted(also: [])
        #expect(fields.contains("RC:TxtMsg.content") && fields.contains("App:Pay.content"))
        #expect(!fields.contains { $0.contains("Geheim") })
        #expect(!counted(also: ["UpStreamMessage.classname"]).contains { $0.contains("App:Pay") })
    }
}
