"""Sessions of LeanCloud: one conversation in the base64, protobuf and deflated forms, one in JSON, one of the older schema."""

import base64
import json

from deflate import Deflater
from network import Connection, compact

CMD = {name: number for number, name in enumerate(
    "session conv direct ack rcp unread logs error login data room read presence report echo loggedin logout loggedout "
    "patch pubsub blacklist goaway".split())}
OP = {"open": 1, "close": 4, "opened": 5, "closed": 6, "query": 7, "query_result": 8, "start": 30, "started": 31,
      "joined": 32, "members_joined": 33, "results": 42, "update": 45, "updated": 46, "modify": 150, "modified": 151}

# What the login of the older schema is for.
EXTEND = {"loggedin": 1, "logout": 2, "loggedout": 3}

# Field: number and kind: i a number, b a truth value, s text, x bytes, or the message inside; * where it is repeated.
FIELDS = {
    "GenericCommand": "cmd 1 cmd, op 2 op, appId 3 s, peerId 4 s, i 5 i, installationId 6 s, service 8 i, serverTs 9 i,"
                      "loginMessage 100 Login, sessionMessage 102 Session, errorMessage 103 Error, directMessage 104 Direct,"
                      "ackMessage 105 Ack, unreadMessage 106 Unread, readMessage 107 Read, rcpMessage 108 Rcp,"
                      "logsMessage 109 Logs, convMessage 110 Conv, patchMessage 114 Patch",
    "Login": "extendCmd 1 extend",
    "Session": "t 1 i, n 2 s, s 3 s, ua 4 s, r 5 b, tag 6 s, deviceId 7 s, st 10 s, stTtl 11 i, code 12 i, reason 13 s,"
               "lastUnreadNotifTime 17 i, lastPatchTime 18 i, configBitmap 19 i",
    "Error": "code 1 i, reason 2 s, appCode 3 i, detail 4 s, pids 5 s*, appMsg 6 s",
    "Direct": "msg 1 s, uid 2 s, fromPeerId 3 s, timestamp 4 i, offline 5 b, hasMore 6 b, toPeerIds 7 s*, r 10 b, cid 11 s,"
              "id 12 s, transient 13 b, dt 14 s, binaryMsg 19 x, mentionPids 20 s*, mentionAll 21 b, convType 22 i",
    "Ack": "code 1 i, reason 2 s, mid 3 s, cid 4 s, t 5 i, uid 6 s, fromts 7 i, tots 8 i, appCode 11 i, appMsg 12 s",
    "Unread": "convs 1 UnreadTuple*, notifTime 2 i",
    "UnreadTuple": "cid 1 s, unread 2 i, mid 3 s, timestamp 4 i, from 5 s, data 6 s, mentioned 8 b, binaryMsg 9 x,"
                   "convType 10 i",
    "Read": "cid 1 s, convs 3 ReadTuple*",
    "ReadTuple": "cid 1 s, timestamp 2 i, mid 3 s",
    "Rcp": "id 1 s, cid 2 s, t 3 i, read 4 b, from 5 s",
    "Logs": "cid 1 s, l 2 i, t 4 i, direction 10 i, logs 105 LogItem*",
    "LogItem": "from 1 s, data 2 s, timestamp 3 i, msgId 4 s, ackAt 5 i, mentionPids 9 s*, bin 10 b, convType 11 i",
    "Conv": "m 1 s*, unique 3 b, cid 4 s, cdate 5 s, initBy 6 s, sort 7 s, limit 8 i, udate 12 s, uniqueId 19 s,"
            "results 100 JSON, where 101 JSON, attr 103 JSON, attrModified 104 JSON",
    "JSON": "data 1 s",
    "Patch": "patches 1 PatchItem*, lastPatchTime 2 i",
    "PatchItem": "cid 1 s, mid 2 s, timestamp 3 i, recall 4 b, data 5 s, patchTimestamp 6 i, from 7 s, binaryMsg 8 x",
}
SCHEMA = {name: {row.split()[0]: (int(row.split()[1]), row.split()[2]) for row in rows.split(",")}
          for name, rows in FIELDS.items()}

