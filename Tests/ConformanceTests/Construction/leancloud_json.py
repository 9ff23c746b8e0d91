"""The JSON of the 2.x generation: envelope and body side by side, names with hyphens."""

import json

from leancloud_commands import CONV, MESSAGE, TIME
from leancloud_wire import ENUMS
from leancloud_writing import decode, encode
from vectors import accept, either, reject

SOURCE = "js-realtime-sdk branch v2, src/realtime.js"
HYPHENED = ["query-result", "members-joined", "members-left", "max-read", "is-member", "member-info-update"]

# Name, sender, members, what may be mistaken.
FRAMES = [
    ("open", "client", {"cmd": "session", "op": "open", "appId": "A", "ua": "js/2.4.0", "i": 2016,
                        "peerId": "tom"}, "the first serial, 2016: taken for a year, or counted from 1"),
    ("open-signed", "client", {
        "cmd": "session", "op": "open", "appId": "A", "n": "n1", "t": 1500000000, "s": "5ig", "i": 2017, "peerId": "tom"
    }, "a signed open: the time taken for milliseconds"),
    ("opened", "server", {"cmd": "session", "op": "opened", "i": 2016, "peerId": "tom"}, "opened: taken for a push"),
    ("close", "client", {"cmd": "session", "op": "close", "i": 2018, "peerId": "tom"}, "close: taken for closed"),
    ("closed", "server", {"cmd": "session", "op": "closed", "i": 2018, "peerId": "tom"}, "closed: taken for close"),
    ("query-sessions", "client", {
        "cmd": "session", "op": "query", "sessionPeerIds": ["bob"], "i": 2019, "peerId": "tom"
    }, "asking who is online: taken for a query of conversations"),
    ("query-result", "server", {"cmd": "session", "op": "query-result", "onlineSessionPeerIds": ["bob"],
                                "i": 2019}, "query-result: a hyphen where the enum has an underscore"),
    ("session-error", "server", {
        "cmd": "session", "op": "error", "code": 4102, "reason": "SIGNATURE_FAILED", "i": 2016
    }, "the op error, which no enum has: dropped"),
    ("start", "client", {
        "cmd": "conv", "op": "start", "m": ["tom", "bob"], "attr": {"name": "g", "attr": {"a": 1}}, "unique": True,
        "transient": False, "i": 2020, "peerId": "tom"
    }, "start: attr as text"),
    ("started", "server", {"cmd": "conv", "op": "started", "cid": CONV,
                           "i": 2020}, "started: the conversation's id lost"),
    ("add", "client", {"cmd": "conv", "op": "add", "cid": CONV, "m": ["eve"], "i": 2021,
                       "peerId": "tom"}, "add: another op"),
    ("added", "server", {"cmd": "conv", "op": "added", "cid": CONV, "i": 2021}, "added: another op"),
    ("remove", "client", {"cmd": "conv", "op": "remove", "cid": CONV, "m": ["eve"], "i": 2022,
                          "peerId": "tom"}, "remove: another op"),
    ("removed", "server", {"cmd": "conv", "op": "removed", "cid": CONV, "i": 2022}, "removed: another op"),
    ("query", "client", {
        "cmd": "conv", "op": "query", "where": {"m": "tom"}, "sort": "-lm", "limit": 10, "skip": 0, "i": 2023,
        "peerId": "tom"
    }, "query: where as text"),
    ("results", "server", {"cmd": "conv", "op": "results", "results": [{"objectId": CONV, "m": ["tom"]}],
                           "i": 2023}, "results: an array where the protobuf form has a text"),
    ("count", "client", {"cmd": "conv", "op": "count", "cid": CONV, "i": 2024, "peerId": "tom"}, "count: another op"),
    ("result", "server", {"cmd": "conv", "op": "result", "count": 0, "i": 2024}, "a count of 0: taken for absent"),
    ("update", "client", {
        "cmd": "conv", "op": "update", "cid": CONV, "attr": {"name": "n"}, "i": 2025, "peerId": "tom"
    }, "update: another op"),
    ("updated", "server", {"cmd": "conv", "op": "updated", "cid": CONV, "i": 2025}, "updated: another op"),
    ("conv-error", "server", {
        "cmd": "conv", "op": "error", "code": 4303, "reason": "CONVERSATION_NOT_FOUND", "i": 2025
    }, "an error on the command that failed: shown as success"),
    ("joined", "server", {"cmd": "conv", "op": "joined", "cid": CONV,
                          "initBy": "bob"}, "joined without a serial: one made up"),
    ("left", "server", {"cmd": "conv", "op": "left", "cid": CONV,
                        "initBy": "bob"}, "left without a serial: one made up"),
    ("members-joined", "server", {"cmd": "conv", "op": "members-joined", "cid": CONV, "m": ["eve"],
                                  "initBy": "bob"}, "members-joined: the hyphen kept, so that it is no op of the enum"),
    ("members-left", "server", {"cmd": "conv", "op": "members-left", "cid": CONV, "m": ["eve"],
                                "initBy": "bob"}, "members-left: the hyphen kept, so that it is no op of the enum"),
    ("ack-server", "server", {"cmd": "ack", "i": 2026, "uid": MESSAGE,
                              "t": TIME}, "the answer to a message: taken for a receipt"),
    ("ack-client", "client", {"cmd": "ack", "cid": CONV, "mid": MESSAGE,
                              "peerId": "tom"}, "a receipt: taken for an answer"),
    ("logs-client", "client", {
        "cmd": "logs", "cid": CONV, "t": TIME, "mid": MESSAGE, "limit": 20, "i": 2027, "peerId": "tom"
    }, "history asked for with limit, where protobuf has l: dropped"),
    ("rcp", "server", {"cmd": "rcp", "cid": CONV, "id": MESSAGE, "t": TIME}, "a receipt: its time lost"),
]


