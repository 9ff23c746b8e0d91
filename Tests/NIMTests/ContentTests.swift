import Foundation
import NIM
import TestSupport
import Testing
import WireFormat
import WireJSON

@Suite("Contents of messages")
struct ContentTests {
    @Test("each content of the catalogue decodes, is found right, and encodes to the same bytes")
    func catalogue() throws {
        let file = ProjectFolder.file("Docs/catalogue/other-systems.json")
        let entries = try JSONValue(parsing: String(contentsOf: file, encoding: .utf8)).elements ?? []
        let wanted = entries.filter { $0["system"]?.string == "NIM" }
        #expect(wanted.count == 23 && NIMContents.all.map(\.name) == wanted.map { $0["name"]?.string })
        for (entry, shape) in zip(wanted, NIMContents.all) {
            let example = try #require(entry["exampleJSON"])
            let bytes = example.minified
            let document = try JSONDocument(bytes)
            #expect(document.bytes == bytes)
            #expect(NIMContents.check(document.root, as: shape) == [], "\(example)")
            guard let id = shape.id else { continue }
            let type = Int64(id.split(separator: "/")[0]) ?? (id.hasPrefix("sys") ? 100 : 5)
            // A whole message of it, found again in a packet.
            let tags: JSONValue =
                type == 0 || type == 10
                ? ["0": 0, "8": JSONValue(type), "9": example["body"] ?? .null]
                : id.hasPrefix("sys")
                    ? ["1": 100, "5": JSONValue(example.description)]
                    : ["0": 0, "8": JSONValue(type), "10": JSONValue(example.description)]
            let roomTags: JSONValue = ["2": 5, "3": JSONValue(example.description)]
            let packet =
                id == "chatroom/5"
                ? try NIMPacket(sid: 13, cid: 7, ser: 0, code: 200, values: [roomTags])
                : try NIMPacket(sid: 7, cid: id.hasPrefix("sys") ? 3 : 2, ser: 0, code: 200, values: [tags])
            let message = try #require(packet.messages().first, "\(entry)")
            switch message.content {
            case .text(let text): #expect(text == example["body"]?.string)
            case .raw: Issue.record("not read: \(example)")
            case .attachment(let found, let foundShape):
                #expect(foundShape == shape, "\(id)")
                #expect(found.bytes == bytes)
            }
        }
    }