SERVER = {"cmp": "127.0.0.1", "user": "tom", "appId": "lcApp0123456789abcdef-MdYXbMMI"}
APP, SELF = SERVER["appId"], SERVER["user"]


def varint(value):
    value &= (1 << 64) - 1
    data = b""
    while value > 0x7F:
        data += bytes([value & 0x7F | 0x80])
        value >>= 7
    return data + bytes([value])


def encode(message, values):
    """The message in protobuf, its fields by their numbers."""
    data = b""
    for name, (number, kind) in sorted(SCHEMA[message].items(), key=lambda row: row[1][0]):
        if name not in values:
            continue
        for value in values[name] if kind.endswith("*") else [values[name]]:
            base = kind.rstrip("*")
            if base == "extend":
                value, base = EXTEND[value], "i"
            if base in ("i", "b", "cmd", "op"):
                data += varint(number << 3) + varint(int(value))
                continue
            if base == "x":
                value = base64.b64decode(value)
            elif base != "s":
                value = encode(base, value)
            value = value.encode() if isinstance(value, str) else value
            data += varint(number << 3 | 2) + varint(len(value)) + value
    return data


class Session:
    """Sends commands in a form, and notes each."""

    def __init__(self, capture, client, server, form, label):
        self.capture, self.form, self.label = capture, form, label
        self.connection = Connection(capture, client, server)
        self.frames = []
        self.deflaters = {"c2s": Deflater(), "s2c": Deflater()} if form == "deflate" else None

    def upgrade(self, protocol, target="/"):
        extensions = {}
        if self.deflaters:
            extensions = {"offered": "permessage-deflate; client_max_window_bits; server_max_window_bits=15",
                          "agreed": "permessage-deflate; client_max_window_bits=15; server_max_window_bits=15"}
        self.connection.upgrade(target, protocol, **extensions)

    def command(self, direction, cmd, op=None, body=None, **envelope):
        """Sends a command; `body` are the fields of its own message."""
        values = {"cmd": CMD[cmd]}
        if op:
            values["op"] = OP[op]
        values.update(envelope)
        if body is not None:
            values[cmd + "Message"] = body
        unit = encode("GenericCommand", values)
        opcode = 2
        if self.form == "base64":
            unit, opcode = base64.b64encode(unit), 1
        note = self.note(direction, cmd, op, envelope.get("i"), envelope.get("peerId"), opcode, unit)
        note["payloadMessage"], note["payload"] = "GenericCommand", values
        note["messages"] = messages(cmd, body or {})
        self.send(direction, unit, opcode)

    def text(self, direction, value):
        """Sends a command of the JSON generation."""
        unit = compact(value).encode()
        note = self.note(direction, value.get("cmd"), value.get("op"), value.get("i"), value.get("peerId"), 1, unit)
        note["payload"], note["messages"] = value, messages(value.get("cmd"), value)
        self.send(direction, unit, 1)

    def note(self, direction, cmd, op, i, peer, opcode, unit):
        frame = {"conn": self.label, "dir": direction, "transport": "ws", "t": self.capture.seconds, "system": "leancloud",
                 "wsOpcode": opcode, "type": cmd, "op": op, "i": i, "peerId": peer, "rawHex": unit.hex()}
        self.frames.append(frame)
        return frame

    def send(self, direction, unit, opcode):
        if self.deflaters:
            self.connection.frame(direction, self.deflaters[direction].message(unit), opcode, compressed=True)
        else:
            self.connection.frame(direction, unit, opcode)


