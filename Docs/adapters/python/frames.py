"""RongCloud frames of the WebSocket and TCP forms.

Each body is described once, in `body`; a `Reading` and a `Writing` walk the same description in the two directions.
"""

import re


class Refused(Exception):
    """Input that has no value: the error class of the adapter protocol, and why."""

    def __init__(self, error_class, text=""):
        super().__init__(text or error_class)
        self.error_class = error_class


TYPES = ["SYMMETRIC", "CONNECT", "CONNACK", "PUBLISH", "PUBACK", "QUERY", "QUERYACK", "QUERYCON", "SUBSCRIBE", "SUBACK",
         "UNSUBSCRIBE", "UNSUBACK", "PINGREQ", "PINGRESP", "DISCONNECT", "RESERVED"]
TCP_TYPES = TYPES[:8] + ["RECONNECT", "RECONNECTACK"] + TYPES[10:]


def from_hex(text):
    if not isinstance(text, str) or not re.fullmatch("([0-9a-fA-F]{2})*", text):
        raise Refused("value", "not hex")
    return bytes.fromhex(text)


# ---- Texts of frame fields: a u16 length, then UTF-8 in which each UTF-16 surrogate has three bytes of its own ----

def text_to_bytes(text):
    units = text.encode("utf-16-be", "surrogatepass")
    units = [units[i] << 8 | units[i + 1] for i in range(0, len(units), 2)]
    out = bytearray()
    for unit in units:
        if unit < 0x80:
            out.append(unit)
        elif unit < 0x800:
            out += bytes([0xC0 | unit >> 6, 0x80 | unit & 0x3F])
        else:
            out += bytes([0xE0 | unit >> 12, 0x80 | unit >> 6 & 0x3F, 0x80 | unit & 0x3F])
    return bytes(out)


def bytes_to_text(data):
    """Reads every flavour: plain UTF-8, surrogates of three bytes each, c0 80 for NUL. The rest becomes U+FFFD."""
    out, at = [], 0
    while at < len(data):
        first = data[at]
        if data[at:at + 2] == b"\xc0\x80":
            out.append("\0")
            at += 2
            continue
        size = 1 if first < 0x80 else 2 if first < 0xE0 else 3 if first < 0xF0 else 4
        if size == 3 and first == 0xED:  # perhaps a pair of surrogates
            pair = data[at:at + 6].decode("utf-8", "surrogatepass") if is_pair(data[at:at + 6]) else None
            if pair:
                out.append(pair.encode("utf-16-be", "surrogatepass").decode("utf-16-be"))
                at += 6
                continue
            half = re.match(rb"\xed[\xa0-\xbf][\x80-\xbf]?", data[at:at + 3])
            if half:
                out.append("\ufffd")
                at += half.end()
                continue
        try:
            out.append(data[at:at + size].decode("utf-8"))
            at += size
        except UnicodeDecodeError as error:
            out.append("\ufffd")
            at += max(1, error.end - error.start)
    return "".join(out)


def is_pair(data):
    return re.fullmatch(rb"\xed[\xa0-\xaf][\x80-\xbf]\xed[\xb0-\xbf][\x80-\xbf]", data) is not None


# ---- The two directions ----

class Reading:
    """Reads a body. `choice`: of CONNACK whether it has version 4's flags, of CONNECT whether it has an address."""

    def __init__(self, data, choice):
        self.data, self.at, self.frame, self.choice = data, 0, {}, choice

    def take(self, count, name):
        if self.at + count > len(self.data):
            raise Refused("truncated", f"{name}: needs {count} bytes, {len(self.data) - self.at} left")
        self.at += count
        return self.data[self.at - count:self.at]

    def integer(self, name, size, signed=False):
        self.frame[name] = int.from_bytes(self.take(size, name), "big", signed=signed)
        return self.frame[name]

    def utf(self, name):
        data = self.take(int.from_bytes(self.take(2, name), "big"), name)
        self.frame[name] = bytes_to_text(data)
        if text_to_bytes(self.frame[name]) != data:
            self.frame.setdefault("raw", {})[name] = data.hex()

    def signature(self):
        self.frame["signature"] = self.take(8, "signature").hex()

    def data_to_end(self):
        self.frame["data"] = self.take(len(self.data) - self.at, "data").hex()

    def goes_on(self, *names):
        return self.at < len(self.data)

    def has_connack_flags(self):
        return self.choice

    def has_client_ip(self):
        return self.choice

    def end(self):
        if self.at < len(self.data):
            self.frame["trailing"] = self.data[self.at:].hex()


