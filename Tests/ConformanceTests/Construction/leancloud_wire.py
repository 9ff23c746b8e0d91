"""LeanCloud's commands by hand: the published table of fields, values for every field, bytes and JSON of both."""

import base64
import csv
from dataclasses import dataclass

from payload_wire import block, number
from vectors import ROOT

TABLE = ROOT / "Docs" / "catalogue" / "leancloud-fields.csv"
TABLE_SOURCE = "table leancloud-fields.csv, from js-realtime-sdk proto/message.proto and java-unified-sdk Messages.java"


@dataclass(frozen=True)
class Field:
    number: int
    label: str
    name: str
    type: str


def _table():
    enums, messages = {}, {}
    with open(TABLE, encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            name = row["message"].split(".")[-1]
            if row["type"] == "enum-value":
                enums.setdefault(name, {})[row["field"]] = int(row["number"])
            else:
                field = Field(int(row["number"]), row["label"], row["field"], row["type"])
                messages.setdefault(name, []).append(field)
    return enums, messages


ENUMS, MESSAGES = _table()
BODIES = {field.name.removesuffix("Message"): field for field in MESSAGES["GenericCommand"] if field.number >= 100}
COMMANDS = list(ENUMS["CommandType"])


def sample(message, only_required=False, depth=0, salt=0):
    """A value for every field, or every required one: bytes as bytes, enums by name."""
    value = {}
    for field in MESSAGES[message]:
        if only_required and field.label != "required":
            continue
        repeated = field.label == "repeated"
        items = [_value(field, depth, salt + index) for index in ((0, 1) if repeated else (0, ))]
        value[field.name] = items if repeated else items[0]
    return value


def _value(field, depth, salt):
    if field.type in ENUMS:
        names = list(ENUMS[field.type])
        return names[(field.number + salt) % len(names)]
    if field.type in MESSAGES:
        return sample(field.type, depth > 0, depth + 1, salt)
    return {
        "int32": field.number * 1000 + 7 + salt, "int64": 1700000000000 + field.number * 100 + salt, "bool": True,
        "string": f"{field.name}-{'é中'[field.number % 2]}{salt or ''}", "bytes": bytes([0, 255, field.number, salt]),
    }[field.type]


def one(field, item):
    """The bytes of one field."""
    if field.type in ENUMS:
        return number(field.number, ENUMS[field.type][item] if isinstance(item, str) else item)
    if field.type in MESSAGES:
        return block(field.number, encoded(field.type, item))
    return block(field.number, item) if field.type in ("string", "bytes") else number(field.number, int(item))


def encoded(message, value):
    """The bytes: fields by number, each as its type says."""
    result = b""
    for field in sorted(MESSAGES[message], key=lambda field: field.number):
        if field.name in value:
            items = value[field.name] if field.label == "repeated" else [value[field.name]]
            result += b"".join(one(field, item) for item in items)
    return result


def mapped(message, value):
    """Protobuf's JSON mapping with the schema's names: 64-bit integers as text, bytes as base64."""
    fields = {field.name: field for field in MESSAGES[message]}

    def single(field, item):
        if field.type in MESSAGES:
            return mapped(field.type, item)
        if field.type == "int64":
            return str(item)
        return base64.b64encode(item).decode() if field.type == "bytes" else item

    return {
        name: [single(fields[name], item)
               for item in value[name]] if fields[name].label == "repeated" else single(fields[name], value[name])
        for name in value
    }


def command(cmd, op=None, body=None, **envelope):
    """A command as a value: the envelope's fields and the body under its name."""
    value = {"cmd": cmd} if cmd is not None else {}
    if op:
        value["op"] = op
    value |= envelope
    if body is not None:
        value[f"{cmd}Message"] = body
    return value


ENVELOPE = [
    "cmd", "op", "appId", "peerId", "i", "installationId", "priority", "service", "serverTs", "clientTs",
    "notificationType"
]


def frame_object(value):
    """The frame object of a command: its envelope, and the whole as payload."""
    members = {name: value[name] for name in ENVELOPE if name in value}
    return members | {"payload": {"message": "GenericCommand", "value": mapped("GenericCommand", value)}}
