"""Packets of TCP connections, HTTP and WebSocket, as a pcap file: what the constructed captures are made with."""

import json
import struct


class Capture:
    """The packets of all connections, and the clock that they share."""

    def __init__(self, start):
        self.now = start * 1_000_000
        self.packets = []

    def wait(self, seconds):
        self.now += int(seconds * 1_000_000)

    @property
    def milliseconds(self):
        return self.now // 1000

    @property
    def seconds(self):
        return self.now / 1_000_000

    def bytes(self):
        file = struct.pack("<IHHiIII", 0xA1B2C3D4, 2, 4, 0, 0, 262144, 1)
        for time, packet in self.packets:
            file += struct.pack("<IIII", time // 1_000_000, time % 1_000_000, len(packet), len(packet)) + packet
        return file


def checksum(data):
    data += b"\0" * (len(data) & 1)
    total = sum(struct.unpack(f">{len(data) // 2}H", data))
    while total >> 16:
        total = (total & 0xFFFF) + (total >> 16)
    return total ^ 0xFFFF


class Connection:
    """One TCP connection between two ports of 127.0.0.1."""

    ADDRESS = bytes([127, 0, 0, 1])

    def __init__(self, capture, client, server):
        self.capture, self.ports = capture, {"c2s": (client, server), "s2c": (server, client)}
        self.next = {"c2s": client * 1000, "s2c": server * 7000}
        self.packet("c2s", flags=0x02)
        self.packet("s2c", flags=0x12)
        self.packet("c2s", flags=0x10)

    def packet(self, direction, payload=b"", flags=0x18):
        other = "s2c" if direction == "c2s" else "c2s"
        acknowledged = 0 if flags == 0x02 else self.next[other]
        tcp = struct.pack(">HHIIBBHHH", *self.ports[direction], self.next[direction], acknowledged, 0x50, flags, 65535, 0, 0)
        pseudo = self.ADDRESS * 2 + struct.pack(">BBH", 0, 6, len(tcp) + len(payload))
        tcp = tcp[:16] + struct.pack(">H", checksum(pseudo + tcp + payload)) + tcp[18:]
        ip = struct.pack(">BBHHHBBH", 0x45, 0, 20 + len(tcp) + len(payload), 0, 0x4000, 64, 6, 0) + self.ADDRESS * 2
        ip = ip[:10] + struct.pack(">H", checksum(ip)) + ip[12:]
        self.capture.packets.append((self.capture.now, bytes(12) + b"\x08\x00" + ip + tcp + payload))
        self.next[direction] += len(payload) + (flags & 0x03 != 0)
        self.capture.now += 250

    def send(self, direction, data, size=1400):
        for start in range(0, len(data), size):
            self.packet(direction, data[start:start + size])

    def end(self):
        self.packet("c2s", flags=0x11)
        self.packet("s2c", flags=0x11)
        self.packet("c2s", flags=0x10)

    # HTTP

    def request(self, method, target, body=None, host="im.example"):
        length = f"Content-Length: {len(body)}\r\n" if body is not None else ""
        self.send("c2s", f"{method} {target} HTTP/1.1\r\nHost: {host}\r\n{length}\r\n".encode() + (body or b""))

    def answer(self, body, kind="application/json", status="200 OK", chunk=None):
        if chunk is None:
            framing, data = f"Content-Length: {len(body)}", body
        else:
            pieces = [body[start:start + chunk] for start in range(0, len(body), chunk)] + [b""]
            data = b"".join(f"{len(piece):x}\r\n".encode() + piece + b"\r\n" for piece in pieces)
            framing = "Transfer-Encoding: chunked"
        head = f"HTTP/1.1 {status}\r\nContent-Type: {kind}\r\n{framing}\r\n\r\n"
        self.send("s2c", head.encode() + data)

    # WebSocket

    def upgrade(self, target, protocol=None, offered="", agreed="", host="im.example"):
        named = f"Sec-WebSocket-Protocol: {protocol}\r\n" if protocol else ""
        extension = "Sec-WebSocket-Extensions: {}\r\n"
        self.send("c2s", (
            f"GET {target} HTTP/1.1\r\nHost: {host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
            f"{named}{extension.format(offered) if offered else ''}\r\n").encode())
        self.send("s2c", (
            "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
            "Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n"
            f"{named}{extension.format(agreed) if agreed else ''}\r\n").encode())

    def frame(self, direction, payload, opcode, compressed=False, final=True):
        first = opcode | (0x80 if final else 0) | (0x40 if compressed else 0)
        flag = 0x80 if direction == "c2s" else 0
        count = len(payload)
        if count < 126:
            head = bytes([first, flag | count])
        else:
            head = bytes([first, flag | 126]) + struct.pack(">H", count)
        if flag:
            mask = struct.pack(">I", self.next[direction] * 2654435761 & 0xFFFFFFFF)
            payload = mask + bytes(byte ^ mask[index & 3] for index, byte in enumerate(payload))
        self.send(direction, head + payload)

    def close(self, code=1000):
        for direction in ("c2s", "s2c"):
            self.frame(direction, struct.pack(">H", code), 8)
        self.end()


def play(*sessions):
    """Lets sessions, which yield between their steps, take turns until all are over."""
    waiting = list(sessions)
    while waiting:
        for session in list(waiting):
            if next(session, session) is session:
                waiting.remove(session)


def compact(value):
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def oracle(capture, notes, server, frames, **more):
    """The text of an oracle, a frame a line."""
    head = {"capture": capture, "sdk": "none: constructed", "notes": notes, "server": server, **more,
            "frameCount": len(frames)}
    lines = ",\n".join("  " + json.dumps(frame, ensure_ascii=False) for frame in frames)
    members = "".join(f" {json.dumps(key)}: {json.dumps(value, ensure_ascii=False)},\n" for key, value in head.items())
    return "{\n" + members + ' "frames": [\n' + lines + "\n ]\n}\n"
