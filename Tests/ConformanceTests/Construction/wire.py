"""Bytes of RongCloud's frames, put together by hand from the published layout.

Nothing here decodes, and nothing here is shared with the library: it is the independent construction of the vectors.
All integers are big-endian. A text is the number of its bytes in two bytes, then the bytes.
"""

from dataclasses import dataclass, replace

TYPES = {
    "SYMMETRIC": 0,
    "CONNECT": 1,
    "CONNACK": 2,
    "PUBLISH": 3,
    "PUBACK": 4,
    "QUERY": 5,
    "QUERYACK": 6,
    "QUERYCON": 7,
    "SUBSCRIBE": 8,
    "SUBACK": 9,
    "UNSUBSCRIBE": 10,
    "UNSUBACK": 11,
    "PINGREQ": 12,
    "PINGRESP": 13,
    "DISCONNECT": 14,
    "RESERVED": 15,
}
TCP_NAMES = {"SUBSCRIBE": "RECONNECT", "SUBACK": "RECONNECTACK"}


def u8(number):
    return number.to_bytes(1, "big")


def u16(number):
    return number.to_bytes(2, "big")


def i32(number):
    return number.to_bytes(4, "big", signed=True)


def i64(number):
    return number.to_bytes(8, "big", signed=True)


def script_text(text):
    """The bytes that the JavaScript SDKs write: three for each surrogate, one for NUL."""
    result = bytearray()
    units = text.encode("utf-16-be", "surrogatepass")
    for index in range(0, len(units), 2):
        unit = int.from_bytes(units[index : index + 2], "big")
        if unit < 0x80:
            result.append(unit)
        elif unit < 0x800:
            result += bytes([0xC0 | unit >> 6, 0x80 | unit & 0x3F])
        else:
            result += bytes([0xE0 | unit >> 12, 0x80 | unit >> 6 & 0x3F, 0x80 | unit & 0x3F])
    return bytes(result)


def prefixed(content):
    """A text (as the JavaScript SDKs write it) or given bytes, with the length before it."""
    data = content if isinstance(content, bytes) else script_text(content)
    return u16(len(data)) + data


def header(name, qos=0, dup=False, retain=False):
    return TYPES[name] << 4 | (8 if dup else 0) | qos << 1 | (1 if retain else 0)


def length_field(length, count=None):
    """The TCP form's length: groups of seven bits, low group first; `count` writes more bytes than are needed."""
    groups = [length & 0x7F]
    while length >> 7:
        length >>= 7
        groups.append(length & 0x7F)
    while count is not None and len(groups) < count:
        groups.append(0)
    return bytes(group | 0x80 for group in groups[:-1]) + bytes(groups[-1:])


def obfuscate(body, key):
    return bytes(byte ^ key[index % 8] for index, byte in enumerate(body))


def envelope(first, body, key=None, length=None, checksum=None):
    """A frame of the TCP form; `length` and `checksum` put wrong ones in place of the right ones."""
    field = length_field(len(body)) if length is None else length
    if checksum is None:
        checksum = first
        for byte in field:
            checksum ^= byte
    return bytes([first, checksum]) + field + (obfuscate(body, key) if key else body)


@dataclass(frozen=True)
class Field:
    """A field of a body: its name in the frame object, its kind, its value."""

    name: str
    kind: str  # u8, u16, i32, i64, signature, text, rest
    value: object
    shown: object = None  # what the frame object says, where `value` is a text's own bytes

    def encoded(self):
        return {
            "u8": u8,
            "u16": u16,
            "i32": i32,
            "i64": i64,
            "text": prefixed,
            "signature": bytes.fromhex,
            "rest": bytes.fromhex,
        }[self.kind](self.value)

    def said(self):
        return self.shown if self.shown is not None else self.value


