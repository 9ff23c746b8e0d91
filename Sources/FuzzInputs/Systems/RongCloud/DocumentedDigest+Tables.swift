// Contents of more types, and further contents of types, from the types' documentation.
extension DocumentedDigest {
    /// Contents without diagnostics.
    static let plain = rows(
        #"""
        RC:TxtMsg |  | {"content":""}
        RC:StreamMsg | so far | {"content":"so far","type":"markdown","seq":3,"complete":false,"messageUID":"B9QK-5G7D-44JS-00AA"}
        RC:TypSts | [typing] | {"typingContentType":"RC:ImgMsg","data":"VcMsg"}
        RC:RRRspMsg | [read 3] | {"receiptMessageDic":{"u-1":"B9QK-5G7D-44JS-00AA","u-2":["a","b"],"u-3":[]}}
        RC:RRRspMsg | [read 0] | {"receiptMessageDic":{}}
        RC:RRMsg | [read by 0 of 0] | {"msgId":"m","rrn":0,"tmn":0}
        RC:Delivered | [delivered 2] | [{"messageUId":"a","time":1},{"messageUId":"b","time":2,"targetId":"u-2","objectName":"RC:TxtMsg"}]
        RC:Delivered | [delivered 0] | []
        RC:RecNtf | [received] | {}
        RC:UnknownMsg | [unknown message] | {}
        RC:VcMsg | [voice 1 s] | {"content":"IyFBTVIK","duration":1}
        RC:VcMsg | [voice 60 s] | {"content":"","duration":60}
        RC:ImgMsg | [image 120×90] | {"content":"/9j/wAARCABaAHgDAREAAhEBAxEB","imageUri":"https://a.example/b"}
        RC:ImgMsg | [image] | {"content":"","imageUri":"https://a.example/b","isFull":true}
        RC:GIFMsg | [GIF] | {"remoteUrl":"https://a.example/b","gifDataSize":9,"width":0,"height":0}
        RC:GIFMsg | [GIF] | {"remoteUrl":"https://a.example/b","gifDataSize":9,"width":120,"height":0}
        RC:SightMsg | [video 12 s] | {"sightUrl":"https://a.example/b","content":"","duration":12,"size":4096,"name":"v.mp4"}
        RC:LBSMsg | [location ] | {"latitude":31.5,"longitude":-0.25}
        RC:StkMsg | [sticker] | {"packageId":"p01","stickerId":"s07","digest":""}
        RC:CombineMsg | [combined messages] | {"remoteUrl":"https://a.example/b","conversationType":3,"nameList":["Mei","Bo"],"summaryList":[],"title":"Talk"}
        RC:CombineV2Msg | [combined messages] | {"conversationType":3,"nameList":["Mei"],"summaryList":["Mei: hi"],"msgNum":1,"msgList":[{"a":1}]}
        RC:PSImgTxtMsg | [article News] | {"articles":[{"title":"News","digest":"d","picurl":"p","url":"u"},{"title":"Other"}]}
        RC:PSImgTxtMsg | [article ] | {"articles":[]}
        RC:PSMultiImgTxtMsg | [3 articles: ] | {"articles":[{"digest":"d"},{"title":"B"},{"title":"C"}]}
        RC:PSMultiImgTxtMsg | [1 article: A] | {"articles":[{"title":"A"}]}
        RC:ContactNtf | [AcceptResponse] | {"operation":"AcceptResponse","sourceUserId":"u-1","targetUserId":"u-2","message":""}
        RC:ProfileNtf | [Update] | {"operation":"Update","data":"{\u0022name\u0022:\u0022Mei\u0022}"}
        RC:CmdNtf | [command go] | {"name":"go","data":"[1]"}
        RC:GrpNtf | [Quit] | {"operatorUserId":"u-1","operation":"Quit","data":"{}","message":""}
        RC:MsgExMsg | [expansion of B9QK-5G7D-44JS-00AA] | {"mid":"B9QK-5G7D-44JS-00AA","del":["vote"],"clear":1}
        RC:LogCmdMsg | [upload log l-7] | {"uri":"https://a.example/b","logId":"l-7","platform":"Android","packageName":"p","startTime":1795000000000,"endTime":1795000000001}
        RC:BurnNoticeMsg | [burned 0] | {"burnMessageUIds":[]}
        RC:UIUMsg | [2 users changed] | {"updatedUserInfoList":[{"userId":"u-1","name":"Mei"},{"userId":"u-2"}]}
        RC:InterceptMsg | [stopped B9QK-5G7D-44JS-00AA] | {"msgUId":"B9QK-5G7D-44JS-00AA","interceptType":2,"sourceType":0,"sourceContent":"{}"}
        RC:VCInvite | [audio call to u-2] | {"callId":"c-1","engineType":4,"mediaType":1,"inviteUserIds":["u-2"],"observerUserIds":["u-3"]}
        RC:VCModifyMem | [call adds u-4, u-5] | {"modifyMemType":1,"callId":"c-1","caller":"u-1","engineType":4,"mediaType":1,"inviteUserIds":["u-4","u-5"],"existedUserPofiles":[{"userId":"u-1"}]}
        RC:VCModifyMedia | [call changes to video] | {"callId":"c-1","mediaType":2}
        RC:VCHangup | [call ended, cancelled] | {"callId":"c-1","reason":1}
        RC:VCHangup | [call ended, rejected] | {"callId":"c-1","reason":2}
        RC:VCHangup | [call ended, hung up] | {"callId":"c-1","reason":3}
        RC:VCHangup | [call ended, no answer] | {"callId":"c-1","reason":5}
        RC:VCHangup | [call ended, engine not supported] | {"callId":"c-1","reason":6}
        RC:VCHangup | [call ended, network] | {"callId":"c-1","reason":7}
        RC:VCHangup | [call ended, reason 8] | {"callId":"c-1","reason":8}
        RC:VCHangup | [call ended, cancelled by the other side] | {"callId":"c-1","reason":11}
        RC:VCHangup | [call ended, network by the other side] | {"callId":"c-1","reason":17}
        RC:VCHangup | [call ended, reason 18] | {"callId":"c-1","reason":18}
        RC:VSTMsg | [call ended, no answer by the other side] | {"content":"","reason":15,"mediaType":1,"direction":"MO"}
        RC:VSTMsg | Not answered | {"content":"Not answered","reason":5,"mediaType":2,"direction":"MT"}
        RC:CallAISummary | [call summary] | {"taskId":"t-1","callId":"c-1","startTime":1795000000000.5}
        RC:VCSummary | [video call, 65 s, hung up] | {"caller":"u-1","inviter":"u-1","mediaType":2,"memberIdList":["u-2"],"startTime":1795000000000,"connectedTime":1795000001000,"duration":65999,"hangupReason":3}
        RC:VCSummary | [audio call, 0 s, busy by the other side] | {"caller":"u-1","inviter":"u-1","mediaType":1,"startTime":1795000000000,"duration":999,"hangupReason":14}
        RC:VCSummary | [audio call, 65 s, hung up] | {"caller":"u-1","inviter":"u-1","mediaType":1,"startTime":1795000000000,"duration":65000,"hangupReason":3,"status":4}
        RC:chrmKVNotiMsg | [seat_1 = ] | {"type":2,"key":"seat_1"}
        RC:ChrmMemChange | [3 joined or left] | {"userList":[{"userId":"a","status":0},{"userId":"b","status":1},{"userId":"c","status":1}]}
        RC:ChrmBlockMsg | [unblocked u-9] | {"chatroomId":"r-1","operateType":0,"operateTime":1795000000000,"userList":["u-9"]}
        RC:ChrmBlockMsg | [blocked u-8, u-9] | {"chatroomId":"r-1","operateType":1,"operateTime":1795000000000,"durationTime":60000,"userList":["u-8","u-9"]}
        RC:ChrmBanMsg | [mute change 5] | {"chatroomId":"r-1","operateType":5,"operateTime":1795000000000,"userList":["u-9"]}
        RC:RLStart | Mei shows where she is | {"content":"Mei shows where she is"}
        RC:RLEnd | [location sharing ended] | {}
        RC:RLEnd | Over | {"content":"Over","extra":"x"}
        RC:RLJoin | [location sharing joined] | {"content":""}
        RC:RLJoin | Bo comes | {"content":"Bo comes"}
        RC:RLQuit | [location sharing left] | {"content":""}
        RC:RLQuit | Bo goes | {"content":"Bo goes"}
        RC:RL | [position 31.5, -0.25] | {"latitude":31.5,"longitude":-0.25}
        RC:EncryptRequestMsg | [secret chat asked] | {"requesterEncId":"a","requesterKey":"k"}
        RC:EncryptResponseMsg | [secret chat answered] | {"requesterEncId":"a","responserEncId":"b","responserKey":"k"}
        RC:EncryptConfirmMsg | [secret chat begins] | {"requesterEncId":"a","responserEncId":"b"}
        RC:EncryptCancelMsg | [secret chat declined] | {"requesterEncId":"a","responserEncId":"b"}
        RC:EncryptTerminateMsg | [secret chat ended] | {"senderEncId":"a","receiverEncId":"b"}
        RC:EncryptedMsg | [encrypted RC:TxtMsg] | {"encryptedContent":"eA==","remoteEncId":"b","originalObjName":"RC:TxtMsg"}
        RC:CsHs | [customer service asked] | {"groupid":"g","userInfo":{"userId":"u-1"}}
        RC:CsHsR | Welcome | {"status":1,"msg":"Welcome","data":{"uid":"x"}}
        RC:CsHsR | [customer service answered 0] | {"status":0,"msg":"","data":{"uid":"x"}}
        RC:CsCha | [agent wanted] | {"uid":"x","sid":"s","pid":"p","groupid":"g"}
        RC:CsChaR | [agent answered 200] | {"code":200,"data":{"status":1}}
        RC:CsChaR | Wait | {"code":201,"msg":"Wait"}
        RC:CsSp | [customer service left] | {"uid":"x","sid":"s","pid":"p"}
        RC:CsEnd | [customer service ended] | {"code":0,"msg":"","sid":"s"}
        RC:CsEnd | Good bye | {"code":1,"msg":"Good bye","sid":"s"}
        RC:CsUpdate | [service 2] | {"sid":"s","serviceStatus":"2"}
        RC:CsEva | [3 of 5 stars] | {"uid":"x","sid":"s","pid":"p","source":3,"suggest":"fine","isresolve":2,"type":0}
        RC:CsPullEva | [evaluation asked] | {"msgId":"m"}
        RC:CsContact | [visitor Lin] | {"nickName":"Lin","page":{"url":"u"}}
        RC:CsContact | [visitor ] | {"info":{"a":1}}
        RC:CsLM | [message left] | {"uid":"x","sid":"s","pid":"p","content":{"name":"Lin"}}
        RC:CsPLM | Leave a message | {"content":"Leave a message"}
        RC:HsMsg | [customer service asked] | {"type":1}
        RC:SpMsg | [customer service left] | {"type":1}
        RC:IWStorageMsg | [gift] | {"messageType":"gift","fields":{"a":"b"}}
        RC:IWNormalMsg | [two words] | {"messageType":"two words","fields":{}}
        RC:IWCmdMsg | [go] | {"messageType":"go","fields":{"a":"b","c":"d"}}
        RC:IWStatusMsg | [] | {"messageType":"","fields":{}}
        """#
    )

    /// Contents in some platforms' spelling, and other odd ones.
    static let odd = rows(
        #"""
        RC:ImgTextMsg | [link A] | {"title":"A","content":"c","imageUri":"i","conturlent":"u"} | platform-key conturlent
        RC:StreamMsg | all | {"content":"all","seq":0,"isComplete":true} | platform-key isComplete, value-limit seq
        RC:ReadNtf | [read] | {"lastMessageSend":1795000000000,"type":1} | platform-key lastMessageSend
        RC:RRMsg | [read by 0 of 8] | {"msgId":"m","tmn":8} | missing-field rrn
        RC:SRSMsg | [read on another device] | {"lastMessageSend":1795000000000} | platform-key lastMessageSend
        RC:TxtMsg | 7 | {"content":7} | wrong-type content
        RC:TxtMsg |  | {"content":null} | null-value content, missing-field content
        RC:TxtMsg | second | {"content":"second","extra":{"a":1}} | extra-not-text extra
        RC:TxtMsg | to you | {"content":"to you","user":{}} | user-empty user
        RC:txtmsg | hidden | {"content":"hidden"} | object-name-case 
        RC:VcMsg | [voice 7 s] | {"content":"","duration":"7"} | number-as-text duration
        RC:ImgMsg | [image] | {"content":"","imageUri":"file:///a","full":true,"exp":false} | platform-key full, platform-key exp, url-local imageUri
        RC:ImgMsg | [image] | {"content":"R0lGODlhAQABAIAAAAAAAP","imageUri":"https://a.example/b"} | thumbnail-not-jpeg content
        RC:ImgMsg | [image] | {"content":"iVBORw0KGgoAAAAAAAAAAA==","imageUri":"https://a.example/b"} | thumbnail-not-jpeg content
        RC:ImgMsg | [image 240×240] | {"content":"/9j/wAARCADw\nAPADAREAAhEB AxEB","imageUri":"https://a.example/b"} | base64-line-breaks content
        RC:ImgMsg | [image 241×1] | {"content":"_9j_wAARCAABAPEDAREAAhEBAxEB","imageUri":"https://a.example/b"} | base64-url-alphabet content, thumbnail-pixels content
        RC:ImgMsg | [image 1×241] | {"content":"/9j/wAARCADxAAEDAREAAhEBAxEB","imageUri":"https://a.example/b"} | thumbnail-pixels content
        RC:ImgMsg | [image] | {"content":"data:image/jpeg;base64,/9j/wAARCABaAHgDAREAAhEBAxEB","imageUri":"https://a.example/b"} | base64-data-url content
        RC:ImgMsg | [image] | {"content":"/9j!","imageUri":"https://a.example/b"} | base64-invalid content
        RC:ImgMsg | [image] | {"content":"https://a.example/t","imageUri":"https://a.example/b"} | platform-value content
        RC:LBSMsg | [location ] | {"content":"/9j/wAARCAABAPEDAREAAhEBAxEB","latitude":31.5,"longitude":-0.25}
        RC:VcMsg | [voice 2 s] | {"content":"IyFBTVIKfHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fA==","duration":2}
        RC:VcMsg | [voice 2 s] | {"content":"IyFBTVIKfHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8","duration":2} | amr-duration duration
        RC:VcMsg | [voice 0 s] | {"content":"IyFBTVIKfHw8AA==","duration":0} | amr-frames content
        RC:VcMsg | [voice 0 s] | {"content":"IyFBTVItV0IK","duration":0} | amr-header content
        RC:VcMsg | [voice 0 s] | {"content":"SUQzYXVkaW8=","duration":0} | amr-header content
        RC:UIUMsg | [1 user changed] | {"updatedUserInfoList":[{"userId":"u-1","name":"Mei","portraitUri":5}]} | wrong-type updatedUserInfoList[0].portraitUri
        RC:TxtMsg | hi | {"content":"hi","user":{"id":"u-1","extra":5}} | wrong-type user.extra
        RC:IWNormalMsg | [5] | {"messageType":5,"fields":{}} | wrong-type messageType
        RC:IWNormalMsg | [x] | {"messageType":"x","fields":5} | wrong-type fields
        RC:FileMsg | [file b.bin] | {"name":"b.bin","size":"12","type":".bin","fileUri":"https://a.example/b"} | platform-key fileUri, number-as-text size, platform-value type
        RC:StkMsg | [sticker wave] | {"category":"c","name":"wave","isInstalled":true} | platform-key category, platform-key name, platform-key isInstalled
        RC:CombineMsg | [combined messages] | {"content":"https://a.example/b","conversationType":1,"nameList":[],"summaryList":[]} | platform-key content
        RC:PSCmd | [menu Help] | {"content":"c","menuItem":{"id":"1","name":"Help","type":"click"}} | platform-key content, platform-key menuItem
        RC:PSCmd | [menu VIEW] | {"cmd":"VIEW","data":"d","menuItem":{"name":"Help"}} | platform-key menuItem
        RC:InfoNtf | Keep it | {"content":"Keep it"} | platform-key content
        RC:ProfileNtf | [Update] | {"operation":"Update","data":{"name":"Mei"}} | object-for-text data
        RC:CmdNtf | [command go] | {"operation":"go","data":"no JSON"} | platform-key operation, data-not-json data
        RC:GrpNtf | [rename] | {"operatorUserId":"u-1","operation":"rename","data":"Hikers"} | operation-unofficial operation
        RC:DizNtf | [discussion change 2] | {"type":2,"extension":"crew"} | platform-value operator
        RC:DizNtf | [discussion change 4] | {"type":4,"extension":"u-2","operation":"u-1","isHasReceived":true} | platform-key operation, platform-key isHasReceived
        RC:RcNtf | [recalled RC:ImgMsg] | {"mOperatorId":"u-1","mRecallTime":1,"mOriginalObjectName":"RC:ImgMsg","mAdmin":false,"mDelete":true} | platform-key mOperatorId, platform-key mRecallTime, platform-key mOriginalObjectName, platform-key mAdmin, platform-key mDelete
        RC:RcCmd | [recall m] | {"messageUId":"m","conversationType":"1","targetId":"u","sentTime":1,"isAdmin":1} | number-as-text conversationType, bool-as-number isAdmin
        RC:MsgExMsg | [expansion of m] | {"mid":"m","put":{"a b":"c"},"removeAll":0} | platform-key removeAll, value-limit put
        RC:LogCmdMsg | [upload log l-8] | {"uri":"u","logId":"l-8","platform":"iOS","startTime":2,"endTime":1} | value-limit endTime
        RC:BurnNoticeMsg | [burned 3] | {"burnMessageUIds":"[\u0022a\u0022,\u0022b\u0022,\u0022c\u0022]"} | text-for-object burnMessageUIds
        RC:InterceptMsg | [stopped m] | {"msgUId":"m","interceptType":1,"sourceContent":"no JSON"} | data-not-json sourceContent
        RC:VCInvite | [media 3 call to ] | {"callId":"c","engineType":4,"mediaType":3,"inviteUserIds":[],"channelId":"r"} | value-undocumented mediaType, platform-key channelId
        RC:VCAccept | [call accepted] | {"callId":"c","mediaType":1,"acceptTime":1795000000000} | platform-key acceptTime
        RC:VCHangup | [call ended, reason 0] | {"callId":"c","reason":0,"mode":"m"} | value-undocumented reason, platform-key mode
        RC:VCModifyMem | [call adds u-4] | {"modifyMemType":2,"callId":"c","caller":"u-1","engineType":5,"mediaType":0,"inviteUserIds":["u-4"],"existedUserPofiles":[]} | value-undocumented modifyMemType, value-undocumented engineType, value-undocumented mediaType
        RC:VSTMsg | [call ended, reason 19] | {"reason":19,"mediaType":1,"direction":"XX"} | value-undocumented reason, value-undocumented direction
        RC:VCSummary | [audio call, 65 s, hung up by the other side] | {"caller":"u-1","inviter":"u-1","mediaType":1,"startTime":1,"duration":65,"status":13} | platform-key status, platform-value duration
        RC:VCSummary | [video call, 3 s, network] | {"caller":"u-1","inviter":"u-1","mediaType":2,"startTime":1,"activeTime":2,"duration":3999,"hangupReason":7} | platform-key activeTime
        RC:chrmKVNotiMsg | [seat 1 = u] | {"type":1,"string":"seat 1","value":"u"} | platform-key string, value-limit key
        RC:RL | [position 90.5, -180.5] | {"latitude":90.5,"longitude":-180.5} | coordinate-range latitude, coordinate-range longitude
        RC:CSCha | [agent wanted] | {"uid":"x","sid":"s","pid":"p"} | platform-object-name 
        RC:CsLm | [message left] | {"uid":"x","sid":"s","pid":"p"} | platform-object-name 
        RC:CsEva | [4 of 5 stars] | {"uid":"x","sid":"s","pid":"p","humanValue":4,"sugest":"s","isRobotResolved":1,"type":1} | platform-key humanValue, platform-key sugest, platform-key isRobotResolved
        RC:IWNormalMsg | [gift] | {"messageType":"gift","fields":"{\u0022a\u0022:\u0022b\u0022}"} | text-for-object fields
        """#
    )
}
