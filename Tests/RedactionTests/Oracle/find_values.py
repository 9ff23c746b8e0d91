"""Looks for values in a pcapng file, apart from the program that is tested.

Usage: find_values.py CAPTURE VALUES
VALUES has one value a line (UTF-8). Puts the TCP streams together, unmasks and inflates WebSocket messages, and looks in
the file, the streams and the messages for each value as it is, in base64, hex, UTF-16 and with percent signs. Prints a
line for each find; exit code 1 when there is one.
"""
import base64
import re
import struct
import sys
import urllib.parse
import zlib


def packets(data):
    """The packets of a little-endian pcapng file, with their link types."""
    links, place = [], 0
    while place + 12 <= len(data):
        kind, length = struct.unpack_from("<II", data, place)
        if kind == 0x0A0D0D0A:
            links = []
        elif kind == 1:
            links.append(struct.unpack_from("<H", data, place + 8)[0])
        elif kind == 6:
            interface, _, _, captured, _ = struct.unpack_from("<IIIII", data, place + 8)
            yield links[interface], data[place + 28:place + 28 + captured]
        place += length


def streams(data):
    """The bytes of each direction of each connection, in order; what comes first counts."""
    parts, starts = {}, {}
    for link, packet in packets(data):
        start = {1: 14, 0: 4, 101: 0, 113: 16, 276: 20}.get(link)
        if start is None or len(packet) < start + 40 or packet[start] >> 4 != 4 or packet[start + 9] != 6:
            continue
        tcp = start + (packet[start] & 15) * 4
        key = packet[start + 12:start + 20] + packet[tcp:tcp + 4]
        sequence = struct.unpack_from(">I", packet, tcp + 4)[0]
        if packet[tcp + 13] & 2:
            sequence += 1
        total = struct.unpack_from(">H", packet, start + 2)[0]
        payload = packet[tcp + (packet[tcp + 12] >> 4) * 4:start + total]
        starts.setdefault(key, sequence)
        if payload:
            parts.setdefault(key, {}).setdefault((sequence - starts[key]) & 0xFFFFFFFF, payload)
    for key, pieces in parts.items():
        stream, end = b"", 0
        for place in sorted(pieces):
            piece = pieces[place]
            if place > end:
                stream += b"\0"
                end = place
            if place + len(piece) > end:
                stream += piece[end - place:]
                end = place + len(piece)
        yield key, stream


def messages(stream):
    """The WebSocket messages behind the head of a stream, unmasked and inflated."""
    head = stream.find(b"\r\n\r\n")
    if head < 0 or b"websocket" not in stream[:head].lower():
        return
    place, message, packed = head + 4, b"", False
    inflater = zlib.decompressobj(-15)
    while place + 2 <= len(stream):
        first, second = stream[place], stream[place + 1]
        length, place = second & 127, place + 2
        if length == 126:
            length, place = struct.unpack_from(">H", stream, place)[0], place + 2
        elif length == 127:
            length, place = struct.unpack_from(">Q", stream, place)[0], place + 8
        mask = b"\0\0\0\0"
        if second & 128:
            mask, place = stream[place:place + 4], place + 4
        payload = bytes(byte ^ mask[index % 4] for index, byte in enumerate(stream[place:place + length]))
        place += length
        if first & 8:
            yield payload
            continue
        if first & 15:
            message, packed = b"", bool(first & 64)
        message += payload
        if first & 128:
            yield inflater.decompress(message + b"\0\0\xff\xff") if packed else message


# Names of HTTP fields that every browser sends: a value that stands inside one is not found there.
PUBLIC = re.compile(rb"sec-ch-ua-platform|sec-websocket-[a-z]+|access-control-[a-z-]+", re.I)


def forms(value):
    raw = value.encode()
    yield "plain", raw
    yield "hex", raw.hex().encode()
    yield "hex", raw.hex().upper().encode()
    yield "UTF-16", value.encode("utf-16-le")
    yield "UTF-16", value.encode("utf-16-be")
    for shift in range(3):
        text = base64.b64encode(b"\0" * shift + raw)
        # Without the letters that bytes before and behind it share.
        inner = text[(0, 2, 3)[shift]:len(text) - (0, 3, 2)[(len(raw) + shift) % 3] - 1]
        if len(inner) >= 8:
            yield "base64", inner
    yield "percent", urllib.parse.quote(value, safe="").encode()
    yield "percent", urllib.parse.quote_plus(value).encode()


def main():
    data = open(sys.argv[1], "rb").read()
    values = [line for line in open(sys.argv[2], encoding="utf-8").read().split("\n") if len(line.encode()) >= 6]
    places = [("file", data)]
    for key, stream in streams(data):
        places.append(("stream", stream))
        for message in messages(stream):
            places.append(("message", message))
        for body in re.findall(rb"\r\n\r\n(.*?)(?=HTTP/1\.|GET |POST |$)", stream, re.S):
            if body[:2] == b"\x1f\x8b":
                places.append(("body", zlib.decompressobj(31).decompress(body)))
    places = [(name, PUBLIC.sub(b"\0", bytes_)) for name, bytes_ in places]
    found = set()
    for value in values:
        for form, needle in forms(value):
            for name, bytes_ in places:
                if needle in bytes_:
                    found.add((value, form, name))
    for find in sorted(found):
        print(*find, sep="\t")
    print(len(values), "values", len(places), "places", file=sys.stderr)
    sys.exit(1 if found else 0)


main()
