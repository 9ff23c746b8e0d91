"""Contents of every message of the catalogue in sessions: as they should be, without a key that they need, with a value of another
type."""

import base64 as base64_module
import struct

from messages_common import ENTRIES, slug, text
from messages_contents import full, minimal
from session_cases import finding, session
from session_wire import Talk, up

# What refers to other messages has rules of its own; what is a list or is never sent is left out.
LEFT_OUT = {"RC:RcCmd", "RC:ReadNtf", "RC:RRReqMsg", "RC:Delivered"}
# A value that is of none of the types that readers take for one.
OTHER = {"string": [1], "int": [1], "double": [1], "bool": [1], "base64": [1], "array": 5}
# Where readers ask for more or less than the table, or a rule about limits finds something, too.
OTHERWISE = {
    "rc-vcmsg", "rc-vcmsg-missing", "rc-vcmsg-typed", "rc-sightmsg", "rc-stkmsg", "rc-dizntf-missing", "rc-uiumsg",
    "rc-logcmdmsg-missing", "rc-logcmdmsg-typed", "rc-pscmd", "rc-sfmsg-typed", "rc-rc-typed", "rc-cslm-missing", "rc-csei-typed",
    "rc-cscei-typed", "rc-csdhm-typed", "rc-cshm-typed", "rc-vcsummary",
}


def sent(contents, entry):
    """A session that sends contents one a second; the numbers of their events."""
    talk = Talk()
    events = []
    for number, content in enumerate(contents, 1):
        events.append(talk.named(entry["objectName"], text(content), entry["flags"]["value"] & 3, number))
        talk.wait(1)
        if number % 20 == 0:
            talk.beat()
    return talk, events


def contents():
    yield from (case for case in _contents() if case["id"].removeprefix("session-catalogue-") not in OTHERWISE)


def _contents():
    for name, entry in ENTRIES.items():
        # How a message that is neither stored nor counted, but a status, is marked on its way up is not known.
        if name in LEFT_OUT or not entry["fields"] or entry["flags"]["value"] == 16:
            continue
        keys = [field for field in entry["fields"] if "." not in field["key"] and "[" not in field["key"]]
        whole = full(entry)
        if not isinstance(whole, dict):
            continue
        talk, _ = sent([minimal(entry), whole], entry)
        yield session(f"catalogue-{slug(name)}", f"{name} with the least and with all that it has: something is found", talk, [],
                      ["Catalogue"])
        needed = [field["key"] for field in keys if field.get("required")]
        if needed:
            talk, events = sent([{key: value for key, value in whole.items() if key != missing} for missing in needed], entry)
            yield session(f"catalogue-{slug(name)}-missing", f"{name} without {', then without '.join(needed)}: not found", talk,
                          [finding("content-key", event) for event in events], ["Catalogue"])
        typed = [field for field in keys if field["type"] in OTHER and field["key"] in whole and field["key"] != "extra"]
        if typed:
            talk, events = sent([whole | {field["key"]: OTHER[field["type"]]} for field in typed], entry)
            names = ", then of ".join(field["key"] for field in typed)
            yield session(f"catalogue-{slug(name)}-typed", f"{name} with another type of {names}: not found", talk,
                          [finding("content-type", event) for event in events], ["Catalogue"])


def spellings():
    """Every name of the catalogue in another letter case, and unknown names with the reserved prefix."""
    names = list(ENTRIES)
    for start in range(0, len(names), 40):
        talk = Talk()
        events = []
        for number, name in enumerate(names[start:start + 40], 1):
            events.append(talk.named(name.swapcase(), "{}", 3, number))
            talk.time += 300
            if number % 20 == 0:
                talk.beat()
        yield session(f"catalogue-spelling-{start // 40}", f"Names from {names[start]} on in another letter case: not found", talk,
                      [finding("object-name-case", event) for event in events], ["Catalogue"])


def jpeg(width, height):
    """The head of a JPEG picture of that size: SOI, an application segment, the frame header, EOI."""
    frame = struct.pack(">BHHB", 8, height, width, 1) + b"\1\x11\0"
    return b"\xff\xd8\xff\xe0\0\4ab\xff\xc0" + struct.pack(">H", len(frame) + 2) + frame + b"\xff\xd9"


def amr(frames, head=b"#!AMR\n", cut=0):
    """A recording of so many frames of 20 ms at 12.2 kbit/s."""
    data = head + b"".join(b"\x3c" + bytes([number & 255] * 31) for number in range(frames))
    return data[:len(data) - cut]


def media():
    """Recordings, pictures and their spelling, at and beyond what is documented."""
    def base64(data):
        return base64_module.b64encode(data).decode()

    def voice(data, duration):
        return "RC:VcMsg", {"content": data, "duration": duration}

    def picture(data):
        return "RC:ImgMsg", {"content": data, "imageUri": "https://a.example/i.jpg"}

    def place(data):
        return "RC:LBSMsg", {"content": data, "latitude": 1.5, "longitude": 2.5, "poi": "x"}

    limit, kind = "content-limit", "content-type"
    whole = base64(amr(100))
    rows = [("as-long", voice(whole, 2), None), ("longer", voice(base64(amr(74)), 3), limit), ("as-longer", voice(base64(amr(75)), 3), None),
            ("shorter", voice(base64(amr(126)), 1), limit), ("as-shorter", voice(base64(amr(125)), 1), None),
            ("head", voice(base64(amr(100, b"#!AMX\n")), 2), limit), ("cut", voice(base64(amr(100, cut=5)), 2), limit),
            ("lines", voice(whole[:76] + "\n" + whole[76:], 2), kind), ("sign", voice("*" + whole[1:], 2), kind),
            ("url-letters", picture(base64(jpeg(100, 100) + b"\xfb\xff\xfe\xfb\xff\xfe").replace("+", "-").replace("/", "_")), kind),
            ("data-url", picture("data:image/jpeg;base64," + base64(jpeg(100, 100))), kind),
            ("png", picture(base64(b"\x89PNG\r\n\x1a\n" + bytes(20))), limit)]
    for name, most, content in (("picture", 240, picture), ("place", 408, place)):
        for width, height in ((most, 1), (1, most), (most + 1, 1), (1, most + 1), (most, most)):
            rows.append((f"{name}-{width}-{height}", content(base64(jpeg(width, height))), limit if max(width, height) > most else None))
    for name, (message, content), rule in rows:
        talk = Talk()
        event = talk.named(message, text(content))
        what = f"{message}, {name.replace('-', ' ')}"
        yield session(f"catalogue-media-{name}", f"{what}: {'not' if rule else 'something is'} found", talk,
                      [finding(rule, event)] if rule else [], ["Catalogue"])


PARTS = (contents, spellings, media)
