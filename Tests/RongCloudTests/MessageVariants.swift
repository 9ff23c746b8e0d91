import RongCloud
import Testing

/// The disagreements between platforms that show in a content.
enum MessageVariants {
    /// What some platform or server writes, and the documented form that says the same.
    struct Variant: Sendable, CustomTestStringConvertible {
        /// Numbers of the disagreements that it is a case of.
        let cases: [String]
        let objectName: String
        let written: String
        let documented: String
        /// The findings about what is written, sorted.
        let codes: [String]
        /// The platform that one of the findings names.
        let platform: ContentPlatform?

        var testDescription: String { "\(cases.joined(separator: " ")) \(objectName)" }
    }

    /// Three lines of the table: numbers, object name, codes and platform; what is written; the documented form.
    static let all: [Variant] = {
        let lines = table.split(separator: "\n").map(String.init)
        return stride(from: 0, to: lines.count, by: 3).map { start in
            let cells = lines[start].split(separator: "|").map { cell in
                cell.split(separator: " ").map(String.init).filter { $0 != "-" }
            }
            return Variant(
                cases: cells[0],
                objectName: cells[1][0],
                written: lines[start + 1],
                documented: lines[start + 2],
                codes: cells[2],
                platform: cells[3].first.flatMap(ContentPlatform.init)
            )
        }
    }()

