"""A body for every command and op, with the fields that the published clients use for it."""

SIGNED = {"t": 1500000000000, "n": "nonce1", "s": "0123456789abcdef0123456789abcdef01234567"}
CONV = "551260efe4b01608686c3e0f"
MESSAGE = "AuQ3JbCvT6WHBTZ8bYr2cw"
FAILED = {"code": 4303, "reason": "CONVERSATION_NOT_FOUND", "pids": ["eve"]}
TIME = 1500000000123
TEXT = '{"_lctype":-1,"_lctext":"hi"}'

# cmd, op, sender: the body; None where there is none. A pair that is not listed has the body of its cmd in DEFAULTS.
LISTED = {
    ("session", "open", "client"): SIGNED | {
        "ua": "js/5.0.0", "r": False, "tag": "web", "deviceId": "dev-1", "st": "token-1", "lastUnreadNotifTime": TIME,
        "lastPatchTime": TIME + 1, "configBitmap": 187
    }, ("session", "opened", "server"): {"st": "token-2", "stTtl": 86400,
                                         "lastPatchTime": TIME}, ("session", "close", "client"): {},
    ("session", "closed", "server"): {"code": 4111, "reason": "SESSION_CONFLICT", "detail": "another device"},
    ("session", "query", "client"): {"sessionPeerIds": ["bob", "eve"]}, ("session", "query_result", "server"): {
        "onlineSessionPeerIds": ["bob"]
    }, ("session", "refresh", "client"): {"st": "token-2"}, ("session", "refreshed", "server"): {
        "st": "token-3", "stTtl": 7200
    }, ("session", "add", "client"): SIGNED | {"sessionPeerIds": ["bob"]},
    ("session", "remove", "client"): {"sessionPeerIds": ["bob"]}, ("conv", "start", "client"): SIGNED | {
        "m": ["alice", "bob"], "transient": False, "unique": True, "tempConv": True, "tempConvTTL": 3600,
        "attr": {"data": '{"name":"group"}'}
    }, ("conv", "started", "server"): {
        "cid": CONV, "cdate": "2017-07-14T02:40:00.123Z", "uniqueId": "u1", "tempConvTTL": 3600, "existing": True
    }, ("conv", "add", "client"): SIGNED | {"m": ["eve"], "cid": CONV},
    ("conv", "added", "server"): {"cid": CONV, "allowedPids": ["eve"], "failedPids": [FAILED]},
    ("conv", "remove", "client"): SIGNED | {"m": ["eve"], "cid": CONV},
    ("conv", "removed", "server"): {"cid": CONV, "allowedPids": ["eve"]}, ("conv", "query", "client"): {
        "sort": "-lm", "limit": 10, "skip": 20, "flag": 2, "where": {"data": '{"m":"alice"}'}
    }, ("conv", "results", "server"): {"results": {"data": f'[{{"objectId":"{CONV}","m":["alice"],"conv_type":1}}]'}},
    ("conv", "count", "client"): {"cid": CONV}, ("conv", "result", "server"): {"cid": CONV, "count": 2},
    ("conv", "update", "client"): {"cid": CONV,
                                   "attr": {"data": '{"attr.topic":"x"}'}}, ("conv", "updated", "server"): {
        "cid": CONV, "initBy": "bob", "udate": "2017-07-14T02:40:00.123Z", "attr": {"data": '{"name":"n"}'},
        "attrModified": {"data": '{"name":"n"}'}
    }, ("conv", "max_read", "client"): {"cid": CONV, "queryAllMembers": True}, ("conv", "max_read", "server"): {
        "cid": CONV, "maxReadTimestamp": TIME, "maxAckTimestamp": TIME + 1,
        "maxReadTuples": [{"pid": "bob", "maxAckTimestamp": TIME, "maxReadTimestamp": TIME - 1}]
    }, ("conv", "is_member", "client"): {"cids": [CONV, "c2"]}, ("conv", "is_member", "server"): {
        "results": {"data": f'{{"{CONV}":true}}'}
    }, ("conv", "member_info_update", "client"): {
        "cid": CONV, "targetClientId": "bob", "info": {"pid": "bob", "role": "Manager"}
    }, ("conv", "member_info_changed", "server"): {
        "cid": CONV, "initBy": "alice", "targetClientId": "bob",
        "info": {"pid": "bob", "role": "Manager", "infoId": "i1"}
    }, ("conv", "query_shutup", "client"): {"cid": CONV, "limit": 50,
                                            "next": "p2"}, ("conv", "shutup_result", "server"): {
        "m": ["eve"], "cid": CONV, "next": "p3"
    }, ("conv", "status", "client"): {"cid": CONV, "statusSub": True, "statusPub": False, "statusTTL": 60},
    ("direct", "", "client"): {
        "msg": TEXT, "r": True, "cid": CONV, "dt": "d-1", "transient": False, "pushData": '{"alert":"hi"}',
        "will": False, "mentionPids": ["bob"], "mentionAll": False
    }, ("direct", "", "server"): {
        "msg": TEXT, "fromPeerId": "bob", "timestamp": TIME, "offline": True, "hasMore": False, "cid": CONV,
        "id": MESSAGE, "patchTimestamp": TIME + 5, "mentionAll": True, "convType": 1
    }, ("ack", "", "client"): {"cid": CONV, "fromts": TIME,
                               "tots": TIME + 9}, ("ack", "", "server"): {"t": TIME, "uid": MESSAGE, "cid": CONV},
    ("rcp", "", "server"): {"id": MESSAGE, "cid": CONV, "t": TIME, "read": True,
                            "from": "bob"}, ("unread", "", "server"): {
        "convs": [{
            "cid": CONV, "unread": 3, "mid": MESSAGE, "timestamp": TIME, "from": "bob", "data": TEXT, "mentioned": True,
            "convType": 1
        }], "notifTime": TIME + 1
    }, ("logs", "", "client"): {
        "cid": CONV, "l": 20, "t": TIME, "tt": TIME - 1000, "tmid": "m0", "mid": MESSAGE, "direction": "OLD",
        "tIncluded": True, "ttIncluded": False, "lctype": -1
    }, ("logs", "", "server"): {
        "cid": CONV, "logs": [{
            "from": "bob", "data": TEXT, "timestamp": TIME, "msgId": MESSAGE, "ackAt": TIME + 1, "readAt": TIME + 2,
            "patchTimestamp": TIME + 3, "mentionPids": ["alice"], "convType": 3
        }]
    }, ("error", "", "server"): {
        "code": 4401, "reason": "INVALID_MESSAGING_TARGET", "appCode": 7, "detail": "d", "appMsg": "a"
    }, ("login", "", "client"): {
        "systemInfo": {"deviceType": "ios", "osVersion": {"major": 17, "minor": 2}, "isEmulator": False}
    }, ("loggedin", "", "server"): {"pushDisabled": True
                                    }, ("logout", "", "client"): None, ("loggedout", "", "server"): None,
    ("data", "", "server"): {"ids": ["p1", "p2"], "msg": [{"data": '{"alert":"x"}'}, {"data": "{}"}], "offline": True},
    ("read", "", "client"): {"convs": [{"cid": CONV, "timestamp": TIME, "mid": MESSAGE}]}, ("read", "", "server"): {
        "cid": CONV, "cids": ["c2"]
    }, ("presence", "", "server"): {"status": "off", "sessionPeerIds": ["bob"], "cid": CONV},
    ("report", "upload", "client"): {"initiative": True, "type": "token", "data": "0011aabb"},
    ("report", "uploaded", "server"): None, ("echo", "", "client"): None, ("echo", "", "server"): None,
    ("patch", "modify", "client"): {
        "patches": [{
            "cid": CONV, "mid": MESSAGE, "timestamp": TIME, "recall": False, "data": TEXT, "mentionAll": True,
            "mentionPids": ["bob"]
        }], "lastPatchTime": TIME
    }, ("patch", "modify", "server"): {
        "patches": [{
            "cid": CONV, "mid": MESSAGE, "timestamp": TIME, "recall": True, "data": '{"_lctype":-127}',
            "patchTimestamp": TIME + 9, "from": "bob", "patchCode": -4408, "patchReason": "filtered"
        }]
    }, ("patch", "modified", "client"): {"lastPatchTime": TIME + 9}, ("patch", "modified", "server"): {
        "lastPatchTime": TIME + 9
    }, ("pubsub", "subscribed", "server"): {"results": {"data": "{}"}}, ("blacklist", "query", "client"): {
        "srcCid": CONV, "limit": 50, "next": "p2"
    }, ("blacklist", "query_result", "server"): {"srcCid": CONV, "blockedPids": ["eve"], "next": ""},
    ("blacklist", "blocked", "server"): {"allowedPids": ["eve"], "failedPids": [FAILED]},
    ("blacklist", "unblocked", "server"): {"allowedPids": ["eve"]}, ("blacklist", "check_block", "server"): {
        "blockedPids": ["eve"], "blockedCids": [CONV]
    }, ("goaway", "", "server"): None,
}
DEFAULTS = {
    ("session", "server"): {"onlineSessionPeerIds": ["bob"]}, ("conv", "client"): {"cid": CONV, "m": ["eve"]},
    ("conv", "server"): {"cid": CONV, "initBy": "bob", "m": ["eve"]
                         }, ("room", "client"): SIGNED | {"roomId": "r1", "roomPeerIds": ["bob"], "transient": False},
    ("room", "server"): {"roomId": "r1", "roomPeerIds": ["bob"], "byPeerId": "eve"},
    ("pubsub", "client"): {"cid": CONV, "topic": "news", "subtopic": "sport", "topics": ["a", "b"], "subtopics": ["c"]},
    ("pubsub", "server"): {"cid": CONV,
                           "topic": "news"}, ("blacklist", "client"): SIGNED | {"srcCid": CONV, "toPids": ["eve"]},
}


def body(cmd, op, sender):
    key = (cmd, op, sender)
    return LISTED[key] if key in LISTED else DEFAULTS[(cmd, sender)]