def text_of(members):
    return json.dumps(members, ensure_ascii=False, separators=(",", ":"))


def object_of(members):
    value = {name: members[name] for name in ("cmd", "appId", "peerId", "i") if name in members}
    if "op" in members:
        value["op"] = members["op"].replace("-", "_")
    return value | {"text": text_of(members)}


def flat():
    for name, sender, members, risk in FRAMES:
        yield decode(f"lc-json-{name}", "should", f"JSON of 2.x, {risk}", sender,
                     text_of(members).encode(), accept(object_of(members)), ["Json"], "exact", None, SOURCE)
        if sender == "client":
            wanted = object_of(members)
            yield encode(f"lc-write-json-{name}", "should",
                         f"JSON of 2.x written from its text, {risk}; other white space or order", sender, wanted,
                         text_of(members).encode(), ["Json"], None, SOURCE)
    yield decode("lc-json-alive", "must", "Keep-alive of 2.x, an empty object: refused for want of a command", "client",
                 b"{}", accept({"cmd": None, "op": None, "text": "{}"}), ["Json", "KeepAlive"], "exact", None, SOURCE)
    for op in HYPHENED:
        yield decode(f"lc-json-op-{op}", "should",
                     f"The op {op} with hyphens where the enum has underscores: no op of the enum", "server",
                     text_of({"cmd": "conv", "op": op}).encode(), accept({"cmd": "conv", "op": op.replace(
                         "-", "_")}), ["Json"], "exact", None, SOURCE)
        assert op.replace("-", "_") in ENUMS["OpType"]
    for version in (1, 2, 3):
        members = {"cmd": "direct", "cid": "c1", "msg": "hi", "i": 2030 + version}
        yield decode(f"lc-json-subprotocol-{version}", "may",
                     f"JSON over lc.json.{version}, a name of 2016: bytes of protobuf expected", "client",
                     text_of(members).encode(), accept(object_of(members)), ["Json"], "exact", f"lc.json.{version}")
    spelled = '{ "op" : "open" ,\n"cmd":"session", "i":2016.0e0, "peerId":"t\\u006fm" }'
    yield decode("lc-json-spelling", "should",
                 "JSON with white space, another order, an escaped letter: its bytes lost when it is "
                 "written again", "client", spelled.encode(),
                 accept({"cmd": "session", "op": "open", "peerId": "tom", "text": spelled}), ["Json"], "exact", None)
    yield decode("lc-json-cmd-unknown", "should", "A command by a name that nobody knows: refused, or the name lost",
                 "server", b'{"cmd":"wave","op":"hello-there","i":1}',
                 accept({"cmd": "wave", "op": "hello-there", "i": 1}), ["Json"], "exact", None)
    yield decode("lc-json-serial-beyond", "may",
                 "A serial of 2147483648, which has no place in 32 bits: cut to a negative one", "server",
                 b'{"cmd":"ack","i":2147483648}',
                 either({"cmd": "ack", "i": None}, {"cmd": "ack", "i": 2147483648},
                        error=["value", "limit"]), ["Json"], None, None)
    yield decode("lc-json-cmd-number", "may", "A command by its number, as JSON never has it: another command's name",
                 "server", b'{"cmd":3,"i":1}',
                 either({"cmd": None, "i": 1}, {"cmd": 3, "i": 1}, {"cmd": "ack", "i": 1},
                        error=["value"]), ["Json"], None, None)
    whole = text_of(FRAMES[0][2])
    for name, text, what in [("last", whole[:-1], "its last brace"), ("first", whole[1:], "its first brace"),
                             ("quote", whole.replace('"cmd', 'cmd'), "a quotation mark"),
                             ("colon", whole.replace('"cmd":', '"cmd"'), "a colon"),
                             ("comma", whole.replace(',"op', '"op', 1), "a comma"),
                             ("half", whole[:len(whole) // 2], "its second half"),
                             ("value", whole.replace("2016", ""), "a value"),
                             ("name", whole.replace('"cmd"', '', 1), "a name"),
                             ("inside-text", whole[:18], "the end of a text"), ]:
        yield decode(f"lc-json-without-{name}", "should",
                     f"JSON without {what}: read as far as it goes, or as a plain text", "client", text.encode(),
                     reject("json", "truncated", "value"), ["Json", "Cut"], None, "lc.json.3")
    for name, text, what in [("array", "[]", "an array"), ("text", '"session"', "a text"),
                             ("number", "2016", "a number"), ("null", "null", "null"), ("twice", "{}{}", "two objects"),
                             ("nothing", "", "nothing"), ]:
        yield decode(f"lc-json-{name}", "should",
                     f"JSON that is {what} where a command belongs: taken for a keep-alive", "server", text.encode(),
                     reject("json", "value", "truncated", "trailing"), ["Json"], None, "lc.json.3")
    yield decode("lc-json-not-utf8", "should",
                 "A text message with a byte that is no UTF-8: taken for another character", "server",
                 b'{"cmd":"ack","uid":"\xff"}', reject("json", "string"), ["Json"], None, "lc.json.3")