class Writing:
    def __init__(self, frame):
        self.frame, self.out = frame, bytearray()

    def value(self, name):
        if self.frame.get(name) is None:
            raise Refused("required", name)
        return self.frame[name]

    def integer(self, name, size, signed=False):
        value = self.value(name)
        if isinstance(value, bool) or not isinstance(value, int):
            raise Refused("value", name)
        low, high = (-(1 << 8 * size - 1), 1 << 8 * size - 1) if signed else (0, 1 << 8 * size)
        if not low <= value < high:
            raise Refused("value", name)
        self.out += value.to_bytes(size, "big", signed=signed)
        return value

    def utf(self, name):
        raw = (self.frame.get("raw") or {}).get(name)
        if raw is None and not isinstance(self.value(name), str):
            raise Refused("value", name)
        data = text_to_bytes(self.frame[name]) if raw is None else from_hex(raw)
        if len(data) > 0xFFFF:
            raise Refused("length", name)
        self.out += len(data).to_bytes(2, "big") + data

    def signature(self):
        data = from_hex(self.frame.get("signature", "00" * 8))
        if len(data) != 8:
            raise Refused("value", "signature")
        self.out += data

    def data_to_end(self):
        self.out += from_hex(self.frame.get("data", ""))

    def goes_on(self, *names):
        return any(self.frame.get(name) is not None for name in names)

    def has_connack_flags(self):
        return self.frame.get("flags") is not None

    def has_client_ip(self):
        return self.frame.get("clientIp") is not None

    def end(self):
        self.out += from_hex(self.frame.get("trailing", ""))


# ---- The bodies ----

# What a type's body consists of. `codec` reads the fields or writes them; a field is named once.

CONNECT_FLAGS = [(0x04, ["willTopic", "will"]), (0x80, ["appId"]), (0x40, ["token"])]
CONNACK_FLAGS = [(0x01, "userId"), (0x02, "sessionId"), (0x04, "timestamp"), (0x08, "messageId")]


def body(codec, kind, form, sender):
    if kind == "CONNECT":
        codec.utf("protocolId")
        codec.integer("protocolVersion", 1)
        flags = codec.integer("flags", 1)
        codec.integer("keepAlive", 2)
        codec.utf("clientId")
        if codec.has_client_ip():
            codec.utf("clientIp")
        for bit, names in CONNECT_FLAGS:
            for name in names:
                announced(codec, flags & bit, name) and codec.utf(name)
    elif kind == "CONNACK":
        codec.integer("flag", 1)
        codec.integer("status", 1)
        if codec.has_connack_flags() if codec.goes_on("flags", "userId") else False:
            flags = codec.integer("flags", 1)
            for bit, name in CONNACK_FLAGS:
                if announced(codec, flags & bit, name):
                    connack_field(codec, name)
        elif codec.goes_on("userId", "sessionId", "timestamp"):
            codec.utf("userId")
            if codec.goes_on("sessionId", "timestamp"):
                codec.utf("sessionId")
                connack_field(codec, "timestamp")
    elif kind in ("PUBLISH", "QUERY"):
        if form == "tcp":
            codec.signature()
        if sender == "server" and kind == "PUBLISH":
            codec.integer("date", 4, signed=True)
        codec.utf("topic")
        codec.utf("targetId")
        codec.integer("messageId", 2)
        codec.data_to_end()
    elif kind == "PUBACK":
        codec.integer("messageId", 2)
        if sender == "server":
            codec.integer("date", 4, signed=True)
            codec.integer("status", 2)
            if codec.goes_on("millisecond", "messageUId"):
                codec.integer("millisecond", 2)
                if codec.goes_on("messageUId"):
                    codec.utf("messageUId")
    elif kind == "QUERYACK":
        codec.integer("messageId", 2)
        codec.integer("date", 4, signed=True)
        codec.integer("status", 2)
        codec.data_to_end()
    elif kind == "QUERYCON":
        codec.integer("messageId", 2)
    elif kind == "DISCONNECT":
        codec.integer("flag", 1)
        codec.integer("status", 1)
    elif kind not in ("PINGREQ", "PINGRESP"):
        codec.data_to_end()
    codec.end()


