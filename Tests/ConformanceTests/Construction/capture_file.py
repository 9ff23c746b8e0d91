"""Whole capture files: their packets, and whether they are damaged."""

import gzip
import struct
import zlib

from capture_wire import ETHERNET, MICRO, NANO, Section, packet, pcap_head, pcap_record
from vectors import accept, case, either, reject

GROUP = "capture.file"
NOTES = {
    "Big": "Numbers in big-endian order",
    "Clock": "In what units time is counted, and from when (if_tsresol, if_tsoffset, the magic of pcap)",
    "Damaged": "The file ends early, or says what cannot be",
    "Gzip": "A capture packed with gzip (RFC 1952)",
    "Lengths": "Captured and original length of a packet",
    "NoCapture": "Bytes that are no capture",
    "Options": "Options of pcapng's blocks (section 3.5)",
    "Sections": "A file of several sections of pcapng (section 4.1)",
    "Unknown": "Blocks and options that a reader need not know",
    "Untimed": "The Simple Packet Block has no time (section 4.4)",
}
PCAP, NG = "draft-ietf-opsawg-pcap", "draft-ietf-opsawg-pcapng"
DATA = [bytes(range(60)), b"\xff" * 61, b"third packet", b""]
TIME = 1_795_000_000


def read(identifier, level, comment, data, packets, flags, source, damaged=False, expect=None):
    return case(f"capture-{identifier}", level, comment, "capture.read", {"hex": data.hex()},
                expect or accept({"packets": packets, "damaged": damaged}), flags, None, source)


def cases():
    yield from pcaps()
    yield from blocks()
    yield from clocks()
    yield from options()
    yield from sections()
    yield from unknown()
    yield from gzips()
    yield from damage()


def plain(order="<", count=3):
    return pcap_head(order) + b"".join(pcap_record(TIME + place, 5 + place, DATA[place], order) for place in range(count))


def expected(count=3):
    return [packet(place + 1, TIME + place, (5 + place) * 1000, DATA[place]) for place in range(count)]


def pcaps():
    for order, name in (("<", "little"), (">", "big")):
        for magic, unit, factor in ((MICRO, "micro", 1000), (NANO, "nano", 1)):
            data = pcap_head(order, magic) + b"".join(
                pcap_record(TIME + place, 999_999 - place, DATA[place], order) for place in range(4))
            flags = ["Clock"] + (["Big"] if order == ">" else [])
            yield read(f"pcap-{name}-{unit}", "must", f"pcap in {name}-endian order with {unit}seconds: its magic not known, "
                       "or another unit", data,
                       [packet(place + 1, TIME + place, (999_999 - place) * factor, DATA[place]) for place in range(4)],
                       sorted(flags), f"{PCAP}, section 4")
    yield read("pcap-nano-finest", "must", "999 999 999 nanoseconds: rounded to microseconds",
               pcap_head(magic=NANO) + pcap_record(TIME, 999_999_999, DATA[0]), [packet(1, TIME, 999_999_999, DATA[0])],
               ["Clock"], f"{PCAP}, section 4")
    for link in (0, 101, 113, 228, 276):
        yield read(f"pcap-link-{link}", "must", f"Link type {link}: taken for Ethernet",
                   pcap_head(link=link) + pcap_record(TIME, 0, DATA[2]), [packet(1, TIME, 0, DATA[2], link)], [],
                   f"{PCAP}, section 4")
    yield read("pcap-check-sequence", "must", "The length of the frame check sequence in the upper bits of the link type",
               pcap_head(link=ETHERNET | 0x44000000) + pcap_record(TIME, 0, DATA[2]), [packet(1, TIME, 0, DATA[2])], [],
               f"{PCAP}, section 4")
    yield read("pcap-no-packets", "must", "A file of a header alone: taken for damaged", pcap_head(), [], [], f"{PCAP}, section 4")
    yield read("pcap-snapped", "must", "A packet of which 12 of 1500 bytes were captured: the lengths swapped",
               pcap_head() + pcap_record(TIME, 0, DATA[2], original=1500) + pcap_record(TIME, 1, DATA[0]),
               [packet(1, TIME, 0, DATA[2], original=1500), packet(2, TIME, 1000, DATA[0])], ["Lengths"],
               f"{PCAP}, section 5")
    yield read("pcap-beyond-snap-length", "should", "A packet longer than the file's snap length: cut, or the file refused",
               pcap_head(snap=16) + pcap_record(TIME, 0, DATA[0]) + pcap_record(TIME, 1, DATA[2]),
               [packet(1, TIME, 0, DATA[0]), packet(2, TIME, 1000, DATA[2])], ["Lengths"], f"{PCAP}, section 5")
    yield read("pcap-highest-second", "must", "The last second of 32 bits: taken for a time before 1970",
               pcap_head() + pcap_record(2**32 - 1, 0, DATA[2]), [packet(1, 2**32 - 1, 0, DATA[2])], ["Clock"],
               f"{PCAP}, section 5")
    yield read("pcap-backwards", "must", "A packet that is earlier than the one before: put in order, or dropped",
               pcap_head() + pcap_record(TIME + 5, 0, DATA[0]) + pcap_record(TIME, 0, DATA[2]),
               [packet(1, TIME + 5, 0, DATA[0]), packet(2, TIME, 0, DATA[2])], ["Clock"], f"{PCAP}, section 5")