def messages(cmd, body):
    """The chat messages of a command, as their receiver reads them."""
    found = []

    def add(where, text, binary=None):
        if binary is not None:
            found.append({"where": where, "binaryBase64": binary})
        elif text is not None:
            try:
                content = json.loads(text)
            except ValueError:
                content = None
            found.append({"where": where, "content": content} if isinstance(content, dict) else {"where": where, "text": text})

    if cmd == "direct":
        add("direct.msg", body.get("msg"), body.get("binaryMsg"))
    elif cmd == "unread":
        for item in body.get("convs", []):
            add("unread.convs", item.get("data"), item.get("binaryMsg"))
    elif cmd == "logs":
        for item in body.get("logs", []):
            add("logs.logs", item.get("data"), item.get("data") if item.get("bin") else None)
    elif cmd == "patch":
        for item in body.get("patches", []):
            add("patch.patches", item.get("data"), item.get("binaryMsg"))
    return found


def typed(number, **members):
    return compact({"_lctype": number, **members})


IMAGE = typed(-2, _lctext="看图", _lcfile={"objId": "5f01", "url": "http://files.example/desk.png", "metaData": {
    "name": "desk.png", "format": "png", "width": 320, "height": 200, "size": 20480}})
BYTES = base64.b64encode(bytes(range(0, 240, 7))).decode()


def chat(session, protocol):
    """What the current SDKs do: in protobuf, base64 and deflated."""
    up, down = "c2s", "s2c"
    session.upgrade(protocol)
    yield
    session.command(up, "session", "open", {"ua": "js/5.0.0", "r": False, "deviceId": "d-4711", "configBitmap": 187},
                    appId=APP, peerId=SELF, i=1)
    session.command(down, "session", "opened", {"st": "session-token-1", "stTtl": 17280}, appId=APP, peerId=SELF, i=1,
                    serverTs=session.capture.milliseconds)
    yield
    session.command(up, "conv", "start", {"m": [SELF, "bob"], "unique": True, "attr": {"data": '{"name":"项目讨论"}'}}, i=2)
    session.command(down, "conv", "started", {"cid": "c1", "cdate": "2026-11-22T08:00:00.000Z", "uniqueId": "q1"}, i=2)
    yield
    session.command(up, "direct", None, {"msg": typed(-1, _lctext="Hi Bob, 开会了吗？ 👋"), "r": True, "cid": "c1", "dt": "d1",
                                         "mentionPids": ["bob"], "mentionAll": False}, i=3)
    session.command(down, "ack", None, {"t": session.capture.milliseconds, "uid": "m1", "cid": "c1"}, i=3, peerId=SELF)
    session.command(down, "rcp", None, {"id": "m1", "cid": "c1", "t": session.capture.milliseconds, "from": "bob"})
    yield
    session.command(up, "direct", None, {"msg": IMAGE, "cid": "c1", "dt": "d2"}, i=4)
    session.command(down, "ack", None, {"t": session.capture.milliseconds, "uid": "m2", "cid": "c1"}, i=4, peerId=SELF)
    yield
    at = session.capture.milliseconds
    session.command(down, "direct", None, {"msg": "no JSON, 马上到", "fromPeerId": "bob", "timestamp": at, "cid": "c1",
                                           "id": "m3", "convType": 1}, peerId=SELF)
    session.command(down, "direct", None, {"fromPeerId": "bob", "timestamp": at + 1, "cid": "c1", "id": "m4",
                                           "binaryMsg": BYTES, "convType": 1}, peerId=SELF)
    session.command(down, "direct", None, {"msg": typed(7, game="dice", value=4), "fromPeerId": "bob", "timestamp": at + 2,
                                           "cid": "c1", "id": "m5", "convType": 1}, peerId=SELF)
    session.command(up, "ack", None, {"cid": "c1", "fromts": at, "tots": at + 2})
    session.command(up, "read", None, {"convs": [{"cid": "c1", "timestamp": at + 2, "mid": "m5"}]})
    yield
    session.command(down, "unread", None, {"convs": [{"cid": "c2", "unread": 2, "mid": "m8", "timestamp": at + 3,
                    "from": "eve", "data": typed(-5, _lcloc={"latitude": 31.2304, "longitude": 121.4737}), "convType": 1}],
                    "notifTime": at + 4}, peerId=SELF)
    session.command(up, "logs", None, {"cid": "c1", "l": 2, "direction": 1}, i=5)
    session.command(down, "logs", None, {"cid": "c1", "logs": [
        {"from": "bob", "data": BYTES, "timestamp": at + 1, "msgId": "m4", "bin": True},
        {"from": SELF, "data": IMAGE, "timestamp": at - 5, "msgId": "m2", "ackAt": at}]}, i=5)
    yield
    session.command(up, "patch", "modify", {"patches": [{"cid": "c1", "mid": "m1", "timestamp": at - 9, "recall": False,
                    "data": typed(-1, _lctext="Hi Bob")}]}, i=6)
    session.command(down, "patch", "modified", {"lastPatchTime": at + 5}, i=6)
    session.command(down, "patch", "modify", {"patches": [{"cid": "c1", "mid": "m3", "timestamp": at, "recall": True,
                    "data": typed(-127), "patchTimestamp": at + 6, "from": "bob"}], "lastPatchTime": at + 6}, peerId=SELF)
    session.command(up, "patch", "modified", {"lastPatchTime": at + 6})
    yield
    session.command(up, "conv", "query", {"where": {"data": '{"m":"tom"}'}, "sort": "-lm", "limit": 10}, i=7)
    session.command(down, "conv", "results", {"results": {"data": '[{"objectId":"c1","m":["tom","bob"],"conv_type":1}]'}}, i=7)
    session.command(down, "conv", "members_joined", {"cid": "c1", "m": ["eve"], "initBy": "bob"}, peerId=SELF)
    session.command(up, "direct", None, {"msg": "refused", "cid": "c1", "dt": "d3"}, i=8)
    session.command(down, "ack", None, {"code": 4402, "reason": "MESSAGE_REJECTED_BY_APP", "appCode": 7}, i=8)
    session.command(up, "conv", "update", {"cid": "c9", "attr": {"data": '{"name":"x"}'}}, i=9)
    session.command(down, "error", None, {"code": 4303, "reason": "CONVERSATION_NOT_FOUND"}, i=9)
    yield
    session.capture.wait(170)
    session.command(up, "echo", i=10)
    session.command(down, "echo", i=10)
    session.command(up, "session", "close", i=11)
    session.command(down, "session", "closed", i=11, peerId=SELF)
    session.connection.close()


