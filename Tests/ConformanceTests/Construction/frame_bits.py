"""The header's bits, and frames that end too early: for every type, in both binary forms."""

from vectors import accept, case, either, reject
from wire import TCP_NAMES, envelope, sample

PREFIX = {"websocket": "ws", "tcp": "tcp"}
KNOWN = [
    "publish-client",
    "publish-server",
    "puback-client",
    "puback-server",
    "query",
    "queryack",
    "querycon",
    "connack",
    "disconnect",
    "pingreq",
    "pingresp",
    "connect",
]
UNUSED = ["SYMMETRIC", "SUBSCRIBE", "SUBACK", "UNSUBSCRIBE", "UNSUBACK", "RESERVED"]
TITLES = {
    "publish-client": "a client's PUBLISH",
    "publish-server": "a server's PUBLISH",
    "puback-client": "a client's PUBACK",
    "puback-server": "a server's PUBACK",
    "query": "QUERY",
    "queryack": "QUERYACK",
    "querycon": "QUERYCON",
    "connack": "CONNACK",
    "connack4": "CONNACK of protocol version 4",
    "disconnect": "DISCONNECT",
    "pingreq": "PINGREQ",
    "pingresp": "PINGRESP",
    "connect": "CONNECT",
}


def decode(frame, hex_text=None, **more):
    """The input of frame.decode."""
    return {
        "form": frame.form,
        "sender": frame.sender,
        "hex": hex_text if hex_text is not None else frame.wire().hex(),
        **more,
    }


def level_of(name, form):
    return "may" if name in UNUSED or (name == "connect" and form == "websocket") else "must"


def flags_of(name, form):
    if name in UNUSED:
        return ["UnusedType"]
    return ["ConnectFrame"] if name == "connect" and form == "websocket" else []


def leave_out(name):
    """The byte that SDKs ignore is asked for by cases of its own only."""
    return ("flag",) if name in ("connack", "connack4", "disconnect") else ()


def header_bits(form):
    """Each bit of the header on each type."""
    prefix = PREFIX[form]
    for name in KNOWN + UNUSED:
        base = sample(name, form)
        shown = TCP_NAMES.get(base.type, base.type) if form == "tcp" else base.type
        title = TITLES.get(name, shown)
        slug = name.lower()
        bare = base.bits(qos=0)
        variants = [
            (
                "plain",
                bare,
                [],
                {
                    "websocket": (
                        f"{title} with no bit set: a table of types that lacks {base.type} or has it under another"
                        " number"
                    ),
                    "tcp": (
                        f"{title} with no bit set in its envelope: a table of the TCP form's types that lacks {shown}"
                    ),
                },
            ),
            (
                "dup",
                bare.bits(dup=True),
                ["SyncMsg"] if name == "publish-server" else [],
                {
                    "websocket": (
                        f"dup (0x08) alone on {title}: taken from the bit of retain or left false for this type"
                    ),
                    "tcp": (
                        f"dup (0x08) alone on {title}: a checksum made from the type's bits instead of the whole header"
                        " byte"
                    ),
                },
            ),
            (
                "retain",
                bare.bits(retain=True),
                ["Retain"] if base.type == "PUBLISH" else [],
                {
                    "websocket": (
                        f"retain (0x01) alone on {title}: a dispatcher that compares whole bytes and so does not know"
                        f" 0x{bare.first() | 1:02x}"
                    ),
                    "tcp": f"retain (0x01) alone on {title}: a checksum or dispatcher that clears the lowest bit first",
                },
            ),
            (
                "qos-2",
                bare.bits(qos=2),
                [],
                {
                    "websocket": (
                        f"QoS 2 (0x04) alone on {title}: a reader of one QoS bit shows 0, one that forgets the shift"
                        " shows 4"
                    ),
                    "tcp": f"QoS 2 (0x04) alone on {title}: a mask of 0x02 for QoS in this type's reader",
                },
            ),
            (
                "all-bits",
                bare.bits(qos=3, dup=True, retain=True),
                ["QosDefault"],
                {
                    "websocket": (
                        f"0x{bare.first() | 15:02x}: {title} with every bit: QoS 3 refused, or bits that spill into the"
                        " type"
                    ),
                    "tcp": (
                        f"0x{bare.first() | 15:02x}: {title} with every bit in an envelope: a signed header byte in the"
                        " checksum"
                    ),
                },
            ),
        ]
        for slug_end, frame, flags, comment in variants:
            if form == "tcp" and name in UNUSED and slug_end in ("dup", "qos-2", "retain"):
                continue
            named = form == "tcp" and name in TCP_NAMES and slug_end == "plain"
            yield case(
                f"{prefix}-bits-{slug}-{slug_end}",
                "should" if named else level_of(name, form),
                comment[form],
                "frame.decode",
                decode(frame),
                accept(frame.object(leave_out(name))),
                flags_of(name, form) + flags,
                None if leave_out(name) else "exact",
            )


def _cuts(frame):
    """Where a frame can end too early: (bytes of body left, field, how)."""
    offset = 0
    for field in frame.fields:
        size = len(field.encoded())
        if field.kind == "rest":
            return
        yield offset, field, "missing"
        if field.kind == "text":
            yield offset + 1, field, "half-length"
            if size > 3:
                yield offset + 2, field, "no-text"
            yield offset + size - 1, field, "one-short"
        elif size > 1:
            yield offset + size - 1, field, "one-short"
        offset += size


