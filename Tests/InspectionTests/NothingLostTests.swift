import Testing
import WireFormat
import WireJSON

@testable import Inspection

/// What has no place of its own in an event is shown all the same, and told.
@Suite("Nothing of a unit of LeanCloud or NIM is lost without a word")
struct NothingLostTests {
    // MARK: LeanCloud

    private func leanCloud(_ command: String) async throws -> TestEvent {
        var talk = Talk(port: 50711, sdkVersion: nil)
        talk.upgrade(path: "/", subprotocol: "lc.json.3")
        talk.text(.server, command)
        return try #require(try await Decoded(talk.segments).events().last)
    }

    @Test(
        "a content that is no text stays in the payload, with a warning; one that is null says nothing",
        arguments: [
            (#"{"cmd":"direct","cid":"c","msg":{"_lctype":-1}}"#, ["msg"]),
            (#"{"cmd":"direct","cid":"c","msg":5}"#, ["msg"]),
            (#"{"cmd":"direct","cid":"c","msg":null}"#, []),
            (#"{"cmd":"logs","cid":"c","logs":[{"msgId":"1","data":{"_lctext":"x"}},7]}"#, ["data"]),
            (
                #"{"cmd":"unread","convs":[{"cid":"c","unread":2,"data":[1]},{"cid":"d","binaryMsg":1}]}"#,
                ["data", "binaryMsg"]
            ),
            (#"{"cmd":"patch","op":"modify","patches":[{"cid":"c","mid":"m","data":true}]}"#, ["data"]),
        ] as [(String, [String])]
    )
    func contents(command: String, paths: [String]) async throws {
        let event = try await leanCloud(command)
        #expect(event.payload?["value"] == (try JSONValue(parsing: command)))
        let found = event.diagnostics.filter { $0["code"] == "content-not-text" }
        #expect(found.map { $0["path"]?.string } == paths)
        #expect(found.allSatisfy { $0["severity"] == "warning" })
    }

    @Test("only the contents that messages show are missing in the payload")
    func mixedContents() async throws {
        let event = try await leanCloud(
            #"{"cmd":"logs","cid":"c","logs":[{"msgId":"1","data":"a"},{"msgId":"2","data":{"x":1}},{"msgId":"3","data":"b"}]}"#
        )
        #expect(event.messages.map { $0["text"]?.string } == ["a", nil, "b"])
        let wanted: JSONValue = [["msgId": "1"], ["msgId": "2", "data": ["x": 1]], ["msgId": "3"]]
        #expect(event.payload?["value"]?["logs"] == wanted)
    }

    @Test("a text beside the bytes that count stays in the payload", arguments: [true, false])
    func textBesideBytes(isJSON: Bool) async throws {
        var talk = Talk(port: 50712, sdkVersion: nil)
        talk.upgrade(path: "/", subprotocol: isJSON ? "lc.json.3" : "lc.protobuf2.3")
        if isJSON {
            talk.text(.server, #"{"cmd":"direct","cid":"c","msg":"hi","binaryMsg":"AAE="}"#)
        } else {
            let direct = Bytes.field(1, "hi") + Bytes.field(11, "c") + Bytes.field(19, [0, 1] as [UInt8])
            talk.binary(.server, [8, 2] + Bytes.field(104, direct))
        }
        let event = try #require(try await Decoded(talk.segments).events().last)
        #expect(event.messages.map { $0["contentBytes"] } == ["AAE="])
        let value = try #require(event.payload?["value"])
        let body = isJSON ? value : try #require(value["directMessage"])
        #expect(body["msg"] == "hi" && body["binaryMsg"] == nil)
    }

    // MARK: NIM

    private func nim(_ packet: String, showsSecrets: Bool = true) async throws -> TestEvent {
        var talk = Talk(port: 50713, sdkVersion: nil)
        talk.upgrade(path: "/socket.io/1/websocket/s1")
        talk.text(.client, #"3:::{"SID":1,"CID":2,"SER":0}"#)
        talk.text(.server, packet)
        let decoded = try await Decoded(talk.segments) { $0.options.showsSecrets = showsSecrets }
        return try #require(try decoded.events().last)
    }

    @Test(
        "packets of the transport are shown as they are where they say more than their type",
        arguments: [
            (#"4:::{"a":1}"#, true), (#"5:1+::{"name":"evt","args":[]}"#, true), ("6:::6", true),
            ("7:::1+0", true), ("1::/im", true), ("1::", false), ("2::", false), ("8", false),
        ]
    )
    func transport(packet: String, isShown: Bool) async throws {
        for showsSecrets in [true, false] {
            let event = try await nim(packet, showsSecrets: showsSecrets)
            #expect(event.json["frame"]?["text"]?.string == (isShown ? packet : nil))
            #expect(event.diagnostics.isEmpty)
        }
    }

    @Test(
        "a message that is no packet of NIM is told, and shown",
        arguments: ["3:::[]", "3:::", "3:::\"x\"", "3:::{}", "3:7::hi", "3:::{\"sid\":\"x\",\"cid\":1}"]
    )
    func foreign(packet: String) async throws {
        let event = try await nim(packet)
        #expect(event.codes == ["frame-packet"])
        #expect(event.json["frame"]?["text"]?.string == (packet == "3:::" ? nil : packet))
    }

    /// The beginning of a push.
    private static let push = #"3:::{"sid":7,"cid":2,"ser":0,"code":200,"#

    @Test(
        "what is odd about a packet of NIM is told, and the packet shown",
        arguments: [
            (push + #""r":{"1":"a"}}"#, ["warning frame-values r"]),
            (push + #""r":[{"1":"a","9":"q","9":"w"}]}"#, ["note frame-doubled msg.body"]),
            (push + #""r":[],"more":1}"#, ["note frame-member more"]),
            (push + #""r":[],"r":[]}"#, ["note frame-doubled r"]),
            (#"3:::{"sid":7,"cid":2,"ser":"x","code":200}"#, ["warning frame-number ser"]),
            (
                #"3:::{"sid":4,"cid":1,"ser":0,"code":200,"r":["1",{"headerPacket":{"sid":7,"cid":2}}]}"#,
                ["warning frame-wrapped r[1].body"]
            ),
            (#"3:::{"sid":4,"cid":1,"ser":0,"code":200,"r":["1"]}"#, ["warning frame-wrapped r"]),
            (
                #"3:::{"sid":4,"cid":1,"ser":0,"code":200,"r":["1",{"headerPacket":{"sid":7,"cid":2},"body":[],"z":1},2]}"#,
                ["note frame-member r[1].z", "note frame-member r[2]"]
            ),
            (#"3:5::{"sid":1,"cid":2,"ser":0,"code":200}"#, ["note frame-address "]),
        ] as [(String, [String])]
    )
    func odd(packet: String, wanted: [String]) async throws {
        let event = try await nim(packet)
        let found = event.diagnostics.map { note in
            ["severity", "code", "path"].map { note[$0]?.string ?? "" }.joined(separator: " ")
        }
        #expect(found == wanted)
        #expect(event.json["frame"]?["text"]?.string == packet)
    }

    @Test("what is as it should be has no text", arguments: [#""r":[{"1":"a","9":"q"},"more"]}"#, #""r":null}"#])
    func usual(rest: String) async throws {
        let event = try await nim(Self.push + rest)
        #expect(event.json["frame"]?["text"] == nil && event.diagnostics.isEmpty)
    }

    @Test(
        "no secret comes out with the text of a packet",
        arguments: [
            #"3:::{"sid":"x","Q":[{"v":{"1000":"MARK3R"}}],"login":{"1000":"MARK3R"}}"#,
            #"3:::{"a":1,"1000":"MARK3R"}"#,
            #"3:::x{"1000":"MARK3R"}"#, #"3:{"1000":"MARK3R":x:y"#, "7:::token=MARK3R-long",
            #"5:::{"name":"a","args":[{"token":"MARK3R-long"}]}"#,
            #"3:::{"SID":2,"CID":3,"SER":1,"Q":[{"t":"Property","v":{"1000":"MARK3R"}}],"more":1}"#,
        ]
    )
    func secrets(packet: String) async throws {
        let event = try await nim(packet, showsSecrets: false)
        let text = try #require(event.json["frame"]?["text"]?.string)
        #expect(text.contains("…") && !text.contains("MARK3R"))
    }

    @Test("a binary message is an error: NIM's packets are text")
    func binary() async throws {
        var talk = Talk(port: 50714, sdkVersion: nil)
        talk.upgrade(path: "/socket.io/1/websocket/s1")
        talk.text(.client, #"3:::{"SID":1,"CID":2,"SER":0}"#)
        talk.binary(.server, [1, 2, 3])
        let event = try #require(try await Decoded(talk.segments).events().last)
        #expect(event.codes == ["frame-binary"] && event.diagnostics[0]["severity"] == "error")
        #expect(event.json["undecodedBytes"] == 3)
    }
}
