"""LeanCloud's commands as whole WebSocket messages: protobuf, base64, the older schema, and the JSON of 2.x."""

import base64
import csv
import json

import captured
from leancloud_broken import broken
from leancloud_chats import chats
from leancloud_commands import CONV, MESSAGE, TEXT, TIME, body
from leancloud_json import flat
from leancloud_notes import NOTES  # noqa: F401
from leancloud_wire import COMMANDS, ENUMS, command, encoded, frame_object
from leancloud_writing import decode, encode
from levels import systems as by_rule
from payload_wire import block, number
from vectors import ROOT, accept, either

GROUP = "leancloud.frame"
GOLDEN = "values encoded by protoc from the public schema, js-realtime-sdk proto/message.proto"
LEVELS = {"source": "must", "inferred": "should", "unknown": "may"}
FLAGS = {"source": [], "inferred": ["Inferred"], "unknown": ["Unsettled"]}


def cases():
    yield from by_rule(_all())


def _all():
    yield from golden()
    yield from recorded()
    yield from pairs()
    yield from envelopes()
    yield from alive()
    yield from as_base64()
    yield from older()
    yield from unread_form()
    yield from flat()
    yield from chats()
    yield from broken()


def golden():
    opened = command("session", "opened", {"st": "tk", "stTtl": 86400}, peerId="tom", serverTs=1500000000000)
    rows = [
        ("echo", "client", "080e2801", command("echo", i=1), "echo with its serial: a number of the answer's own"),
        ("open", "client", "080010011a01412203746f6d2801b2061022086a732f352e302e3028009801bb01",
         command("session", "open", {"ua": "js/5.0.0", "r": False, "configBitmap": 187}, appId="A", peerId="tom",
                 i=1), "session/open: the command 0 taken for absent"),
        ("opened", "server", "080010052203746f6d4880b0def7d32bb206085202746b5880a305", opened,
         "session/opened: seconds to live taken for milliseconds"),
        ("direct", "client",
         "08022802c206290a1d7b225f6c6374797065223a2d312c225f6c6374657874223a226869227d50015a02633172026431",
         command("direct", None, {"msg": TEXT, "r": True, "cid": "c1", "dt": "d1"},
                 i=2), "a typed message on its way up: its content taken apart and not kept as text"),
        ("ack", "server", "08032802ca060b28fbb0def7d32b32026d31", command(
            "ack", None, {"t": TIME, "uid": "m1"}, i=2), "the answer to a message: id and time exchanged"),
        ("push", "server", "08022203746f6dc2061e0a0568656c6c6f1a03626f6220c8b3def7d32b5a02633162026d32b00101",
         command(
             "direct",
             None,
             {"msg": "hello", "fromPeerId": "bob", "timestamp": 1500000000456, "cid": "c1", "id": "m2", "convType": 1},
             peerId="tom"), "a message coming in: taken for an answer, though it has no i"),
        ("range", "client", "0803ca06122202633138c8b3def7d32b40c8b3def7d32b",
         command("ack", None, {"cid": "c1", "fromts": 1500000000456, "tots": 1500000000456}),
         "a receipt for a range of times: a message id asked for"),
        ("error", "server", "08072803ba061d08b1221218494e56414c49445f4d4553534147494e475f544152474554",
         command("error", None, {"code": 4401, "reason": "INVALID_MESSAGING_TARGET"},
                 i=3), "a request that failed: shown as a failure of the connection"),
        ("goaway", "server", "0815", command("goaway"), "goaway, two bytes: refused for want of a body"),
    ]
    for name, sender, text, value, risk in rows:
        assert encoded("GenericCommand", value).hex() == text, name
        yield decode(f"lc-golden-{name}",
                     "must",
                     f"Published frame, {risk}",
                     sender,
                     bytes.fromhex(text),
                     accept(frame_object(value) | {"data": text}), (),
                     "exact",
                     source=GOLDEN)