def begun(order="<", *interface):
    section = Section(order)
    return section, section.header() + section.interface(*interface)


def blocks():
    for order, name in (("<", "little"), (">", "big")):
        section, head = begun(order)
        flags = ["Big"] if order == ">" else []
        body = b"".join(section.enhanced((TIME * 10**6 + place) , DATA[place]) for place in range(4))
        yield read(f"pcapng-{name}", "must", f"pcapng in {name}-endian order: its byte-order magic not looked at", head + body,
                   [packet(place + 1, TIME, place * 1000, DATA[place]) for place in range(4)], flags, f"{NG}, section 4.3")
        yield read(f"pcapng-{name}-simple", "must", f"Simple Packet Blocks in {name}-endian order: not known",
                   head + section.simple(DATA[0]) + section.simple(DATA[2]),
                   [packet(1, None, 0, DATA[0]), packet(2, None, 0, DATA[2])], flags + ["Untimed"], f"{NG}, section 4.4")
        yield read(f"pcapng-{name}-obsolete", "must", f"Obsolete Packet Blocks in {name}-endian order: not known, or their "
                   "interface read from four bytes", head + section.interface(section.resolution(9))
                   + section.obsolete(TIME * 10**9 + 7, DATA[0], interface=1, drops=3) + section.obsolete(TIME * 10**6, DATA[2]),
                   [packet(1, TIME, 7, DATA[0]), packet(2, TIME, 0, DATA[2])], flags, f"{NG}, appendix A")
    section, head = begun()
    for count in (0, 1, 2, 3, 4, 5):
        data = bytes(range(count))
        yield read(f"pcapng-padding-{count}", "must", f"A packet of {count} bytes: its padding handed on, or not passed over",
                   head + section.enhanced(TIME * 10**6, data, (1, b"c")) + section.enhanced(TIME * 10**6, b"next"),
                   [packet(1, TIME, 0, data), packet(2, TIME, 0, b"next")], ["Lengths"], f"{NG}, section 4.3")
    yield read("pcapng-snapped", "must", "A packet of which 12 of 9000 bytes were captured: the lengths swapped",
               head + section.enhanced(TIME * 10**6, DATA[2], original=9000), [packet(1, TIME, 0, DATA[2], original=9000)],
               ["Lengths"], f"{NG}, section 4.3")
    short = section.header() + section.interface(snap=8)
    yield read("pcapng-simple-snapped", "must", "A Simple Packet Block cut at the interface's snap length: its padding handed on",
               short + section.block(3, struct.pack("<I", 100) + DATA[0][:8]),
               [packet(1, None, 0, DATA[0][:8], original=100)], ["Lengths", "Untimed"], f"{NG}, section 4.4")
    yield read("pcapng-simple-padding", "must", "A Simple Packet Block of 61 bytes: three bytes of padding handed on",
               head + section.simple(DATA[1]), [packet(1, None, 0, DATA[1])], ["Lengths", "Untimed"], f"{NG}, section 4.4")
    several = section.header() + section.interface(link=101) + section.interface() + section.interface(link=113)
    yield read("pcapng-interfaces", "must", "Packets of three interfaces: all given the first one's link type",
               several + b"".join(section.enhanced(TIME * 10**6, DATA[2], interface=place) for place in (2, 0, 1)),
               [packet(1, TIME, 0, DATA[2], 113), packet(2, TIME, 0, DATA[2], 101), packet(3, TIME, 0, DATA[2])], [],
               f"{NG}, section 4.2")
    yield read("pcapng-interface-later", "must", "An interface described behind the first packets: not known",
               head + section.enhanced(TIME * 10**6, DATA[2]) + section.interface(link=101)
               + section.enhanced(TIME * 10**6, DATA[0], interface=1),
               [packet(1, TIME, 0, DATA[2]), packet(2, TIME, 0, DATA[0], 101)], [], f"{NG}, section 4.2")
    yield read("pcapng-no-packets", "must", "A section without packets: taken for damaged", head, [], [], f"{NG}, section 4.1")