@dataclass(frozen=True)
class Frame:
    """A frame: type, sender, header bits, fields in the order of the wire."""

    type: str
    sender: str
    fields: tuple = ()
    qos: int = 0
    dup: bool = False
    retain: bool = False
    form: str = "websocket"

    def body(self):
        return b"".join(field.encoded() for field in self.fields)

    def first(self):
        return header(self.type, self.qos, self.dup, self.retain)

    def wire(self, **envelope_options):
        if self.form == "tcp":
            return envelope(self.first(), self.body(), **envelope_options)
        return bytes([self.first()]) + self.body()

    def object(self, leave_out=(), **more):
        """The frame object; `leave_out` names members that the case does not ask for."""
        name = TCP_NAMES.get(self.type, self.type) if self.form == "tcp" else self.type
        members = {"type": name, "qos": self.qos, "dup": self.dup, "retain": self.retain}
        for field in self.fields:
            members[field.name] = field.said()
        members.update(more)
        return {key: value for key, value in members.items() if key not in leave_out}

    def having(self, **values):
        """The same frame with other values; a text given as (bytes, text) is written as those bytes."""
        changed = []
        for field in self.fields:
            if field.name in values:
                value = values.pop(field.name)
                value, shown = value if isinstance(value, tuple) else (value, None)
                field = replace(field, value=value, shown=shown)
            changed.append(field)
        assert not values, values
        return replace(self, fields=tuple(changed))

    def bits(self, **bits):
        return replace(self, **bits)

    def without(self, *names):
        return replace(self, fields=tuple(field for field in self.fields if field.name not in names))


def sample(name, form="websocket"):
    """An ordinary frame of each kind; the values differ from one field to the next in every byte that matters."""
    signature = (Field("signature", "signature", "00000000000000ff"),) if form == "tcp" else ()

    def request(topic, target, identifier, data):
        return (
            Field("topic", "text", topic),
            Field("targetId", "text", target),
            Field("messageId", "u16", identifier),
            Field("data", "rest", data),
        )

    date = Field("date", "i32", 1601306624)
    frames = {
        "publish-client": Frame("PUBLISH", "client", signature + request("ppMsgP", "bob", 0x1234, "010203"), qos=1),
        "publish-server": Frame("PUBLISH", "server", signature + (date,) + request("s_msg", "u1", 7, "aabb"), qos=1),
        "puback-client": Frame("PUBACK", "client", (Field("messageId", "u16", 258),)),
        "puback-server": Frame(
            "PUBACK",
            "server",
            (
                Field("messageId", "u16", 258),
                date,
                Field("status", "u16", 23406),
                Field("millisecond", "u16", 418),
                Field("messageUId", "text", "BKR5-28P4-JT85-SK8H"),
            ),
        ),
        "query": Frame("QUERY", "client", signature + request("pullMsg", "me", 0x0103, "0800"), qos=1),
        "queryack": Frame(
            "QUERYACK",
            "server",
            (Field("messageId", "u16", 0x0103), date, Field("status", "u16", 23407), Field("data", "rest", "0a00")),
            qos=1,
        ),
        "querycon": Frame("QUERYCON", "client", (Field("messageId", "u16", 258),)),
        "connack": Frame(
            "CONNACK",
            "server",
            (
                Field("flag", "u8", 0),
                Field("status", "u8", 0),
                Field("userId", "text", "u1"),
                Field("sessionId", "text", "sid"),
                Field("timestamp", "i64", 1700000000000),
            ),
        ),
        "connack4": Frame(
            "CONNACK",
            "server",
            (
                Field("flag", "u8", 0),
                Field("status", "u8", 0),
                Field("flags", "u8", 0x0F),
                Field("userId", "text", "u1"),
                Field("sessionId", "text", "sid"),
                Field("timestamp", "i64", 1700000000000),
                Field("messageId", "u16", 0x1234),
            ),
        ),
        "disconnect": Frame("DISCONNECT", "server", (Field("flag", "u8", 0), Field("status", "u8", 1))),
        "pingreq": Frame("PINGREQ", "client"),
        "pingresp": Frame("PINGRESP", "server"),
        "connect": Frame(
            "CONNECT",
            "client",
            (
                Field("protocolId", "text", "RCloud"),
                Field("protocolVersion", "u8", 3),
                Field("flags", "u8", 0xC6),
                Field("keepAlive", "u16", 240),
                Field("clientId", "text", "ios-7c21"),
                Field("willTopic", "text", "clientInfo"),
                Field("will", "text", "iOS-iPhone-3.0.1"),
                Field("appId", "text", "devkey"),
                Field("token", "text", "t0ken=="),
            ),
        ),
    }
    if name in frames:
        return replace(frames[name], form=form)
    # A type without a known body: everything after the header is data.
    return Frame(name, "client", (Field("data", "rest", "0102"),), form=form)