HOW = {
    "websocket": {
        "missing": "{title} that ends before {field}: a reader that fills {field} with a default",
        "half-length": (
            "{title} with half of the length of {field}: a reader that reads two bytes after seeing that one is there"
        ),
        "no-text": "{title} whose {field} has a length and no bytes: a reader that slices and gives an empty text",
        "text-short": (
            "{title} whose {field} lacks its last byte: an end check that is off by one, or a text cut in silence"
        ),
        "number-short": "{title} whose {field} lacks its last byte: a number made from the bytes that are there",
    },
    "tcp": {
        "missing": (
            "{title} in a whole envelope that ends before {field}: a reader that trusts the envelope and goes on into"
            " the next frame"
        ),
        "half-length": (
            "{title} in a whole envelope with half of the length of {field}: bytes taken from behind the body"
        ),
        "no-text": (
            "{title} in a whole envelope whose {field} has a length and no bytes: a length that is not held against the"
            " body's"
        ),
        "text-short": (
            "{title} in a whole envelope whose {field} lacks its last byte: the end of the buffer taken for the end of"
            " the body"
        ),
        "number-short": "{title} in a whole envelope whose {field} lacks its last byte: a number read past the body",
    },
}


def ends_too_early(form):
    """Every type cut at every boundary of its fields, and inside them."""
    prefix = PREFIX[form]
    for name in KNOWN + ["connack4"]:
        if form == "tcp" and name == "connack4":
            continue
        frame = sample(name, form)
        for size, field, how in _cuts(frame):
            if form == "tcp" and how == "half-length":
                continue
            if name.startswith("connack") and field.name in ("userId", "sessionId", "flags") and how == "missing":
                if field.name == "userId" and name == "connack":
                    continue  # A CONNACK may end after the status,
                if field.name == "sessionId" and name == "connack":
                    continue  # or after the user id.
                if field.name == "flags":
                    continue
            if name == "connack" and field.name == "userId" and how == "half-length":
                continue  # One more byte is that of protocol version 4: a case of its own.
            if name == "puback-server" and field.name in ("millisecond", "messageUId") and how == "missing":
                continue  # A server's PUBACK may end there.
            kind = how if how != "one-short" else "text-short" if field.kind == "text" else "number-short"
            comment = HOW[form][kind].format(title=TITLES[name], field=field.name)
            cut = frame.body()[:size]
            data = envelope(frame.first(), cut) if form == "tcp" else bytes([frame.first()]) + cut
            errors = ["truncated", "length"] if kind in ("no-text", "text-short") else ["truncated"]
            level = level_of(name, form)
            if name == "puback-server" and field.name in ("millisecond", "messageUId"):
                level = "should"  # Some SDK readers give defaults here.
            yield case(
                f"{prefix}-cut-{name}-{field.name.lower()}-{how}",
                level,
                comment,
                "frame.decode",
                decode(frame, data.hex()),
                reject(*errors),
                flags_of(name, form),
            )


def bytes_behind(form):
    """Bytes after the last field: kept or refused, never a reason to misread what is before them."""
    prefix = PREFIX[form]
    for name in [
        "puback-client",
        "puback-server",
        "querycon",
        "connack",
        "connack4",
        "disconnect",
        "pingreq",
        "pingresp",
        "connect",
    ]:
        frame = sample(name, form)
        if name == "connect":
            # One more text would be the client's address, so something that is no text.
            extra = b"\xff"
        else:
            extra = b"\x00\xff"
        body = frame.body() + extra
        data = envelope(frame.first(), body) if form == "tcp" else bytes([frame.first()]) + body
        yield case(
            f"{prefix}-behind-{name}",
            "must" if level_of(name, form) == "must" else "may",
            f"bytes after {TITLES[name]}: {_BEHIND[name]}" + (" (TCP form)" if form == "tcp" else ""),
            "frame.decode",
            decode(frame, data.hex()),
            either(frame.object(leave_out(name)), error=["trailing", "length"]),
            flags_of(name, form) + ["Trailing"],
        )
        yield case(
            f"{prefix}-behind-{name}-kept",
            "should" if level_of(name, form) == "must" else "may",
            f"bytes after {TITLES[name]} as trailing: a codec that loses them cannot write the frame back"
            + (" into its envelope" if form == "tcp" else ""),
            "frame.decode",
            decode(frame, data.hex()),
            accept(frame.object(trailing=extra.hex())),
            flags_of(name, form) + ["Trailing"],
            "exact",
        )
        yield case(
            f"{prefix}-behind-{name}-again",
            "should" if level_of(name, form) == "must" else "may",
            f"bytes after {TITLES[name]}, written back by an SDK that reads and writes it: lost on the way"
            + (" (TCP form)" if form == "tcp" else ""),
            "frame.decode",
            decode(frame, data.hex()),
            either(frame.object(leave_out(name)), error=["trailing", "length"]),
            flags_of(name, form) + ["Trailing"],
            "exact",
        )


_BEHIND = {
    "puback-client": "a reader that goes by the length alone takes them for the date of a server's PUBACK",
    "puback-server": "the message uid taken to the end of the frame instead of by its length",
    "querycon": "a reader that takes the last two bytes as the message id",
    "connack": "the time read from the end of the frame; with them neither form of CONNACK uses up the body",
    "connack4": "the message id read from the end of the frame",
    "disconnect": "a status taken from the last byte",
    "pingreq": "a heartbeat known by the whole frame being c0",
    "pingresp": "an answer to a heartbeat known by the whole frame being d0",
    "connect": "a token taken to the end of the frame",
}
