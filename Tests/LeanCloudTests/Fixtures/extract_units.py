#!/usr/bin/env python3
"""Prints the WebSocket messages of a capture, one a line: sender, opcode (text or binary), hex of the message.

Usage: extract_units.py CAPTURE. It reads pcap with Ethernet, loopback or Linux cooked packets, IPv4 and TCP, in the order
of the capture, and shares no code with the project. Each line begins with `client` or `server`: a client is the end that
sent the upgrade request.
"""

import struct
import sys


def packets(data):
    order = "<" if data[:4] in (b"\xd4\xc3\xb2\xa1", b"\x4d\x3c\xb2\xa1") else ">"
    (link,) = struct.unpack_from(order + "I", data, 20)
    at = 24
    while at + 16 <= len(data):
        _, _, kept, _ = struct.unpack_from(order + "IIII", data, at)
        yield link & 0xFFFF, data[at + 16:at + 16 + kept]
        at += 16 + kept


def segments(data):
    for link, packet in packets(data):
        start = {1: 14, 0: 4, 113: 16, 276: 20, 101: 0}[link]
        ip = packet[start:]
        if not ip or ip[0] >> 4 != 4 or ip[9] != 6:
            continue
        ip = ip[:struct.unpack_from(">H", ip, 2)[0]]
        tcp = ip[(ip[0] & 15) * 4:]
        source, target, sequence = struct.unpack_from(">HHI", tcp)
        payload = tcp[(tcp[12] >> 4) * 4:]
        yield (ip[12:16], source, ip[16:20], target), sequence, tcp[13], payload


class Side:
    """One direction of a connection."""

    def __init__(self):
        self.next, self.waiting, self.buffer, self.upgraded, self.parts = None, {}, b"", False, b""

    def add(self, sequence, flags, payload):
        if flags & 2:
            self.next = (sequence + 1) & 0xFFFFFFFF
        if self.next is None:
            self.next = sequence
        if payload:
            self.waiting[sequence] = payload
        while self.next in self.waiting:
            part = self.waiting.pop(self.next)
            self.buffer += part
            self.next = (self.next + len(part)) & 0xFFFFFFFF

    def messages(self):
        if not self.upgraded:
            end = self.buffer.find(b"\r\n\r\n")
            if end < 0:
                return
            head = self.buffer[:end].lower()
            if b"upgrade: websocket" not in head:
                # A plain exchange: passed over with its body.
                length = 0
                for line in head.split(b"\r\n"):
                    if line.startswith(b"content-length:"):
                        length = int(line.split(b":")[1])
                if len(self.buffer) < end + 4 + length:
                    return
                self.buffer = self.buffer[end + 4 + length:]
                return
            self.buffer = self.buffer[end + 4:]
            self.upgraded = True
        while len(self.buffer) >= 2:
            first, second = self.buffer[0], self.buffer[1]
            at, length = 2, second & 127
            if length == 126:
                at, length = 4, struct.unpack_from(">H", self.buffer, 2)[0]
            elif length == 127:
                at, length = 10, struct.unpack_from(">Q", self.buffer, 2)[0]
            mask = b"\0\0\0\0"
            if second & 128:
                mask, at = self.buffer[at:at + 4], at + 4
            if len(self.buffer) < at + length:
                return
            body = bytes(byte ^ mask[index & 3] for index, byte in enumerate(self.buffer[at:at + length]))
            self.buffer = self.buffer[at + length:]
            opcode = first & 15
            if opcode >= 8:
                continue
            if opcode:
                self.kind = {1: "text", 2: "binary"}[opcode]
            self.parts += body
            if first & 128:
                yield self.kind, self.parts
                self.parts = b""


def main():
    with open(sys.argv[1], "rb") as file:
        data = file.read()
    sides, clients = {}, {}
    for key, sequence, flags, payload in segments(data):
        other = (key[2], key[3], key[0], key[1])
        if flags & 18 == 2:
            clients[key], clients[other] = "client", "server"
        side = sides.setdefault(key, Side())
        side.add(sequence, flags, payload)
        for kind, message in side.messages():
            print(clients[key], kind, message.hex())


main()
