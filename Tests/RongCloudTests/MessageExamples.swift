import Testing

/// Two contents of every message of the catalogue: the fewest keys, and all that are usual.
enum MessageExamples {
    /// One content.
    struct Example: Sendable, CustomTestStringConvertible {
        let objectName: String
        let variant: String
        let json: String
        var bytes: [UInt8] { Array(json.utf8) }
        var testDescription: String { "\(objectName) \(variant)" }
    }

    /// Each line of the table: object name, variant, content.
    static let all: [Example] = table.split(separator: "\n").map { line in
        let cells = line.split(separator: " ", maxSplits: 2)
        return Example(objectName: String(cells[0]), variant: String(cells[1]), json: String(cells[2]))
    }

    private static let table = #"""
        RC:TxtMsg minimal {"content":"hello"}
        RC:TxtMsg full {"content":"Hello @Lin, dinner at 7? 🍜","extra":"ref=42","user":{"id":"u-1001","name":"M\#
        ei","portrait":"https://img.example.org/a/1001.png","extra":"vip=2"},"mentionedInfo":{"type":2,"userIdLi\#
        st":["u-1002","u-1003"],"mentionedContent":"Mei mentioned you"},"isBurnAfterRead":true,"burnDuration":10\#
        }
        RC:VcMsg minimal {"content":"IyFBTVIKPJEXFr5meeHgAeev8AAAAIAAAAAAAAAAAAAA","duration":1}
        RC:VcMsg full {"content":"IyFBTVIKPJEXFr5meeHgAeev8AAAAIAAAAAAAAAAAAAA","duration":7,"extra":"scene=lobb\#
        y","user":{"id":"u-1001","name":"Mei","portrait":"https://img.example.org/a/1001.png","extra":"vip=2"},"\#
        mentionedInfo":{"type":2,"userIdList":["u-1002","u-1003"],"mentionedContent":"Mei mentioned you"},"isBur\#
        nAfterRead":true,"burnDuration":10}
        RC:HQVCMsg minimal {"remoteUrl":"https://f.example.org/v/1.aac","duration":3}
        RC:HQVCMsg full {"name":"v-1.aac","localPath":"","remoteUrl":"https://f.example.org/v/1.aac","duration":\#
        12,"type":"aac","extra":"","user":{"id":"u-1001","name":"Mei","portrait":"https://img.example.org/a/1001\#
        .png","extra":"vip=2"},"mentionedInfo":{"type":2,"userIdList":["u-1002","u-1003"],"mentionedContent":"Me\#
        i mentioned you"},"isBurnAfterRead":true,"burnDuration":10}
        RC:ImgMsg minimal {"content":"/9j/4AAQSkZJRgABAQAAAQABAAD/2Q==","imageUri":"https://f.example.org/i/1.jp\#
        g"}
        RC:ImgMsg full {"content":"/9j/4AAQSkZJRgABAQAAAQABAAD/2Q==","imageUri":"https://f.example.org/i/1.jpg",\#
        "localPath":"","name":"1.jpg","isFull":false,"extra":"album=9","user":{"id":"u-1001","name":"Mei","portr\#
        ait":"https://img.example.org/a/1001.png","extra":"vip=2"},"mentionedInfo":{"type":2,"userIdList":["u-10\#
        02","u-1003"],"mentionedContent":"Mei mentioned you"},"isBurnAfterRead":true,"burnDuration":10}
        RC:GIFMsg minimal {"remoteUrl":"https://f.example.org/g/1.gif","gifDataSize":20480,"width":120,"height":\#
        90}
        RC:GIFMsg full {"remoteUrl":"https://f.example.org/g/1.gif","localPath":"","name":"1.gif","gifDataSize":\#
        204800,"width":240,"height":180,"extra":"","user":{"id":"u-1001","name":"Mei","portrait":"https://img.ex\#
        ample.org/a/1001.png","extra":"vip=2"},"mentionedInfo":{"type":2,"userIdList":["u-1002","u-1003"],"menti\#
        onedContent":"Mei mentioned you"},"isBurnAfterRead":true,"burnDuration":10}
        RC:ImgTextMsg minimal {"title":"Launch","content":"We are live","imageUri":"https://img.example.org/n.pn\#
        g"}
        RC:ImgTextMsg full {"title":"Launch","content":"We are live today","imageUri":"https://img.example.org/n\#
        .png","url":"https://www.example.org/launch","extra":"c=1","user":{"id":"u-1001","name":"Mei","portrait"\#
        :"https://img.example.org/a/1001.png","extra":"vip=2"},"mentionedInfo":{"type":2,"userIdList":["u-1002",\#
        "u-1003"],"mentionedContent":"Mei mentioned you"}}
        RC:LBSMsg minimal {"content":"/9j/4AAQSkZJRgABAQAAAQABAAD/2Q==","latitude":31.2304,"longitude":121.4737,\#
        "poi":"Shanghai"}
        RC:LBSMsg full {"content":"/9j/4AAQSkZJRgABAQAAAQABAAD/2Q==","latitude":31.230416,"longitude":121.473701\#
        ,"poi":"People's Square, Shanghai","type":1,"extra":"","user":{"id":"u-1001","name":"Mei","portrait":"ht\#
        tps://img.example.org/a/1001.png","extra":"vip=2"},"mentionedInfo":{"type":2,"userIdList":["u-1002","u-1\#
        003"],"mentionedContent":"Mei mentioned you"},"isBurnAfterRead":true,"burnDuration":10}
        RC:FileMsg minimal {"name":"a.txt","size":12,"type":"txt","fileUrl":"https://f.example.org/d/a.txt"}
        RC:FileMsg full {"name":"plan.pdf","size":184320,"type":"pdf","localPath":"","fileUrl":"https://f.exampl\#
        e.org/d/plan.pdf","extra":"v=3","user":{"id":"u-1001","name":"Mei","portrait":"https://img.example.org/a\#
        /1001.png","extra":"vip=2"},"mentionedInfo":{"type":2,"userIdList":["u-1002","u-1003"],"mentionedContent\#
        ":"Mei mentioned you"},"isBurnAfterRead":true,"burnDuration":10}
        RC:SightMsg minimal {"sightUrl":"https://f.example.org/s/1.mp4","content":"/9j/4AAQSkZJRgABAQAAAQABAAD/2\#
        Q==","duration":4,"size":512000,"name":"1.mp4"}
        RC:SightMsg full {"sightUrl":"https://f.example.org/s/1.mp4","content":"/9j/4AAQSkZJRgABAQAAAQABAAD/2Q==\#
        ","duration":9,"size":912000,"name":"1.mp4","localPath":"","isFull":false,"extra":"","user":{"id":"u-100\#
        1","name":"Mei","portrait":"https://img.example.org/a/1001.png","extra":"vip=2"},"mentionedInfo":{"type"\#
        :2,"userIdList":["u-1002","u-1003"],"mentionedContent":"Mei mentioned you"},"isBurnAfterRead":true,"burn\#
        Duration":10}
        RC:StkMsg minimal {"packageId":"p01","stickerId":"s07","digest":"laugh","width":120,"height":120}
        RC:StkMsg full {"packageId":"p01","stickerId":"s07","digest":"laugh","width":240,"height":240,"extra":""\#
        ,"user":{"id":"u-1001","name":"Mei","portrait":"https://img.example.org/a/1001.png","extra":"vip=2"},"bu\#
        rnDuration":0}
        RC:CardMsg minimal {"userId":"u-9","name":"Lin","sendUserId":"u-1001","sendUserName":"Mei"}
        RC:CardMsg full {"userId":"u-9","name":"Lin","portraitUri":"https://img.example.org/a/9.png","sendUserId\#
        ":"u-1001","sendUserName":"Mei","extra":"","user":{"id":"u-1001","name":"Mei","portrait":"https://img.ex\#
        ample.org/a/1001.png","extra":"vip=2"},"isBurnAfterRead":true,"burnDuration":10}
        RC:CombineMsg minimal {"remoteUrl":"https://f.example.org/c/1.html","conversationType":1,"nameList":["Me\#
        i","Lin"],"summaryList":["Mei: hi"]}
        RC:CombineMsg full {"title":"Chat history","name":"1.html","localPath":"","remoteUrl":"https://f.example\#
        .org/c/1.html","conversationType":3,"nameList":["Mei","Lin"],"summaryList":["Mei: hi","Lin: [Image]"],"e\#
        xtra":"","user":{"id":"u-1001","name":"Mei","portrait":"https://img.example.org/a/1001.png","extra":"vip\#
        =2"},"mentionedInfo":{"type":2,"userIdList":["u-1002","u-1003"],"mentionedContent":"Mei mentioned you"},\#
        "isBurnAfterRead":true,"burnDuration":10}
        RC:CombineV2Msg minimal {"conversationType":1,"nameList":["Mei"],"summaryList":["Mei: hi"],"msgNum":1,"m\#
        sgList":[{"objectName":"RC:TxtMsg","senderUserId":"u-1001","content":{"content":"hi"}}]}
        RC:CombineV2Msg full {"conversationType":3,"nameList":["Mei","Lin"],"summaryList":["Mei: hi","Lin: ok"],\#
        "msgNum":230,"jsonMsgKey":"k-7f2a","remoteUrl":"https://f.example.org/c/2.json","name":"2.json","localPa\#
        th":"","extra":"","user":{"id":"u-1001","name":"Mei","portrait":"https://img.example.org/a/1001.png","ex\#
        tra":"vip=2"}}
        RC:ReferenceMsg minimal {"content":"agreed","referMsgUserId":"u-2","objName":"RC:TxtMsg","referMsg":{"co\#
        ntent":"shall we?"}}
        RC:ReferenceMsg full {"content":"agreed","referMsgUserId":"u-2","objName":"RC:TxtMsg","referMsg":{"conte\#
        nt":"shall we?","extra":""},"referMsgUid":"B9QK-5G7D-44JS-00AA","referMsgStatus":0,"extra":"","user":{"i\#
        d":"u-1001","name":"Mei","portrait":"https://img.example.org/a/1001.png","extra":"vip=2"},"mentionedInfo\#
        ":{"type":2,"userIdList":["u-1002","u-1003"],"mentionedContent":"Mei mentioned you"},"isBurnAfterRead":t\#
        rue,"burnDuration":10}
        RC:StreamMsg minimal {"content":"Hel","seq":1,"complete":false}
        RC:StreamMsg full {"content":"Hello","type":"markdown","seq":4,"complete":true,"completeReason":0,"messa\#
        geUID":"C1AA-0001-2222-3333","extra":"","user":{"id":"u-1001","name":"Mei","portrait":"https://img.examp\#
        le.org/a/1001.png","extra":"vip=2"},"mentionedInfo":{"type":2,"userIdList":["u-1002","u-1003"],"mentione\#
        dContent":"Mei mentioned you"}}
        RC:PSImgTxtMsg minimal {"articles":[{"title":"T","digest":"D","picurl":"https://img.example.org/p.png","\#
        url":"https://www.example.org/p"}]}
        RC:PSImgTxtMsg full {"articles":[{"title":"T","digest":"D","picurl":"https://img.example.org/p.png","url\#
        ":"https://www.example.org/p"}],"user":{"id":"u-1001","name":"Mei","portrait":"https://img.example.org/a\#
        /1001.png","extra":"vip=2"}}
        RC:PSMultiImgTxtMsg minimal {"articles":[{"title":"A","digest":"a","picurl":"","url":"https://www.exampl\#
        e.org/a"},{"title":"B","digest":"b","picurl":"","url":"https://www.example.org/b"}]}
        RC:PSMultiImgTxtMsg full {"articles":[{"title":"A","digest":"a","picurl":"https://img.example.org/a.png"\#
        ,"url":"https://www.example.org/a"},{"title":"B","digest":"b","picurl":"https://img.example.org/b.png","\#
        url":"https://www.example.org/b"}],"user":{"id":"u-1001","name":"Mei","portrait":"https://img.example.or\#
        g/a/1001.png","extra":"vip=2"}}
        RCJrmf:RpMsg minimal {}
        RCJrmf:RpMsg full {}
        RCJrmf:RpOpendMsg minimal {}
        RCJrmf:RpOpendMsg full {}
        RCBQMM:EmojiMsg minimal {}
        RCBQMM:EmojiMsg full {}
        RCBQMM:GifMsg minimal {}
        RCBQMM:GifMsg full {}
        RC:InfoNtf minimal {"message":"Keep your account safe"}
        RC:InfoNtf full {"message":"Keep your account safe","extra":"k=1","user":{"id":"u-1001","name":"Mei","po\#
        rtrait":"https://img.example.org/a/1001.png","extra":"vip=2"}}
        RC:ContactNtf minimal {"operation":"Request","sourceUserId":"u-1","targetUserId":"u-2","message":"Hi, ad\#
        d me?"}
        RC:ContactNtf full {"operation":"AcceptResponse","sourceUserId":"u-2","targetUserId":"u-1","message":"Su\#
        re","extra":"","user":{"id":"u-1001","name":"Mei","portrait":"https://img.example.org/a/1001.png","extra\#
        ":"vip=2"}}
        RC:ProfileNtf minimal {"operation":"Update","data":"{\"nickname\":\"Mei\"}"}
        RC:ProfileNtf full {"operation":"Update","data":"{\"nickname\":\"Mei\",\"city\":\"Shanghai\"}","extra":"\#
        ","user":{"id":"u-1001","name":"Mei","portrait":"https://img.example.org/a/1001.png","extra":"vip=2"}}
        RC:CmdNtf minimal {"name":"AtPerson"}
        RC:CmdNtf full {"name":"AtPerson","data":"{\"sourceId\":\"9527\"}","extra":"","user":{"id":"u-1001","nam\#
        e":"Mei","portrait":"https://img.example.org/a/1001.png","extra":"vip=2"}}
        RC:GrpNtf minimal {"operatorUserId":"u-1","operation":"Rename","data":"Hikers"}
        RC:GrpNtf full {"operatorUserId":"u-1","operation":"Add","data":"{\"operatorNickname\":\"Mei\",\"targetU\#
        serIds\":[\"u-3\"],\"targetUserDisplayNames\":[\"Bo\"],\"timestamp\":1700000000000}","message":"Mei adde\#
        d Bo","extra":"","user":{"id":"u-1001","name":"Mei","portrait":"https://img.example.org/a/1001.png","ext\#
        ra":"vip=2"},"mentionedInfo":{"type":2,"userIdList":["u-1002","u-1003"],"mentionedContent":"Mei mentione\#
        d you"}}
        RC:DizNtf minimal {"type":1,"extension":"u-3,u-4","operator":"u-1"}
        RC:DizNtf full {"type":3,"extension":"Weekend crew","operator":"u-1","extra":"","user":{"id":"u-1001","n\#
        ame":"Mei","portrait":"https://img.example.org/a/1001.png","extra":"vip=2"}}
        RC:RcNtf minimal {"operatorId":"u-1","recallTime":1700000000000,"originalObjectName":"RC:TxtMsg","admin"\#
        :false,"delete":false}
        RC:RcNtf full {"operatorId":"u-1","recallTime":1700000000000,"originalObjectName":"RC:TxtMsg","admin":tr\#
        ue,"delete":false,"recallContent":"typo","recallActionTime":1700000005000,"originalMessageContent":{"con\#
        tent":"typo"},"extra":"","user":{"id":"u-1001","name":"Mei","portrait":"https://img.example.org/a/1001.p\#
        ng","extra":"vip=2"}}
        RC:OldMsgNtf minimal {}
        RC:OldMsgNtf full {}
        RC:HDiv minimal {"content":"Earlier messages"}
        RC:HDiv full {"content":"Earlier messages","user":{"id":"u-1001","name":"Mei","portrait":"https://img.ex\#
        ample.org/a/1001.png","extra":"vip=2"}}
        RC:UIUMsg minimal {"updatedUserInfoList":[{"userId":"u-1","name":"Mei"}]}
        RC:UIUMsg full {"updatedUserInfoList":[{"userId":"u-1","name":"Mei","portraitUri":"https://img.example.o\#
        rg/a/1.png"}]}
        RC:CmdMsg minimal {"name":"ping"}
        RC:CmdMsg full {"name":"AtPerson","data":"{\"sourceId\":\"9527\"}","extra":"","user":{"id":"u-1001","nam\#
        e":"Mei","portrait":"https://img.example.org/a/1001.png","extra":"vip=2"}}
        RC:RcCmd minimal {"messageUId":"B9QK-5G7D-44JS-00AA","conversationType":1,"targetId":"u-2","sentTime":17\#
        00000000000}
        RC:RcCmd full {"messageUId":"B9QK-5G7D-44JS-00AA","conversationType":10,"targetId":"ug-1","channelId":"c\#
        -1","sentTime":1700000000000,"isAdmin":true,"isDelete":false,"disablePush":false,"extra":"","user":{"id"\#
        :"u-1001","name":"Mei","portrait":"https://img.example.org/a/1001.png","extra":"vip=2"}}
        RC:ReadNtf minimal {"lastMessageSendTime":1700000000000,"type":1}
        RC:ReadNtf full {"lastMessageSendTime":1700000000000,"messageUId":"B9QK-5G7D-44JS-00AA","type":1}
        RC:RRReqMsg minimal {"messageUId":"B9QK-5G7D-44JS-00AA"}
        RC:RRReqMsg full {"messageUId":"B9QK-5G7D-44JS-00AA"}
        RC:RRRspMsg minimal {"receiptMessageDic":{"u-1001":["B9QK-5G7D-44JS-00AA"]}}
        RC:RRRspMsg full {"receiptMessageDic":{"u-1001":["B9QK-5G7D-44JS-00AA","B9QK-5G7D-44JS-00AB"],"u-1002":[\#
        "B9QK-5G7D-44JS-00AC"]}}
        RC:RRMsg minimal {"msgId":"B9QK-5G7D-44JS-00AA","rrn":3,"tmn":8}
        RC:RRMsg full {"msgId":"B9QK-5G7D-44JS-00AA","rrn":3,"tmn":8}
        RC:SRSMsg minimal {"lastMessageSendTime":1700000000000}
        RC:SRSMsg full {"lastMessageSendTime":1700000000000}
        RC:TypSts minimal {"typingContentType":"RC:TxtMsg"}
        RC:TypSts full {"typingContentType":"RC:VcMsg","data":""}
        RC:MsgExMsg minimal {"mid":"B9QK-5G7D-44JS-00AA","put":{"vote":"yes"}}
        RC:MsgExMsg full {"mid":"B9QK-5G7D-44JS-00AA","put":{"vote":"no"},"del":["old"],"clear":0}
        RC:LogCmdMsg minimal {"uri":"https://log.example.org/u","logId":"l-1","platform":"Web","startTime":17000\#
        00000000,"endTime":1700003600000}
        RC:LogCmdMsg full {"uri":"https://log.example.org/u","logId":"l-1","platform":"Android","packageName":"o\#
        rg.example.app","startTime":1700000000000,"endTime":1700003600000}
        RC:BurnNoticeMsg minimal {"burnMessageUIds":["B9QK-5G7D-44JS-00AA"]}
        RC:BurnNoticeMsg full {"burnMessageUIds":["B9QK-5G7D-44JS-00AA","B9QK-5G7D-44JS-00AB"]}
        RC:PSCmd minimal {"cmd":"CLICK","data":"menu-1"}
        RC:PSCmd full {"cmd":"VIEW","data":"https://www.example.org/m","extra":"","user":{"id":"u-1001","name":"\#
        Mei","portrait":"https://img.example.org/a/1001.png","extra":"vip=2"}}
        RC:chrmKVNotiMsg minimal {"type":1,"key":"seat_1","value":"u-1"}
        RC:chrmKVNotiMsg full {"type":2,"key":"seat_1","value":"","extra":"by=host","user":{"id":"u-1001","name"\#
        :"Mei","portrait":"https://img.example.org/a/1001.png","extra":"vip=2"}}
        RC:ChrmMemChange minimal {"userList":[{"userId":"u-1","status":1}],"memberCount":1}
        RC:ChrmMemChange full {"userList":[{"userId":"u-1","status":1},{"userId":"u-2","status":0}],"memberCount\#
        ":128}
        RC:ChrmSyncMsg minimal {"chatroomId":"r-1","status":1,"time":1700000000000}
        RC:ChrmSyncMsg full {"chatroomId":"r-1","status":0,"reason":1,"time":1700000000000,"extra":""}
        RC:ChrmBlockMsg minimal {"chatroomId":"r-1","operateType":1,"operateTime":1700000000000,"userList":["u-9\#
        "]}
        RC:ChrmBlockMsg full {"chatroomId":"r-1","operateType":0,"operateTime":1700000000000,"durationTime":6000\#
        00,"userList":["u-9"],"extra":""}
        RC:ChrmBanMsg minimal {"chatroomId":"r-1","operateType":1,"operateTime":1700000000000,"userList":["u-9"]\#
        }
        RC:ChrmBanMsg full {"chatroomId":"r-1","operateType":3,"operateTime":1700000000000,"durationTime":600000\#
        ,"userList":[],"extra":""}
        RC:InterceptMsg minimal {"msgUId":"B9QK-5G7D-44JS-00AA","interceptType":2}
        RC:InterceptMsg full {"msgUId":"B9QK-5G7D-44JS-00AA","interceptType":3,"sourceType":1,"sourceContent":"{\#
        \"mid\":\"B9QK-5G7D-44JS-00AA\",\"put\":{\"k\":\"v\"}}","extra":""}
        RC:Delivered minimal [{"messageUId":"B9QK-5G7D-44JS-00AA","time":1700000000000}]
        RC:Delivered full [{"messageUId":"B9QK-5G7D-44JS-00AA","time":1700000000000,"targetId":"u-2","objectName\#
        ":"RC:TxtMsg"}]
        RC:UnknownMsg minimal {}
        RC:UnknownMsg full {}
        RC:RecNtf minimal {}
        RC:RecNtf full {}
        RC:HsMsg minimal {"type":1}
        RC:HsMsg full {"type":1}
        RC:SpMsg minimal {"type":1}
        RC:SpMsg full {"type":1}
        RC:SFMsg minimal {}
        RC:SFMsg full {"filePath":"a.txt","extra":""}
        RC:RC minimal {"messageUId":"B9QK-5G7D-44JS-00AA"}
        RC:RC full {"messageUId":"B9QK-5G7D-44JS-00AA","operatorId":"u-1","serverSentTime":1700000000000}
        RC:EncryptRequestMsg minimal {"requesterEncId":"e-1","requesterKey":"MFkw..."}
        RC:EncryptRequestMsg full {"requesterEncId":"e-1","requesterKey":"MFkw..."}
        RC:EncryptResponseMsg minimal {"requesterEncId":"e-1","responserEncId":"e-2","responserKey":"MFkw..."}
        RC:EncryptResponseMsg full {"requesterEncId":"e-1","responserEncId":"e-2","responserKey":"MFkw..."}
        RC:EncryptConfirmMsg minimal {"requesterEncId":"e-1","responserEncId":"e-2"}
        RC:EncryptConfirmMsg full {"requesterEncId":"e-1","responserEncId":"e-2"}
        RC:EncryptCancelMsg minimal {"requesterEncId":"e-1","responserEncId":"e-2"}
        RC:EncryptCancelMsg full {"requesterEncId":"e-1","responserEncId":"e-2"}
        RC:EncryptTerminateMsg minimal {"senderEncId":"e-1","receiverEncId":"e-2"}
        RC:EncryptTerminateMsg full {"senderEncId":"e-1","receiverEncId":"e-2"}
        RC:EncryptedMsg minimal {"encryptedContent":"q83v...","remoteEncId":"e-2","originalObjName":"RC:TxtMsg"}
        RC:EncryptedMsg full {"encryptedContent":"q83v...","remoteEncId":"e-2","originalObjName":"RC:TxtMsg","us\#
        er":{"id":"u-1001","name":"Mei","portrait":"https://img.example.org/a/1001.png","extra":"vip=2"},"mentio\#
        nedInfo":{"type":2,"userIdList":["u-1002","u-1003"],"mentionedContent":"Mei mentioned you"}}
        RC:RLStart minimal {"content":""}
        RC:RLStart full {"content":"Location sharing","extra":"","user":{"id":"u-1001","name":"Mei","portrait":"\#
        https://img.example.org/a/1001.png","extra":"vip=2"}}
        RC:RLEnd minimal {}
        RC:RLEnd full {"content":"ended","extra":""}
        RC:RLJoin minimal {}
        RC:RLJoin full {"content":"","extra":""}
        RC:RLQuit minimal {}
        RC:RLQuit full {"content":"","extra":""}
        RC:RL minimal {"latitude":31.23,"longitude":121.47}
        RC:RL full {"latitude":31.230416,"longitude":121.473701,"user":{"id":"u-1001","name":"Mei","portrait":"h\#
        ttps://img.example.org/a/1001.png","extra":"vip=2"}}
        RC:CsHs minimal {}
        RC:CsHs full {"groupid":"g-1","userInfo":{"userId":"u-1","nickName":"Mei","portraitUrl":"https://img.exa\#
        mple.org/a/1.png"},"contactInfo":{"mobileNo":"000","QQ":"0"},"requestInfo":{"page":"home","referrer":"10\#
        001","listUrl":["https://www.example.org/1"],"define":"","productId":"p-1"}}
        RC:CsHsR minimal {"status":1,"data":{"uid":"x","sid":"s","pid":"p","serviceType":1}}
        RC:CsHsR full {"status":1,"msg":"","data":{"uid":"x","sid":"s","pid":"p","serviceType":"3","isblack":"0"\#
        ,"notAutoCha":1,"robotName":"Bot","robotIcon":"","robotWelcome":"Hi","robotSessionNoEva":"1","companyNam\#
        e":"ACME","companyIcon":"","evaluateList":[{"value":"1","description":"bad"}],"groups":[{"id":"g1","name\#
        ":"Sales","online":true}]}}
        RC:CsCha minimal {"uid":"x","sid":"s","pid":"p"}
        RC:CsCha full {"uid":"x","sid":"s","pid":"p","groupid":"g-1"}
        RC:CsChaR minimal {"code":200}
        RC:CsChaR full {"code":200,"msg":"ok","data":{"status":1}}
        RC:CsEva minimal {"uid":"x","sid":"s","pid":"p","source":5,"isresolve":1,"type":1}
        RC:CsEva full {"uid":"x","sid":"s","pid":"p","source":4,"suggest":"fast","isresolve":1,"type":1,"tag":"p\#
        olite"}
        RC:CsPullEva minimal {"msgId":"m-1"}
        RC:CsPullEva full {"msgId":"m-1"}
        RC:CsSp minimal {"uid":"x","sid":"s","pid":"p"}
        RC:CsSp full {"uid":"x","sid":"s","pid":"p"}
        RC:CsEnd minimal {"code":0,"sid":"s"}
        RC:CsEnd full {"code":1,"msg":"bye","sid":"s"}
        RC:CsUpdate minimal {"sid":"s","serviceStatus":"1"}
        RC:CsUpdate full {"sid":"s","serviceStatus":"2"}
        RC:CsContact minimal {"nickName":"Mei"}
        RC:CsContact full {"page":{"title":"home"},"nickName":"Mei","routingInfo":{},"info":{},"requestInfo":{}}
        RC:CsLM minimal {"content":{"msg":"call me"}}
        RC:CsLM full {"uid":"x","sid":"s","pid":"p","content":{"name":"Mei","msg":"call me"}}
        RC:CsPLM minimal {"content":"Leave a message?"}
        RC:CsPLM full {"content":"Leave a message?"}
        RC:CsEI minimal {"content":""}
        RC:CsEI full {"content":"v"}
        RC:CsCEI minimal {"content":""}
        RC:CsCEI full {"content":"v","user":"v"}
        RC:CsDHM minimal {"begin":""}
        RC:CsDHM full {"begin":"v"}
        RC:CsHM minimal {"fileUrl":""}
        RC:CsHM full {"fileUrl":"v","name":"v","size":"v","type":"v"}
        RC:VCInvite minimal {"callId":"c-1","engineType":4,"mediaType":1,"inviteUserIds":["u-2"]}
        RC:VCInvite full {"callId":"c-1","channelInfo":{"Id":"c-1","Key":""},"mediaId":"101","engineType":4,"med\#
        iaType":2,"inviteUserIds":["u-2","u-3"],"observerUserIds":[],"extra":"","user":{"id":"u-1001","name":"Me\#
        i","portrait":"https://img.example.org/a/1001.png","extra":"vip=2"}}
        RC:VCRinging minimal {"callId":"c-1"}
        RC:VCRinging full {"callId":"c-1","user":{"id":"u-1001","name":"Mei","portrait":"https://img.example.org\#
        /a/1001.png","extra":"vip=2"}}
        RC:VCAccept minimal {"callId":"c-1","mediaType":1}
        RC:VCAccept full {"callId":"c-1","mediaId":"102","mediaType":2,"user":{"id":"u-1001","name":"Mei","portr\#
        ait":"https://img.example.org/a/1001.png","extra":"vip=2"}}
        RC:VCHangup minimal {"callId":"c-1","reason":3}
        RC:VCHangup full {"callId":"c-1","reason":15,"user":{"id":"u-1001","name":"Mei","portrait":"https://img.\#
        example.org/a/1001.png","extra":"vip=2"}}
        RC:VCModifyMedia minimal {"callId":"c-1","mediaType":1}
        RC:VCModifyMedia full {"callId":"c-1","mediaType":2,"user":{"id":"u-1001","name":"Mei","portrait":"https\#
        ://img.example.org/a/1001.png","extra":"vip=2"}}
        RC:VCModifyMem minimal {"modifyMemType":1,"callId":"c-1","caller":"u-1","engineType":4,"mediaType":1,"in\#
        viteUserIds":["u-4"],"existedUserPofiles":[{"userId":"u-1","mediaId":"1","mediaType":1,"callStatus":4}]}
        RC:VCModifyMem full {"modifyMemType":1,"callId":"c-1","channelInfo":{"Id":"c-1","Key":""},"caller":"u-1"\#
        ,"inviter":"u-1","engineType":4,"mediaType":2,"inviteUserIds":["u-4"],"existedUserPofiles":[{"userId":"u\#
        -1","mediaId":"1","mediaType":2,"callStatus":4}],"observerUserIds":[],"extra":"","user":{"id":"u-1001","\#
        name":"Mei","portrait":"https://img.example.org/a/1001.png","extra":"vip=2"}}
        RC:VCSummary minimal {"caller":"u-1","inviter":"u-1","mediaType":1,"startTime":1700000000000,"duration":\#
        0,"hangupReason":5}
        RC:VCSummary full {"caller":"u-1","inviter":"u-1","mediaType":2,"memberIdList":["u-1","u-2"],"startTime"\#
        :1700000000000,"connectedTime":1700000004000,"duration":62000,"hangupReason":3}
        RC:VSTMsg minimal {"reason":3,"mediaType":1,"direction":"MO"}
        RC:VSTMsg full {"content":"Call ended","reason":3,"mediaType":2,"direction":"MT","extra":"","user":{"id"\#
        :"u-1001","name":"Mei","portrait":"https://img.example.org/a/1001.png","extra":"vip=2"}}
        RC:CallAISummary minimal {"taskId":"t-1","callId":"c-1","startTime":1700000000000}
        RC:CallAISummary full {"taskId":"t-1","callId":"c-1","startTime":1700000000000.0}
        RCRTC:PublishResource minimal {}
        RCRTC:PublishResource full {}
        RCRTC:UnpublishResource minimal {}
        RCRTC:UnpublishResource full {}
        RCRTC:ModifyResource minimal {}
        RCRTC:ModifyResource full {}
        RCRTC:TotalContentResources minimal {}
        RCRTC:TotalContentResources full {}
        RCRTC:state minimal {}
        RCRTC:state full {}
        RCRTC:RoomNtf minimal {}
        RCRTC:RoomNtf full {}
        RCRTC:UserNtf minimal {}
        RCRTC:UserNtf full {}
        RCRTC:kick minimal {}
        RCRTC:kick full {}
        RCRTC:invite minimal {}
        RCRTC:invite full {}
        RCRTC:cancelInvite minimal {}
        RCRTC:cancelInvite full {}
        RCRTC:answerInvite minimal {}
        RCRTC:answerInvite full {}
        RCRTC:endInvite minimal {}
        RCRTC:endInvite full {}
        RCRTC:inviteTimeout minimal {}
        RCRTC:inviteTimeout full {}
        RC:IWStorageMsg minimal {"messageType":"gift","fields":{"id":"1"}}
        RC:IWStorageMsg full {"messageType":"gift","fields":{"id":"1","count":"3"},"user":{"id":"u-1001","name":\#
        "Mei","portrait":"https://img.example.org/a/1001.png","extra":"vip=2"}}
        RC:IWNormalMsg minimal {"messageType":"gift","fields":{"id":"1"}}
        RC:IWNormalMsg full {"messageType":"gift","fields":{"id":"1","count":"3"},"user":{"id":"u-1001","name":"\#
        Mei","portrait":"https://img.example.org/a/1001.png","extra":"vip=2"}}
        RC:IWCmdMsg minimal {"messageType":"gift","fields":{"id":"1"}}
        RC:IWCmdMsg full {"messageType":"gift","fields":{"id":"1","count":"3"},"user":{"id":"u-1001","name":"Mei\#
        ","portrait":"https://img.example.org/a/1001.png","extra":"vip=2"}}
        RC:IWStatusMsg minimal {"messageType":"gift","fields":{"id":"1"}}
        RC:IWStatusMsg full {"messageType":"gift","fields":{"id":"1","count":"3"},"user":{"id":"u-1001","name":"\#
        Mei","portrait":"https://img.example.org/a/1001.png","extra":"vip=2"}}
        RC:QueryUidMsg minimal {}
        RC:QueryUidMsg full {}
        RC:QueryContMsg minimal {}
        RC:QueryContMsg full {}
        RC:MACEMsg minimal {}
        RC:MACEMsg full {}
        RC:StatusMsg minimal {}
        RC:StatusMsg full {}
        RC:CustomMsg minimal {}
        RC:CustomMsg full {}
        RC:GiftMsg minimal {"type":"1"}
        RC:GiftMsg full {"type":"0","content":"sent a flower","user":{"id":"u-1","name":"Mei","portrait":"https:\#
        //img.example.org/a/1.png"}}
        """#
}
