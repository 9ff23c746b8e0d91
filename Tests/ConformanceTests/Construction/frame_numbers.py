"""Numbers of frames at their limits: byte order, sign, width."""

from frame_bits import PREFIX, TITLES, decode, leave_out, level_of
from vectors import accept, case
from wire import sample

# (frame, field, value, comment, forms)
BOTH = ("websocket", "tcp")
WS = ("websocket",)
NUMBERS = [
    (
        "publish-client",
        "messageId",
        0,
        "0, which no SDK counts to but the TCP form's typing notices have: taken for a missing id",
        BOTH,
    ),
    ("publish-client", "messageId", 1, "1: an id read as little-endian is 256", WS),
    ("publish-client", "messageId", 255, "0x00ff: a signed low byte gives -1", WS),
    ("publish-client", "messageId", 32768, "0x8000: an id read as a signed number", BOTH),
    ("publish-client", "messageId", 65535, "0xffff, the last id before 1: taken for a mark such as -1", WS),
    ("publish-server", "messageId", 65535, "0xffff in a push: server ids counted with fewer bits", WS),
    ("publish-server", "date", 0, "0 seconds: left out as empty; its first byte is that of a client's frame", WS),
    (
        "publish-server",
        "date",
        255,
        "0x000000ff: JavaScript's reader of version 1 loses the zeros of a byte's hex below 0x10",
        WS,
    ),
    ("publish-server", "date", 16909060, "0x01020304: bytes in another order", BOTH),
    ("publish-server", "date", 2147483647, "0x7fffffff, January 2038: a limit on plausible years", WS),
    ("publish-server", "date", -1, "-1: read as an unsigned number it is the year 2106", BOTH),
    ("publish-server", "date", -2147483648, "0x80000000: negating it overflows", WS),
    ("puback-client", "messageId", 0, "0 in the shortest answer", WS),
    ("puback-client", "messageId", 65535, "0xffff in an answer: sign-extended it pairs with nothing", BOTH),
    ("puback-server", "date", 67305985, "0x04030201 in an answer: bytes in another order than in PUBLISH", WS),
    ("puback-server", "status", 0, "0 is success: left out as empty, or shown as an error", BOTH),
    ("puback-server", "status", 256, "0x0100: a status read from its low byte is success", WS),
    ("puback-server", "status", 65535, "0xffff: a signed status", BOTH),
    ("puback-server", "millisecond", 0, "0 milliseconds: taken for the end of a short answer", WS),
    ("puback-server", "millisecond", 999, "0x03e7: milliseconds read with their bytes swapped go beyond a second", WS),
    ("puback-server", "millisecond", 65535, "0xffff is no millisecond of a second, yet it is what is on the wire", WS),
    ("query", "messageId", 513, "0x0201 in a query: an id read as little-endian is 258", WS),
    ("query", "messageId", 65535, "0xffff in a query: an id with a bit kept for the kind of request", WS),
    ("queryack", "messageId", 772, "0x0304: an id with its bytes swapped pairs with another query", WS),
    ("queryack", "date", -2, "a negative date before the status: its sign spills into nothing else", WS),
    ("queryack", "status", 1, "1, as an answer to a push block query means blocked: shown as true, or read as 256", WS),
    ("queryack", "status", 34010, "34010 is above 32767: a signed status", BOTH),
    ("querycon", "messageId", 1, "1 in the confirmation: little-endian is 256", WS),
    ("querycon", "messageId", 65534, "0xfffe in the confirmation: a signed number", BOTH),
    ("connack", "timestamp", 0, "time 0: left out as empty", WS),
    (
        "connack",
        "timestamp",
        4294967295,
        "0x00000000ffffffff: a high half made from a sign-extended low half is -1",
        WS,
    ),
    ("connack", "timestamp", 4294967296, "0x0000000100000000: the high half lost, as by JavaScript's shifts", WS),
    ("connack", "timestamp", 9007199254740993, "2^53 + 1: a number that went through a double ends in 2", WS),
    ("connack", "timestamp", -1, "-1: the halves joined by addition of unsigned numbers", WS),
    ("connack", "timestamp", 9223372036854775807, "the largest time: a conversion that traps or rounds up", WS),
    ("connack", "timestamp", -9223372036854775808, "the smallest time: its magnitude does not fit", WS),
    ("connack4", "messageId", 0, "0 as the start of the client's ids: left out though its flag is set", WS),
    ("connack4", "messageId", 65535, "0xffff as the start of the client's ids, after which comes 1", WS),
    (
        "connack4",
        "timestamp",
        72623859790382856,
        "0x0102030405060708 behind flags: bytes in another order than in version 3",
        WS,
    ),
    ("connect", "keepAlive", 1, "1 second: little-endian is 256", ("tcp",)),
    ("connect", "keepAlive", 65535, "65535 seconds: a signed number", ("tcp",)),
    ("connect", "protocolVersion", 255, "version 255: a signed byte", ("tcp",)),
    ("connect", "protocolVersion", 1, "version 1 as nubybear's clients say it: refused for not being 3", ("tcp",)),
]
STATUSES = [
    ("connack", 10, "10, token expired: SDK 1 throws beyond 9"),
    ("connack", 13, "13, another client is online: SDK 2 throws beyond 12"),
    ("connack", 20, "20 has no name in any SDK: refused by an enumeration that is not open"),
    ("connack", 128, "0x80: a signed byte"),
    ("connack", 255, "0xff: taken for a mark such as -1"),
    ("disconnect", 0, "0, reconnect elsewhere: taken for no status at all"),
    ("disconnect", 6, "6, the newer form of 0: SDKs 1 and 2 throw beyond 5"),
    ("disconnect", 200, "200 has no name: refused by an enumeration that is not open"),
    ("disconnect", 255, "0xff: a signed byte in the last frame of a session"),
]


def numbers(form):
    prefix = PREFIX[form]
    for name, field, value, comment, forms in NUMBERS:
        if form not in forms:
            continue
        frame = sample(name, form).having(**{field: value})
        flags = ["ProtocolVersion4"] if name == "connack4" else ["ProtocolVersion3"] if name == "connack" else []
        flags += ["ClientId16"] if field == "messageId" and name != "connack4" else []
        where = " over TCP" if form == "tcp" else ""
        slug = str(value).replace("-", "minus-")
        yield case(
            f"{prefix}-number-{name}-{field.lower()}-{slug}",
            level_of(name, form),
            f"{field} of {TITLES[name]}{where}: {comment}",
            "frame.decode",
            decode(frame),
            accept(frame.object(leave_out(name))),
            flags,
            None if leave_out(name) else "exact",
        )
    for name, status, comment in STATUSES:
        if form == "tcp" and status not in (20, 6):
            continue
        where = " over TCP" if form == "tcp" else ""
        frame = sample(name, form)
        if name == "connack":
            frame = frame.without("userId", "sessionId", "timestamp")
        frame = frame.having(status=status)
        yield case(
            f"{prefix}-number-{name}-status-{status}",
            "must",
            f"status of {TITLES[name]}{where}: {comment}",
            "frame.decode",
            decode(frame),
            accept(frame.object(leave_out(name))),
            ["StatusByte"],
        )
