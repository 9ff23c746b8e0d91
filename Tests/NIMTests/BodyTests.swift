import NIM
import Testing
import WireFormat
import WireJSON

@Suite("Commands, tags and bodies")
struct BodyTests {
    @Test("the tables are whole, and name entities that have tags")
    func tables() {
        #expect(NIMCommand.all.count == 527)
        #expect(NIMCommand.all.filter { $0.direction == .request }.count == 217)
        #expect(NIMNotification.all.count == 25 + 24 + 19)
        #expect(NIMCode.find(200)?.isSuccess == true && NIMCode.find(7101)?.isSuccess == false)
        #expect(NIMTags.tag(1000, of: "login", in: .im)?.secret == "token")
        #expect(NIMTags.tag(11, of: "imLogin", in: .chatroom)?.secret == "pushToken")
        #expect(NIMTags.tag(named: "token", of: "nosToken", in: .im)?.secret == "token")
        #expect(NIMTags.tag(3, of: "msg", in: .chatroom)?.name == "attach")
        #expect(NIMTags.tag(99, of: "msg", in: .im) == nil)
    }

    @Test(
        "bodies are named by the table",
        arguments: [
            (
                #"3:::{"SID":7,"CID":1,"SER":3,"Q":[{"t":"Property","v":{"0":0,"1":"bob","8":0,"9":"hi","999":1}}]}"#,
                "sendMsg", #"{"msg":{"scene":0,"to":"bob","type":0,"body":"hi","999":1}}"#
            ),
            (
                #"3:::{"sid":4,"cid":14,"code":200,"r":[{"a":1},{"m_map":{"9":2}},"5"],"ser":0}"#,
                "syncSessionAck", #"{"p2p":{"a":1},"team":{"m_map":{"9":2}},"timetag":"5"}"#
            ),
            (#"3:::{"sid":7,"cid":1,"ser":3,"code":416,"r":["30"]}"#, "sendMsg", #"{"[0]":"30"}"#),
            (#"3:::{"sid":7,"cid":1,"ser":3,"code":416,"r":[30]}"#, "sendMsg", #"{"[0]":30}"#),
            (#"3:::{"sid":7,"cid":1,"ser":3,"code":416,"r":[{"12":"9"}]}"#, "sendMsg", #"{"msg":{"idServer":"9"}}"#),
            (#"3:::{"sid":7,"cid":1,"ser":3,"code":408,"r":["30"]}"#, "sendMsg", #"{"msg":"30"}"#),
            (#"3:::{"sid":2,"cid":6,"ser":9,"code":200}"#, "logout", nil),
            (#"3:::{"SID":2,"CID":6,"SER":9}"#, "logout", "{}"),
            (#"3:::{"sid":99,"cid":98,"ser":0,"code":200,"r":[1,"x"]}"#, nil, #"{"[0]":1,"[1]":"x"}"#),
            (
                #"3:::{"SID":3,"CID":2,"SER":9,"Q":[{"t":"Int","v":5}]}"#, "appBackground", #"{"badge":5}"#
            ),
            (
                #"3:::{"SID":6,"CID":6,"SER":9,"Q":[{"t":"String","v":"u"},{"t":"ArrayMable","v":[{"t":"Property","v":{"0":1}}]}]}"#,
                "processImage", #"{"url":"u","imageOps":[{"type":1}]}"#
            ),
            (
                #"3:::{"sid":4,"cid":1,"ser":0,"code":200,"r":["77",{"headerPacket":{"sid":7,"cid":2},"body":[{"2":"a","9":"t","8":"0"}]}]}"#,
                "msg", #"{"msg":{"from":"a","body":"t","type":"0"}}"#
            ),
            (#"3:::{"sid":4,"cid":1,"ser":0,"code":200,"r":["77"]}"#, "", #"{"[0]":"77"}"#),
        ] as [(String, String?, String?)]
    )
    func bodies(text: String, command: String?, body: String?) throws {
        let packet = try NIMPacket(text: text)
        #expect(packet.command()?.name == command)
        #expect(packet.body()?.description == body)
    }

    @Test(
        "a value of a response that the table lacks is written at the position that is its name",
        arguments: [
            #"3:::{"sid":7,"cid":1,"code":416,"r":[30],"ser":3}"#,
            #"3:::{"sid":7,"cid":1,"code":416,"r":["30",6],"ser":3}"#,
            #"3:::{"sid":4,"cid":14,"code":416,"r":[30,{"m_map":{"9":2}}],"ser":0}"#,
            #"3:::{"sid":99,"cid":98,"code":200,"r":[1,"x"],"ser":0}"#,
            #"3:::{"sid":7,"cid":1,"code":200,"r":[{"12":"9"},7],"ser":3}"#,
        ]
    )
    func unnamedValues(text: String) throws {
        var object = try NIMPacket(text: text).object(in: .im)
        #expect(object["body"]?.members?.contains { $0.key.text.hasPrefix("[") } == true)
        object["text"] = nil
        #expect(String(decoding: try NIMPacket(object: object, in: .im).encoded(), as: UTF8.self) == text)
    }

    @Test("a position is refused where a value would have two places or none, and in a request, whose type is not told")
    func refusedPositions() throws {
        func refuse(_ body: JSONValue, code: Int64?, at path: [String]) {
            var object: JSONValue = ["type": "message", "sid": 7, "cid": 1, "ser": 3, "body": body]
            object["code"] = code.map { JSONValue($0) }
            #expect { try NIMPacket(object: object, in: .im) } throws: { ($0 as? WireError)?.path == path }
        }
        refuse(["[0]": 30, "msg": ["idServer": "9"]], code: 416, at: ["body", "msg"])
        refuse(["msg": ["idServer": "9"], "[2]": 1], code: 200, at: ["body", "[2]"])
        refuse(["[1]": 30], code: 200, at: ["body", "msg"])
        refuse(["[0]": 30], code: nil, at: ["body", "[0]"])
    }

    @Test("a push around a packet is written from its members")
    func wrapped() throws {
        let text =
            #"3:::{"sid":4,"cid":1,"code":200,"r":["77",{"headerPacket":{"sid":7,"cid":2},"body":[{"2":"a","9":"t"}]}],"ser":0}"#
        var object = try NIMPacket(text: text).object(in: .im)
        object["text"] = nil
        let again = try NIMPacket(object: object, in: .im)
        #expect(String(decoding: again.encoded(), as: UTF8.self) == text)
        object["wrapped"]?["cid"] = nil
        #expect(throws: WireError(.required, at: 0, path: ["wrapped", "cid"])) {
            try NIMPacket(object: object, in: .im)
        }
    }

    @Test(
        "commands with the same numbers are told apart by their tags, and are written again",
        arguments: [
            (
                #"{"0":0,"1":"bob","4":1,"99":2}"#, "clearServerHistoryMsgsWithSync",
                #"{"clearMsgsParamsWithSync":{"type":0,"otherAccid":"bob","isSyncSelf":1,"99":2}}"#
            ),
            // Both commands have these tags.
            (
                #"{"1":"bob","2":1}"#, "clearServerHistoryMsgs",
                #"{"clearMsgsParams":{"account":"bob","delRoam":1}}"#
            ),
        ]
    )
    func namesakes(tags: String, command: String, body: String) throws {
        let text = #"3:::{"SID":7,"CID":18,"SER":3,"Q":[{"t":"Property","v":\#(tags)}]}"#
        var object = try NIMPacket(text: text).object(in: .im)
        #expect(object["command"]?.string == command)
        #expect(object["body"]?.description == body)
        object["text"] = nil
        #expect(String(decoding: try NIMPacket(object: object, in: .im).encoded(), as: UTF8.self) == text)
    }

    @Test("secrets: token, push token, tokens of uploads and of a command's arguments")
    func secrets() throws {
        let login = try NIMPacket(
            text: #"3:::{"SID":2,"CID":3,"SER":1,"Q":[{"t":"Property","v":{"19":"me","1000":"secret","11":"push"}}]}"#
        )
        #expect(login.secretPaths() == ["login.token", "login.pushToken"])
        let push = try NIMPacket(
            text:
                #"3:::{"SID":3,"CID":1,"SER":1,"Q":[{"t":"String","v":"n"},{"t":"String","v":"t"},{"t":"int","v":0}]}"#
        )
        #expect(push.secretPaths() == ["token"])
        let nos = try NIMPacket(text: #"3:::{"sid":6,"cid":1,"ser":1,"code":200,"r":[[{"2":"a"},{"2":"b"}]]}"#)
        #expect(nos.secretPaths() == ["nosTokens[0].token", "nosTokens[1].token"])
    }

    @Test("requests and responses are written of their names")
    func writing() throws {
        let request: JSONValue = [
            "type": "message", "command": "sendMsg", "ser": 3,
            "body": ["msg": ["scene": 0, "to": "bob", "type": 0, "body": "hi"]],
        ]
        let sent = try NIMPacket(object: request, in: .im)
        #expect(
            String(decoding: sent.encoded(), as: UTF8.self)
                == #"3:::{"SID":7,"CID":1,"SER":3,"Q":[{"t":"Property","v":{"0":0,"1":"bob","8":0,"9":"hi"}}]}"#
        )
        let response: JSONValue = [
            "type": "message", "sid": 7, "cid": 1, "ser": 3, "code": 200, "body": ["msg": ["idServer": "9"]],
        ]
        let answered = try NIMPacket(object: response, in: .im)
        #expect(
            String(decoding: answered.encoded(), as: UTF8.self)
                == #"3:::{"sid":7,"cid":1,"code":200,"r":[{"12":"9"}],"ser":3}"#
        )
        #expect(try NIMPacket(object: ["type": "heartbeat"]).encoded() == Array("2::".utf8))
        for wrong: JSONValue in [
            ["type": "nonsense"], ["sid": 1], ["type": "message", "command": "nonsense"],
            ["type": "message", "sid": 7, "cid": 1, "body": ["nonsense": 1]], ["type": "message", "text": 5],
        ] {
            #expect(throws: WireError.self) { try NIMPacket(object: wrong) }
        }
    }

    @Test("a response may leave out its last values only, since places are all that they have; a request any")
    func gaps() throws {
        func response(_ body: JSONValue) throws -> String {
            let object: JSONValue = ["type": "message", "sid": 2, "cid": 3, "ser": 1, "code": 200, "body": body]
            let bytes = try NIMPacket(object: object, in: .im).encoded()
            return String(decoding: bytes, as: UTF8.self)
        }
        #expect(try response(["loginRes": [:]]) == #"3:::{"sid":2,"cid":3,"code":200,"r":[{}],"ser":1}"#)
        #expect(throws: WireError(.required, at: 0, path: ["body", "loginRes"])) { try response(["loginPorts": []]) }
        #expect(throws: WireError(.required, at: 0, path: ["body", "loginPorts"])) {
            try response(["loginRes": [:], "aosPushInfo": [:]])
        }
        let request: JSONValue = ["type": "message", "sid": 13, "cid": 8, "ser": 1, "body": ["limit": 5]]
        let sent = String(decoding: try NIMPacket(object: request, in: .chatroom).encoded(), as: UTF8.self)
        #expect(sent == #"3:::{"SID":13,"CID":8,"SER":1,"Q":[{"t":"int","v":5}]}"#)
    }

    @Test("messages of the account's connection: people, teams, history, system messages")
    func messages() throws {
        let push = try NIMPacket(
            text:
                #"3:::{"sid":8,"cid":3,"ser":0,"code":200,"r":[{"0":"1","1":"t1","2":"bob","7":"5","8":"0","9":"hi","11":"c","12":"s"}]}"#
        )
        let message = try #require(push.messages().first)
        #expect(message.conversation == .team && message.to == "t1" && message.from == "bob" && message.time == 5)
        #expect(message.idClient == "c" && message.idServer == "s" && message.content == .text("hi"))
        let history = try NIMPacket(
            text:
                #"3:::{"sid":7,"cid":6,"ser":4,"code":200,"r":[[{"0":"0","8":"0","9":"a"},{"0":"0","8":"10","9":"b"}]]}"#
        )
        #expect(history.messages().map(\.path) == ["msgs[0]", "msgs[1]"])
        let system = try NIMPacket(
            text:
                #"3:::{"sid":7,"cid":3,"ser":0,"code":200,"r":[{"1":"100","2":"me","3":"bob","5":"{\"id\":2,\"content\":\"x\"}"}]}"#
        )
        let notice = try #require(system.messages().first)
        #expect(notice.isSystem && notice.conversation == .p2p && notice.content.id == "sys/2")
        var small = NIMLimits()
        small.largeBytes = 1
        let toAll = #"3:::{"sid":7,"cid":17,"ser":0,"code":200,"r":[{"1":9,"2":"bob","4":1700000000000,"5":"hi"}]}"#
        let bytes = Array(toAll.utf8)
        let (broadcast, large) = (try NIMPacket(text: toAll), try NIMPacket(decoding: bytes.span, limits: small))
        let announcement = try #require(broadcast.messages().first)
        #expect(announcement.from == "bob" && announcement.body == "hi" && announcement.conversation == nil)
        #expect(announcement.idServer == "9" && announcement.time == 1_700_000_000_000)
        #expect(large.largeMessages(in: nil, most: 1).messages == [announcement])
        let ack = try NIMPacket(text: #"3:::{"sid":7,"cid":1,"ser":3,"code":200,"r":[{"7":"5","11":"c","12":"s"}]}"#)
        #expect(ack.messages().isEmpty)
    }
}
