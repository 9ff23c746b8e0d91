"""Capture files by their published layouts: pcap (draft-ietf-opsawg-pcap), pcapng (draft-ietf-opsawg-pcapng), gzip (RFC 1952)."""

import struct

MICRO, NANO = 0xA1B2C3D4, 0xA1B23C4D
ETHERNET = 1


def pcap_head(order="<", magic=MICRO, link=ETHERNET, snap=0x40000, version=(2, 4)):
    return struct.pack(order + "IHHiIII", magic, *version, 0, 0, snap, link)


def pcap_record(seconds, fraction, data, order="<", original=None):
    return struct.pack(order + "IIII", seconds, fraction, len(data), len(data) if original is None else original) + data


def padded(data):
    return data + bytes(-len(data) % 4)


class Section:
    """The blocks of a section in one byte order."""

    def __init__(self, order="<"):
        self.order = order

    def block(self, kind, body, claims=None):
        length = struct.pack(self.order + "I", claims or 12 + len(body))
        return struct.pack(self.order + "I", kind) + length + body + length

    def options(self, *pairs, ends=True):
        data = b"".join(struct.pack(self.order + "HH", code, len(value)) + padded(value) for code, value in pairs)
        return data + bytes(4) if pairs and ends else data

    def header(self, *options, length=-1, version=(1, 0)):
        body = struct.pack(self.order + "IHHq", 0x1A2B3C4D, *version, length)
        return self.block(0x0A0D0D0A, body + self.options(*options))

    def interface(self, *options, link=ETHERNET, snap=0):
        return self.block(1, struct.pack(self.order + "HHI", link, 0, snap) + self.options(*options))

    def resolution(self, value):
        return 9, bytes([value])

    def offset(self, seconds):
        return 14, struct.pack(self.order + "q", seconds)

    def enhanced(self, ticks, data, *options, interface=0, original=None):
        head = struct.pack(self.order + "IIIII", interface, ticks >> 32, ticks & 0xFFFFFFFF, len(data),
                           len(data) if original is None else original)
        return self.block(6, head + padded(data) + self.options(*options))

    def simple(self, data, original=None):
        return self.block(3, struct.pack(self.order + "I", len(data) if original is None else original) + padded(data))

    def obsolete(self, ticks, data, *options, interface=0, drops=0xFFFF, original=None):
        head = struct.pack(self.order + "HHIIII", interface, drops, ticks >> 32, ticks & 0xFFFFFFFF, len(data),
                           len(data) if original is None else original)
        return self.block(2, head + padded(data) + self.options(*options))


def packet(number, seconds, nanoseconds, data, link=ETHERNET, original=None):
    """A packet as it is read; without a time where the file has none for it."""
    result = {"number": number, "link": link, "captured": len(data),
              "length": len(data) if original is None else original, "hex": data.hex()}
    if seconds is not None:
        result["time"] = f"{seconds}.{nanoseconds:09d}"
    return result
