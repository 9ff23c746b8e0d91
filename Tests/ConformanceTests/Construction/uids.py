"""The group of message UIDs: 80 bits as 16 digits of 5 bits, in two layouts, taken apart and put together."""

import datetime

from vectors import accept, case, reject

GROUP = "rongcloud.uid"

NOTES = {
    "Alphabet": "A digit is 0 to 9 or A to V, worth 0 to 31. An article claims another alphabet without letters that "
                "look alike; "
                "real UIDs have those letters.",
    "LayoutA": "43 bits time, 5 bits conversation type, 32 bits hash, seen from April 2016 to February 2018; it has "
               "no sequence.",
    "LayoutB": "42 bits time, 12 bits sequence, 4 bits conversation type, 22 bits hash, seen from September 2019 on.",
    "LayoutChoice": "The layouts are told apart by the time: read as B, an A has half its time. What would be before "
                    "about 2005 as B is A.",
    "Limits": "A part that has no room in its layout cannot be written.",
}

DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUV"
EPOCH = datetime.datetime(1970, 1, 1, tzinfo=datetime.timezone.utc)


def stamp(milliseconds):
    """A time in UTC by RFC 3339, with milliseconds."""
    time = EPOCH + datetime.timedelta(milliseconds=milliseconds)
    return time.strftime("%Y-%m-%dT%H:%M:%S.") + f"{time.microsecond // 1000:03}Z"


def spell(bits):
    text = "".join(DIGITS[bits >> shift & 31] for shift in range(75, -1, -5))
    return "-".join(text[at:at + 4] for at in range(0, 16, 4))


def bits_a(time, type, hash):
    return time << 37 | type << 32 | hash


def bits_b(time, sequence, type, hash):
    return time << 38 | sequence << 26 | type << 22 | hash


def parts_a(time, type, hash):
    return {"layout": "A", "time": stamp(time), "type": type, "hash": hash}


def parts_b(time, sequence, type, hash):
    return {"layout": "B", "time": stamp(time), "sequence": sequence, "type": type, "hash": hash}


# UIDs from public logs: text, time in ms, sequence (None in layout A), type, hash, target where known, and what they
# show.
SEEN = [
    ("BKR5-28P4-JT85-SK8H", 1601372982418, 2004, 1, 0x1E5111, None, "takes J, K, S and T for other digits"),
    ("BUFE-A62U-32C4-01I2", 1642750828920, 1574, 1, 0x000642, "24",
     "has no letter I, which looks like 1, or drops the zeros of a hash"),
    ("BKV3-S94Q-43C5-4JF0", 1601904874088, 2102, 1, 0x124DE0, "test2", "keeps 16 bits of the hash of test2"),
    ("BD60-6IFB-QI25-4JF0", 1568469231535, 1313, 1, 0x124DE0, "test2", "reads a UID of 2019 by the older layout"),
    ("BDRP-VGD3-H93H-G6M5", 1571395929742, 657, 12, 0x181AC5, None, "has no conversation type 12, that of an RTC room"),
    ("BKE3-39Q0-4ME7-QRCS", 1599619898624, 2407, 1, 0x3D6D9C, None, "takes the hash's highest bit for a sign"),
    ("5A2T-98B7-454E-L6O2", 1461071448889, None, 1, 0x48EA9B02, "1000000355", "has no letter O, which looks like 0"),
    ("5ARV-RRC4-44QV-N7KD", 1467803986977, None, 1, 0x35FB9E8D, "13099101012", "has no letter V, worth 31"),
    ("5CQK-MT6L-G43A-D3EE", 1484621850284, None, 1, 0x06A68DCE, "user9",
     "shifts the second half of the 80 bits wrongly"),
    ("5DO7-P929-L2KP-MC3I", 1492566483533, None, 8, 0xA99B3072, None,
     "takes the hash of 32 bits for a number with a sign"),
    ("5GSB-RPM1-KP8H-9JHF", 1519444243981, None, 6, 0x5114CE2F, None, "reads layout A's type as four bits"),
]