def recorded():
    """The recorded session: bytes and fields as the recording server has them."""
    names = {number: name for name, number in ENUMS["CommandType"].items()}
    ops = {number: name for name, number in ENUMS["OpType"].items()}
    for index, frame in enumerate(captured.oracle("leancloud")["frames"]):
        payload = frame["payload"]
        value = {name: payload[name] for name in ("appId", "peerId", "i", "serverTs") if name in payload}
        value["cmd"] = names[payload["cmd"]]
        if "op" in payload:
            value["op"] = ops[payload["op"]]
        if frame["type"] == "direct":
            content = payload["directMessage"]["msg"]
            value["messages"] = [{
                "objectName": str(json.loads(content)["_lctype"]), "content": json.loads(content),
                "target": payload["directMessage"]["cid"]
            }]
        event = captured.event_number("leancloud", index)
        what = "/".join(filter(None, (value["cmd"], value.get("op"))))
        yield decode(f"lc-captured-{event}",
                     "must",
                     f"{what} as number {event} of a recorded session: a field of it lost",
                     captured.sender(frame),
                     bytes.fromhex(frame["rawHex"]),
                     accept(value), ["Captured"],
                     "exact",
                     source=captured.source("leancloud", event))


def rows():
    with open(ROOT / "Docs" / "catalogue" / "leancloud-commands.csv", encoding="utf-8", newline="") as file:
        return [row for row in csv.DictReader(file) if row["op"] != "error"]


def value_of(row):
    cmd, op, sender = row["cmd"], row["op"], row["sender"]
    envelope = {}
    if sender == "server" and cmd not in ("goaway", "echo"):
        envelope["peerId"] = "alice"
    if "request" in row["roles"] or row["roles"] == "reply":
        envelope["i"] = 17
    if cmd in ("login", "loggedin"):
        envelope |= {"installationId": "inst-1", "service": 1}
    if "push" in row["roles"] and "reply" not in row["roles"] and cmd not in ("goaway", "error"):
        envelope |= {"serverTs": TIME}
    return command(cmd, op or None, body(cmd, op, sender), **envelope)


def pairs():
    """Every command and op, from the end that sends it."""
    for row in rows():
        value = value_of(row)
        what = "/".join(filter(None, (row["cmd"], row["op"])))
        name = f"{row['cmd']}-{row['op'].replace('_', '-')}".rstrip("-")
        source = f"table leancloud-commands.csv ({row['certainty']}), fields from js-realtime-sdk proto/message.proto"
        level, flags = LEVELS[row["certainty"]], FLAGS[row["certainty"]]
        data = encoded("GenericCommand", value)
        yield decode(f"lc-{row['sender']}-{name}",
                     level, f"{what} of the {row['sender']}: the op's name or number, or a field "
                     "of its body, mistaken",
                     row["sender"],
                     data,
                     accept(frame_object(value)),
                     flags,
                     "exact",
                     source=source)
        if row["sender"] == "client" or row["cmd"] in ("session", "direct", "ack", "error", "unread"):
            yield encode(f"lc-write-{row['sender']}-{name}",
                         level, f"{what} of the {row['sender']} written: the op's number, or "
                         "a field of its body, mistaken",
                         row["sender"],
                         frame_object(value),
                         data,
                         flags,
                         source=source)


