"""Chat messages inside commands: what is a typed message, a plain text, bytes; and what the command says of each."""

import base64

from leancloud_commands import CONV, MESSAGE, TIME
from leancloud_contents import contents, text_of
from leancloud_json import text_of as json_text
from leancloud_wire import command, encoded
from leancloud_writing import decode
from vectors import accept

SENT = "2017-07-14T02:40:00.123Z"
KINDS = {1: "normal", 2: "transient", 3: "system", 4: "temporary"}


def chats():
    for name, number, content, level, flags, risk in contents():
        text = text_of(content)
        said = {"objectName": str(number), "content": content, "contentBytes": None, "text": None}
        yield direct(f"lc-direct-{name}", level, f"Coming in, {risk}: shown as plain text, or as another type",
                     {"msg": text}, said, flags)
        yield decode(
            f"lc-sent-{name}", "should", f"Going up, {risk}: shown as plain text, or as another type", "client",
            encoded("GenericCommand", command("direct", None, {"msg": text, "cid": CONV}, peerId="alice", i=3)),
            accept({"cmd": "direct", "i": 3, "messages": [said | {"target": CONV, "sender": "alice", "uid": None}]}),
            flags, "exact")
    plain = [
        ("words", "hello", "a plain text"), ("empty", "", "an empty text: taken for no message"),
        ("digits", "42", "a text of digits, which is JSON: taken for a number"),
        ("quoted", '"hi"', "a text in quotation marks: taken for JSON"),
        ("null", "null", "the text null: taken for nothing"),
        ("brace", "{hi}", "a text that begins like JSON and is none: refused"),
        ("cut", '{"_lctype":-1,"_lctext":"hi"', "a typed message without its last brace: refused, or taken for typed"),
        ("spoken", 'say "_lctype":-1', "a text that mentions _lctype: taken for typed"),
        ("lines", "a\nb\r\n\t", "a text with line ends: trimmed"),
    ]
    for name, text, risk in plain:
        yield direct(f"lc-plain-{name}", "must" if name in ("words", "lines") else "should", f"Coming in, {risk}",
                     {"msg": text}, {"objectName": None, "text": text, "content": None})
    for name, content, risk in [
        ("no-type", {"text": "hi"}, "JSON without a type: a type made up"),
        ("type-text", {"_lctype": "-1", "_lctext": "hi"}, "a type given as text: taken for a number"),
        ("type-fraction", {"_lctype": -1.5, "_lctext": "hi"}, "a type with a fraction: cut to a whole number"),
        ("type-null", {"_lctype": None}, "a type that is null: taken for 0"),
        ("type-inside", {"data": {"_lctype": -1}}, "a type deeper inside: taken for the message's own"),
    ]:
        yield direct(f"lc-untyped-{name}", "should", f"Coming in, {risk}", {"msg": text_of(content)},
                     {"objectName": None, "content": content, "text": None})
    for name, data in (("zero", b"\0"), ("not-utf8", b"\xff\xfe"), ("empty", b""), ("like-json", b'{"_lctype":-1}')):
        yield direct(
            f"lc-binary-{name}", "must" if data else "should", f"Bytes of the application, {name}: read as text",
            {"binaryMsg": data},
            {"objectName": None, "contentBytes": base64.b64encode(data).decode(), "text": None, "content": None})
    yield direct("lc-binary-before-text", "should",
                 "Bytes beside a text: the text shown, where every SDK takes the bytes",
                 {"msg": "hi", "binaryMsg": b"\1"}, {"contentBytes": "AQ==", "text": None})
    for number, kind in KINDS.items():
        yield direct(f"lc-conversation-{kind}", "must", f"Conversation type {number}, {kind}: another kind",
                     {"msg": "hi", "convType": number},
                     {"conversation": kind, "target": CONV, "sender": "bob", "uid": MESSAGE, "sentTime": SENT})
    yield direct("lc-conversation-unsaid", "should", "No conversation type: one made up", {"msg": "hi"},
                 {"conversation": None})
    yield direct("lc-conversation-tmp", "should",
                 "An id that begins with _tmp:, of a temporary conversation: taken for a normal one",
                 {"msg": "hi", "cid": "_tmp:abc"}, {"conversation": "temporary", "target": "_tmp:abc"})
    yield direct("lc-time-zero", "should", "A message of the time 0: taken for absent", {"msg": "hi", "timestamp": 0},
                 {"sentTime": "1970-01-01T00:00:00.000Z"})
    yield direct("lc-time-milliseconds", "must",
                 "A time of 1500000000123 milliseconds: taken for seconds, or cut to whole ones", {"msg": "hi"},
                 {"sentTime": SENT})
    yield direct("lc-time-most", "may", "A time in a year that no calendar has: the message lost",
                 {"msg": "hi", "timestamp": 2**63 - 1}, {"text": "hi"})
    yield from elsewhere()
    yield from flat()
    for name, members, risk in [
        ("msg-number", {"cmd": "direct", "cid": CONV, "msg": 7}, "a message that is a number"),
        ("msg-object", {"cmd": "direct", "cid": CONV, "msg": {"_lctype": -1}}, "a message that is an object"),
        ("cid-number", {"cmd": "direct", "cid": 7, "msg": "hi"}, "a conversation that is a number"),
        ("time-text", {"cmd": "direct", "cid": CONV, "msg": "hi", "timestamp": "soon"}, "a time that is a word"),
        ("logs-number", {"cmd": "logs", "logs": 7}, "a past that is a number"),
        ("logs-numbers", {"cmd": "logs", "logs": [7, None, []]}, "a past of numbers"),
        ("convs-object", {"cmd": "unread", "convs": {"cid": CONV}}, "unread messages in an object"),
        ("patches-text", {"cmd": "patch", "op": "modify", "patches": "all"}, "edits that are a text"),
    ]:
        yield decode(f"lc-json-odd-{name}", "may", f"JSON of 2.x, {risk}: a crash", "server",
                     json_text(members).encode(), accept({"cmd": members["cmd"], "text": json_text(members)}), ["Json"],
                     "exact", None)


