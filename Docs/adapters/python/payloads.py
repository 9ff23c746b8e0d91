"""Protobuf payloads, read and written by the text of a .proto file, in protobuf's JSON mapping."""

import base64
import binascii
import pathlib
import re

from frames import Refused

VARINTS = {"int32", "int64", "uint32", "uint64", "bool", "sint32", "sint64"}
MAXIMUM_DEPTH = 100


class Schema:
    def __init__(self, path):
        text = re.sub(r"//[^\n]*", "", pathlib.Path(path).read_text(encoding="utf-8"))
        self.messages, self.enums = {}, {}
        enums = r"\benum\s+(\w+)\s*\{([^}]*)\}"
        for name, block in re.findall(enums, text):
            values = re.findall(r"(\w+)\s*=\s*(-?\w+)", block)
            self.enums[name] = {value: int(number, 0) for value, number in values}
        for name, block in re.findall(r"\bmessage\s+(\w+)\s*\{([^}]*)\}", re.sub(enums, "", text)):
            fields = re.findall(r"(required|optional|repeated)\s+(?:\w+\.)?(\w+)\s+(\w+)\s*=\s*(\d+)", block)
            self.messages[name] = [Field(*field) for field in fields]

    def fields(self, message):
        if message not in self.messages:
            raise Refused("unsupported", f"no message {message}")
        return self.messages[message]

    def is_varint(self, field):
        return field.type in VARINTS or field.type in self.enums

    # ---- Reading ----

    def decode(self, message, data):
        value = self.read(message, data, {}, 0)
        self.check_required(message, value)
        return value

    def read(self, message, data, value, depth):
        """Adds the fields in `data` to `value`: a message that comes in pieces is put together."""
        if depth > MAXIMUM_DEPTH:
            raise Refused("limit", "nested too deeply")
        fields = {field.number: field for field in self.fields(message)}
        for number, wire, item in items(data):
            field = fields.get(number)
            if field is None:
                continue
            repeated = field.label == "repeated"
            if wire == 0 and self.is_varint(field):
                found = [self.from_varint(field, item)]
            elif wire == 2 and self.is_varint(field) and repeated:
                found = [self.from_varint(field, one) for one in packed(item)]
            elif wire == 2 and field.type in self.messages:
                found = [self.read(field.type, item, {} if repeated else value.get(field.name, {}), depth + 1)]
            elif wire == 2 and not self.is_varint(field):
                found = [self.from_bytes(field, item)]
            else:
                continue  # another wire type than the schema's: another schema's field, hence unknown
            if repeated:
                value.setdefault(field.name, []).extend(found)
            else:
                value[field.name] = found[0]
        return value

    def check_required(self, message, value):
        for field in self.fields(message):
            if field.label == "required" and field.name not in value:
                raise Refused("required", f"{message}.{field.name}")
            if field.type in self.messages and field.name in value:
                found = value[field.name]
                for inner in found if isinstance(found, list) else [found]:
                    self.check_required(field.type, inner)

    def from_varint(self, field, number):
        if field.type == "bool":
            return number != 0
        if field.type == "uint32":
            return number & 0xFFFFFFFF
        if field.type == "uint64":
            return str(number)
        if field.type == "int64":
            return str(signed(number, 64))
        number = signed(number & 0xFFFFFFFF, 32)
        for name, value in self.enums.get(field.type, {}).items():
            if value == number:
                return name
        return number

    def from_bytes(self, field, data):
        if field.type == "bytes":
            return base64.b64encode(data).decode()
        try:
            return data.decode("utf-8")
        except UnicodeDecodeError:
            raise Refused("string", field.name)

    # ---- The JSON of long polling: numbers for enums and 64 bits, bytes as text or as a list of signed bytes ----

    def from_polling(self, message, value):
        if not isinstance(value, dict):
            raise Refused("value", message)
        result = {}
        for field in self.fields(message):
            found = value.get(field.name)
            if found is None or found == []:
                continue
            items = [self.polling_item(field, item) for item in (found if field.label == "repeated" else [found])]
            result[field.name] = items if field.label == "repeated" else items[0]
        return result

    def polling_item(self, field, item):
        if field.type in self.messages:
            return self.from_polling(field.type, item)
        if field.type == "bytes":
            try:
                data = item.encode() if isinstance(item, str) else bytes(byte & 0xFF for byte in item)
            except (TypeError, ValueError):
                raise Refused("value", field.name)
            return base64.b64encode(data).decode()
        if self.is_varint(field) and not isinstance(item, bool):
            return self.from_varint(field, self.to_varint(field, item))
        return item

    # ---- Writing: fields in the order of their numbers ----

    def encode(self, message, value):
        if not isinstance(value, dict):
            raise Refused("value", message)
        known = {field.name for field in self.fields(message)}
        if set(value) - known:
            raise Refused("value", f"{message} has no field {sorted(set(value) - known)[0]}")
        out = bytearray()
        for field in sorted(self.fields(message), key=lambda field: field.number):
            found = value.get(field.name)
            if found is None:
                if field.label == "required":
                    raise Refused("required", f"{message}.{field.name}")
                continue
            if field.label == "repeated" and not isinstance(found, list):
                raise Refused("value", field.name)
            for item in found if field.label == "repeated" else [found]:
                if self.is_varint(field):
                    out += varint(field.number << 3) + varint(self.to_varint(field, item))
                else:
                    data = self.to_bytes(field, item)
                    out += varint(field.number << 3 | 2) + varint(len(data)) + data
        return bytes(out)

    def to_varint(self, field, item):
        if field.type == "bool":
            if not isinstance(item, bool):
                raise Refused("value", field.name)
            return int(item)
        if field.type in self.enums and isinstance(item, str) and item in self.enums[field.type]:
            item = self.enums[field.type][item]
        if isinstance(item, str) and re.fullmatch("-?[0-9]+", item):
            item = int(item)
        if isinstance(item, bool) or not isinstance(item, int):
            raise Refused("value", field.name)
        size = 64 if field.type.endswith("64") else 32
        low, high = (0, 1 << size) if field.type.startswith("u") else (-(1 << size - 1), 1 << size - 1)
        if not low <= item < high:
            raise Refused("value", field.name)
        return item & 0xFFFFFFFFFFFFFFFF

    def to_bytes(self, field, item):
        if field.type in self.messages:
            return self.encode(field.type, item)
        if not isinstance(item, str):
            raise Refused("value", field.name)
        try:
            if field.type == "string":
                return item.encode("utf-8")
            text = item.rstrip("=").replace("-", "+").replace("_", "/")  # both alphabets, padded or not
            return base64.b64decode(text + "=" * (-len(text) % 4), validate=True)
        except (binascii.Error, UnicodeEncodeError):
            raise Refused("value", field.name)


