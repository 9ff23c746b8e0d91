"""LeanCloud: commands in protobuf, base64 and JSON, and the chat messages in them."""

import base64
import binascii
import csv
import datetime
import pathlib
import re

from contents import read_json, write_json
from frames import Refused
from payloads import Field, Schema

ENVELOPE = ("cmd", "op", "appId", "peerId", "i", "installationId", "priority", "service", "serverTs", "clientTs",
            "notificationType")
KINDS = {1: "normal", 2: "transient", 3: "system", 4: "temporary"}


class Table(Schema):
    """The protobuf schema by the table of fields; `older` is that before May 2017."""

    def __init__(self, path, older=False):
        self.messages, self.enums = {}, {}
        for row in csv.DictReader(pathlib.Path(path).read_text(encoding="utf-8").splitlines()):
            name = row["message"].split(".")[-1]
            if row["type"] == "enum-value":
                self.enums.setdefault(name, {})[row["field"]] = int(row["number"])
            else:
                field = Field(row["label"], row["type"], row["field"], row["number"])
                self.messages.setdefault(name, []).append(field)
        if older:  # field 100 meant something else
            self.enums["ExtendLoginCommandType"] = {"unknown": 0, "loggedin": 1, "logout": 2, "loggedout": 3}
            self.messages["LoginCommand"] = [Field("optional", "ExtendLoginCommandType", "extendCmd", 1)]


class LeanCloud:
    def __init__(self, tables):
        path = tables / "leancloud-fields.csv"
        self.current, self.older = Table(path), Table(path, older=True)

    def schema(self, subprotocol):
        return self.older if re.match(r"lc\.(protobuf|protobase64)\.", subprotocol) else self.current

    # ---- Commands ----

    def decode(self, request, data):
        subprotocol = request.get("subprotocol") or "lc.json.3"
        encoding = subprotocol.split(".")[1]
        if encoding == "msgpack":
            return {"data": data.hex()}  # nobody has published what is in it
        if encoding == "json":
            frame, messages = from_json(data, self.current.enums["OpType"])
        else:
            frame, messages = self.from_protobuf(self.schema(subprotocol), data, "base64" in encoding)
        if messages:
            frame["messages"] = [shown(message, frame, request["sender"]) for message in messages]
        return frame

    def from_protobuf(self, schema, data, is_text):
        spelling = data
        if is_text:
            data = from_base64(data)
        value = schema.decode("GenericCommand", data)
        frame = {name: value[name] for name in ENVELOPE if name in value}
        frame |= {name: int(frame[name]) for name in ("serverTs", "clientTs") if name in frame}
        frame |= {"data": data.hex(), "payload": {"message": "GenericCommand", "value": value}}
        if is_text and base64.b64encode(data) != spelling:
            frame["raw"] = {"data": spelling.hex()}
        return frame, list(messages_in(value))

    def encode(self, request, frame):
        subprotocol = request.get("subprotocol") or "lc.json.3"
        encoding = subprotocol.split(".")[1]
        if encoding == "json":
            if not isinstance(frame.get("text"), str):
                raise Refused("unsupported", "JSON is written from its text")
            return frame["text"].encode("utf-8")
        data = self.command(self.schema(subprotocol), frame)
        if "base64" not in encoding:
            return data
        raw = (frame.get("raw") or {}).get("data")
        if raw and from_base64(bytes.fromhex(raw)) == data:
            return bytes.fromhex(raw)
        return base64.b64encode(data)

    def command(self, schema, frame):
        if frame.get("data") is not None:
            try:
                return bytes.fromhex(frame["data"])
            except (TypeError, ValueError):
                raise Refused("value", "data")
        value = dict((frame.get("payload") or {}).get("value") or {})
        for name in ENVELOPE:
            if frame.get(name) is not None:
                value.setdefault(name, frame[name])
        return schema.encode("GenericCommand", value)


def from_base64(text):
    try:
        return base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError) as error:
        raise Refused("value", f"base64: {error}")


