"""Looks for values in a pcapng file, apart from the program that is tested.

Usage: find_values.py CAPTURE VALUES
VALUES has one value a line (UTF-8). Puts the TCP streams together, takes chunks and gzip off HTTP bodies, unmasks and
inflates WebSocket messages, takes the key off the TCP form, and looks in the file, the streams, bodies and messages for
each value as it is, in base64, hex, UTF-16, with percent signs and with escapes of JSON. Prints a line for each find;
exit code 1 when there is one.
"""
import base64
import json
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
    """The bytes of each direction of each connection, in order, and whether some are missing, for which zeros stand.

    What comes first counts.
    """
    parts, starts = {}, {}
    for link, packet in packets(data):
        start = {1: 14, 0: 4, 101: 0, 113: 16, 276: 20}.get(link)
        if start is None or len(packet) < start + 40:
            continue
        if packet[start] >> 4 == 4 and packet[start + 9] == 6:
            tcp, addresses = start + (packet[start] & 15) * 4, packet[start + 12:start + 20]
            end = start + struct.unpack_from(">H", packet, start + 2)[0]
        elif packet[start] >> 4 == 6 and packet[start + 6] == 6:
            tcp, addresses = start + 40, packet[start + 8:start + 40]
            end = tcp + struct.unpack_from(">H", packet, start + 4)[0]
        else:
            continue
        key = addresses + packet[tcp:tcp + 4]
        sequence = struct.unpack_from(">I", packet, tcp + 4)[0]
        if packet[tcp + 13] & 2:
            sequence += 1
        payload = packet[tcp + (packet[tcp + 12] >> 4) * 4:end]
        starts.setdefault(key, sequence)
        if payload:
            parts.setdefault(key, {}).setdefault((sequence - starts[key]) & 0xFFFFFFFF, payload)
    for key, pieces in parts.items():
        stream, end, has_hole = b"", 0, False
        for place in sorted(pieces):
            piece = pieces[place]
            if place > end:
                stream += b"\0" * min(place - end, 1 << 20)
                end, has_hole = place, True
            if place + len(piece) > end:
                stream += piece[end - place:]
                end = place + len(piece)
        yield key, stream, has_hole


