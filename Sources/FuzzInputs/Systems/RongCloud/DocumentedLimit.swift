/// A value with documented limits: a content with the value at, within or beyond the limits, and the expected
/// diagnostics.
package struct DocumentedLimit: Sendable {
    /// The type of the message.
    package let name: String
    /// The content; `%` is the place of the value.
    private let content: String
    /// The diagnostic of a value beyond the limits.
    private let remark: String
    private let value: Value

    private enum Value: Sendable {
        case numbers(ClosedRange<Int>)
        /// A text of at most `most` characters.
        case text(most: Int)
        /// A picture, with the advised and the allowed length in bytes.
        case picture(advised: Int, most: Int)
        /// At most `most` pairs.
        case pairs(most: Int)
        /// One of some words; `other` has a diagnostic.
        case words([String], other: String = "Something")
        /// An address; it may lead to a file of the sender's device, in Android's and iOS's spelling.
        case address
    }

    private init(_ name: String, _ content: String, _ remark: String, _ value: Value) {
        self.name = name
        self.content = content
        self.remark = remark
        self.value = value
    }

    /// Returns a content with one of five values, and the expected diagnostics.
    package func made(_ choice: Int) -> (content: String, remarks: [String]) {
        let (text, isWithin): (String, Bool)
        switch value {
        case .numbers(let range):
            let number = [
                range.lowerBound, range.upperBound, range.lowerBound - 1, range.upperBound + 1, range.lowerBound,
            ]
            (text, isWithin) = ("\(number[choice % 5])", range.contains(number[choice % 5]))
        case .text(let most):
            let count = [1, most, most + 1, most - 1, most * 2][choice % 5]
            (text, isWithin) = (String(repeating: "k", count: count), count <= most)
        case .picture(let advised, let most):
            let count = [advised, advised + 1, most, most + 1, 2][choice % 5]
            let bytes: [UInt8] = [0xFF, 0xD8] + [UInt8](repeating: 0, count: count - 2)
            let code = count > most ? ["thumbnail-too-large"] : count > advised ? ["thumbnail-size"] : []
            let text = String(decoding: PlanText.base64(bytes), as: UTF8.self)
            return (content.replacing("%", with: text), code.map { "\($0) \(remark)" })
        case .pairs(let most):
            let count = [1, most, most + 1, most - 1, most + 9][choice % 5]
            (text, isWithin) = ((0..<count).map { #""k\#($0)":"v""# }.joined(separator: ","), count <= most)
        case .words(let words, let other):
            let word = choice % 5 < 3 ? words[choice % words.count] : other
            (text, isWithin) = (word, words.contains(word))
        case .address:
            let local = ["file:///sdcard/a", "content://media/1", "/sdcard/a"]
            text = (local + ["https://a.example/b", "http://content/file://a"])[choice % 5]
            isWithin = !local.contains(text)
        }
        return (content.replacing("%", with: text), isWithin ? [] : [remark])
    }

    private static func numbers(_ name: String, _ content: String, _ key: String, _ range: ClosedRange<Int>) -> Self {
        Self(name, content, "value-undocumented \(key)", .numbers(range))
    }

    private static func address(_ name: String, _ key: String, _ others: String) -> Self {
        Self(name, #"{"\#(key)":"%",\#(others)}"#, "url-local \(key)", .address)
    }

    private static let message = #""messageUId":"B9QK-5G7D-44JS-00AA""#
    private static let room = #""chatroomId":"r-1","operateTime":1,"userList":["u-9"]"#
    private static let call = #""callId":"c-1","mediaType":1"#

    /// All samples.
    package static let all: [DocumentedLimit] = [
        numbers("RC:VCInvite", #"{\#(call),"engineType":%,"inviteUserIds":["u-2"]}"#, "engineType", 0...4),
        numbers(
            "RC:VCInvite",
            #"{"callId":"c","engineType":4,"mediaType":%,"inviteUserIds":["u"]}"#,
            "mediaType",
            1...2
        ),
        numbers("RC:VCAccept", #"{"callId":"c-1","mediaType":%}"#, "mediaType", 1...2),
        numbers("RC:VCHangup", #"{"callId":"c-1","reason":%}"#, "reason", 1...18),
        numbers("RC:VCModifyMedia", #"{"callId":"c-1","mediaType":%}"#, "mediaType", 1...2),
        numbers("RC:chrmKVNotiMsg", #"{"type":%,"key":"seat_1","value":"u-1"}"#, "type", 1...2),
        numbers("RC:ChrmSyncMsg", #"{"chatroomId":"r-1","status":%,"time":1700000000000}"#, "status", 0...1),
        numbers("RC:ChrmBlockMsg", #"{\#(room),"operateType":%}"#, "operateType", 0...1),
        numbers("RC:ChrmBanMsg", #"{\#(room),"operateType":%}"#, "operateType", 0...7),
        numbers("RC:MsgExMsg", #"{"mid":"B9QK-5G7D-44JS-00AA","put":{"a":"b"},"clear":%}"#, "clear", 0...1),
        numbers(
            "RC:CsEva",
            #"{"uid":"x","sid":"s","pid":"p","source":%,"isresolve":1,"type":1}"#,
            "source",
            1...5
        ),
        numbers("RC:CsEva", #"{"uid":"x","sid":"s","pid":"p","source":5,"isresolve":%,"type":1}"#, "isresolve", 0...2),
        numbers("RC:CsEva", #"{"uid":"x","sid":"s","pid":"p","source":5,"isresolve":1,"type":%}"#, "type", 0...1),
        numbers("RC:CsHsR", #"{"status":%,"data":{"uid":"x","sid":"s","pid":"p","serviceType":1}}"#, "status", 0...1),
        numbers("RC:CsEnd", #"{"code":%,"sid":"s"}"#, "code", 0...1),
        numbers("RC:DizNtf", #"{"type":%,"extension":"x","operator":"u-1"}"#, "type", 1...5),
        numbers("RC:ReadNtf", #"{"lastMessageSendTime":1700000000000,\#(message),"type":%}"#, "type", 1...1),
        numbers(
            "RC:ReferenceMsg",
            #"{"content":"c","referMsgUserId":"u","objName":"RC:TxtMsg","referMsg":{"content":"q"},"referMsgStatus":%}"#,
            "referMsgStatus",
            0...3
        ),
        numbers("RC:InterceptMsg", #"{"msgUId":"B9QK-5G7D-44JS-00AA","interceptType":%}"#, "interceptType", 0...3),
        numbers(
            "RC:InterceptMsg",
            #"{"msgUId":"B9QK-5G7D-44JS-00AA","interceptType":3,"sourceType":%}"#,
            "sourceType",
            0...2
        ),
        Self(
            "RC:ImgMsg",
            #"{"content":"%","imageUri":"https://a.example/b"}"#,
            "content",
            .picture(advised: 10 << 10, most: 80 << 10)
        ),
        Self("RC:chrmKVNotiMsg", #"{"type":1,"key":"%","value":"v"}"#, "value-limit key", .text(most: 128)),
        Self("RC:chrmKVNotiMsg", #"{"type":1,"key":"k","value":"%"}"#, "value-limit value", .text(most: 4096)),
        Self("RC:MsgExMsg", #"{"mid":"B9QK-5G7D-44JS-00AA","put":{%}}"#, "value-limit put", .pairs(most: 20)),
        Self("RC:MsgExMsg", #"{"mid":"B9QK-5G7D-44JS-00AA","put":{"%":"v"}}"#, "value-limit put", .text(most: 32)),
        Self("RC:MsgExMsg", #"{"mid":"B9QK-5G7D-44JS-00AA","put":{"k":"%"}}"#, "value-limit put", .text(most: 64)),
        Self(
            "RC:GrpNtf",
            #"{"operatorUserId":"u-1","operation":"%","data":"{}"}"#,
            "operation-unofficial operation",
            .words(["Add", "Quit", "Kicked", "Rename", "Bulletin"])
        ),
        Self(
            "RC:ContactNtf",
            #"{"operation":"%","sourceUserId":"u-1","targetUserId":"u-2","message":"m"}"#,
            "operation-unofficial operation",
            .words(["Request", "AcceptResponse", "RejectResponse"])
        ),
        Self("RC:PSCmd", #"{"cmd":"CLICK","%":"menu-1"}"#, "missing-field data", .words(["data"])),
        Self("RC:PSCmd", #"{"%":"CLICK","data":"menu-1"}"#, "missing-field cmd", .words(["cmd"])),
        Self(
            "RC:StkMsg",
            #"{"packageId":"p01","%":"s07","digest":"laugh","width":1,"height":1}"#,
            "missing-field stickerId",
            .words(["stickerId"])
        ),
        Self(
            "RC:TxtMsg",
            #"{"content":"c","mentionedInfo":{"type":%}}"#,
            "wrong-type mentionedInfo.type",
            .words(["1", "2"], other: #""two""#)
        ),
        address("RC:ImgMsg", "imageUri", #""content":"""#),
        address("RC:GIFMsg", "remoteUrl", #""gifDataSize":1,"width":1,"height":1"#),
        address("RC:HQVCMsg", "remoteUrl", #""duration":1"#),
        address("RC:FileMsg", "fileUrl", #""name":"a.txt","size":1,"type":"txt""#),
        address("RC:SightMsg", "sightUrl", #""content":"","duration":1,"size":1,"name":"x""#),
        address("RC:CombineMsg", "remoteUrl", #""conversationType":1,"nameList":["a"],"summaryList":["b"]"#),
    ]
}