def clocks():
    source = f"{NG}, section 4.2: if_tsresol"

    def one(identifier, comment, value, ticks, seconds, nanoseconds, *more, level="must", order="<", where=source):
        section = Section(order)
        extra = [section.offset(seconds_) for seconds_ in more]
        options = ([section.resolution(value)] if value is not None else []) + extra
        head = section.header() + section.interface(*options)
        return read(f"clock-{identifier}", level, comment, head + section.enhanced(ticks, DATA[2]),
                    [packet(1, seconds, nanoseconds, DATA[2])], ["Clock", "Options"], where)

    yield one("default", "No resolution is said: it is not microseconds", None, TIME * 10**6 + 123456, TIME, 123_456_000)
    for power in (0, 1, 3, 6, 7, 9):
        unit = 10**power
        fraction = unit - 1 if power else 0
        yield one(f"ten-{power}", f"Ticks of 10^-{power} s: another unit", power, TIME * unit + fraction, TIME,
                  fraction * 10**(9 - power))
    yield one("ten-12", "Ticks of 10^-12 s: the time overflows, or the power is not known", 12,
              1_700_000 * 10**12 + 123_456_789_000, 1_700_000, 123_456_789)
    for power in (1, 4, 9, 10, 16, 20, 30, 32):
        unit = 2**power
        # An even share of a second, so that nanoseconds hold it exactly.
        ticks = unit // 2 if power < 3 else unit // 4 * 3
        yield one(f"two-{power}", f"Ticks of 2^-{power} s: taken for a power of ten", 0x80 | power, TIME * unit + ticks, TIME,
                  500_000_000 if power < 3 else 750_000_000)
    yield one("two-10-one-512th", "Two ticks of 2^-10 s are 1 953 125 ns: counted as thousandths", 0x8A, TIME * 1024 + 2, TIME,
              1_953_125)
    section, head = begun("<", Section().resolution(0x8A))
    both = [{"packets": [packet(1, TIME, nanoseconds, DATA[2])], "damaged": False} for nanoseconds in (976_562, 976_563)]
    yield read("clock-two-10-half-nanosecond", "should", "One tick of 2^-10 s is 976 562.5 ns: rounded further than it must be",
               head + section.enhanced(TIME * 1024 + 1, DATA[2]), [], ["Clock", "Options"], source, expect=either(*both))
    for order, name in (("<", "little"), (">", "big")):
        yield one(f"offset-{name}", f"if_tsoffset in {name}-endian order: not added", 6, 5_000_123, TIME + 5, 123_000, TIME,
                  order=order, where=f"{NG}, section 4.2: if_tsoffset")
    yield one("offset-negative", "A negative if_tsoffset: taken for a huge one", 6, (TIME + 100) * 10**6 + 1, TIME, 1000, -100,
              where=f"{NG}, section 4.2: if_tsoffset")
    yield one("offset-and-two-10", "if_tsoffset with ticks of 2^-10 s: the offset scaled too", 0x8A, 1024 * 7 + 512, TIME + 7,
              500_000_000, TIME, where=f"{NG}, section 4.2: if_tsoffset")
    section = Section()
    head = section.header() + section.interface(section.resolution(9)) + section.interface(section.resolution(3))
    yield read("clock-by-interface", "must", "Two interfaces with clocks of their own: the last one's counts for both",
               head + section.enhanced(TIME * 10**9 + 1, DATA[2]) + section.enhanced(TIME * 1000 + 1, DATA[2], interface=1),
               [packet(1, TIME, 1, DATA[2]), packet(2, TIME, 1_000_000, DATA[2])], ["Clock", "Options"], source)