def older(session):
    """Of the time before May 2017: `login` carries what became commands of its own."""
    up, down = "c2s", "s2c"
    session.upgrade("lc.protobuf.2")
    yield
    session.command(up, "login", appId=APP, installationId="inst-1", i=1)
    session.command(down, "login", None, {"extendCmd": "loggedin"}, i=1)
    session.command(up, "session", "open", {"ua": "ios/3.2.0", "r": False}, appId=APP, peerId=SELF, i=2)
    session.command(down, "session", "opened", {"st": "session-token-2", "stTtl": 17280}, peerId=SELF, i=2)
    yield
    session.command(up, "direct", None, {"msg": typed(-1, _lctext="older 旧"), "cid": "c1", "r": True}, peerId=SELF, i=3)
    session.command(down, "ack", None, {"t": session.capture.milliseconds, "uid": "m1", "cid": "c1"}, peerId=SELF, i=3)
    at = session.capture.milliseconds
    session.command(down, "unread", None, {"convs": [{"cid": "c2", "unread": 3}]}, peerId=SELF)
    session.command(down, "direct", None, {"msg": typed(-1, _lctext="answer"), "fromPeerId": "bob", "timestamp": at,
                                           "cid": "c1", "id": "m2"}, peerId=SELF)
    session.command(up, "ack", None, {"mid": "m2", "cid": "c1"}, peerId=SELF)
    yield
    session.command(up, "session", "close", peerId=SELF, i=4)
    session.command(down, "session", "closed", peerId=SELF, i=4)
    session.command(up, "login", None, {"extendCmd": "logout"}, appId=APP, installationId="inst-1", i=5)
    session.command(down, "login", None, {"extendCmd": "loggedout"}, i=5)
    session.connection.close()


