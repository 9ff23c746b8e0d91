"""The TCP form, written a second time from its published layout, to judge the Swift code by. Standard library only.

tcp_form.py make SEED      a conversation as JSON: {"key": hex, "frames": [{"sender", "hex", "fields"}]}
tcp_form.py read KEY       lines "client HEX" or "server HEX" on standard input; one JSON object of fields a line

A frame: header byte (type, then dup, QoS, retain), checksum (header XOR all length bytes), one to three length bytes
(base 128, low group first, 0x80 = more follow), body XOR the eight bytes of the key, repeated.
"""

import json
import random
import struct
import sys

TYPES = ["SYMMETRIC", "CONNECT", "CONNACK", "PUBLISH", "PUBACK", "QUERY", "QUERYACK", "QUERYCON", "RECONNECT",
         "RECONNECTACK", "UNSUBSCRIBE", "UNSUBACK", "PINGREQ", "PINGRESP", "DISCONNECT", "RESERVED"]


def text(value):
    data = value.encode()
    return struct.pack(">H", len(data)) + data


def xor(data, key):
    return bytes(byte ^ key[i % 8] for i, byte in enumerate(data))


def frame(name, body, key, qos=0, dup=False):
    header = TYPES.index(name) << 4 | dup << 3 | qos << 1
    groups, rest = [], len(body)
    while True:
        groups.append(rest & 0x7F | (0x80 if rest > 0x7F else 0))
        rest >>= 7
        if not rest:
            break
    checksum = header
    for group in groups:
        checksum ^= group
    return bytes([header, checksum, *groups]) + xor(body, key)


class Cursor:
    def __init__(self, data):
        self.data, self.place = data, 0

    def take(self, count):
        assert self.place + count <= len(self.data), "cut off"
        self.place += count
        return self.data[self.place - count:self.place]

    def number(self, layout):
        return struct.unpack(">" + layout, self.take(struct.calcsize(layout)))[0]

    def text(self):
        return self.take(self.number("H")).decode()

    def rest(self):
        return self.take(len(self.data) - self.place)


def read(data, sender, key):
    header, checksum = data[0], data[1]
    length, count = 0, 0
    while True:
        group = data[2 + count]
        checksum ^= group
        length |= (group & 0x7F) << 7 * count
        count += 1
        if group < 0x80:
            break
        assert count < 3, "a fourth length byte"
    assert checksum == header, "checksum"
    assert len(data) == 2 + count + length, "length"
    body = Cursor(xor(data[2 + count:], key))
    name = TYPES[header >> 4]
    out = {"type": name, "qos": header >> 1 & 3, "dup": bool(header & 8), "retain": bool(header & 1)}
    if name == "CONNECT":
        out["protocolId"] = body.text()
        out["protocolVersion"], flags, out["keepAlive"] = body.number("B"), body.number("B"), body.number("H")
        out["flags"] = flags
        out["clientId"], out["clientIp"] = body.text(), body.text()
        for bit, names in [(4, ["willTopic", "will"]), (0x80, ["appId"]), (0x40, ["token"])]:
            if flags & bit:
                for key_name in names:
                    out[key_name] = body.text()
    elif name == "CONNACK":
        out["flag"], out["status"] = body.number("B"), body.number("B")
        if body.place < len(body.data):
            out["userId"] = body.text()
    elif name in ("PUBLISH", "QUERY"):
        out["signature"] = body.take(8).hex()
        if sender == "server":
            out["date"] = body.number("i")
        out["topic"], out["targetId"], out["messageId"] = body.text(), body.text(), body.number("H")
        out["data"] = body.rest().hex()
    elif name == "PUBACK":
        out["messageId"] = body.number("H")
        if sender == "server":
            out["date"], out["status"], out["millisecond"] = body.number("i"), body.number("H"), body.number("H")
            out["messageUId"] = body.text()
    elif name == "QUERYACK":
        out["messageId"], out["date"], out["status"] = body.number("H"), body.number("i"), body.number("H")
        out["data"] = body.rest().hex()
    elif name == "QUERYCON":
        out["messageId"] = body.number("H")
    elif name == "DISCONNECT":
        out["flag"], out["status"] = body.number("B"), body.number("B")
    assert body.place == len(body.data), "trailing bytes"
    return out


def varint(value):
    out = bytearray()
    while value > 0x7F:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes(out + bytes([value]))


def member(number, value):
    if isinstance(value, int):
        return varint(number << 3) + varint(value)
    data = value.encode() if isinstance(value, str) else value
    return varint(number << 3 | 2) + varint(len(data)) + data


def up(content):
    return member(1, 3) + member(2, "RC:TxtMsg") + member(3, json.dumps({"content": content}, ensure_ascii=False))


def down(content, uid):
    return (member(1, "bob") + member(2, 1) + member(4, "RC:TxtMsg")
            + member(5, json.dumps({"content": content}, ensure_ascii=False)) + member(6, 1795000000000)
            + member(7, 0) + member(9, uid))


def make(seed):
    pick = random.Random(seed)
    key = bytes(pick.randrange(256) for _ in range(8))
    frames = []

    def add(sender, name, body=b"", **bits):
        data = frame(name, body, key, **bits)
        frames.append({"sender": sender, "hex": data.hex(), "fields": read(data, sender, key)})

    def sign():
        return bytes(pick.randrange(256) for _ in range(8))

    now = 1795000000
    add("client", "CONNECT", text("RCloud") + bytes([3, 0xC6]) + struct.pack(">H", 240)
        + b"".join(map(text, ["device-" + str(seed), "10.0.0.1", "clientInfo", "iOS$$5.0.1", "app", "tok-" + str(seed)])))
    add("server", "CONNACK", bytes(2) + text("ann"))
    # Lengths around those where one and two length bytes end.
    for number, size in enumerate([0, pick.randrange(20), 127, 128, pick.randrange(300, 900)], 1):
        content = "".join(pick.choice("abc 汉é") for _ in range(size))
        add("client", "PUBLISH", sign() + text("ppMsgP") + text("bob") + struct.pack(">H", number) + up(content),
            qos=1, dup=pick.random() < 0.3)
        add("server", "PUBACK", struct.pack(">HiHH", number, now, 0, pick.randrange(1000)) + text("BKR5-28P4-JT85-SK8H"))
        add("client", "PINGREQ")
        add("server", "PINGRESP")
        add("server", "PUBLISH", sign() + struct.pack(">i", now) + text("s_msg") + text("ann")
            + struct.pack(">H", number) + down(content, "BKR5-28P4-JT85-SK8H"), qos=1)
        add("client", "PUBACK", struct.pack(">H", number))
    add("client", "QUERY", sign() + text("pullMsg") + text("ann") + struct.pack(">H", 99) + member(1, 5) + member(2, 0),
        qos=1)
    add("server", "QUERYACK", struct.pack(">HiH", 99, now, 0) + member(2, 5), qos=1)
    add("client", "QUERYCON", struct.pack(">H", 99))
    add("client", "DISCONNECT", bytes([0, 4]))
    return {"key": key.hex(), "frames": frames}


if sys.argv[1] == "make":
    print(json.dumps(make(int(sys.argv[2]))))
else:
    for line in sys.stdin:
        who, data = line.split()
        print(json.dumps(read(bytes.fromhex(data), who, bytes.fromhex(sys.argv[2]))))