def options():
    source = f"{NG}, section 3.5"
    section = Section()
    for count in (0, 1, 2, 3, 4, 5, 255, 256, 1000):
        head = section.header((1, b"h" * count)) + section.interface((2, b"n" * count), section.resolution(9), (3, b"d" * count))
        yield read(f"options-{count}", "must", f"Options of {count} bytes in every block: their padding not passed over",
                   head + section.enhanced(TIME * 10**9 + 1, DATA[2], (1, b"c" * count), (2, bytes(4))),
                   [packet(1, TIME, 1, DATA[2])], ["Options"], source)
    head = section.header() + section.block(1, struct.pack("<HHI", 1, 0, 0) + section.options(section.resolution(9), ends=False))
    yield read("options-without-end", "must", "Options that only the block ends: the last one not read",
               head + section.enhanced(TIME * 10**9 + 1, DATA[2]), [packet(1, TIME, 1, DATA[2])], ["Options"], source)
    head = section.header() + section.block(1, struct.pack("<HHI", 1, 0, 0) + section.options((2, b"x"))
                                            + section.options(section.resolution(9)))
    yield read("options-behind-end", "must", "An option behind the end of the options: read all the same",
               head + section.enhanced(TIME * 10**6 + 1, DATA[2]), [packet(1, TIME, 1000, DATA[2])], ["Options"], source)
    head = section.header() + section.interface((0x8BAD, b"custom"), (2988, b"\0\0\0\1text"), section.resolution(9))
    yield read("options-unknown", "must", "Options that nobody knows before one that counts: reading stops at them",
               head + section.enhanced(TIME * 10**9 + 1, DATA[2], (0x7FFF, b"?")), [packet(1, TIME, 1, DATA[2])],
               ["Options", "Unknown"], source)


def sections():
    source = f"{NG}, section 4.1"
    one, other = Section("<"), Section(">")
    first = one.header() + one.interface(one.resolution(9)) + one.enhanced(TIME * 10**9 + 1, DATA[0])
    second = other.header() + other.interface(link=101) + other.enhanced(TIME * 10**6 + 1, DATA[2])
    both = [packet(1, TIME, 1, DATA[0]), packet(2, TIME, 1000, DATA[2], 101)]
    yield read("sections-both-orders", "must", "A big-endian section behind a little-endian one: read in the first one's order",
               first + second, both, ["Big", "Sections"], source)
    yield read("sections-both-orders-reversed", "must", "A little-endian section behind a big-endian one: the same",
               second + first, [packet(1, TIME, 1000, DATA[2], 101), packet(2, TIME, 1, DATA[0])], ["Big", "Sections"], source)
    yield read("sections-interfaces-anew", "must", "Interfaces of a new section count from 0: those of the old one kept",
               first + one.header() + one.interface(link=113) + one.enhanced(TIME * 10**6 + 1, DATA[2]),
               [both[0], packet(2, TIME, 1000, DATA[2], 113)], ["Sections"], source)
    yield read("sections-three", "must", "Three sections: reading stops behind the second",
               first * 3, [packet(number, TIME, 1, DATA[0]) for number in (1, 2, 3)], ["Sections"], source)
    body = one.interface() + one.enhanced(TIME * 10**6, DATA[2])
    yield read("sections-length-said", "must", "A section that says its length: taken for damage, or the next one not found",
               one.header(length=len(body)) + body + first, [packet(1, TIME, 0, DATA[2]), packet(2, TIME, 1, DATA[0])],
               ["Sections"], source)
    yield read("sections-interface-of-another", "should", "A packet of an interface that only the section before described: it is "
               "given that one's", first + one.header() + one.enhanced(TIME * 10**9, DATA[2]), [both[0]],
               ["Damaged", "Sections"], source, damaged=True)


