"""A full content for every message of the catalogue that has keys: every documented key, with text of many scripts.

Keys that are only another platform's spelling of a documented one are left out here (`full` beside `isFull`,
`channelId` beside `channelInfo`, `activeTime`, `status` and `removeAll`): they have cases of their own.
"""

from messages_common import AMR, JPEG

USER = {"id": "u-1001", "name": "美玲 Mei", "portrait": "https://img.example.org/a/1001.png", "extra": "vip=2"}
MENTIONED = {"type": 2, "userIdList": ["u-1002", "u-1003"], "mentionedContent": "有人@你"}
BURN = {"isBurnAfterRead": True, "burnDuration": 10}
UID = "BUFE-A62U-32C4-01I2"

# The shared keys of a content, in the order of the documentation.
SHARED = {"extra": "ref=42&说明=二", "user": USER, "mentionedInfo": MENTIONED, **BURN}

OWN = {
    "RC:TxtMsg": {"content": "晚上七点吃拉面？🍜 Ça va — да!"},
    "RC:VcMsg": {"content": AMR, "duration": 7},
    "RC:HQVCMsg": {
        "remoteUrl": "https://f.example.org/v/1.aac", "duration": 12, "localPath": "/data/语音/1.aac", "name": "语音 1.aac",
        "type": "aac",
    },
    "RC:ImgMsg": {
        "content": JPEG, "imageUri": "https://f.example.org/i/1.jpg", "isFull": True, "exp": True,
        "localPath": "/data/图片/1.jpg", "thumbUri": "https://f.example.org/i/1-thumb.jpg", "name": "海滩.jpg",
    },
    "RC:GIFMsg": {
        "remoteUrl": "https://f.example.org/g/1.gif", "gifDataSize": 204800, "width": 240, "height": 180,
        "localPath": "/data/动图/1.gif", "name": "猫咪.gif",
    },
    "RC:ImgTextMsg": {
        "title": "発売開始", "content": "本日より公開いたします。", "imageUri": "https://img.example.org/n.png",
        "url": "https://www.example.org/launch?from=im&x=1",
    },
    "RC:LBSMsg": {
        "content": JPEG, "latitude": 31.230416, "longitude": 121.473701, "poi": "上海市人民广场 (People’s Square)", "type": 1,
    },
    "RC:FileMsg": {
        "name": "计划 v2.pdf", "size": 184320, "type": "pdf", "fileUrl": "https://f.example.org/d/plan.pdf",
        "localPath": "/data/文件/plan.pdf",
    },
    "RC:SightMsg": {
        "sightUrl": "https://f.example.org/s/1.mp4", "content": JPEG, "duration": 9, "size": 912000,
        "name": "видео.mp4",
        "isFull": True, "localPath": "/data/视频/1.mp4", "thumbUri": "https://f.example.org/s/1.jpg",
    },
    "RC:StkMsg": {
        "packageId": "p01", "stickerId": "s07", "digest": "哈哈", "width": 240, "height": 200, "category": "лица",
        "name": "smile-笑", "isInstalled": True,
    },
    "RC:CardMsg": {
        "userId": "u-9", "name": "林志", "portraitUri": "https://img.example.org/a/9.png", "sendUserId": "u-1001",
        "sendUserName": "美玲",
    },
    "RC:CombineMsg": {
        "remoteUrl": "https://f.example.org/c/1.html", "conversationType": 3, "nameList": ["美玲", "Łukasz"],
        "summaryList": ["美玲: 你好", "Łukasz: [图片]"], "title": "群聊的聊天记录", "name": "聊天记录.html",
        "localPath": "/data/合并/1.html",
    },
    "RC:CombineV2Msg": {
        "conversationType": 1, "nameList": ["美玲", "Lin"], "summaryList": ["美玲: 好", "Lin: ok"], "msgNum": 2,
        "msgList": [
            {"objectName": "RC:TxtMsg", "senderUserId": "u-1001", "content": {"content": "好"}},
            {"objectName": "RC:TxtMsg", "senderUserId": "u-1002", "content": {"content": "ok"}},
        ],
        "jsonMsgKey": "k-7f2a", "remoteUrl": "https://f.example.org/c/2.json", "localPath": "/data/合并/2.json",
        "name": "记录.json",
    },
    "RC:ReferenceMsg": {
        "content": "同意 👍", "referMsgUserId": "u-2", "objName": "RC:TxtMsg",
        "referMsg": {"content": "我们去吗？", "extra": "x", "user": {"id": "u-2", "name": "小林"}}, "referMsgUid": UID,
        "referMsgStatus": 1,
    },
    "RC:StreamMsg": {
        "content": "**你好**", "type": "markdown", "seq": 4, "complete": True, "completeReason": 2, "stopReason": 3,
        "messageUID": UID, "referMsg": {"senderId": "u-2", "messageUId": UID, "content": {"content": "问题？"}},
    },
    "RC:PSImgTxtMsg": {
        "articles": [{
            "title": "今日要闻", "digest": "摘要…", "picurl": "https://img.example.org/p.png",
            "url": "https://www.example.org/p",
        }],
    },
    "RC:PSMultiImgTxtMsg": {
        "articles": [
            {
                "title": "要闻", "digest": "一", "picurl": "https://img.example.org/a.png",
                "url": "https://www.example.org/a",
            },
            {
                "title": "خبر", "digest": "二", "picurl": "https://img.example.org/b.png",
                "url": "https://www.example.org/b",
            },
        ],
    },
    "RCJrmf:RpMsg": {"message": {"红包": "恭喜发财", "amount": 88, "open": False}},
    "RCJrmf:RpOpendMsg": {"message": {"红包": "已领取", "sendPayId": "p-1"}},
    "RC:InfoNtf": {"message": "请保护好您的账号 🔒"},
    "RC:ContactNtf": {
        "operation": "AcceptResponse", "sourceUserId": "u-2", "targetUserId": "u-1", "message": "よろしくお願いします",
    },
    "RC:ProfileNtf": {"operation": "Update", "data": '{"nickname":"美玲","city":"上海"}'},
    "RC:CmdNtf": {"name": "提醒", "data": '{"sourceId":"9527","文":"字"}'},
    "RC:GrpNtf": {
        "operatorUserId": "u-1", "operation": "Add",
        "data": '{"operatorNickname":"美玲","targetUserIds":["u-3"],"targetUserDisplayNames":["Bö"]}',
        "message": "美玲邀请 Bö 加入群聊",
    },
    "RC:DizNtf": {"type": 3, "extension": "周末小队", "operator": "u-1", "isHasReceived": True},
    "RC:RcNtf": {
        "operatorId": "u-1", "recallTime": 1700000000123, "originalObjectName": "RC:TxtMsg", "admin": True,
        "delete": False,
        "recallContent": "写错了", "recallActionTime": 1700000005456, "originalMessageContent": {"content": "写错了"},
    },
    "RC:HDiv": {"content": "以上是历史消息"},
    "RC:UIUMsg": {
        "updatedUserInfoList": [
            {"userId": "u-1", "name": "美玲", "portraitUri": "https://img.example.org/a/1.png"},
            {"userId": "u-2", "name": "Søren", "portraitUri": "https://img.example.org/a/2.png"},
        ],
    },
    "RC:CmdMsg": {"name": "点名", "data": '{"sourceId":"9527","到":true}'},
    "RC:RcCmd": {
        "messageUId": UID, "conversationType": 10, "targetId": "ug-1", "sentTime": 1700000000123, "channelId": "c-1",
        "isAdmin": True, "isDelete": False, "disablePush": True,
    },
    "RC:ReadNtf": {"lastMessageSendTime": 1700000000123, "messageUId": UID, "type": 1},
    "RC:RRReqMsg": {"messageUId": UID},
    "RC:RRRspMsg": {"receiptMessageDic": {"u-1001": [UID, "BKV3-S94Q-43C5-4JF0"], "用户二": ["BKR5-28P4-JT85-SK8H"]}},
    "RC:RRMsg": {"msgId": UID, "rrn": 3, "tmn": 128},
    "RC:SRSMsg": {"lastMessageSendTime": 1700000000123},
    "RC:TypSts": {"typingContentType": "RC:VcMsg", "data": "正在说话"},
    "RC:MsgExMsg": {"mid": UID, "put": {"vote": "赞成", "seat_1": "u-1"}, "del": ["old", "older"], "clear": 1},
    "RC:LogCmdMsg": {
        "uri": "https://log.example.org/u", "logId": "l-1", "platform": "Android", "packageName": "org.example.app",
        "startTime": 1700000000000, "endTime": 1700003600000,
    },
    "RC:BurnNoticeMsg": {"burnMessageUIds": [UID, "BKV3-S94Q-43C5-4JF0"]},
    "RC:PSCmd": {
        "cmd": "VIEW", "data": "https://www.example.org/m", "content": "查看菜单",
        "menuItem": {"id": "m-1", "name": "菜单", "type": "VIEW", "sub_button": []},
    },
    "RC:chrmKVNotiMsg": {"type": 1, "key": "seat_1", "value": "麦位：美玲"},
    "RC:RLStart": {"content": "位置共享开始"},
    "RC:RLEnd": {"content": "位置共享结束"},
    "RC:ChrmMemChange": {
        "userList": [{"userId": "u-1", "status": 1}, {"userId": "用户二", "status": 0}], "memberCount": 128,
    },
    "RC:ChrmSyncMsg": {"chatroomId": "r-直播", "status": 0, "reason": 2, "time": 1700000000123},
    "RC:ChrmBlockMsg": {
        "chatroomId": "r-1", "operateType": 1, "operateTime": 1700000000123, "durationTime": 600000,
        "userList": ["u-9", "用户十"],
    },
    "RC:ChrmBanMsg": {
        "chatroomId": "r-1", "operateType": 3, "operateTime": 1700000000123, "durationTime": 60000,
        "userList": ["u-9", "用户十"],
    },
    "RC:InterceptMsg": {
        "msgUId": UID, "interceptType": 3, "sourceType": 1, "sourceContent": '{"mid":"' + UID + '","put":{"键":"值"}}',
    },
    "RC:Delivered": [
        {"messageUId": UID, "time": 1700000000123, "targetId": "u-2", "objectName": "RC:TxtMsg"},
        {"messageUId": "BKV3-S94Q-43C5-4JF0", "time": 1700000000456, "targetId": "群-3", "objectName": "RC:ImgMsg"},
    ],
    "RC:RLJoin": {"content": "加入位置共享"},
    "RC:RLQuit": {"content": "退出位置共享"},
    "RC:RL": {"latitude": -33.856784, "longitude": 151.215297},
    "RC:HsMsg": {"type": 2},
    "RC:SpMsg": {"type": 1},
    "RC:SFMsg": {"filePath": "文件/a.txt", "extra": "k=一"},
    "RC:RC": {"messageUId": UID, "operatorId": "u-1", "serverSentTime": 1700000000123},
    "RC:CsHs": {
        "groupid": "g-1",
        "userInfo": {
            "userId": "u-1", "nickName": "美玲", "loginName": "mei", "name": "陈美玲", "grade": "2", "gender": "女",
            "birthday": "1990-01-31", "age": "33", "profession": "医生", "portraitUrl": "https://img.example.org/a/1.png",
            "province": "上海", "city": "上海", "memo": "老客户",
        },
        "contactInfo": {
            "mobileNo": "000", "email": "mei@example.org", "address": "南京路 1 号", "QQ": "10001", "weibo": "@mei",
            "weixin": "mei_wx",
        },
        "requestInfo": {
            "page": "首页", "referrer": "10001", "enterUrl": "https://www.example.org/", "skillId": "s-1",
            "listUrl": ["https://www.example.org/1", "https://www.example.org/2"], "define": "自定义", "productId": "p-1",
        },
    },
    "RC:CsHsR": {
        "status": 1, "msg": "连接成功",
        "data": {
            "uid": "x", "sid": "s", "pid": "p", "serviceType": "3", "isblack": "0", "notAutoCha": 1, "robotName": "小融",
            "robotIcon": "https://img.example.org/r.png", "robotWelcome": "您好！", "robotSessionNoEva": "1",
            "humanSessionNoEva": "0", "companyName": "示例公司", "companyIcon": "https://img.example.org/c.png",
            "evaluateList": [{"value": "1", "description": "差"}],
            "groups": [{"id": "g1", "name": "销售", "online": True}],
        },
    },
    "RC:CsCha": {"uid": "x", "sid": "s", "pid": "p", "groupid": "g-销售"},
    "RC:CsChaR": {"code": 200, "msg": "已转人工", "data": {"status": 2, "satisfaction": "1"}},
    "RC:CsEva": {
        "uid": "x", "sid": "s", "pid": "p", "source": 4, "suggest": "回复很快", "isresolve": 2, "type": 1, "tag": "礼貌",
    },
    "RC:CsPullEva": {"msgId": "m-评"},
    "RC:CsSp": {"uid": "x-客", "sid": "s", "pid": "p"},
    "RC:CsEnd": {"code": 1, "msg": "会话结束", "sid": "s"},
    "RC:CsUpdate": {"sid": "s-人工", "serviceStatus": "2"},
    "RC:CsContact": {
        "page": {"title": "首页"}, "nickName": "美玲", "routingInfo": {"group": "销售"}, "info": {"vip": "是"},
        "requestInfo": {"page": "产品"},
    },
    "RC:CsLM": {"uid": "x", "sid": "s", "pid": "p", "content": {"姓名": "美玲", "msg": "请回电"}},
    "RC:CsPLM": {"content": "客服不在线，请留言"},
    "RC:CsEI": {"content": "请评价"},
    "RC:CsCEI": {"content": "评价项", "user": "访客"},
    "RC:CsDHM": {"begin": "2023-11-14 起"},
    "RC:CsHM": {"fileUrl": "https://f.example.org/h.zip", "name": "历史.zip", "size": "20480", "type": "zip"},
    "RC:VCInvite": {
        "callId": "c-1", "channelInfo": {"Id": "r-1", "Key": "k-1"}, "mediaId": "101", "engineType": 4, "mediaType": 2,
        "inviteUserIds": ["u-2", "用户三"], "observerUserIds": ["u-4"], "deviceId": "d-1",
        "pushConfigs": {"title": "来电"}, "extra": "场景=会议", "mode": "p2p", "subInfo": ["一"],
    },
    "RC:VCRinging": {"callId": "c-呼叫"},
    "RC:VCAccept": {
        "callId": "c-1", "mediaId": "102", "mediaType": 2, "acceptTime": 1700000000123, "deviceId": "d-1",
        "mode": "p2p",
        "subInfo": ["二"],
    },
    "RC:VCHangup": {"callId": "c-1", "reason": 18, "mode": "p2p", "subInfo": ["三"]},
    "RC:VCModifyMedia": {"callId": "c-1", "mediaType": 2, "mode": "p2p", "subInfo": ["四"]},
    "RC:VCModifyMem": {
        "modifyMemType": 1, "callId": "c-1", "channelInfo": {"Id": "r-1", "Key": "k-1"}, "caller": "u-1",
        "inviter": "用户一",
        "engineType": 4, "mediaType": 2, "inviteUserIds": ["u-4", "用户五"],
        "existedUserPofiles": [{"userId": "u-1", "mediaId": "1", "mediaType": 2, "callStatus": 4}],
        "existedMemberStatusList": [{"userId": "u-1", "status": 2}], "observerUserIds": ["u-6"], "extra": "场景=会议",
        "mode": "p2p", "subInfo": ["五"],
    },
    "RC:VCSummary": {
        "caller": "u-1", "inviter": "用户一", "mediaType": 2, "memberIdList": ["u-1", "用户二"], "startTime": 1700000000123,
        "connectedTime": 1700000004567, "duration": 62345, "hangupReason": 13,
    },
    "RC:VSTMsg": {"content": "通话结束", "reason": 3, "mediaType": 2, "direction": "MT"},
    "RC:CallAISummary": {"taskId": "t-摘要", "callId": "c-1", "startTime": 1700000000123.5},
    "RC:EncryptRequestMsg": {"requesterEncId": "e-甲", "requesterKey": "MFkwEwYHKoZIzj0CAQ=="},
    "RC:EncryptResponseMsg": {"requesterEncId": "e-甲", "responserEncId": "e-乙", "responserKey": "MFkwEwYHKoZIzj0CAQ=="},
    "RC:EncryptConfirmMsg": {"requesterEncId": "e-甲", "responserEncId": "e-乙"},
    "RC:EncryptCancelMsg": {"requesterEncId": "e-丙", "responserEncId": "e-丁"},
    "RC:EncryptTerminateMsg": {"senderEncId": "e-甲", "receiverEncId": "e-乙"},
    "RC:EncryptedMsg": {"encryptedContent": "q83vEjRWeJA=", "remoteEncId": "e-乙", "originalObjName": "RC:TxtMsg"},
    "RC:IWStorageMsg": {"messageType": "便签", "fields": {"标题": "购物", "done": "0"}},
    "RC:IWNormalMsg": {"messageType": "礼物", "fields": {"名称": "玫瑰", "count": "3"}},
    "RC:IWCmdMsg": {"messageType": "刷新", "fields": {"页": "首页"}},
    "RC:IWStatusMsg": {"messageType": "举手", "fields": {"座位": "三"}},
    "RC:GiftMsg": {"type": "0", "content": "送出一朵鲜花 🌹"},
}

# Spellings of one platform that stand beside a documented key of the same message.
ALIASES = {
    "RC:ImgMsg": {"full"}, "RC:MsgExMsg": {"removeAll"}, "RC:VCInvite": {"channelId"}, "RC:VCModifyMem": {"channelId"},
    "RC:VCSummary": {"activeTime", "status"},
}


def full(entry):
    """The full content of an entry of the catalogue, or None for one whose keys nobody knows."""
    own = OWN.get(entry["objectName"])
    if own is None or isinstance(own, list):
        return own
    return own | {key: SHARED[key] for key in entry["envelope"] if key not in own}


def minimal(entry):
    """What the entry requires, and nothing else."""
    content = full(entry)
    required = [field["key"] for field in entry["fields"] if field["required"]]
    if isinstance(content, list):
        return [{key: content[0][key] for key in ("messageUId", "time")}]
    return {key: content[key] for key in required} if content else {}