def direct(identifier, level, comment, body, said, flags=()):
    body = {"fromPeerId": "bob", "timestamp": TIME, "cid": CONV, "id": MESSAGE} | body
    value = command("direct", None, body, peerId="alice")
    return decode(identifier, level, comment, "server", encoded("GenericCommand", value),
                  accept({"cmd": "direct", "i": None, "messages": [said]}), flags, "exact")


def elsewhere():
    """Messages in counts of unread ones, in the past, and in edits."""
    typed, text = {"_lctype": -1, "_lctext": "hi"}, '{"_lctype":-1,"_lctext":"hi"}'
    said = {"objectName": "-1", "content": typed}
    tuples = [{"cid": CONV, "unread": 2, "mid": MESSAGE, "timestamp": TIME, "from": "bob", "data": text, "convType": 2},
              {"cid": "c2", "unread": 1, "from": "eve", "binaryMsg": b"\1\2"}, {"cid": "c3", "unread": 0}]
    value = command("unread", None, {"convs": tuples, "notifTime": TIME}, peerId="alice")
    yield decode(
        "lc-unread-messages", "must", "The last messages of two conversations out of three: one made up for the third",
        "server", encoded("GenericCommand", value),
        accept({
            "cmd": "unread", "messages": [
                said | {"conversation": "transient", "target": CONV, "sender": "bob", "uid": MESSAGE, "sentTime": SENT},
                {"objectName": None, "contentBytes": "AQI=", "target": "c2", "sender": "eve"}
            ]
        }), (), "exact")
    logs = [{"from": "bob", "data": text, "timestamp": TIME, "msgId": MESSAGE,
             "convType": 1}, {"from": "eve", "data": "AQI=", "bin": True, "timestamp": TIME, "msgId": "m2"},
            {"from": "eve", "data": "AQI=", "bin": False, "msgId": "m3"}]
    value = command("logs", None, {"cid": CONV, "logs": logs}, peerId="alice", i=9)
    yield decode(
        "lc-logs-messages", "must",
        "The past, one message binary: its base64 shown as text, or a text decoded as base64", "server",
        encoded("GenericCommand", value),
        accept({
            "cmd": "logs", "messages": [
                said | {"conversation": "normal", "sender": "bob", "uid": MESSAGE, "sentTime": SENT},
                {"contentBytes": "AQI=", "text": None, "sender": "eve",
                 "uid": "m2"}, {"text": "AQI=", "contentBytes": None, "uid": "m3"}
            ]
        }), (), "exact")
    items = [{
        "cid": CONV, "mid": MESSAGE, "timestamp": TIME, "recall": True, "data": '{"_lctype":-127}', "from": "bob"
    }, {"cid": CONV, "mid": "m2", "timestamp": TIME, "recall": False, "data": text, "from": "bob"},
             {"cid": CONV, "mid": "m3", "timestamp": TIME, "binaryMsg": b"\1"}]
    value = command("patch", "modify", {"patches": items}, peerId="alice")
    yield decode(
        "lc-patch-messages", "must",
        "A recall, an edit and an edit of bytes in one command: the recall shown as an edit", "server",
        encoded("GenericCommand", value),
        accept({
            "cmd": "patch", "op": "modify", "messages": [{
                "objectName": "-127", "content": {"_lctype": -127}, "target": CONV, "sender": "bob", "uid": MESSAGE
            }, said | {"uid": "m2"}, {"contentBytes": "AQ==", "uid": "m3"}]
        }), (), "exact")
    value = command("conv", "update", {"cid": CONV, "attr": {"data": '{"_lctype":-1}'}}, i=4)
    yield decode("lc-attributes-no-message", "should",
                 "Attributes of a conversation that look like a typed message: taken for one", "client",
                 encoded("GenericCommand", value), accept({"cmd": "conv", "messages": None}), (), "exact")