TYPES = {
    0: "no type at all", 1: "private chats", 2: "discussions", 3: "groups", 4: "chat rooms", 5: "customer service",
    6: "system messages",
    7: "app public services", 8: "public services", 9: "push services", 10: "ultra groups", 11: "secret chats",
    12: "RTC rooms",
}

NEW_TIME = 1700000000123

# Layout B at its limits: id, time, sequence, type, hash, mistake.
LIMITS_B = [
    ("time-2006", 1136073600000, 0, 1, 1, "reads the first millisecond of 2006 by layout A"),
    ("last-millisecond", (1 << 42) - 1, 7, 1, 1, "keeps fewer than 42 bits of the time, or adds a sign"),
    ("leap-day", 1709208000999, 7, 1, 1, "has no 29 February, or loses the milliseconds 999"),
    ("end-of-year", 1735689599999, 7, 1, 1, "begins the year a millisecond too soon"),
    ("no-milliseconds", 1700000000000, 7, 1, 1, "leaves out milliseconds that are 000"),
    ("bit-41", 1 << 41, 7, 1, 1, "loses the time's highest bit but keeps the others"),
    ("sequence-zero", NEW_TIME, 0, 1, 1, "takes the sequence 0 for none"),
    ("sequence-highest", NEW_TIME, 4095, 1, 1, "keeps fewer than 12 bits of the sequence"),
    ("sequence-split", NEW_TIME, 0x801, 1, 1, "loses the sequence's bits at the border of two 32-bit words"),
    ("type-highest", NEW_TIME, 7, 15, 1, "keeps three bits of the type, or refuses what is unknown"),
    ("hash-zero", NEW_TIME, 7, 3, 0, "takes the hash 0 for none"),
    ("hash-highest", NEW_TIME, 7, 3, 0x3FFFFF, "keeps fewer than 22 bits of the hash, or lets it run into the type"),
    ("all-ones", (1 << 42) - 1, 4095, 15, 0x3FFFFF, "overflows 64 bits when all 80 are set"),
]
LIMITS_A = [
    ("zero", 0, 0, 0, "fails on 0000-0000-0000-0000, whose time is 1970"),
    ("time-2037", 2145830399999, 1, 1, "reads a late time of layout A by layout B, although that gives the year 2003"),
    ("type-highest", 1500000000123, 31, 1, "keeps four bits of the type in layout A"),
    ("type-17", 1500000000123, 17, 1, "takes the fifth bit of layout A's type for one of the time"),
    ("hash-sign", 1500000000123, 1, 0x80000000, "makes the hash 2147483648 negative"),
    ("hash-highest", 1500000000123, 1, 0xFFFFFFFF, "makes -1 of a hash of 32 ones"),
    ("odd-time", 1500000000001, 1, 0, "loses the lowest bit of layout A's time, the 43rd"),
]

# Hashes of targets: Java's String.hashCode over UTF-16 units; here they are put into the UID.
HASHES = [
    ("ascii", "hello", 99162322, "hashes bytes from the end"),
    ("sign", "polygenelubricants", 0x80000000, "takes the absolute value of a hash, which this target has none of"),
    ("chinese", "用户", 954895, "hashes UTF-8 bytes"),
    ("emoji", "😀", 1772899, "hashes Unicode scalars rather than UTF-16 units"),
    ("empty", "", 0, "begins the hash with another number than 0"),
]

