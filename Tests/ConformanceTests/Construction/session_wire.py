"""Sessions of RongCloud frame by frame, from the published layouts: what each end sends, and when."""

import struct

BEGIN = 1_795_000_000_000  # milliseconds since 1970
ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUV"


def text(value):
    data = value.encode()
    return struct.pack(">H", len(data)) + data


def varint(value):
    value &= 2**64 - 1
    data = b""
    while value >= 0x80:
        data += bytes([value & 0x7F | 0x80])
        value >>= 7
    return data + bytes([value])


def field(number, value):
    """A field of protobuf: a number, or text and bytes with their length."""
    if isinstance(value, int):
        return varint(number << 3) + varint(value)
    data = value.encode() if isinstance(value, str) else value
    return varint(number << 3 | 2) + varint(len(data)) + data


def uid(milliseconds, serial):
    """A message UID: 42 bits time, 12 bits sequence, 4 bits type, 22 bits hash; five bits a character."""
    bits = f"{milliseconds:042b}{serial:012b}{1:04b}{0x1234:022b}"
    letters = "".join(ALPHABET[int(bits[place:place + 5], 2)] for place in range(0, 80, 5))
    return "-".join(letters[place:place + 4] for place in range(0, 16, 4))


def up(name, content, flags=3):
    """An UpStreamMessage."""
    return field(1, flags) + field(2, name) + field(3, content)


def down(serial, time, identifier=None, name="RC:TxtMsg", content='{"content":"hi"}'):
    """A DownStreamMessage."""
    return (field(1, "bob") + field(2, 1) + field(4, name) + field(5, content) + field(6, time) + field(7, 0x30)
            + field(9, identifier or uid(time, serial)))


HI = up("RC:TxtMsg", '{"content":"hi"}')


class Talk:
    """A connection; each frame has the number of the event that it will be."""

    def __init__(self, form="websocket", version="2.5.10", accepted=True, token=None, after=None):
        self.form, self.frames = form, []
        self.time = self.begin = after.time + 1000 if after else BEGIN
        self.number = after.number if after else 0
        self.more = {}
        if form == "websocket":
            self.number += 1
            secret = "" if token is None else f"&token={token}"
            self.more["target"] = f"/websocket?appId=app1{secret}&sdkVer={version}&apiVer=normal"
            self.time += 5
        else:
            self.time += 3
            self.connect()
        if accepted:
            self.accept()

    def json(self):
        closing = {} if self.more.get("open") else {"close": self.time}
        return {"form": self.form, "time": self.begin, "frames": self.frames} | closing | self.more

    def wait(self, seconds):
        self.time += round(seconds * 1000)
        return self

    def send(self, sender, data, **more):
        """A frame; the number of its event."""
        self.frames.append({"time": self.time, "sender": sender, "hex": data.hex()} | more)
        self.time += 1
        self.number += 1
        return self.number

    def frame(self, sender, header, body=b"", signed=False):
        if self.form == "websocket":
            return self.send(sender, bytes([header]) + body)
        if signed:
            body = b"\xff" * 8 + body
        length = varint(len(body))
        checksum = header
        for byte in length:
            checksum ^= byte
        return self.send(sender, bytes([header, checksum]) + length + body)

    @property
    def date(self):
        return struct.pack(">I", self.time // 1000)

    def connect(self):
        return self.frame("client", 0x10, text("RCloud") + b"\x03\x82" + struct.pack(">H", 60) + text("device") + text("app1"))

    def accept(self, status=0, ahead=0):
        if self.form == "tcp":
            return self.frame("server", 0x20, b"\0\0" + text("ann"))
        if status:
            return self.send("server", bytes([0x20, 0, status]))
        return self.send("server", b"\x20\0\0" + text("ann") + text("sid") + struct.pack(">Q", self.time + ahead))

    def publish(self, number, data=HI, topic="ppMsgP", target="bob", header=0x32):
        return self.frame("client", header, text(topic) + text(target) + struct.pack(">H", number) + data, signed=True)

    def query(self, number, topic="joinChrm", target="room", data=field(1, 1)):
        return self.publish(number, data, topic, target, 0x52 if self.form == "tcp" else 0x50)

    def push(self, number, data=None, topic="s_msg", header=0x32):
        data = down(number, self.time) if data is None else data
        return self.frame("server", header, self.date + text(topic) + text("ann") + struct.pack(">H", number) + data, signed=True)

    def acknowledge(self, number, status=0, name=None):
        name = uid(self.time // 1000 * 1000 + 7, number) if name is None else name
        body = struct.pack(">H", number) + self.date + struct.pack(">HH", status, 7) + text(name)
        return self.frame("server", 0x40, body)

    def acknowledge_push(self, number):
        return self.frame("client", 0x40, struct.pack(">H", number))

    def answer(self, number, data=b"", status=0, header=0x60):
        return self.frame("server", header, struct.pack(">H", number) + self.date + struct.pack(">H", status) + data)

    def confirm(self, number):
        return self.frame("client", 0x70, struct.pack(">H", number))

    def message(self, number, data=HI, topic="ppMsgP", target="bob"):
        event = self.publish(number, data, topic, target)
        self.acknowledge(number)
        return event

    def ping(self):
        return self.frame("client", 0xC0)

    def pong(self):
        return self.frame("server", 0xD0)

    def beat(self):
        event = self.ping()
        self.pong()
        return event

    def asked(self, number, topic, status=0):
        event = self.query(number, topic)
        self.answer(number, status=status)
        return event

    def pull(self, number, cursor, following, messages=()):
        event = self.query(number, "pullMsg", "ann", field(1, cursor) + field(2, 0))
        self.answer(number, b"".join(field(1, each) for each in messages) + field(2, following) + field(3, 1))
        return event

    def named(self, name, content, flags=3, number=1, topic="ppMsgP"):
        return self.message(number, up(name, content, flags), topic)
