"""Message contents (JSON by the catalogue of object names), the list of names, and message UIDs."""

import datetime
import json
import pathlib
import re
import sys

from frames import Refused

sys.set_int_max_str_digits(0)


# ---- JSON in which every number keeps its digits ----

class Literal(str):
    """A number with a fraction or an exponent, as it is spelt."""


def no_constant(name):
    raise ValueError(name + " is no JSON")


def read_json(data):
    try:
        text = data if isinstance(data, str) else data.decode("utf-8")
        return json.loads(text, parse_float=Literal, parse_constant=no_constant)
    except RecursionError:
        raise Refused("limit", "nested too deeply")
    except ValueError as error:
        raise Refused("json", str(error))


def write_json(value, ascii_only=True):
    """With `ascii_only`, what is beyond ASCII is escaped, so that half a surrogate pair survives."""
    if isinstance(value, Literal):
        return str.__str__(value)
    if isinstance(value, dict):
        members = (write_json(key, ascii_only) + ":" + write_json(item, ascii_only) for key, item in value.items())
        return "{" + ",".join(members) + "}"
    if isinstance(value, list):
        return "[" + ",".join(write_json(item, ascii_only) for item in value) + "]"
    return json.dumps(value, ensure_ascii=ascii_only)


# ---- The catalogue ----

class Catalogue:
    def __init__(self, path):
        table = json.loads(pathlib.Path(path).read_text(encoding="utf-8"))
        self.entries = {entry["objectName"]: entry for entry in table["messages"]}

    def names(self):
        result = []
        for name, entry in self.entries.items():
            classes = [name for names in entry["classes"].values() for name in names]
            result.append({"objectName": name, "persisted": entry["flags"]["persisted"],
                           "counted": entry["flags"]["counted"], "class": classes[0] if classes else None})
        return result

    def decode(self, object_name, data):
        content = read_json(data)
        return content

    def encode(self, object_name, content):
        return write_json(content).encode("utf-8")


# ---- Message UIDs: 80 bits in base 32, in one of two layouts ----

ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUV"
EPOCH = datetime.datetime(1970, 1, 1, tzinfo=datetime.timezone.utc)
MILLISECOND = datetime.timedelta(milliseconds=1)
LAYOUT_B_BEGINS = 1104537600000  # 2005: a time before it comes from reading the other layout as this one


def decode_uid(text):
    if not isinstance(text, str) or not re.fullmatch("[0-9A-V]{4}(-[0-9A-V]{4}){3}", text):
        raise Refused("value", "a UID is four groups of four characters 0-9, A-V")
    bits = 0
    for character in text.replace("-", ""):
        bits = bits << 5 | ALPHABET.index(character)
    if bits >> 38 >= LAYOUT_B_BEGINS:
        return {"uid": text, "layout": "B", "time": time_text(bits >> 38), "sequence": bits >> 26 & 0xFFF,
                "type": bits >> 22 & 0xF, "hash": bits & 0x3FFFFF}
    return {"uid": text, "layout": "A", "time": time_text(bits >> 37), "type": bits >> 32 & 0x1F,
            "hash": bits & 0xFFFFFFFF}


def encode_uid(parts):
    def part(name, limit):
        value = parts.get(name)
        if value is None:
            raise Refused("required", name)
        if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < limit:
            raise Refused("value", name)
        return value

    parts = dict(parts)
    if isinstance(parts.get("time"), str):
        parts["time"] = time_number(parts["time"])
    if parts.get("hash") is None and isinstance(parts.get("target"), str):
        parts["hash"] = target_hash(parts["target"]) & (0xFFFFFFFF if parts.get("layout") == "A" else 0x3FFFFF)
    layout = parts.get("layout", "B")
    if layout == "B":
        bits = part("time", 1 << 42) << 38 | part("sequence", 1 << 12) << 26 | part("type", 1 << 4) << 22
        bits |= part("hash", 1 << 22)
    elif layout == "A":
        bits = part("time", 1 << 43) << 37 | part("type", 1 << 5) << 32 | part("hash", 1 << 32)
    else:
        raise Refused("value", "layout")
    text = "".join(ALPHABET[bits >> shift & 31] for shift in range(75, -1, -5))
    return "-".join(text[at:at + 4] for at in range(0, 16, 4))


def time_text(milliseconds):
    return (EPOCH + milliseconds * MILLISECOND).strftime("%Y-%m-%dT%H:%M:%S.") + f"{milliseconds % 1000:03}Z"


def time_number(text):
    try:
        return (datetime.datetime.fromisoformat(text.replace("Z", "+00:00")) - EPOCH) // MILLISECOND
    except (ValueError, TypeError):
        raise Refused("value", "time")


def target_hash(target):
    units = target.encode("utf-16-be", "surrogatepass")
    result = 0
    for at in range(0, len(units), 2):
        result = 31 * result + int.from_bytes(units[at:at + 2], "big") & 0xFFFFFFFF
    return result