    @Test(
        "what is odd about an attachment",
        arguments: [
            (1, #"{"url":"u","ext":".png","size":1,"w":1,"h":1}"#, "extension-dot ext"),
            (1, #"{"url":"u","ext":"png","size":-1,"w":"1","h":1}"#, "number-as-text w, value-limit size"),
            (2, #"{"url":"u","ext":"aac","size":1}"#, "missing-field dur"),
            (4, #"{"lat":100,"lng":0,"title":"t"}"#, "coordinate-range lat"),
            (5, #"{"id":999}"#, "value-undocumented id"),
            (100, #"{"type":1,"data":{"value":9}}"#, "value-undocumented data.value"),
            (100, #"{"type":3,"data":{"catalog":"","chartlet":"x"}}"#, "value-empty data.catalog"),
            (100, #"{"type":4,"data":{"flag":2}}"#, "value-undocumented data.flag"),
            (100, #"{"type":77,"data":{}}"#, ""), (100, #"{"type":1,"data":"x"}"#, ""), (100, "[1]", ""),
            (
                100,
                #"{"type":15,"data":{"url":"u","md5":"m","compressed":false,"encrypted":true,"messageAbstract":[],"sessionName":"s","sessionID":"1"}}"#,
                "value-empty data.messageAbstract, missing-field data.password, platform-key data.sessionID"
            ),
            (11, #"{"robotAccid":"b","param":{"type":"09"}}"#, "value-undocumented param.type"),
            (
                11,
                #"{"robotAccid":"b","robotMsg":{"flag":"bot","message":[{"type":"11","content":"<template><a>"}]}}"#,
                "template-invalid robotMsg.message[0].content"
            ),
        ]
    )
    func findings(type: Int64, text: String, wanted: String) throws {
        let document = try JSONDocument(text)
        let known = NIMContents.shape(type: type, document.root)
        let shape = try #require(known)
        let found = NIMContents.check(document.root, as: shape)
        #expect(found.map { "\($0.code) \($0.path)" }.joined(separator: ", ") == wanted)
    }

    @Test("an attachment that is no JSON stays as it is")
    func rawAttachments() throws {
        let packet = try NIMPacket(sid: 7, cid: 2, ser: 0, code: 200, values: [["8": 100, "10": "free text"]])
        #expect(packet.messages().first?.content == .raw("free text"))
        let room = try NIMPacket(sid: 13, cid: 7, ser: 0, code: 200, values: [["2": 10, "3": "tip"]])
        #expect(room.messages().first?.content == .text("tip"))
    }

    @Test("teams and users in notifications get names for their numbers")
    func notificationTags() throws {
        let attach = try JSONValue(
            parsing: #"{"id":0,"data":{"tinfo":{"1":"1001","3":"Team"},"uinfos":[{"1":"bob"}]}}"#
        )
        let resolved = NIMContents.resolvingTags(attach)
        #expect(resolved["data"]?["tinfo"]?["teamId"]?.string == "1001")
        #expect(resolved["data"]?["uinfos"]?[0]?["account"]?.string == "bob")
    }

    @Test("a robot's template: layouts, texts, links and their attributes")
    func template() throws {
        let template = try NIMRobotTemplate(
            parsing: """
                <?xml version="1.0"?><!-- made up -->
                <template version="0.1" id='t'><LinearLayout><text name="n" color="#fff"> a &lt;b&gt; <!-- x -->c </text>
                <link type="block" target="x&amp;y" params="p"><image url="u"/><text><![CDATA[<raw>]]></text></link>
                </LinearLayout><LinearLayout/></template>
                """
        )
        #expect(template.version == "0.1" && template.root["id"] == "t")
        #expect(template.texts == ["a <b> c", "<raw>"])
        let link = try #require(template.root.children.first?.children.last)
        #expect(link.name == "link" && link["target"] == "x&y" && link.children.map(\.name) == ["image", "text"])
        #expect(try NIMRobotTemplate(parsing: "<template/>").texts == [])
        #expect(try NIMRobotTemplate(parsing: "<template><text>&#x4F60;&#22909;</text></template>").texts == ["你好"])
        #expect(try NIMRobotTemplate(parsing: "<template><text>&#x00000000004f60;</text></template>").texts == ["你"])
    }

    @Test(
        "what is no template is refused with its place",
        arguments: [
            ("plain", 0), ("", 0), ("<other/>", 0), ("<template>", 10), ("<template><text>a</link></template>", 19),
            ("<template a=1/>", 12), ("<template a='1'b='2'/>", 15), ("<template>&x;</template>", 10),
            ("<template/>more", 11), ("<template>&#xD800;</template>", 10), ("<template", 9),
            ("<template>&#+65;</template>", 10), ("<template>&#x-0;</template>", 10), ("<template>&#0;</template>", 10),
            ("<template>&#x1F;</template>", 10), ("<template>&#xFFFF;</template>", 10),
            ("<template>&#X41;</template>", 10),
        ]
    )
    func wrongTemplates(text: String, offset: Int) {
        let error = #expect(throws: WireError.self) { try NIMRobotTemplate(parsing: text) }
        #expect(error?.offset == offset, "\(String(describing: error))")
    }

    @Test("a template that nests too deep is refused, and cuts do no harm")
    func hostileTemplates() throws {
        let deep = String(repeating: "<template>", count: 1000)
        #expect(throws: WireError.self) { try NIMRobotTemplate(parsing: deep) }
        let text = "<template v=\"0.1\"><text a='&lt;'>x<![CDATA[y]]><!--z--></text></template>"
        for length in 0..<text.utf8.count {
            #expect(throws: WireError.self) { try NIMRobotTemplate(parsing: String(text.prefix(length))) }
        }
    }
}