def envelopes():
    """The fields that all commands share, at their edges."""
    edges = [("i-most", {"i": 2**31 - 1}, "the largest serial: cut to 16 bits as old clients had it"),
             ("i-negative", {"i": -1}, "a serial below 0, of ten bytes: another number"),
             ("i-zero", {"i": 0}, "the serial 0: taken for a push"),
             ("server-ts", {"serverTs": 2**53 + 1}, "a clock beyond 2^53: rounded"),
             ("client-ts", {"clientTs": TIME}, "the client's clock: taken for the server's"),
             ("priority-high", {"priority": 1}, "a message of high priority in a chat room: taken for the service"),
             ("live-query", {"service": 1, "installationId": "sub-1"}, "a live query: taken for push or chat"),
             ("permanent", {"notificationType": 1,
                            "serverTs": TIME}, "a notification that the server keeps: the mark lost"),
             ("peer-empty", {"peerId": ""}, "an empty client id: taken for absent"),
             ("peer-emoji", {"peerId": "tom😀"}, "a client id with a character of four bytes: cut to 16 bits"), ]
    for name, envelope, risk in edges:
        value = command("ack", None, {"cid": "c1"}, **envelope)
        yield decode(f"lc-envelope-{name}", "must", f"An envelope with {risk}", "server",
                     encoded("GenericCommand", value), accept(frame_object(value)), (), "exact")
    data = number(1, 99) + number(5, 3)
    yield decode("lc-envelope-cmd-unknown", "should",
                 "The command 99, of a newer schema: refused, or another one's name", "server", data,
                 either({"cmd": 99, "i": 3}, {"cmd": None, "i": 3}), ["OpenEnum"])
    data = number(1, 1) + number(2, 999)
    yield decode("lc-envelope-op-unknown", "should", "The op 999, of a newer schema: refused, or another one's name",
                 "server", data, either({"cmd": "conv", "op": 999}, {"cmd": "conv", "op": None}), ["OpenEnum"])
    yield decode("lc-envelope-nothing", "should", "No bytes at all: the command 0, session, made up", "server", b"",
                 accept({"cmd": None, "op": None, "i": None}))
    yield decode("lc-envelope-twice", "should", "Two serials: the first kept, where the last counts", "server",
                 number(1, 14) + number(5, 1) + number(5, 2), accept({"cmd": "echo", "i": 2}), ["Doubled"], "exact")
    yield decode("lc-envelope-body-first", "should", "The body before the command: passed over, or the command lost",
                 "server",
                 block(105, block(6, "m1")) + number(1, 3),
                 accept({"cmd": "ack", "payload": {"value": {"ackMessage": {"uid": "m1"}}}}), (), "exact")
    yield decode(
        "lc-envelope-other-body", "may", "The body of another command: shown as the command's own", "server",
        number(1, 3) + block(103,
                             number(1, 5) + block(2, "r")),
        accept({"cmd": "ack", "payload": {"value": {"errorMessage": {"code": 5, "reason": "r"}, "ackMessage": None}}}),
        (), "exact")
    for name in COMMANDS:
        value = command(name, i=5)
        yield decode(f"lc-bare-{name}", "should",
                     f"{name} with nothing but its serial: refused for want of a body, or a body made "
                     "up", "server", encoded("GenericCommand", value),
                     accept({"cmd": name, "i": 5, "payload": {"value": {f"{name}Message": None}}}), (), "exact")


def alive():
    for identifier, sender, data, value, subprotocol, comment in [
        ("echo-answer", "server", bytes.fromhex("080e2809"), {"cmd": "echo", "i": 9}, "lc.protobuf2.3",
         "echo with the same serial: taken for a message"),
        ("echo-bare", "client", bytes.fromhex("080e"), {"cmd": "echo", "i": None}, "lc.protobuf2.1",
         "echo without a serial: a serial made up"),
        ("echo-base64", "client", b"CA4=", {"cmd": "echo", "data": "080e"}, "lc.proto2base64.3",
         "echo as base64: read as a plain text"),
    ]:
        flags = ["KeepAlive"] + ["Base64"] * ("base64" in subprotocol)
        yield decode(f"lc-alive-{identifier}", "must", f"Keep-alive, {comment}", sender, data, accept(value), flags,
                     "exact", subprotocol)


