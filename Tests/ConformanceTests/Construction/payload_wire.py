"""Protobuf by hand: the schema's table, values for every field, bytes and JSON of both."""

import base64
import pathlib
from dataclasses import dataclass

LABELS = {"!": "required", "?": "optional", "*": "repeated"}
SCALARS = {"int32", "int64", "bool", "string", "bytes"}


@dataclass(frozen=True)
class Field:
    number: int
    label: str
    name: str
    type: str
    generation: str


def _table():
    enums, messages, generations = {}, {}, {}
    path = pathlib.Path(__file__).with_name("payload_schema.txt")
    for line in path.read_text(encoding="utf-8").splitlines():
        if not line or line.startswith("#"):
            continue
        head, _, rest = line.partition(":")
        kind, name, *generation = head.split()
        items = [item.split() for item in rest.split(",")]
        if kind == "enum":
            enums[name] = {item[1]: int(item[0]) for item in items}
        else:
            generations[name] = generation[0]
            messages[name] = [
                Field(
                    int(item[0][:-1]),
                    LABELS[item[0][-1]],
                    item[1],
                    item[2],
                    item[3] if len(item) > 3 else generation[0],
                )
                for item in items
            ]
    return enums, messages, generations


ENUMS, MESSAGES, GENERATIONS = _table()


def varint(number):
    number &= (1 << 64) - 1
    result = bytearray()
    while number >> 7:
        result.append(number & 0x7F | 0x80)
        number >>= 7
    result.append(number)
    return bytes(result)


def tag(number, wire_type):
    return varint(number << 3 | wire_type)


def block(number, data):
    """A length-delimited field."""
    data = data.encode() if isinstance(data, str) else data
    return tag(number, 2) + varint(len(data)) + data


def number(field, value):
    """A varint field."""
    return tag(field, 0) + varint(value)


def sample(message, only_required=False, depth=0, salt=0):
    """A value for every field (or every required one): as Python values, bytes as bytes, enums by name."""
    value = {}
    for field in MESSAGES[message]:
        if only_required and field.label != "required":
            continue
        if field.label == "repeated":
            value[field.name] = [_value(field, depth, salt + index) for index in (0, 1)]
        else:
            value[field.name] = _value(field, depth, salt)
    return value


def _value(field, depth, salt):
    if field.type in ENUMS:
        names = list(ENUMS[field.type])
        return names[(field.number + salt + len(names) - 1) % len(names)]
    if field.type in MESSAGES:
        # One level has everything, deeper ones what they must have.
        return sample(field.type, depth > 0, depth + 1, salt)
    return {
        "int32": field.number * 1000 + 7 + salt,
        "int64": 1700000000000 + field.number * 100 + salt,
        "bool": True,
        "string": f"{field.name}-{'é中'[field.number % 2]}{salt or ''}",
        "bytes": f'{{"content":"{field.number}é"}}'.encode() + bytes(range(salt)),
    }[field.type]


def encoded(message, value):
    """The bytes: fields by number, each as its type says."""
    result = b""
    for field in sorted(MESSAGES[message], key=lambda field: field.number):
        if field.name not in value:
            continue
        for item in value[field.name] if field.label == "repeated" else [value[field.name]]:
            if field.type in ENUMS:
                result += number(field.number, ENUMS[field.type][item] if isinstance(item, str) else item)
            elif field.type in MESSAGES:
                result += block(field.number, encoded(field.type, item))
            elif field.type in ("string", "bytes"):
                result += block(field.number, item)
            else:
                result += number(field.number, int(item))
    return result


def mapped(message, value):
    """Protobuf's JSON mapping with the schema's names: 64-bit integers as text, bytes as base64."""
    fields = {field.name: field for field in MESSAGES[message]}

    def one(field, item):
        if field.type in MESSAGES:
            return mapped(field.type, item)
        if field.type == "int64":
            return str(item)
        if field.type == "bytes":
            return base64.b64encode(item).decode()
        return item

    return {
        name: (
            [one(fields[name], entry) for entry in item]
            if fields[name].label == "repeated"
            else one(fields[name], item)
        )
        for name, item in value.items()
    }