def unknown():
    source = f"{NG}, section 3.1"
    section, head = begun()
    body = section.enhanced(TIME * 10**6, DATA[2])
    whole = [packet(1, TIME, 0, DATA[2])]
    for name, kind, content in (
            ("statistics", 5, struct.pack("<III", 0, 0, 0)), ("names", 4, struct.pack("<HH", 0, 0)),
            ("secrets", 10, struct.pack("<II", 0x544C534B, 4) + b"# k\n"), ("local", 0x80000001, b"local use"+bytes(3)),
            ("reserved", 0x0000ABCD, bytes(40)), ("empty", 0x0000ABCE, b"")):
        yield read(f"block-{name}", "must", f"A block that holds no packet ({name}): the packet behind it lost",
                   head + section.block(kind, content) + body, whole, ["Unknown"], source)
    yield read("block-long", "must", "A block of 70 000 bytes that nobody knows: the packet behind it lost",
               head + section.block(0x0000ABCD, bytes(70_000)) + body, whole, ["Unknown"], source)
    yield read("block-before-interface", "must", "A block that nobody knows before the interface: taken for damage",
               section.header() + section.block(0x0000ABCD, b"abcd") + section.interface() + body, whole, ["Unknown"], source)


def gzips():
    source = "RFC 1952, section 2.2"
    data = plain()
    parts = [data[:50], data[50:120], data[120:]]
    yield read("gzip", "must", "A packed capture: not known", gzip.compress(data, mtime=0), expected(), ["Gzip"], source)
    yield read("gzip-two-members", "must", "A capture in two members: reading stops behind the first",
               gzip.compress(data[:70], mtime=0) + gzip.compress(data[70:], mtime=0), expected(), ["Gzip"], source)
    yield read("gzip-three-members", "must", "A capture in three members: reading stops behind the second",
               b"".join(gzip.compress(part, mtime=0) for part in parts), expected(), ["Gzip"], source)
    yield read("gzip-many-members", "must", "A capture with a member for each byte: a limit on their number",
               b"".join(gzip.compress(data[place:place + 1], mtime=0) for place in range(len(data))), expected(), ["Gzip"], source)
    yield read("gzip-empty-member", "must", "A member of no bytes in the middle: taken for the end",
               gzip.compress(data[:70], mtime=0) + gzip.compress(b"", mtime=0) + gzip.compress(data[70:], mtime=0), expected(),
               ["Gzip"], source)
    yield read("gzip-stored", "must", "A packed capture without compression: not known",
               gzip.compress(data, 0, mtime=0), expected(), ["Gzip"], source)
    raw = zlib.compressobj(9, zlib.DEFLATED, -15)
    body = raw.compress(data) + raw.flush()
    tail = struct.pack("<II", zlib.crc32(data), len(data))
    for name, flags, extra in (("name", 8, b"chat.pcap\0"), ("comment", 16, b"a comment\0"), ("extra", 4, b"\x06\0AB\x02\0xy"),
                               ("check", 2, None), ("all", 30, b"\x06\0AB\x02\0xychat.pcap\0a comment\0")):
        head = bytes([0x1F, 0x8B, 8, flags, 0, 0, 0, 0, 0, 3]) + (extra or b"")
        if flags & 2:
            head += struct.pack("<H", zlib.crc32(head) & 0xFFFF)
        yield read(f"gzip-head-{name}", "must", f"A gzip header with its optional part ({name}): taken for data",
                   head + body + tail, expected(), ["Gzip"], "RFC 1952, section 2.3")
    section, head = begun()
    yield read("gzip-pcapng", "must", "A packed pcapng: only pcap is looked for",
               gzip.compress(head + section.enhanced(TIME * 10**6, DATA[2]), mtime=0), [packet(1, TIME, 0, DATA[2])], ["Gzip"], source)
    packed = gzip.compress(plain(), mtime=0)
    several = [{"packets": expected()[:count], "damaged": True} for count in range(4)]
    yield read("gzip-cut", "should", "A packed capture that ends early: its end not told", packed[:-12], [], ["Damaged", "Gzip"],
               source, expect=either(*several))
    wrong = packed[:-8] + bytes([packed[-8] ^ 1]) + packed[-7:]
    yield read("gzip-checksum", "should", "A packed capture whose checksum is wrong: nothing says so", wrong, [],
               ["Damaged", "Gzip"], "RFC 1952, section 2.3.1", expect=either(*several))


