// Types of the SDKs with their digests in a list of conversations.
extension PlannedContent {
    static let known: [PlannedContent] =
        talk + media + notices + calls + rooms
        + DocumentedDigest.plain.map { PlannedContent($0.name, $0.json, $0.digest) }

    private static func known(_ name: String, _ digest: String, _ members: [(String, PlannedJSON)]) -> PlannedContent {
        PlannedContent(name, .object(members), digest)
    }

    private static let uid = PlannedJSON.text("B9QK-5G7D-44JS-00AA")
    private static let link = PlannedJSON.text("https://a.example/b")

    private static let talk = [
        known("RC:TxtMsg", "hello 中", [("content", .text("hello 中"))]),
        known("RC:TxtMsg", "a \"b\" \\ c", [("content", .text("a \"b\" \\ c")), ("extra", .text("x"))]),
        known(
            "RC:ImgTextMsg",
            "[link News]",
            [("title", .text("News")), ("content", .text("c")), ("imageUri", link), ("url", link)]
        ),
        known(
            "RC:ReferenceMsg",
            "agreed",
            [
                ("content", .text("agreed")), ("referMsgUserId", .text("u-2")), ("objName", .text("RC:TxtMsg")),
                ("referMsg", .object([("content", .text("shall we?"))])),
            ]
        ),
        known(
            "RC:CardMsg",
            "[card Lin]",
            [
                ("userId", .text("u-9")), ("name", .text("Lin")), ("sendUserId", .text("u-1")),
                ("sendUserName", .text("Mei")),
            ]
        ),
        known("RC:TypSts", "[typing]", [("typingContentType", .text("RC:TxtMsg"))]),
        known("RC:TypSts", "[recording]", [("typingContentType", .text("RC:VcMsg"))]),
        known("RC:TypSts", "[recording]", [("typingContentType", .text("RC:HQVCMsg"))]),
        known(
            "RC:ReadNtf",
            "[read]",
            [("lastMessageSendTime", .number("1795000000123")), ("messageUId", .text("")), ("type", .number("1"))]
        ),
        known("RC:RRReqMsg", "[who has read B9QK-5G7D-44JS-00AA?]", [("messageUId", uid)]),
        known(
            "RC:RRRspMsg",
            "[read 3]",
            [("receiptMessageDic", .object([("u-1", .list([uid, uid])), ("u-2", .list([uid]))]))]
        ),
        known("RC:RRMsg", "[read by 3 of 8]", [("msgId", uid), ("rrn", .number("3")), ("tmn", .number("8"))]),
        known("RC:SRSMsg", "[read on another device]", [("lastMessageSendTime", .number("1795000000123"))]),
    ]

    private static let media = [
        known(
            "RC:LBSMsg",
            "[location Bund]",
            [
                ("content", .text("")), ("latitude", .number("31.5")), ("longitude", .number("-0.25")),
                ("poi", .text("Bund")),
            ]
        ),
        known("RC:HQVCMsg", "[voice 7 s]", [("remoteUrl", link), ("duration", .number("7"))]),
        known(
            "RC:GIFMsg",
            "[GIF 120×90]",
            [
                ("remoteUrl", link), ("gifDataSize", .number("20480")), ("width", .number("120")),
                ("height", .number("90")),
            ]
        ),
        known(
            "RC:FileMsg",
            "[file a.txt]",
            [("name", .text("a.txt")), ("size", .number("12")), ("type", .text("txt")), ("fileUrl", link)]
        ),
        known(
            "RC:StkMsg",
            "[sticker laugh]",
            [
                ("packageId", .text("p01")), ("stickerId", .text("s07")), ("digest", .text("laugh")),
                ("width", .number("120")), ("height", .number("120")),
            ]
        ),
        known(
            "RC:CombineMsg",
            "[combined messages]",
            [
                ("remoteUrl", link), ("conversationType", .number("1")), ("nameList", .list([.text("Mei")])),
                ("summaryList", .list([.text("Mei: hi")])),
            ]
        ),
        known(
            "RC:PSMultiImgTxtMsg",
            "[2 articles: A]",
            [
                (
                    "articles",
                    .list(
                        ["A", "B"].map { title in
                            .object([("title", .text(title)), ("digest", .text("d")), ("picurl", link), ("url", link)])
                        }
                    )
                )
            ]
        ),
    ]

