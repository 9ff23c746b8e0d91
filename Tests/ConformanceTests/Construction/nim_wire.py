"""NIM's packets by hand: Socket.IO 0.9 around JSON, and the published tables of commands and tags."""

import csv
import json
from dataclasses import dataclass

from vectors import ROOT, accept, case

TABLES = ROOT / "Docs" / "catalogue"
SDK = "NIM_Web_SDK_v8.5.0.js"
SOURCE = f"tables nim-commands.csv and nim-tags.csv, which {SDK} has as data"


@dataclass(frozen=True)
class Value:
    type: str
    name: str
    entity: str


@dataclass(frozen=True)
class Command:
    scope: str
    sid: int
    cid: int
    service: str
    direction: str
    name: str
    values: tuple


def _rows(name):
    with open(TABLES / name, encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def _value(text):
    words = text.split()
    return Value(words[0], words[1], words[-1] if words[0].startswith("Property") else "")


COMMANDS = [
    Command(row["scope"], int(row["sid"]), int(row["cid"]), row["service"], row["direction"], row["command"],
            tuple(_value(text) for text in row["values"].split(" | ") if text)) for row in _rows("nim-commands.csv")
]
TAGS = {}
for _row in _rows("nim-tags.csv"):
    TAGS.setdefault((_row["scope"], _row["entity"]), {})[_row["tag"]] = _row["name"]
NOTIFICATIONS = _rows("nim-notifications.csv")


def text_of(value):
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def packet(value):
    return f"3:::{text_of(value)}"


def request(sid, cid, ser, arguments=None):
    value = {"SID": sid, "CID": cid, "SER": ser}
    return packet(value if arguments is None else value | {"Q": [{"t": kind, "v": part} for kind, part in arguments]})


def response(sid, cid, ser, values=None, code=200):
    value = {"sid": sid, "cid": cid, "code": code}
    return packet((value if values is None else value | {"r": values}) | {"ser": ser})


def wrapped(cid, id_server, sid, inner, values):
    return response(4, cid, 0, [id_server, {"headerPacket": {"sid": sid, "cid": inner}, "body": values}])


def decode(identifier, level, comment, sender, text, expect, flags=(), scope=None, reencode="exact", source=SOURCE):
    given = {"system": "nim", "form": "websocket", "sender": sender}
    if scope:
        given["scope"] = scope
    data = text if isinstance(text, bytes) else text.encode()
    return case(identifier, level, comment, "frame.decode", given | {"hex": data.hex()}, expect, flags,
                reencode if expect["outcome"] == "accept" else None, source)


def encode(identifier, level, comment, sender, frame, text, flags=(), scope=None, source=SOURCE):
    given = {"system": "nim", "form": "websocket", "sender": sender}
    if scope:
        given["scope"] = scope
    return case(identifier, level, comment, "frame.encode", given | {"frame": frame},
                accept({"hex": text.encode().hex()}), flags, None, source)
