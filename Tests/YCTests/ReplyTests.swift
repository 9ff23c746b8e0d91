import Foundation
import TestSupport
import Testing
import WireFormat
import WireJSON
import YC

@Suite("Answers to polls")
struct ReplyTests {
    private static let sample = #"""
        {"ret_code":"200","result":[
          {"id":"p1","type":"new_chat","content":{"topic":"883412","orderID":883412,"messageID":7,"ChatType":3,
            "SpeakType":11,"ClassType":2,"kChatRepeatState":0}},
          {"id":"p2","type":"DRIVER_ARRIVE","content":{"order_id":883412,"ClassType":1}},
          {"id":"p3","type":"new_chat","content":{"topic":"1","order_id":"2","kChatRepeatState":"20","ChatType":"5"}},
          {"id":"p4","type":"SERVICE_DONE","content":{"order_id":"3","topic":"4"}},
          {"id":"p5","type":"coupon","content":{"ClassType":3}},
          {"id":"p6","type":"driver_arrive","content":{}}
        ]}
        """#

    @Test("elements are dispatched by class, type and repeat state")
    func dispatch() throws {
        let reply = try YCReply(decoding: Array(Self.sample.utf8).span)
        #expect(reply.retCode == 200 && reply.isSuccess)
        #expect(reply.elements.map(\.handling) == [.chat, .order, .passedOver, .order, .account, .unknown])
        #expect(reply.elements.map(\.order) == ["883412", "883412", "1", "3", nil, nil])
        #expect(reply.elements.map(\.shownAs) == [3, nil, 701, nil, nil, nil])
        #expect(reply.elements[2].chatType == 5)
        #expect(reply.elements[0].speakType.flatMap { YCValue.find($0, of: .speaker) }?.name == "driver")
        #expect(reply.element(pushId: "p2")?.order == "883412" && reply.element(pushId: "p9") == nil)
    }

    @Test("what was never seen on the wire is marked")
    func reconstructed() throws {
        let reply = try YCReply(decoding: Array(Self.sample.utf8).span)
        #expect(
            reply.elements[0].reconstructed == [
                "ChatType", "SpeakType", "ClassType", "messageID", "kChatRepeatState", "orderID",
            ]
        )
        #expect(reply.elements[3].reconstructed == [])
        #expect(YCContents.all.filter(YCContents.isReconstructed).map(\.id) == ["1", "2", "3", "4", "5", "6", "701"])
        #expect(YCValue.find(12, of: .speaker)?.certainty == .implied)
        #expect(YCValue.all.count == 6 + 7 + 3 + 1 + 4)
    }

    @Test("a reply keeps its bytes, also through its frame object")
    func lossless() throws {
        for text in [
            Self.sample, #"{"ret_code":500}"#, "{}", #" { "result" : 3 } "#, #"{"ret_code":200,"result":[1,[],null]}"#,
        ] {
            let bytes = Array(text.utf8)
            let frame = try YCFrame(decoding: bytes.span, sender: .server)
            #expect(frame.encoded() == bytes)
            var writer = ByteWriter()
            frame.encode(into: &writer)
            #expect(writer.array == bytes)
            #expect(try YCFrame(object: frame.object) == frame)
        }
        let poll = try YCFrame(decoding: [1, 2].span, sender: .client)
        #expect(poll == .request([1, 2]) && poll.encoded() == [1, 2])
        #expect(try YCFrame(object: poll.object) == poll)
        let made = try YCFrame(object: [
            "type": "REPLY", "retCode": 200, "payload": ["value": ["result": [["id": "a"]]]],
        ])
        #expect(String(decoding: made.encoded(), as: UTF8.self) == #"{"ret_code":200,"result":[{"id":"a"}]}"#)
        for wrong: JSONValue in [[:], ["type": "POLL"], ["type": "REPLY"], ["type": "REPLY", "text": "["]] {
            #expect(throws: WireError.self) { try YCFrame(object: wrong) }
        }
    }

    @Test(
        "what is odd about a reply",
        arguments: [
            (#"{"ret_code":200,"result":[]}"#, ""), (#"{"result":[]}"#, "missing-field ret_code"),
            (#"{"ret_code":200}"#, "missing-field result"), (#"{"ret_code":404}"#, ""),
            (#"{"ret_code":200,"result":[5]}"#, "wrong-shape result[0]"),
            (
                #"{"ret_code":200,"result":[{"id":"a","type":"new_chat","content":{}}]}"#,
                "missing-field result[0].content.topic"
            ),
            (
                #"{"ret_code":200,"result":[{"type":"SERVICE_DONE","content":{"order_id":1}}]}"#,
                "missing-field result[0].id"
            ),
            (#"{"ret_code":200,"result":[{"id":"a","type":"other","content":{}}]}"#, "type-unknown result[0].type"),
            (
                #"{"ret_code":200,"result":[{"id":"a","type":"SERVICE_DONE","content":{"order_id":1,"ClassType":2}}]}"#,
                "class-contradicts result[0].content.ClassType"
            ),
            (
                #"{"ret_code":200,"result":[{"id":"a","type":"new_chat","content":{"topic":"1","ChatType":9}}]}"#,
                "type-unknown result[0].content.ChatType"
            ),
        ]
    )
    func findings(text: String, wanted: String) throws {
        let found = try YCReply(decoding: Array(text.utf8).span).check()
        #expect(found.map { "\($0.code) \($0.path)" }.joined(separator: ", ") == wanted)
    }

    @Test(
        "only an answer with a stated type and all that was observed is taken for YC's",
        arguments: [
            (#"{"ret_code":200,"result":[{"id":"a","type":"new_chat","content":{"topic":"1"}}]}"#, true),
            (#"{"ret_code":200,"result":[{"id":"a","type":"other","content":{"topic":"1"}}]}"#, false),
            (#"{"ret_code":200,"result":[{"id":"a","type":"new_chat","content":{}}]}"#, false),
            (#"{"ret_code":200,"result":[]}"#, false),
            (#"{"code":200,"result":[{"id":"a","type":"new_chat"}]}"#, false),
            (#"{"ret_code":200,"result":[{"type":"SERVICE_DONE","content":{"order_id":1}}]}"#, false),
        ]
    )
    func recognition(text: String, isRecognised: Bool) throws {
        #expect(try YCReply(decoding: Array(text.utf8).span).isRecognisable == isRecognised)
    }

    @Test("cuts, changed bytes and hostile sizes are read or refused with a place, and lose nothing")
    func damage() throws {
        let bytes = Array(Self.sample.utf8)
        func judge(_ bytes: [UInt8]) {
            let tree = FieldTree()
            var isShown = true
            do throws(WireError) { try tree.append(ycReply: bytes.span) } catch { isShown = false }
            do throws(WireError) {
                let reply = try YCReply(decoding: bytes.span)
                #expect(reply.encoded() == bytes && isShown)
                _ = reply.check()
            } catch {
                #expect(error.offset >= 0 && error.offset <= bytes.count)
            }
            #expect(tree.leaves.last?.range.upperBound ?? 0 == bytes.count)
        }
        for length in 0...bytes.count { judge(Array(bytes[..<length])) }
        for index in bytes.indices {
            for flip: UInt8 in [0x01, 0x20, 0x80] {
                var copy = bytes
                copy[index] ^= flip
                judge(copy)
            }
        }
        judge(Array(String(repeating: "[", count: 100_000).utf8))
        var limits = YCLimits()
        limits.bodyBytes = 8
        #expect(throws: WireError.self) { try YCReply(decoding: bytes.span, limits: limits) }
        #expect(throws: WireError.self) { try YCFrame(decoding: bytes.span, sender: .client, limits: limits) }
        let error = #expect(throws: WireError.self) { try YCReply(decoding: Array(" []".utf8).span) }
        #expect(error?.code == .value && error?.offset == 1)
    }

    @Test("each content of the catalogue decodes, validates, and encodes to the same bytes")
    func catalogue() throws {
        let table = try ProjectFolder.text("Docs/catalogue/other-systems.json")
        let entries = try JSONValue(parsing: table).elements ?? []
        let wanted = entries.filter { $0["system"]?.string == "YC" }
        #expect(wanted.count == 11 && YCContents.all.map(\.name) == wanted.map { $0["name"]?.string })
        for (entry, shape) in zip(wanted, YCContents.all) {
            let example = try #require(entry["exampleJSON"])
            let document = try JSONDocument(example.minified)
            #expect(shape.check(document.root) == [], "\(example)")
            // A chat content needs an element around it.
            let isChat = shape.kind == "chat-content"
            var content = example
            if isChat { content["topic"] = "883412" }
            let element: JSONValue = isChat ? ["id": "p", "type": "new_chat", "content": content] : example
            let reply = try YCReply(retCode: 200, result: [element])
            #expect(reply.check() == [])
            #expect(try reply.document.value()["result"]?[0] == element)
            #expect(reply.isRecognisable)
            let read = try #require(reply.elements.first)
            #expect(read.order == "883412")
            #expect(read.chatType.map(String.init) == (isChat ? shape.id : nil))
        }
    }
}
