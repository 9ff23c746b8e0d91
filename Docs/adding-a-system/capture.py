#!/usr/bin/env python3
"""Writes a capture of Parley to standard output: what its clients and servers would send, as a pcap file.

Made of the standards alone (pcap, Ethernet, IPv4, TCP, RFC 6455), so that it knows nothing of the program that reads it.
"""

import base64
import hashlib
import struct
import sys

START = 1795251600_000_000  # 2026-11-21T09:00:00Z, in microseconds
CLIENT, SERVER = (bytes([10, 0, 0, 7]), 40007), (bytes([10, 0, 0, 1]), 8080)


# The frames of Parley.


def text(value):
    return struct.pack(">H", len(value.encode())) + value.encode()


def hello(user, token):
    return b"\x01\x01" + text(user) + text(token)


def welcome(status):
    return struct.pack(">BH", 2, status)


def say(number, room, author, words):
    return struct.pack(">BH", 3, number) + text(room) + text(author) + text(words)


def ack(number, status):
    return struct.pack(">BHH", 4, number, status)


PING, PONG = b"\x05", b"\x06"


# What carries them.


def websocket(payload, masked):
    """A binary message of RFC 6455, section 5.2."""
    assert len(payload) < 126
    if not masked:
        return bytes([0x82, len(payload)]) + payload
    mask = b"\x37\xfa\x21\x3d"
    return bytes([0x82, 0x80 | len(payload)]) + mask + bytes(b ^ mask[i % 4] for i, b in enumerate(payload))


def checksum(data):
    data += b"\0" * (len(data) % 2)
    total = sum(struct.unpack(f">{len(data) // 2}H", data))
    while total >> 16:
        total = (total & 0xFFFF) + (total >> 16)
    return ~total & 0xFFFF


class Connection:
    """Writes the packets of a TCP connection."""

    def __init__(self, output, port, time):
        self.output, self.time = output, time
        self.ends = {"client": (CLIENT[0], port), "server": SERVER}
        self.next = {"client": 1000, "server": 5000}

    def packet(self, sender, flags, payload=b""):
        receiver = "server" if sender == "client" else "client"
        (source, source_port), (target, target_port) = self.ends[sender], self.ends[receiver]
        head = [source_port, target_port, self.next[sender], self.next[receiver], 0x50, flags, 65535, 0, 0]
        pseudo = source + target + struct.pack(">HH", 6, 20 + len(payload))
        head[7] = checksum(pseudo + struct.pack(">HHIIBBHHH", *head) + payload)
        tcp = struct.pack(">HHIIBBHHH", *head) + payload
        ip = [0x45, 0, 20 + len(tcp), 0, 0x4000, 64, 6, 0, source, target]
        ip[7] = checksum(struct.pack(">BBHHHBBH4s4s", *ip))
        frame = b"\2\0\0\0\0\1\2\0\0\0\0\2\x08\0" + struct.pack(">BBHHHBBH4s4s", *ip) + tcp
        self.output.write(struct.pack("<IIII", *divmod(self.time, 1_000_000), len(frame), len(frame)) + frame)
        self.next[sender] += len(payload) + (flags & 3 != 0)
        self.time += 10_000

    def open(self):
        self.packet("client", 0x02)
        self.packet("server", 0x12)
        self.packet("client", 0x10)
        key = base64.b64encode(b"a made-up system").decode()
        accept = hashlib.sha1((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").encode()).digest()
        request = f"GET /talk HTTP/1.1\r\nHost: parley.example\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n" \
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: parley.1\r\n\r\n"
        answer = f"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n" \
            f"Sec-WebSocket-Accept: {base64.b64encode(accept).decode()}\r\nSec-WebSocket-Protocol: parley.1\r\n\r\n"
        self.packet("client", 0x18, request.encode())
        self.packet("server", 0x18, answer.encode())

    def client(self, frame):
        self.packet("client", 0x18, websocket(frame, masked=True))

    def server(self, frame):
        self.packet("server", 0x18, websocket(frame, masked=False))

    def close(self):
        self.packet("client", 0x11)
        self.packet("server", 0x11)
        self.packet("client", 0x10)


output = sys.stdout.buffer
output.write(struct.pack("<IHHiIII", 0xA1B2C3D4, 2, 4, 0, 0, 262144, 1))

# A talk, in which the client counts wrong once.
talk = Connection(output, 40007, START)
talk.open()
talk.client(hello("lin_mei", "tk-71c0ffee"))
talk.server(welcome(0))
talk.client(say(1, "hall", "", "hello, everybody"))
talk.server(ack(1, 0))
talk.server(say(1, "hall", "ada", "hi Mei, 你好 🙂"))
talk.client(ack(1, 0))
talk.client(PING)
talk.server(PONG)
talk.client(say(2, "attic", "", "anyone up here?"))
talk.server(ack(2, 2))
talk.client(say(2, "hall", "", "so it is only us"))
talk.server(ack(2, 0))
talk.close()

# A client that is not let in, speaks all the same, and sends a frame that is cut off and one that there is not.
refused = Connection(output, 40008, START + 1_000_000)
refused.open()
refused.client(hello("mallory", "tk-deadbeef"))
refused.client(say(1, "hall", "", "let me in"))
refused.server(welcome(1))
refused.client(hello("mallory", "tk-deadbeef")[:-4])
refused.client(b"\x09\x00")
refused.close()

# A connection whose beginning is not in the capture.
late = Connection(output, 40009, START + 2_000_000)
late.server(say(7, "hall", "ada", "still there?"))
late.client(ack(7, 0))
late.client(say(4, "hall", "", "yes"))
late.server(ack(4, 9))