GOOD = "BKR5-28P4-JT85-SK8H"
BAD = [
    ("empty", "", "takes no text for the UID of 1970"),
    ("no-hyphens", "BKR528P4JT85SK8H", "reads 16 digits without their hyphens"),
    ("short", "BKR5-28P4-JT85-SK8", "fills up a UID that is a digit short"),
    ("long", "BKR5-28P4-JT85-SK8H0", "ignores a twentieth letter"),
    ("three-groups", "BKR5-28P4-JT85", "reads a UID without its last group"),
    ("five-groups", "BKR5-28P4-JT85-SK8H-0000", "ignores a fifth group"),
    ("blank-before", " BKR5-28P4-JT85-SK8H", "trims blanks before a UID"),
    ("line-break-after", "BKR5-28P4-JT85-SK8H\n", "trims a line break after a UID"),
    ("quotes", '"BKR5-28P4-JT85-SK8H"', "reads a UID with the quotes of its JSON"),
    ("braces", "{BKR5-28P4-JT85-SK8H}", "takes a UID in braces for a UUID"),
    ("uuid", "123e4567-e89b-12d3-a456-426614174000", "takes a UUID for a UID"),
    ("letter-w", "BKR5-28P4-JT85-SK8W", "has W to Z as digits, worth 32 and more"),
    ("letter-z", "ZKR5-28P4-JT85-SK8H", "overflows the time by a Z in front"),
    ("small-letter", "bKR5-28P4-JT85-SK8H", "folds letter case"),
    ("all-small", "bkr5-28p4-jt85-sk8h", "reads UIDs in small letters, which no SDK writes"),
    ("hyphen-moved", "BKR52-8P4-JT85-SK8H", "drops hyphens wherever they stand"),
    ("underscore", "BKR5_28P4_JT85_SK8H", "takes any sign between groups for a hyphen"),
    ("long-hyphen", "BKR5–28P4–JT85–SK8H", "takes a typographic dash for a hyphen"),
    ("full-width-digit", "BKR5-28P4-JT85-SK8８", "takes any Unicode digit for a digit"),
    ("accent", "BKR5-28P4-JT85-SK8É", "strips accents"),
    ("sign", "+KR5-28P4-JT85-SK8H", "hands groups to a parser of numbers that takes signs"),
    ("blank-inside", "BKR5-28P4-JT85-SK8 ", "hands groups to a parser of numbers that takes blanks"),
    ("nul", "BKR5-28P4-JT85-SK8\0", "stops at U+0000 as C strings do"),
    ("slash", "BKR5-28P4-JT85-SK8/", "takes the letter before 0 for a digit"),
    ("colon", "BKR5-28P4-JT85-SK8:", "takes the letter after 9 for a digit"),
    ("at-sign", "BKR5-28P4-JT85-SK8@", "takes the letter before A for a digit"),
    ("hyphen-for-digit", "BKR5-28P4-JT85-SK8-", "takes a hyphen in the place of a digit for 0"),
]

GOOD_PARTS = {"layout": "B", "time": stamp(NEW_TIME), "sequence": 7, "type": 1, "hash": 1}
OLD_PARTS = {"layout": "A", "time": stamp(1500000000123), "type": 1, "hash": 1}
REFUSED = [
    ("sequence-4096", GOOD_PARTS | {"sequence": 4096}, "lets a sequence of 13 bits run into the time"),
    ("sequence-negative", GOOD_PARTS | {"sequence": -1}, "writes a sequence of -1 as twelve ones"),
    ("sequence-missing", {key: value for key, value in GOOD_PARTS.items() if key != "sequence"},
     "makes up the sequence of layout B"),
    ("type-16", GOOD_PARTS | {"type": 16}, "lets a type of five bits run into layout B's sequence"),
    ("type-negative", GOOD_PARTS | {"type": -1}, "writes a type of -1 as four ones"),
    ("hash-23-bits", GOOD_PARTS | {"hash": 0x400000}, "lets a hash of 23 bits run into the type"),
    ("hash-negative", GOOD_PARTS | {"hash": -1}, "writes a hash of -1 as 22 ones"),
    ("time-1969", GOOD_PARTS | {"time": "1969-12-31T23:59:59.999Z"}, "writes a time before 1970 as a very late one"),
    ("time-43-bits", GOOD_PARTS | {"time": stamp(1 << 42)}, "lets a time beyond May 2109 lose its highest bit"),
    ("time-1990-b", GOOD_PARTS | {"time": "1990-01-01T00:00:00.000Z"},
     "writes a UID in layout B that every reader takes for layout A"),
    ("type-32-a", OLD_PARTS | {"type": 32}, "lets a type of six bits run into layout A's time"),
    ("hash-33-bits-a", OLD_PARTS | {"hash": 1 << 32}, "lets a hash of 33 bits run into layout A's type"),
    ("layout-c", GOOD_PARTS | {"layout": "C"}, "writes a layout that does not exist by one that does"),
]