def from_json(data, ops):
    value = read_json(data)
    if not isinstance(value, dict):
        raise Refused("value", "a command is an object")
    frame = {name: value[name] for name in ENVELOPE if name in value}
    if isinstance(frame.get("op"), str):
        name = frame["op"].replace("-", "_")  # as the enum spells it
        frame["op"] = name if name in ops else frame["op"]
    if isinstance(frame.get("i"), int) and not -2**31 <= frame["i"] < 2**31:
        del frame["i"]
    frame["text"] = data.decode("utf-8")
    # The body's members stand beside the envelope's.
    return frame, list(messages_in({f"{value.get('cmd')}Message": value}))


# ---- Messages ----

def messages_in(value):
    """What the command says of each chat message in it, under the names that a `direct` has."""
    direct = value.get("directMessage") or {}
    if "msg" in direct or "binaryMsg" in direct:
        yield {"conv": direct.get("cid", direct.get("roomId")), "from": direct.get("fromPeerId"), "mid": direct.get("id"),
               "data": direct.get("msg"), "binary": direct.get("binaryMsg"), "time": direct.get("timestamp"),
               "type": direct.get("convType"), "own": True}
    logs = value.get("logsMessage") or {}
    for item in objects(logs, "logs"):
        is_binary = item.get("bin") is True
        yield {"conv": logs.get("cid"), "from": item.get("from"), "mid": item.get("msgId"), "time": item.get("timestamp"),
               "data": None if is_binary else item.get("data"), "binary": item.get("data") if is_binary else None,
               "type": item.get("convType")}
    for item in objects(value.get("unreadMessage"), "convs") + objects(value.get("patchMessage"), "patches"):
        if "data" in item or "binaryMsg" in item:
            yield {"conv": item.get("cid"), "from": item.get("from"), "mid": item.get("mid"), "time": item.get("timestamp"),
                   "data": item.get("data"), "binary": item.get("binaryMsg"), "type": item.get("convType")}


def objects(value, name):
    """The objects in a list, which in JSON may be anything."""
    items = (value or {}).get(name)
    return [item for item in items if isinstance(item, dict)] if isinstance(items, list) else []


def shown(message, frame, sender):
    """A message as events have it: its content by what it is, and who said it where and when."""
    message = {name: part if isinstance(part, (str, int)) else None for name, part in message.items()}
    if message["binary"] is not None:
        result = {"contentBytes": message["binary"]}
    else:
        result = content_of(message["data"])
    conversation = message["conv"]
    kind = KINDS.get(message["type"]) or ("temporary" if str(conversation).startswith("_tmp:") else None)
    own = frame.get("peerId") if message.get("own") and sender == "client" else None
    result |= {"conversation": kind, "target": conversation, "sender": message["from"] or own, "uid": message["mid"]}
    result["sentTime"] = time_of(message["time"])
    return {name: part for name, part in result.items() if part is not None}


def time_of(milliseconds):
    """RFC 3339; nothing for what is no time, or in a year that Python does not have."""
    try:
        moment = datetime.datetime(1970, 1, 1) + datetime.timedelta(milliseconds=int(milliseconds))
    except (TypeError, ValueError, OverflowError):
        return None
    return moment.isoformat(timespec="milliseconds") + "Z"


def content_of(text):
    """Typed when it is an object with an integer `_lctype`; any text that is no object or list is plain."""
    if not isinstance(text, str):
        return {}
    try:
        content = read_json(text)
    except Refused:
        return {"text": text}
    if not isinstance(content, (dict, list)):
        return {"text": text}
    result = {"content": content}
    if isinstance(content, dict) and is_integer(content.get("_lctype")):
        result["objectName"] = str(content["_lctype"])
    return result


def is_integer(value):
    return isinstance(value, int) and not isinstance(value, bool)


def checked(object_name, content):
    if not isinstance(content, dict):
        raise Refused("value", "a typed message is an object")
    if not is_integer(content.get("_lctype")) or str(content["_lctype"]) != object_name:
        raise Refused("value", "_lctype")
    return content


def decode_message(object_name, data):
    return checked(object_name, read_json(data))


def encode_message(object_name, content):
    return write_json(checked(object_name, content), ascii_only=False).encode("utf-8")