    private static let notices = [
        known("RC:InfoNtf", "Keep it safe", [("message", .text("Keep it safe"))]),
        known(
            "RC:ContactNtf",
            "Hi, add me?",
            [
                ("operation", .text("Request")), ("sourceUserId", .text("u-1")), ("targetUserId", .text("u-2")),
                ("message", .text("Hi, add me?")),
            ]
        ),
        known("RC:CmdNtf", "[command AtPerson]", [("name", .text("AtPerson"))]),
        known("RC:CmdMsg", "[command ping]", [("name", .text("ping"))]),
        known(
            "RC:GrpNtf",
            "[Rename]",
            [("operatorUserId", .text("u-1")), ("operation", .text("Rename")), ("data", .text("Hikers"))]
        ),
        known(
            "RC:GrpNtf",
            "Mei added Bo",
            [
                ("operatorUserId", .text("u-1")), ("operation", .text("Add")), ("data", .text("{}")),
                ("message", .text("Mei added Bo")),
            ]
        ),
        known(
            "RC:DizNtf",
            "[discussion change 3]",
            [("type", .number("3")), ("extension", .text("crew")), ("operator", .text("u-1"))]
        ),
        known(
            "RC:RcNtf",
            "[recalled RC:TxtMsg]",
            [
                ("operatorId", .text("u-1")), ("recallTime", .number("1795000000000")),
                ("originalObjectName", .text("RC:TxtMsg")), ("admin", .word("false")), ("delete", .word("false")),
            ]
        ),
        known(
            "RC:RcCmd",
            "[recall B9QK-5G7D-44JS-00AA]",
            [
                ("messageUId", uid), ("conversationType", .number("1")), ("targetId", .text("u-2")),
                ("sentTime", .number("1795000000000")),
            ]
        ),
        known(
            "RC:MsgExMsg",
            "[expansion of B9QK-5G7D-44JS-00AA]",
            [("mid", uid), ("put", .object([("vote", .text("yes"))]))]
        ),
        known("RC:BurnNoticeMsg", "[burned 2]", [("burnMessageUIds", .list([uid, uid]))]),
        known("RC:PSCmd", "[menu CLICK]", [("cmd", .text("CLICK")), ("data", .text("menu-1"))]),
        known(
            "RC:UIUMsg",
            "[1 user changed]",
            [("updatedUserInfoList", .list([.object([("userId", .text("u-1")), ("name", .text("Mei"))])]))]
        ),
        known("RC:HDiv", "Earlier messages", [("content", .text("Earlier messages"))]),
        known("RC:OldMsgNtf", "[history above]", []),
    ]

    private static let calls = [
        known(
            "RC:VCInvite",
            "[video call to u-2, u-3]",
            [
                ("callId", .text("c-1")), ("engineType", .number("4")), ("mediaType", .number("2")),
                ("inviteUserIds", .list([.text("u-2"), .text("u-3")])),
            ]
        ),
        known("RC:VCRinging", "[ringing]", [("callId", .text("c-1"))]),
        known("RC:VCAccept", "[call accepted]", [("callId", .text("c-1")), ("mediaType", .number("1"))]),
        known("RC:VCHangup", "[call ended, busy]", [("callId", .text("c-1")), ("reason", .number("4"))]),
        known(
            "RC:VCModifyMedia",
            "[call changes to audio]",
            [("callId", .text("c-1")), ("mediaType", .number("1"))]
        ),
    ]

    private static let rooms = [
        known(
            "RC:chrmKVNotiMsg",
            "[seat_1 = u-1]",
            [("type", .number("1")), ("key", .text("seat_1")), ("value", .text("u-1"))]
        ),
        known(
            "RC:ChrmMemChange",
            "[1 joined or left]",
            [
                ("userList", .list([.object([("userId", .text("u-1")), ("status", .number("1"))])])),
                ("memberCount", .number("1")),
            ]
        ),
        known(
            "RC:ChrmSyncMsg",
            "[joined r-1]",
            [("chatroomId", .text("r-1")), ("status", .number("1")), ("time", .number("1795000000000"))]
        ),
        known(
            "RC:ChrmSyncMsg",
            "[left r-1]",
            [("chatroomId", .text("r-1")), ("status", .number("0")), ("time", .number("1795000000000"))]
        ),
        known("RC:RLStart", "[location sharing started]", [("content", .text(""))]),
    ]
}