    private static let table = #"""
        D002 D027 | RC:TxtMsg | key-case key-case | -
        {"Content":"a","Extra":"b"}
        {"content":"a","extra":"b"}
        D004 | RC:TxtMsg | platform-key | ios
        {"content":"a","user":{"id":"u","icon":"p"}}
        {"content":"a","user":{"id":"u","portrait":"p"}}
        D004 | RC:TxtMsg | platform-key | web
        {"content":"a","user":{"id":"u","portraitUri":"p"}}
        {"content":"a","user":{"id":"u","portrait":"p"}}
        D004 | RC:TxtMsg | platform-key | bridges
        {"content":"a","user":{"id":"u","portraitUrl":"p"}}
        {"content":"a","user":{"id":"u","portrait":"p"}}
        D004 | RC:TxtMsg | platform-key | ios
        {"content":"a","user":{"id":"u","portrait":"","icon":"p"}}
        {"content":"a","user":{"id":"u","portrait":"p"}}
        D005 D026 D125 | RC:TxtMsg | user-empty | -
        {"content":"a","user":{"id":"","name":"","icon":"","portrait":"","extra":""}}
        {"content":"a"}
        D005 | RC:TxtMsg | user-empty | -
        {"content":"a","user":{}}
        {"content":"a"}
        D005 | RC:TxtMsg | user-empty | -
        {"content":"a","user":[]}
        {"content":"a"}
        D006 D026 | RC:TxtMsg | null-value | -
        {"content":"a","extra":"","user":null}
        {"content":"a"}
        D023 | RC:TxtMsg | missing-field null-value null-value | -
        {"content":null,"extra":null}
        {"content":""}
        D024 | RC:TxtMsg | - | -
        {"content":"a","extra":""}
        {"content":"a"}
        D025 | RC:TxtMsg | - | -
        {"content":"a"}
        {"content":"a","extra":null}
        D079 D080 | RC:ReferenceMsg | - | -
        {"content":"a","referMsgUserId":"u","objName":"RC:TxtMsg","referMsg":{"content":"b"}}
        {"content":"a","referMsgUserId":"u","objName":"RC:TxtMsg","referMsg":{"content":"b"},"mentionedInfo":null}
        D077 | RC:ReferenceMsg | text-for-object | -
        {"content":"a","referMsgUserId":"u","objName":"RC:TxtMsg","referMsg":"{\"content\":\"b\"}"}
        {"content":"a","referMsgUserId":"u","objName":"RC:TxtMsg","referMsg":{"content":"b"}}
        D078 | RC:ReferenceMsg | missing-field missing-field null-value null-value | -
        {"content":"a","referMsgUserId":"u","objName":null,"referMsg":null}
        {"content":"a","referMsgUserId":"u"}
        D081 | RC:StreamMsg | platform-key | ios
        {"content":"a","isComplete":true,"completeReason":0}
        {"content":"a","complete":true,"completeReason":0}
        D083 | RC:StreamMsg | key-case | -
        {"content":"a","messageUId":"x"}
        {"content":"a","messageUID":"x"}
        D072 | RC:CombineMsg | text-for-object wrong-type | web
        {"remoteUrl":"r","conversationType":1,"nameList":"Mei","summaryList":"[\"a\",\"b\"]"}
        {"remoteUrl":"r","conversationType":1,"nameList":["Mei"],"summaryList":["a","b"]}
        D073 | RC:CombineMsg | missing-field platform-key | web
        {"content":"r","nameList":[],"summaryList":[]}
        {"remoteUrl":"r","nameList":[],"summaryList":[]}
        D074 | RC:CombineMsg | missing-field missing-field null-value | -
        {"remoteUrl":"r","conversationType":1,"summaryList":null}
        {"remoteUrl":"r","conversationType":1,"nameList":[],"summaryList":[]}
        D011 D029 | RC:VcMsg | number-as-text | -
        {"content":"","duration":"7"}
        {"content":"","duration":7}
        D033 | RC:HQVCMsg | platform-key | web
        {"remoteUrl":"https://a","duration":3,"type":"aac"}
        {"type":"aac","duration":3,"remoteUrl":"https://a"}
        D034 D036 | RC:HQVCMsg | null-value | -
        {"remoteUrl":"https://a","duration":3,"localPath":"","extra":null}
        {"remoteUrl":"https://a","duration":3,"localPath":"","extra":""}
        D035 | RC:HQVCMsg | number-as-text | -
        {"localPath":"","remoteUrl":"","duration":"3","extra":""}
        {"localPath":"","remoteUrl":"","duration":3}
        D037 | RC:ImgMsg | platform-key platform-key | android
        {"content":"","imageUri":"https://a","full":true,"exp":true}
        {"content":"","imageUri":"https://a","isFull":true,"exp":true}
        D038 | RC:ImgMsg | - | -
        {"content":"","imageUri":"https://a"}
        {"imageUri":"https://a","content":""}
        D039 | RC:ImgMsg | null-value platform-key | flutter
        {"content":"","imageUri":"https://a","localPath":"","thumbUri":"t","extra":null}
        {"content":"","imageUri":"https://a","localPath":"","thumbUri":"t"}
        D040 | RC:ImgMsg | url-local | android
        {"content":"","imageUri":"file:///sdcard/1.jpg"}
        {"content":"","imageUri":"file:///sdcard/1.jpg"}
        D041 D051 | RC:ImgMsg | key-case | -
        {"content":"","Imageuri":"https://a"}
        {"content":"","imageUri":"https://a"}
        D043 | RC:GIFMsg | missing-field null-value | -
        {"gifDataSize":1,"width":2,"height":3,"extra":null}
        {"remoteUrl":"","gifDataSize":1,"width":2,"height":3}
        D044 | RC:GIFMsg | missing-field missing-field | -
        {"remoteUrl":"https://a","gifDataSize":1}
        {"remoteUrl":"https://a","gifDataSize":1,"width":0,"height":0}
        D047 | RC:ImgTextMsg | platform-key | dotNetServer
        {"title":"t","content":"c","imageUri":"i","conturlent":"u"}
        {"title":"t","content":"c","imageUri":"i","url":"u"}
        D048 | RC:ImgTextMsg | - | -
        {"title":"t","content":"c","imageUri":"i","mentionedInfo":{"type":1}}
        {"mentionedInfo":{"type":1},"title":"t","content":"c","imageUri":"i"}
        D052 | RC:LBSMsg | platform-value | android
        {"content":"https://a/1.jpg","latitude":1,"longitude":2,"poi":"p"}
        {"content":"https://a/1.jpg","latitude":1.0,"longitude":2.0,"poi":"p"}
        D053 | RC:LBSMsg | platform-key platform-key | flutter
        {"content":"","mBase64":"","mImgUri":"","latitude":1,"longitude":2,"poi":"p"}
        {"content":"","latitude":1,"longitude":2,"poi":"p"}
        D054 | RC:LBSMsg | coordinate-range | -
        {"content":"","latitude":31.2,"longitude":334.2,"poi":"p"}
        {"content":"","latitude":31.2,"longitude":334.2,"poi":"p"}
        D056 | RC:LBSMsg | missing-field | -
        {"content":"","longitude":2,"poi":"p"}
        {"content":"","latitude":0,"longitude":2,"poi":"p"}
        D057 D061 | RC:FileMsg | number-as-text | -
        {"name":"a","size":"12","type":"txt","fileUrl":"https://a"}
        {"name":"a","size":12,"type":"txt","fileUrl":"https://a"}
        D058 | RC:FileMsg | missing-field missing-field missing-field platform-key | android
        {"fileUri":"https://a","content":"","exp":false,"isFull":true}
        {"fileUrl":"https://a"}
        D060 | RC:FileMsg | null-value | -
        {"name":"","size":0,"type":"","localPath":"","fileUrl":"","extra":null}
        {"name":"","size":0,"type":"","localPath":"","fileUrl":""}
        D062 | RC:FileMsg | missing-field | -
        {"name":"a","type":"txt","fileUrl":"https://a"}
        {"name":"a","size":0,"type":"txt","fileUrl":"https://a"}
        D064 | RC:FileMsg | platform-value | -
        {"name":"a","size":1,"type":".txt","fileUrl":"https://a"}
        {"name":"a","size":1,"type":".txt","fileUrl":"https://a"}
        D065 D066 | RC:SightMsg | missing-field number-as-text number-as-text | -
        {"sightUrl":"https://a","content":"","duration":"9","size":"12"}
        {"sightUrl":"https://a","content":"","duration":9,"size":12,"name":""}
        D067 | RC:SightMsg | - | -
        {"sightUrl":"https://a","content":"","duration":9,"size":1,"name":"n","isBurnAfterRead":false,"burnDuration"\#
        :0}
        {"isBurnAfterRead":false,"burnDuration":0,"sightUrl":"https://a","content":"","duration":9,"size":1,"name":"\#
        n"}
        D068 | RC:SightMsg | value-limit | -
        {"sightUrl":"https://a","content":"","duration":121,"size":1,"name":"n"}
        {"sightUrl":"https://a","content":"","duration":121,"size":1,"name":"n"}
        D069 | RC:StkMsg | platform-key platform-key platform-key | android
        {"category":"c","name":"n","isInstalled":true}
        {"name":"n","category":"c","isInstalled":1}
        D095 | RC:InfoNtf | duplicate-key platform-key | dotNetServer
        {"content":"a","content":"b"}
        {"message":"b"}
        D096 | RC:InfoNtf | key-case | -
        {"message":"a","Extra":"b"}
        {"message":"a","extra":"b"}
        D099 | RC:ContactNtf | operation-unofficial | -
        {"operation":"ContactOperationRequest","sourceUserId":"a","targetUserId":"b","message":"m"}
        {"operation":"ContactOperationRequest","sourceUserId":"a","targetUserId":"b","message":"m"}
        D101 | RC:ContactNtf | missing-field | -
        {"operation":"Request","sourceUserId":"a","targetUserId":"b"}
        {"operation":"Request","sourceUserId":"a","targetUserId":"b","message":""}
        D012 D102 | RC:ProfileNtf | object-for-text | -
        {"operation":"Update","data":{"a":1}}
        {"operation":"Update","data":"{\"a\":1}"}
        D104 | RC:CmdNtf | platform-key | goServer
        {"operation":"a","data":"{}"}
        {"name":"a","data":"{}"}
        D105 | RC:CmdNtf | object-for-text | -
        {"name":"a","data":{"b":[1, 2]}}
        {"name":"a","data":"{\"b\":[1, 2]}"}
        D106 | RC:CmdNtf | - | -
        {"name":"a","data":"{}"}
        {"name":"a","data":"{}","extra":""}
        D109 | RC:GrpNtf | user-empty | -
        {"operatorUserId":"Add","operation":"Add","user":{}}
        {"operatorUserId":"Add","operation":"Add"}
        D110 | RC:GrpNtf | object-for-text | javaServer
        {"operatorUserId":"u","operation":"Add","data":{"x":"y"},"message":"m"}
        {"operatorUserId":"u","operation":"Add","data":"{\"x\":\"y\"}","message":"m"}
        D111 | RC:GrpNtf | - | -
        {"operation":"Quit"}
        {"operation":"Quit","data":null}
        D114 | RC:DizNtf | platform-value | android
        {"type":1,"extension":"u"}
        {"type":1,"extension":"u","operator":null}
        D115 | RC:DizNtf | platform-key | web
        {"type":5,"extension":"u","operation":"o"}
        {"type":5,"extension":"u","operator":"o"}
        D116 | RC:DizNtf | - | -
        {"type":5,"extension":"1","operator":"o"}
        {"type":5,"extension":"1","operator":"o"}
        D119 | RC:RcNtf | platform-key platform-key platform-key platform-key platform-key user-empty | flutter
        {"mOperatorId":"u","mRecallTime":7,"mOriginalObjectName":"RC:TxtMsg","mAdmin":true,"mDelete":false,"user":[]\#
        }
        {"operatorId":"u","recallTime":7,"originalObjectName":"RC:TxtMsg","admin":true,"delete":false}
        D120 | RC:RcNtf | missing-field missing-field | -
        {"operatorId":"u","recallTime":7,"originalObjectName":"RC:TxtMsg"}
        {"operatorId":"u","recallTime":7,"originalObjectName":"RC:TxtMsg","admin":false,"delete":false}
        D010 D121 | RC:RcNtf | bool-as-number bool-as-number | -
        {"operatorId":"u","recallTime":7,"originalObjectName":"RC:TxtMsg","admin":1,"delete":0}
        {"operatorId":"u","recallTime":7,"originalObjectName":"RC:TxtMsg","admin":true,"delete":false}
        D124 | RC:CmdMsg | missing-field object-for-text | -
        {"data":{"a":1}}
        {"name":"","data":"{\"a\":1}"}
        D010 D127 | RC:RcCmd | bool-as-number bool-as-number | -
        {"messageUId":"x","conversationType":1,"targetId":"t","sentTime":7,"isAdmin":1,"isDelete":0}
        {"messageUId":"x","conversationType":1,"targetId":"t","sentTime":7,"isAdmin":true,"isDelete":false}
        D128 | RC:RcCmd | number-as-text | -
        {"messageUId":"x","conversationType":"6","targetId":"t","sentTime":7}
        {"messageUId":"x","conversationType":6,"targetId":"t","sentTime":7}
        D129 | RC:RcCmd | key-case key-case key-case key-case key-case number-as-text number-as-text | -
        {"MessageUId":"x","ConversationType":"1","TargetId":"t","SentTime":"7","ChannelId":"c"}
        {"messageUId":"x","conversationType":1,"targetId":"t","sentTime":7,"channelId":"c"}
        D130 | RC:RcCmd | missing-field missing-field missing-field | -
        {"messageUId":"x","extra":"e"}
        {"messageUId":"x","conversationType":0,"targetId":"","sentTime":0,"extra":"e"}
        D131 | RC:RcCmd | - | -
        {"messageUId":"x","conversationType":1,"targetId":"t","sentTime":7}
        {"messageUId":"x","conversationType":1,"targetId":"t","sentTime":7,"isAdmin":null}
        D132 | RC:ReadNtf | number-as-text | -
        {"lastMessageSendTime":"7","type":1}
        {"lastMessageSendTime":7,"type":1}
        D133 | RC:ReadNtf | platform-key | goServer
        {"lastMessageSend":7,"type":1}
        {"lastMessageSendTime":7,"type":1}
        D134 | RC:ReadNtf | value-undocumented | -
        {"lastMessageSendTime":7,"messageUId":"x","type":3}
        {"lastMessageSendTime":7,"messageUId":"x","type":3}
        D137 | RC:RRRspMsg | - | -
        {"receiptMessageDic":{"x":1700000000000}}
        {"receiptMessageDic":{"x":1700000000000}}
        D138 | RC:RRRspMsg | missing-field | -
        {}
        {}
        D140 | RC:SRSMsg | platform-key | goServer
        {"lastMessageSend":7}
        {"lastMessageSendTime":7}
        D141 | RC:SRSMsg | missing-field | -
        {}
        {"lastMessageSendTime":0}
        D143 | RC:TypSts | missing-field | -
        {"data":"d"}
        {"typingContentType":"","data":"d"}
        D144 | RC:TypSts | - | -
        {"typingContentType":"RC:TxtMsg"}
        {"typingContentType":"RC:TxtMsg","data":null}
        D146 | RC:MsgExMsg | platform-key | web
        {"mid":"x","removeAll":1}
        {"mid":"x","clear":1}
        D147 | RC:MsgExMsg | text-for-object | -
        {"mid":"x","put":"{\"a\":\"b\"}","del":[],"clear":0}
        {"mid":"x","put":{"a":"b"},"del":[],"clear":0}
        D148 | RC:MsgExMsg | platform-key wrong-type | web
        {"mid":"x","removeAll":true}
        {"mid":"x","clear":1}
        D149 | RC:MsgExMsg | missing-field | -
        {"messageUId":"x","extraKey":{"a":"b"}}
        {}
        D150 | RC:MsgExMsg | value-limit | -
        {"mid":"x","put":{"a b":"c","d":"e"}}
        {"mid":"x","put":{"a b":"c","d":"e"}}
        D152 | RC:LogCmdMsg | - | -
        {"uri":"u","logId":"l","platform":"p","startTime":1,"endTime":2}
        {"uri":"u","logId":"l","platform":"p","packageName":null,"startTime":1,"endTime":2}
        D155 | RC:BurnNoticeMsg | missing-field | -
        {}
        {"burnMessageUIds":[]}
        D156 | RC:BurnNoticeMsg | missing-field | -
        {"message":"m"}
        {"burnMessageUIds":[]}
        D157 | RC:PSCmd | platform-key platform-key | web
        {"content":"c","menuItem":{"id":"1","name":"n","type":"CLICK"}}
        {"menuItem":{"id":"1","name":"n","type":"CLICK"},"content":"c"}
        D160 | RC:chrmKVNotiMsg | platform-key | goServer
        {"type":1,"string":"k","value":"v"}
        {"type":1,"key":"k","value":"v"}
        D161 | RC:chrmKVNotiMsg | null-value user-empty | -
        {"type":1,"key":"k","value":"v","user":{},"extra":null}
        {"type":1,"key":"k","value":"v"}
        D162 | RC:chrmKVNotiMsg | extra-not-text | -
        {"type":1,"key":"k","value":"v","extra":{"a":1}}
        {"type":1,"key":"k","value":"v","extra":"{\"a\":1}"}
        D163 D164 | RC:chrmKVNotiMsg | - | -
        {"type":2,"key":"k"}
        {"type":2,"key":"k","value":null}
        D166 | RC:InterceptMsg | wrong-type | -
        {"msgUId":"x","interceptType":{"code":2}}
        {"msgUId":"x","interceptType":0}
        D167 | RC:InterceptMsg | missing-field | -
        {"messageUId":"x","interceptType":2}
        {"interceptType":2}
        D084 | RC:PSImgTxtMsg | missing-field | -
        {"richContentMessage":{"articles":[]}}
        {}
        D087 | RC:PSMultiImgTxtMsg | content-wrong-shape | -
        null
        {}
        D088 | RC:PSMultiImgTxtMsg | - | -
        {"articles":[{"title":"t"}]}
        {"articles":[{"title":"t","url":null}],"user":null}
        D187 | RC:CsHs | - | -
        {"requestInfo":{"page":"p","productId":"1"}}
        {"requestInfo":{"page":"p","productId":"1"}}
        D188 D189 | RC:CsHs | - | -
        {"requestInfo":{},"userInfo":{"portraitUrl":"p"}}
        {"userInfo":{"portraitUrl":"p"},"requestInfo":{}}
        D190 D191 | RC:CsHsR | - | -
        {"status":1,"data":{"serviceType":"3","notAutoCha":1,"isblack":"0"}}
        {"data":{"serviceType":"3","notAutoCha":1,"isblack":"0"},"status":1}
        D192 | RC:CsHsR | missing-field | -
        {"status":0,"msg":"m"}
        {"status":0,"msg":"m"}
        D193 | RC:CSCha | platform-object-name | android
        {"uid":"u","sid":"s","pid":"p","groupid":"g"}
        {"uid":"u","sid":"s","pid":"p","groupid":"g"}
        D194 D195 | RC:CsCha | - | -
        {"uid":"u","sid":"s","pid":"p"}
        {"uid":"u","sid":"s","pid":"p","groupid":null}
        D196 | RC:CsEva | wrong-type | -
        {"uid":"u","sid":"s","pid":"p","source":5,"isresolve":true,"type":0}
        {"uid":"u","sid":"s","pid":"p","source":5,"isresolve":1,"type":0}
        D197 | RC:CsEva | platform-key platform-key platform-key | web
        {"uid":"u","sid":"s","pid":"p","humanValue":5,"isRobotResolved":1,"sugest":"w","type":1}
        {"uid":"u","sid":"s","pid":"p","source":5,"isresolve":1,"suggest":"w","type":1}
        D198 | RC:CsEva | key-case | -
        {"uid":"u","sid":"s","pid":"p","source":5,"isResolve":1,"type":1}
        {"uid":"u","sid":"s","pid":"p","source":5,"isresolve":1,"type":1}
        D199 | RC:CsUpdate | wrong-type | -
        {"sid":"s","serviceStatus":1}
        {"sid":"s","serviceStatus":"1"}
        D201 | RC:CsLm | platform-object-name | web
        {"content":{"a":"b"}}
        {"content":{"a":"b"}}
        D202 | RC:CsLM | - | -
        {"msg_content":"m","msg_email":"e"}
        {}
        D070 | RC:CardMsg | - | -
        {"userId":"u","name":"n","portraitUri":"c","sendUserId":"s","sendUserName":"m","user":{"id":"s","portrait":"\#
        p"}}
        {"user":{"portrait":"p","id":"s"},"userId":"u","name":"n","portraitUri":"c","sendUserId":"s","sendUserName":\#
        "m"}
        D207 | RC:VCInvite | platform-key | android
        {"callId":"c","channelId":"r","engineType":4,"mediaType":1,"inviteUserIds":["u"]}
        {"callId":"c","channelInfo":{"Id":"r","Key":""},"engineType":4,"mediaType":1,"inviteUserIds":["u"]}
        D208 | RC:VCInvite | missing-field null-value | -
        {"callId":"c","engineType":4,"mediaType":1,"inviteUserIds":null}
        {"callId":"c","engineType":4,"mediaType":1,"inviteUserIds":[]}
        D209 | RC:VCAccept | wrong-type | -
        {"callId":"c","mediaType":"audio"}
        {"callId":"c"}
        D210 | RC:VCHangup | number-as-text | -
        {"callId":"c","reason":"3"}
        {"callId":"c","reason":3}
        D212 | RC:VCModifyMem | missing-field | -
        {"modifyMemType":1,"callId":"c","caller":"u","engineType":4,"mediaType":1,"inviteUserIds":[],"existedUserPro\#
        files":[{"userId":"u"}]}
        {"modifyMemType":1,"callId":"c","caller":"u","engineType":4,"mediaType":1,"inviteUserIds":[],"existedUserPof\#
        iles":[]}
        D213 D214 | RC:VCModifyMem | missing-field missing-field | -
        {"modifyMemType":1,"callId":"c","caller":"u","engineType":4,"mediaType":1,"modifyMemIds":["u"]}
        {"modifyMemType":1,"callId":"c","caller":"u","engineType":4,"mediaType":1}
        D215 | RC:VCSummary | platform-key | android
        {"caller":"u","inviter":"u","mediaType":1,"startTime":1,"activeTime":2,"duration":3000,"hangupReason":3}
        {"caller":"u","inviter":"u","mediaType":1,"startTime":1,"connectedTime":2,"duration":3000,"hangupReason":3}
        D216 D218 | RC:VCSummary | platform-key platform-value | web
        {"caller":"u","inviter":"u","mediaType":1,"startTime":1,"connectedTime":2,"duration":3,"status":3}
        {"caller":"u","inviter":"u","mediaType":1,"startTime":1,"connectedTime":2,"duration":3000,"hangupReason":3}
        """#
}