def connack_field(codec, name):
    if name == "timestamp":
        codec.integer(name, 8, signed=True)
    elif name == "messageId":
        codec.integer(name, 2)
    else:
        codec.utf(name)


def announced(codec, bit, name):
    if isinstance(codec, Writing) and not bit and codec.frame.get(name) is not None:
        raise Refused("value", f"{name} is not announced by the flags")
    return bit


# ---- Frames ----

def read_body(kind, header, data, form, sender, version):
    def attempt(choice):
        codec = Reading(data, choice)
        codec.frame.update(type=kind, qos=header >> 1 & 3, dup=bool(header & 8), retain=bool(header & 1))
        body(codec, kind, form, sender)
        return codec.frame

    if kind == "CONNACK":
        return attempt(version >= 4)
    if kind == "CONNECT" and form == "tcp":
        # Some writers put the client's address after its id, which nothing announces: the reading that uses up the body.
        try:
            frame = attempt(True)
        except Refused:
            frame = {"trailing": ""}
        if "trailing" not in frame:
            return frame
    return attempt(False)


def decode(form, sender, data, key=None, version=3):
    """The frame object; `version` is that of the protocol that the client asked for, by which a CONNACK is laid out."""
    if not data:
        raise Refused("truncated", "no header")
    header = data[0]
    if form == "tcp":
        return read_body(TCP_TYPES[header >> 4], header, open_envelope(data, key), form, sender, version)
    return read_body(TYPES[header >> 4], header, data[1:], form, sender, version)


def encode(form, sender, frame, key=None):
    types = TCP_TYPES if form == "tcp" else TYPES
    kind = frame.get("type")
    if kind not in types:
        if kind not in TYPES:
            raise Refused("required" if kind is None else "value", "type")
        kind = types[TYPES.index(kind)]
    qos, dup, retain = frame.get("qos", 0), frame.get("dup", False), frame.get("retain", False)
    if isinstance(qos, bool) or qos not in (0, 1, 2, 3) or not isinstance(dup, bool) or not isinstance(retain, bool):
        raise Refused("value", "header")
    if sender == "client" and kind == "PUBLISH" and frame.get("date") is not None:
        raise Refused("value", "a client gives no date")
    header = types.index(kind) << 4 | dup << 3 | qos << 1 | retain
    codec = Writing(frame)
    body(codec, kind, form, sender)
    if form == "tcp":
        return close_envelope(header, bytes(codec.out), key)
    return bytes([header]) + bytes(codec.out)


# ---- What the TCP form has around a body: a checksum, the length, and a key that is laid over it ----

def open_envelope(data, key):
    if len(data) < 3:
        raise Refused("truncated", "a frame has three bytes at least")
    length, check, at = 0, data[0], 2
    while True:
        if at == 5:
            raise Refused("length", "a fourth length byte")
        if at == len(data):
            raise Refused("truncated", "length")
        byte = data[at]
        length |= (byte & 0x7F) << 7 * (at - 2)
        check ^= byte
        at += 1
        if not byte & 0x80:
            break
    if check != data[1]:
        raise Refused("checksum", f"{check:02x} expected")
    if len(data) < at + length:
        raise Refused("truncated", "body")
    if len(data) > at + length:
        raise Refused("trailing", "bytes after the frame")
    return obscure(data[at:], key)


def close_envelope(header, data, key):
    if len(data) > 0x1FFFFF:
        raise Refused("length", "the body is too long for three length bytes")
    out, check, length = bytearray([header, 0]), header, len(data)
    while True:
        byte = length & 0x7F | (0x80 if length > 0x7F else 0)
        out.append(byte)
        check ^= byte
        length >>= 7
        if not length:
            break
    out[1] = check
    return bytes(out) + obscure(data, key)


def obscure(data, key):
    if key is not None and len(key) != 8:
        raise Refused("length", "the key has eight bytes")
    return bytes(byte ^ key[at % 8] for at, byte in enumerate(data)) if key else data
