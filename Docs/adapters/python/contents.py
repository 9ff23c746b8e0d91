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
        for entry in self.entries.values():
            classes = [name for names in entry["classes"].values() for name in names]
            for name in [entry["objectName"]] + entry["aliases"]:
                result.append({"objectName": name, "persisted": entry["flags"]["persisted"],
                               "counted": entry["flags"]["counted"], "class": classes[0] if classes else None})
        return result

    def decode(self, object_name, data):
        """The content in the documented spelling; what the catalogue does not know stays as it is."""
        entry = self.entries.get(object_name)
        fields = entry["fields"] if entry else []
        if entry and not data and not any(field["required"] for field in fields):
            return {}  # some notices are sent without a byte
        content = well_formed(read_json(data))
        if not isinstance(content, dict):
            return content
        result = dict(content)
        for field in fields:
            if field["key"] in result:
                result[field["key"]] = documented(field["type"], result[field["key"]])
        if entry and "user" in entry["envelope"] and isinstance(result.get("user"), dict):
            result["user"] = documented_user(result["user"])
        return result

    def encode(self, object_name, content):
        return write_json(content).encode("utf-8")


def documented(type, value):
    """The value in its documented type, where a platform is known to write another."""
    if type == "int" and isinstance(value, str) and re.fullmatch("-?(0|[1-9][0-9]*)", value):
        return int(value)  # servers write numbers as text
    if type == "bool" and not isinstance(value, (bool, Literal)) and value in (0, 1):
        return bool(value)  # servers write 0 and 1
    if type == "jsonString" and isinstance(value, (dict, list)):
        return write_json(value, ascii_only=False)  # the web SDK hands on the object itself
    if type == "object" and isinstance(value, str) and value[:1] == "{":
        try:
            return read_json(value)
        except Refused:
            return value
    return value


def documented_user(user):
    """The avatar under its documented key: the first that is not empty of four spellings."""
    result = {key: value for key, value in user.items() if key not in ("icon", "portraitUri", "portraitUrl")}
    for key in ("portrait", "icon", "portraitUri", "portraitUrl"):
        if user.get(key) and not result.get("portrait"):
            result["portrait"] = user[key]
    return result


def well_formed(value):
    """Half a surrogate pair, which no reply in UTF-8 can hold, becomes U+FFFD."""
    if isinstance(value, dict):
        return {well_formed(key): well_formed(item) for key, item in value.items()}
    if isinstance(value, list):
        return [well_formed(item) for item in value]
    if isinstance(value, str) and not isinstance(value, Literal):
        return value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return value


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
        if part("time", 1 << 42) < LAYOUT_B_BEGINS:
            raise Refused("value", "every reader would take such a time for the other layout")
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