def cases():
    for text, time, sequence, type, hash, target, mistake in SEEN:
        old = sequence is None
        parts = parts_a(time, type, hash) if old else parts_b(time, sequence, type, hash)
        flags = ["LayoutA" if old else "LayoutB", "LayoutChoice"]
        ident = text.lower().replace("-", "")
        source = "a public log" + (f"; the hash is that of the target {target}" if target else "")
        expected = parts | {"sequence": None} if old else parts
        yield case("uid-seen-" + ident, "must", f"A reader that {mistake}.", "uid.decode", {"uid": text},
                   accept(expected), flags,
                   source=source)
        yield case("uid-write-seen-" + ident, "must", f"A writer that {mistake}.", "uid.encode", parts,
                   accept({"uid": text}), flags,
                   source=source)
    for type, what in TYPES.items():
        yield case(f"uid-type-{type}", "must",
                   f"A reader that exchanges the bits of the type, and so misses {what} (type {type}).",
                   "uid.decode", {"uid": spell(bits_b(NEW_TIME, 0xAAA, type, 0x155555))},
                   accept(parts_b(NEW_TIME, 0xAAA, type, 0x155555)), ["LayoutB"])
    for ident, time, sequence, type, hash, mistake in LIMITS_B:
        uid = spell(bits_b(time, sequence, type, hash))
        parts = parts_b(time, sequence, type, hash)
        yield case("uid-b-" + ident, "must", f"A reader that {mistake}.", "uid.decode", {"uid": uid}, accept(parts),
                   ["LayoutB", "Limits"])
        yield case("uid-write-b-" + ident, "must", f"A writer that {mistake}.", "uid.encode", parts,
                   accept({"uid": uid}),
                   ["LayoutB", "Limits"])
    for ident, time, type, hash, mistake in LIMITS_A:
        uid = spell(bits_a(time, type, hash))
        parts = parts_a(time, type, hash)
        yield case("uid-a-" + ident, "must", f"A reader that {mistake}.", "uid.decode", {"uid": uid},
                   accept(parts | {"sequence": None}),
                   ["LayoutA", "Limits", "LayoutChoice"])
        yield case("uid-write-a-" + ident, "should", f"A writer that {mistake}.", "uid.encode", parts,
                   accept({"uid": uid}),
                   ["LayoutA", "Limits"])
    for ident, target, hash, mistake in HASHES:
        yield case("uid-hash-" + ident, "must",
                   f"A reader that shows the hash with a sign or in other digits; "
                   f"the target {target!r} tells one that {mistake}.",
                   "uid.decode", {"uid": spell(bits_a(1500000000456, 1, hash))},
                   accept(parts_a(1500000000456, 1, hash) | {"sequence": None}), ["LayoutA"])
    for ident, text, mistake in BAD:
        yield case("uid-bad-" + ident, "must", f"A reader that {mistake}.", "uid.decode", {"uid": text},
                   reject("length", "value"), ["Alphabet"])
    for ident, parts, mistake in REFUSED:
        yield case("uid-refuse-" + ident, "may" if ident == "time-1990-b" else "should", f"A writer that {mistake}.",
                   "uid.encode", parts,
                   reject("required", "value") if "missing" in ident else reject("value"),
                   ["LayoutA" if parts["layout"] == "A" else "LayoutB", "Limits"])