def damage():
    source = f"{PCAP}, section 5"
    data = plain()
    for name, end, count in (("in-head", 24 + 8, 0), ("in-packet", 24 + 16 + 30, 0), ("second-head", 24 + 76 + 15, 1),
                             ("second-packet", 24 + 76 + 16 + 60, 1), ("last-byte", len(data) - 1, 2)):
        yield read(f"cut-{name}", "should", f"A pcap file that ends early ({name}): half a packet handed on, or nothing said",
                   data[:end], expected(count), ["Damaged"], source, damaged=True)
    yield read("pcap-length-absurd", "should", "A record of 4 GB: memory taken for it",
               pcap_head() + pcap_record(TIME, 5, DATA[0]) + struct.pack("<IIII", TIME, 0, 0xFFFFFFF0, 0xFFFFFFF0) + b"abc",
               expected(1), ["Damaged"], source, damaged=True)
    section, head = begun()
    one = section.enhanced(TIME * 10**6, DATA[2])
    whole = [packet(1, TIME, 0, DATA[2])]
    source = f"{NG}, section 3.1"
    for name, more in (("block-head", one[:6]), ("block-body", one[:20]), ("last-byte", one[:-1]),
                       ("length-zero", struct.pack("<II", 6, 0) + bytes(24)),
                       ("length-odd", struct.pack("<II", 6, 33) + bytes(40)),
                       ("two-lengths", one[:-4] + struct.pack("<I", len(one) + 4)),
                       ("captured-too-long", one[:20] + struct.pack("<I", 100) + one[24:]),
                       ("no-such-interface", section.enhanced(TIME * 10**6, DATA[2], interface=7))):
        yield read(f"pcapng-damaged-{name}", "should", f"pcapng that is damaged behind its first packet ({name}): nothing says so, "
                   "or a packet made up", head + one + more, whole, ["Damaged"], source, damaged=True)
    yield read("pcapng-no-interface", "should", "A Simple Packet Block without any interface: given a link type",
               section.header() + section.simple(DATA[2]), [], ["Damaged", "Untimed"], f"{NG}, section 4.4", damaged=True)
    for name, data in (("empty", b""), ("text", b"GET / HTTP/1.1\r\n\r\n"), ("zeros", bytes(64)),
                       ("json", b'{"packets": []}'), ("zip", b"PK\x03\x04" + bytes(40))):
        yield case(f"capture-none-{name}", "should", f"Bytes that are no capture ({name}): a capture without packets",
                   "capture.read", {"hex": data.hex()}, reject("value", "unsupported", "truncated"), ["NoCapture"], None,
                   f"{PCAP}, section 4; {NG}, section 4.1")