def legacy(session):
    """The JSON generation, without a sub-protocol."""
    up, down = "c2s", "s2c"
    session.upgrade(None)
    yield
    session.text(up, {"cmd": "session", "op": "open", "appId": APP, "ua": "js/2.4.0", "i": 2016, "peerId": SELF,
                      "n": "nonce-1", "t": 1500000000000, "s": "signature-1"})
    session.text(down, {"cmd": "session", "op": "opened", "i": 2016, "peerId": SELF, "appId": APP})
    yield
    session.text(up, {"cmd": "session", "op": "query", "sessionPeerIds": ["bob", "eve"], "i": 2017, "peerId": SELF})
    session.text(down, {"cmd": "session", "op": "query-result", "onlineSessionPeerIds": ["bob"], "i": 2017, "peerId": SELF})
    session.text(up, {"cmd": "conv", "op": "start", "m": ["bob"], "attr": {"name": "Lunch", "attr": {"type": 0}},
                      "transient": False, "unique": True, "i": 2018, "peerId": SELF})
    session.text(down, {"cmd": "conv", "op": "started", "cid": "c1", "i": 2018, "peerId": SELF})
    yield
    session.text(up, {"cmd": "direct", "cid": "c1", "msg": typed(-1, _lctext="Mahlzeit 🍜", _lcattrs={"n": 1.50}), "r": 1,
                      "transient": False, "i": 2019, "peerId": SELF})
    session.text(down, {"cmd": "ack", "i": 2019, "uid": "m1", "t": session.capture.milliseconds, "peerId": SELF})
    session.text(down, {"cmd": "rcp", "cid": "c1", "id": "m1", "t": session.capture.milliseconds, "peerId": SELF})
    at = session.capture.milliseconds
    session.text(down, {"cmd": "direct", "id": "m2", "cid": "c1", "fromPeerId": "bob", "msg": "just text\n\"quoted\"",
                        "timestamp": at, "peerId": SELF})
    session.text(up, {"cmd": "ack", "cid": "c1", "mid": "m2", "peerId": SELF})
    yield
    session.text(up, {})
    session.text(up, {"cmd": "logs", "cid": "c1", "limit": 20, "i": 2020, "peerId": SELF})
    session.text(down, {"cmd": "logs", "cid": "c1", "i": 2020, "logs": [
        {"from": "bob", "data": "just text\n\"quoted\"", "timestamp": at, "msgId": "m2"},
        {"from": SELF, "data": typed(-1, _lctext="Mahlzeit 🍜"), "timestamp": at - 1, "msgId": "m1"}]})
    session.text(up, {"cmd": "conv", "op": "query", "where": {"m": SELF}, "sort": "-lm", "limit": 10, "i": 2021,
                      "peerId": SELF})
    session.text(down, {"cmd": "conv", "op": "results", "results": [{"objectId": "c1", "m": [SELF, "bob"]}], "i": 2021})
    session.text(up, {"cmd": "conv", "op": "add", "cid": "c9", "m": ["eve"], "i": 2022, "peerId": SELF})
    session.text(down, {"cmd": "conv", "op": "error", "code": 4303, "reason": "CONVERSATION_NOT_FOUND", "i": 2022})
    session.text(down, {"cmd": "conv", "op": "members-joined", "cid": "c1", "m": ["eve"], "initBy": "bob"})
    yield
    session.text(up, {"cmd": "session", "op": "close", "i": 2023, "peerId": SELF})
    session.text(down, {"cmd": "session", "op": "closed", "i": 2023, "peerId": SELF})
    session.connection.close()