class Field:
    def __init__(self, label, type, name, number):
        self.label, self.type, self.name, self.number = label, type, name, int(number)


# ---- The wire ----

def items(data):
    at = 0
    while at < len(data):
        number, wire, at = read_tag(data, at)
        item, at = read_item(data, at, number, wire, 0)
        yield number, wire, item


def read_tag(data, at):
    tag, end = read_varint(data, at)
    if end - at > 5:
        raise Refused("varint", "a tag has five bytes at most")
    if not 1 <= tag >> 3 < 1 << 29:
        raise Refused("value", "field number")
    return tag >> 3, tag & 7, end


def read_item(data, at, number, wire, depth):
    if wire == 0:
        return read_varint(data, at)
    if wire in (1, 5):
        size = 8 if wire == 1 else 4
    elif wire == 2:
        size, at = read_varint(data, at)
    elif wire == 3:  # a group: skipped up to its end
        if depth > MAXIMUM_DEPTH:
            raise Refused("limit", "nested too deeply")
        while True:
            inner, inner_wire, at = read_tag(data, at)
            if inner_wire == 4:
                if inner != number:
                    raise Refused("wireType", "the end of another group")
                return None, at
            _, at = read_item(data, at, inner, inner_wire, depth + 1)
    else:
        raise Refused("wireType", f"wire type {wire}")
    if at + size > len(data):
        raise Refused("truncated", f"field {number}")
    return data[at:at + size], at + size


def read_varint(data, at):
    number = 0
    for count in range(10):
        if at + count >= len(data):
            raise Refused("truncated", "varint")
        byte = data[at + count]
        number |= (byte & 0x7F) << 7 * count
        if byte < 0x80:
            return number & (1 << 64) - 1, at + count + 1
    raise Refused("varint", "more than ten bytes")


def packed(data):
    at = 0
    while at < len(data):
        number, at = read_varint(data, at)
        yield number


def varint(number):
    out = bytearray()
    while number > 0x7F:
        out.append(number & 0x7F | 0x80)
        number >>= 7
    return bytes(out) + bytes([number])


def signed(number, size):
    return number - (1 << size) if number >> size - 1 else number