def flat():
    """The same in the JSON of 2.x."""
    typed = {"_lctype": -1, "_lctext": "hi \"there\" 😀"}
    said = {"objectName": "-1", "content": typed}
    for name, sender, members, messages, risk in [
        ("direct-up", "client", {
            "cmd": "direct", "cid": CONV, "msg": text_of(typed), "r": 1, "transient": False, "i": 2030, "peerId": "tom"
        }, [said | {"target": CONV, "sender": "tom"}], "a message with r as 1: refused"),
        ("direct-up-true", "client", {"cmd": "direct", "cid": CONV, "msg": "hi", "r": True, "i": 2031,
                                      "peerId": "tom"}, [{"text": "hi",
                                                          "target": CONV}], "a plain message with r as true: refused"),
        ("direct-down", "server", {
            "cmd": "direct", "id": MESSAGE, "cid": CONV, "fromPeerId": "bob", "msg": text_of(typed), "timestamp": TIME
        }, [said | {"sender": "bob", "uid": MESSAGE, "sentTime": SENT}],
         "a typed message coming in: JSON inside JSON not unescaped"),
        ("direct-transient", "server", {
            "cmd": "direct", "id": MESSAGE, "cid": CONV, "fromPeerId": "bob", "msg": "typing", "timestamp": TIME,
            "transient": True
        }, [{"text": "typing", "sender": "bob"}], "a transient message: not shown"),
        ("logs-down", "server", {
            "cmd": "logs", "i": 2032,
            "logs": [{"from": "bob", "data": text_of(typed), "timestamp": TIME, "msgId": MESSAGE},
                     {"from": "eve", "data": "yo", "msgId": "m2"}]
        }, [said | {"sender": "bob", "uid": MESSAGE, "sentTime": SENT},
            {"text": "yo", "sender": "eve", "uid": "m2"}], "the past: only the first message shown"),
    ]:
        yield decode(f"lc-json-{name}", "should", f"JSON of 2.x, {risk}", sender,
                     json_text(members).encode(),
                     accept({"cmd": members["cmd"], "text": json_text(members), "messages": messages}), ["Json"],
                     "exact", None)