def frame(stream, place):
    """The payload of the WebSocket frame at a place, unmasked, and where the frame ends."""
    length, start = stream[place + 1] & 127, place + 2
    if length == 126:
        length, start = int.from_bytes(stream[start:start + 2], "big"), start + 2
    elif length == 127:
        length, start = int.from_bytes(stream[start:start + 8], "big"), start + 8
    mask = b"\0\0\0\0"
    if stream[place + 1] & 128:
        mask, start = stream[start:start + 4], start + 4
    payload = stream[start:start + length]
    if any(mask):
        whole = (mask * (len(payload) // 4 + 1))[:len(payload)]
        payload = (int.from_bytes(payload, "big") ^ int.from_bytes(whole, "big")).to_bytes(len(payload), "big")
    return payload, start + length


def messages(stream, has_hole):
    """The WebSocket messages behind the head of a stream, unmasked and inflated.

    Of a stream that lacks bytes, or its head, also whatever may be a masked frame, wherever it begins.
    """
    # Requests to a proxy and others may come before.
    begin, head = 0, stream.find(b"\r\n\r\n")
    while head >= 0 and b"upgrade: websocket" not in stream[begin:head].lower():
        begin, head = head + 4, stream.find(b"\r\n\r\n", head + 4)
    has_head = head >= 0
    if has_hole or not has_head:
        for place in range(len(stream) - 6):
            if stream[place] in (0x81, 0x82, 0x01, 0x02, 0x80) and stream[place + 1] & 128:
                payload, end = frame(stream, place)
                if end <= len(stream):
                    yield payload
    if not has_head:
        return
    place, message, packed = head + 4, b"", False
    inflater = zlib.decompressobj(-15)
    while place + 2 <= len(stream):
        first = stream[place]
        payload, place = frame(stream, place)
        if first & 8:
            yield payload
            continue
        if first & 15:
            message, packed = b"", bool(first & 64)
        message += payload
        if first & 128:
            try:
                yield inflater.decompress(message + b"\0\0\xff\xff") if packed else message
            except zlib.error:
                # Behind a hole.
                return


def bodies(stream):
    """The bodies of HTTP messages, without chunks and coding."""
    place = 0
    while True:
        end = stream.find(b"\r\n\r\n", place)
        if end < 0:
            return
        head, place = stream[place:end].lower(), end + 4
        if b"transfer-encoding: chunked" in head:
            body = b""
            while True:
                line = stream.find(b"\r\n", place)
                digits = re.match(rb"[0-9a-fA-F]{1,8}", stream[place:line]) if line >= 0 else None
                size = int(digits[0], 16) if digits else 0
                if size == 0:
                    place = stream.find(b"\r\n\r\n", place) + 4
                    break
                body, place = body + stream[line + 2:line + 2 + size], line + 4 + size
        else:
            length = re.search(rb"content-length: (\d+)", head)
            size = int(length[1]) if length else 0
            body, place = stream[place:place + size], place + size
        yield body
        for bits in (31, 15):
            try:
                yield zlib.decompressobj(bits).decompress(body)
            except zlib.error:
                pass
        if b"\nupgrade: websocket" in head:
            return


def tcp_frames(one, other):
    """The bodies of the TCP form's frames in both directions; CONNECT's first eight bytes are known, and tell the key."""
    if one[:1] != b"\x10":
        return
    key = None
    for stream in (one, other):
        place = 0
        while place + 3 <= len(stream):
            length = shift = 0
            start = place + 2
            while start < len(stream):
                length |= (stream[start] & 127) << shift
                shift, start = shift + 7, start + 1
                if stream[start - 1] < 128 or start >= len(stream):
                    break
            body = stream[start:start + length]
            if key is None:
                key = bytes(a ^ b for a, b in zip(body, b"\0\x06RCloud"))
            yield bytes(byte ^ key[index & 7] for index, byte in enumerate(body))
            place = start + length


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
    yield "escapes", json.dumps(value)[1:-1].encode()


def readings(name, place):
    """A place as it is, and what its percent signs, its escapes and a text of base64 stand for."""
    place = PUBLIC.sub(b"\0", place)
    yield name, place
    if b"%" in place:
        yield name + ", percent", urllib.parse.unquote_to_bytes(place)
    if b"\\" in place:
        text = re.sub(rb"\\u([0-9a-fA-F]{4})", lambda found: chr(int(found[1], 16)).encode("utf-8", "replace"), place)
        yield name + ", escapes", re.sub(rb'\\(["\\/])', rb"\1", text)
    if len(place) >= 16 and re.fullmatch(rb"[A-Za-z0-9+/]+=*", place) and len(place) % 4 == 0:
        yield name + ", base64", base64.b64decode(place)


def main():
    data = open(sys.argv[1], "rb").read()
    values = [line for line in open(sys.argv[2], encoding="utf-8").read().split("\n") if len(line.encode()) >= 6]
    places = [("file", data)]
    for_both = list(streams(data))
    for key, stream, has_hole in for_both:
        places.append(("stream", stream))
        places += [("message", message) for message in messages(stream, has_hole)]
        places += [("body", body) for body in bodies(stream)]
        half = (len(key) - 4) // 2
        back = key[half:2 * half] + key[:half] + key[-2:] + key[-4:-2]
        other = next((found for name, found, _ in for_both if name == back), b"")
        places += [("frame", frame) for frame in tcp_frames(stream, other)]
    joined = {}
    for name, place in places:
        for kind, bytes_ in readings(name, place):
            joined.setdefault(kind, []).append(bytes_)
    needles = {}
    for value in values:
        for form, needle in forms(value):
            needles.setdefault(needle[:6], set()).add((needle, value, form))
    found = set()
    for kind, parts in joined.items():
        for part in parts:
            for place in range(len(part) - 5):
                for needle, value, form in needles.get(part[place:place + 6], ()):
                    if part.startswith(needle, place):
                        found.add((value, form, kind))
    for find in sorted(found):
        print(*find, sep="\t")
    print(len(values), "values", len(places), "places", file=sys.stderr)
    sys.exit(1 if found else 0)


main()
