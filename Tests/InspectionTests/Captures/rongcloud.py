"""A short session of RongCloud over WebSocket."""

import struct

from leancloud import varint
from network import Connection, compact


def member(number, value):
    if isinstance(value, int):
        return varint(number << 3) + varint(value)
    data = value.encode()
    return varint(number << 3 | 2) + varint(len(data)) + data


def text(value):
    return struct.pack(">H", len(value.encode())) + value.encode()


class Session:
    def __init__(self, capture, client, server, label):
        self.capture, self.label = capture, label
        self.connection = Connection(capture, client, server)
        self.frames = []

    def frame(self, direction, kind, number, body, qos=0, **fields):
        data = bytes([number << 4 | qos << 1]) + body
        self.connection.frame(direction, data, 2)
        self.frames.append({"conn": self.label, "dir": direction, "transport": "ws", "t": self.capture.seconds,
                            "system": "rongcloud", "type": kind, "qos": qos, **fields, "rawHex": data.hex()})

    def chat(self):
        self.connection.upgrade("/websocket?appId=k51hidwq1&token=rc-t0ken-4711&sdkVer=2.5.10&apiVer=normal")
        yield
        now = self.capture.milliseconds
        self.frame("s2c", "CONNACK", 2, b"\0\0" + text("ann") + text("sess") + struct.pack(">q", now),
                   status=0, userId="ann", sessionId="sess", timestamp=now)
        content = {"content": "hello 世界", "extra": ""}
        body = member(1, 3) + member(2, "RC:TxtMsg") + member(3, compact(content))
        self.frame("c2s", "PUBLISH", 3, text("ppMsgP") + text("bob") + struct.pack(">H", 1) + body, qos=1,
                   topic="ppMsgP", targetId="bob", messageId=1, payloadMessage="UpStreamMessage", objectName="RC:TxtMsg",
                   content=content)
        yield
        seconds, uid = self.capture.milliseconds // 1000, "BKR5-28P4-JT85-SK8H"
        self.frame("s2c", "PUBACK", 4, struct.pack(">HiHH", 1, seconds, 0, 7) + text(uid),
                   messageId=1, date=seconds, status=0, millisecond=7, messageUId=uid)
        content = {"content": "answer"}
        body = (member(1, "bob") + member(2, 1) + member(4, "RC:TxtMsg") + member(5, compact(content))
                + member(6, self.capture.milliseconds) + member(7, 0) + member(9, "BKR5-28P4-JT86-SK8H"))
        self.frame("s2c", "PUBLISH", 3, struct.pack(">i", seconds) + text("s_msg") + text("ann") + struct.pack(">H", 9) + body,
                   qos=1, topic="s_msg", targetId="ann", messageId=9, date=seconds, payloadMessage="DownStreamMessage",
                   objectName="RC:TxtMsg", content=content)
        self.frame("c2s", "PUBACK", 4, struct.pack(">H", 9), messageId=9)
        yield
        self.frame("c2s", "PINGREQ", 12, b"")
        self.frame("s2c", "PINGRESP", 13, b"")
        self.connection.close()