def as_base64():
    chosen = [
        row for row in rows()
        if (row["cmd"], row["op"]) in {("session", "open"), ("session", "opened"), ("conv", "start"), (
            "conv", "started"), ("direct",
                                 ""), ("ack", ""), ("error", ""), ("logs", ""), ("unread",
                                                                                 ""), ("patch", "modify"), ("goaway",
                                                                                                            "")}
    ]
    for row in chosen:
        value = value_of(row)
        data = encoded("GenericCommand", value)
        text = base64.b64encode(data)
        what = "/".join(filter(None, (row["cmd"], row["op"])))
        name = f"{row['cmd']}-{row['op']}".rstrip("-")
        yield decode(f"lc-base64-{row['sender']}-{name}", "must",
                     f"{what} of the {row['sender']} as base64 text: not decoded, or "
                     "read as JSON", row["sender"], text, accept(frame_object(value) | {"data": data.hex()}),
                     ["Base64"], "exact", "lc.proto2base64.3")
        yield encode(
            f"lc-write-base64-{row['sender']}-{name}", "must", f"{what} of the {row['sender']} written as base64 text: "
            "bytes, or without padding", row["sender"], frame_object(value), text, ["Base64"], "lc.proto2base64.3")
    for length in range(3):
        value = command("direct", None, {"msg": "?>~" + "?" * length})
        data = encoded("GenericCommand", value)
        yield decode(
            f"lc-base64-padding-{length}", "must",
            f"Base64 of {len(data)} bytes with + and /, and {-len(data) % 3} signs of "
            "padding: another alphabet", "client", base64.b64encode(data), accept(
                frame_object(value)), ["Base64"], "exact", "lc.proto2base64.3")
    data = bytes.fromhex("080e2801")
    text = base64.b64encode(data).decode()
    bare = text.rstrip("=")
    yield decode(
        "lc-base64-unpadded", "may", "Base64 whose padding is left out: read as fewer bytes", "client", bare.encode(),
        either({"cmd": "echo", "i": 1, "raw": {"data": bare.encode().hex()}},
               error=["value", "string", "truncated", "length"]), ["Base64", "Spelling"], None, "lc.proto2base64.3")


def older():
    """The schema before May 2017, and field 100, which came back with another meaning."""
    base = {"peerId": "tom", "i": 4}
    head = number(1, 8)
    for name, value in (("unknown", 0), ("loggedin", 1), ("logout", 2), ("loggedout", 3)):
        data = head + block(4, "tom") + number(5, 4) + block(100, number(1, value))
        yield decode(f"lc-older-login-{name}", "should",
                     f"login with extendCmd {value} in field 100: read as a systemInfo",
                     "client" if name == "logout" else "server", data,
                     accept({"cmd": "login"} | base | {"payload": {"value": {"loginMessage": {"extendCmd": name}}}}),
                     ["Older"], "exact", "lc.protobuf.3")
    for version in (1, 2, 3):
        value = command("direct", None, {"msg": "hi", "cid": CONV}, i=2)
        yield decode(f"lc-older-direct-{version}", "should",
                     f"A message over lc.protobuf.{version}: the older sub-protocol not "
                     "known", "server", encoded("GenericCommand", value), accept(
                         frame_object(value)), ["Older"], "exact", f"lc.protobuf.{version}")
    value = command("session", "open", {"ua": "js/3.4.0", "r": True}, appId="A", peerId="tom", i=1)
    data = encoded("GenericCommand", value)
    yield decode("lc-older-base64", "should", "session/open over lc.protobase64.3: bytes expected", "client",
                 base64.b64encode(data), accept(frame_object(value)), ["Older", "Base64"], "exact", "lc.protobase64.3")
    yield encode(
        "lc-write-older-login", "should", "login with extendCmd written over lc.protobuf.3: by the current schema",
        "client", {
            "cmd": "login", "i": 4,
            "payload": {"message": "GenericCommand", "value": {"loginMessage": {"extendCmd": "logout"}}}
        }, head + number(5, 4) + block(100, number(1, 2)), ["Older"], "lc.protobuf.3")
    info = {"deviceType": "android", "androidVersion": {"codename": "REL", "apiLevel": "33"}}
    value = command("login", None, {"systemInfo": info}, i=4)
    yield decode("lc-current-login-info", "must", "login with a systemInfo in field 100: read as the older extendCmd",
                 "client", encoded("GenericCommand", value), accept(frame_object(value)), (), "exact")


def unread_form():
    data = b"\x82\xa3cmd\xa4echo\xa1i\x01"
    for version in (1, 2, 3):
        yield decode(f"lc-msgpack-{version}", "may",
                     f"MessagePack over lc.msgpack.{version}: fields made up from bytes that nobody has "
                     "published", "client", data + bytes([version]),
                     accept({"cmd": None, "data": (data + bytes([version])).hex()}), ["MessagePack"], "exact",
                     f"lc.msgpack.{version}")
